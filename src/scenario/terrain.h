/* Terrain types of a scenario: numbers, names, and values of a property of a file. */
#ifndef SCENARIO_TERRAIN_H
#define SCENARIO_TERRAIN_H

#include "clean/layer.h"
#include "scenario/scenario.h"

/* The name of the ground that no terrain covers, in rules of profiles. */
#define TERRAIN_GROUND "ground"

/* The names of terrain types that have been read so far. */
typedef struct terrain_types {
    const char **names; /* in the order of their first use */
    uint32_t *sorted;   /* indices of the names in alphabetical order */
    uint32_t count;
} terrain_types;

/* Reads the key `type` of a terrain: a number, a name, or {property: }. Returns the number, or a
 * provisional one for a name; 0 for a property, whose name becomes *property. */
uint32_t terrain_read_type(terrain_types *types, reader *r, const node *item,
                           const char **property);
/* Replaces each source that has labels by one source for each sequence of shapes with the same
 * label, so that later shapes still cover earlier ones. */
void terrain_split(terrain_types *types, reader *r, const node *at, clean_sources *sources);

/* These give names their numbers, after the terrain of all layers has been read. The first one
 * marks the numbers that a layer uses, the second chooses a number for each name and passes the
 * names on to the space, the third replaces the provisional numbers of a layer. `at` is for
 * messages. */
void terrain_note_numbers(const clean_sources *sources, bool used[WEND_MAX_TERRAIN_NAMES]);
void terrain_number_types(const terrain_types *types, reader *r, const node *at,
                          const bool used[WEND_MAX_TERRAIN_NAMES],
                          uint32_t numbers[WEND_MAX_TERRAIN_NAMES], wend_space_def *def);
void terrain_set_numbers(clean_sources *sources, const uint32_t numbers[WEND_MAX_TERRAIN_NAMES]);

/* Lists the numbers that terrain of a layer states, before the names get theirs; `out` has room for
 * one per source. Returns their number. */
uint32_t terrain_list_numbers(const clean_sources *sources, uint32_t *out);

/* Reads the keys `terrain` and `slope_weight` of a profile: its rules for terrain types. */
void terrain_read_rules(const wend_scenario *s, reader *r, const node *profile,
                        wend_profile_def *def);

#endif
