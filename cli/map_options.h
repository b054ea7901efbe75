/* The options of `wend map`: its own, and one per parameter of the registered kinds of maps. */
#ifndef CLI_MAP_OPTIONS_H
#define CLI_MAP_OPTIONS_H

#include "cli/load.h"

/* The indices of its own options, which follow those of cli/load.h. */
typedef enum map_option {
    MAP_KIND,
    MAP_LEVEL,
    MAP_NAME,
    MAP_OUTPUT,
    MAP_JSON,
    MAP_OPTION_COUNT
} map_option;

/* Sets the options of the command. */
void map_options_prepare(const wend_registry *registry, command *out);

const option_value *map_option_value(const arguments *args, map_option which);

enum { MAP_MOST_SETTINGS = 32 };

/* Settings of a kind's parameters from options. Zero it before use, and always free it. */
typedef struct map_settings {
    wend_setting items[MAP_MOST_SETTINGS];
    uint32_t count;
    double *lists[MAP_MOST_SETTINGS]; /* owned */
} map_settings;

/* Parses the kind (NULL: only the space) and its settings. On an error, prints it and returns
 * false. */
bool map_options_read(const arguments *args, const wend_registry *registry,
                      const wend_map_builder **builder, map_settings *out);
void map_settings_free(map_settings *settings);

#endif
