/* Plug-ins of a command line: --plugin FILE, with any command, before or after it. */
#ifndef CLI_PLUGINS_H
#define CLI_PLUGINS_H

#include "cli/options.h"
#include <wend/kit.h>
#include <wend/plugin.h>

typedef struct plugins {
    const char **paths;
    wend_plugin **loaded;
    uint32_t path_count, loaded_count;
} plugins;

/* The option, for help and completion. */
extern const option plugin_option;

/* Takes the option and its values out of the words of a command line, up to a word "--"; `*count`
 * becomes what is left. Fails with WEND_ERROR_INVALID on one without a value. */
wend_result plugins_take(int *count, char **words, plugins *out, wend_error *error);

/* Loads them in their order. */
wend_result plugins_load(plugins *all, wend_registry *registry, wend_error *error);

/* Unloads them: after the registry is destroyed. */
void plugins_free(plugins *all);

#endif
