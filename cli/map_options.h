/* The options of `wend map`: its own, and one for each parameter of the registered kinds of maps.
 */
#ifndef CLI_MAP_OPTIONS_H
#define CLI_MAP_OPTIONS_H

#include "cli/load.h"

/* Its own, behind those of cli/load.h. */
typedef enum map_option {
    MAP_KIND,
    MAP_LEVEL,
    MAP_NAME,
    MAP_OUTPUT,
    MAP_JSON,
    MAP_OPTION_COUNT
} map_option;

/* Gives the command its options. */
void map_options_prepare(const wend_registry *registry, command *out);

const option_value *map_option_value(const arguments *args, map_option which);

enum { MAP_MOST_SETTINGS = 32 };

/* What options say of the parameters of a kind. Zero it before; free it in any case. */
typedef struct map_settings {
    wend_setting items[MAP_MOST_SETTINGS];
    uint32_t count;
    double *lists[MAP_MOST_SETTINGS]; /* owned */
} map_settings;

/* Reads the kind (NULL: the space only) and its settings. False when something is wrong, which is
 * printed. */
bool map_options_read(const arguments *args, const wend_registry *registry,
                      const wend_map_builder **builder, map_settings *out);
void map_settings_free(map_settings *settings);

#endif
