/* The option --plugin FILE, which every command accepts, before or after the name of the command.
 */
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

/* The descriptor of the option, for help and completion. */
extern const option plugin_option;

/* Removes all --plugin options and their values from the words of a command line, up to the word
 * "--". Sets `*count` to the number of remaining words. Fails with WEND_ERROR_INVALID if a value is
 * missing. */
wend_result plugins_take(int *count, char **words, plugins *out, wend_error *error);

/* Loads the plug-ins in the order in which they were given. */
wend_result plugins_load(plugins *all, wend_registry *registry, wend_error *error);

/* Unloads the plug-ins. Destroy the registry before this call. */
void plugins_free(plugins *all);

#endif
