/* The options of `wend map`: its own options, and one option for each parameter of the registered
 * kinds of maps. */
#ifndef CLI_MAP_OPTIONS_H
#define CLI_MAP_OPTIONS_H

#include "cli/load.h"

/* The indices of the command's own options, which follow those of cli/load.h. */
typedef enum map_option {
    MAP_KIND,
    MAP_LEVEL,
    MAP_NAME,
    MAP_OUTPUT,
    MAP_JSON,
    MAP_OPTION_COUNT
} map_option;

/* Sets the option table of the command. */
void map_options_prepare(const wend_registry *registry, command *out);

const option_value *map_option_value(const arguments *args, map_option which);

enum { MAP_MOST_SETTINGS = 32 };

/* Values that options give to the parameters of a kind of map. Zero the struct before use, and
 * always free it. */
typedef struct map_settings {
    wend_setting items[MAP_MOST_SETTINGS];
    uint32_t count;
    double *lists[MAP_MOST_SETTINGS]; /* lists that this struct owns */
} map_settings;

/* Parses the kind of map and its settings. `*builder` becomes NULL if only the space is requested.
 * On an error, prints it and returns false. */
bool map_options_read(const arguments *args, const wend_registry *registry,
                      const wend_map_builder **builder, map_settings *out);
void map_settings_free(map_settings *settings);

#endif
