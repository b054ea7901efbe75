/* scenario/needs.h: determines from the planners' descriptors which maps they use. */
#ifndef SCENARIO_NEEDS_H
#define SCENARIO_NEEDS_H

#include "scenario/scenario.h"

/* Returns the models of a profile or, above the number of profiles, of a state with models of its
 * own. */
static inline const scenario_profile *scenario_models_at(const wend_scenario *s, uint32_t index) {
    return index < s->profile_count ? &s->profiles[index]
                                    : &s->state_models[index - s->profile_count];
}

/* Returns the planner that a profile names; NULL if the registry has no such planner. */
const wend_planner *needs_find_planner(const wend_registry *registry,
                                       const scenario_profile *profile);

/* True if a planner with these settings uses the map. */
bool needs_map(const wend_planner *planner, const wend_map_need *need, const wend_choice *settings);

/* True if the follower or the steering model of a profile needs a corridor that its planner does
 * not give, so that a corridor map gives the routes their corridor. */
bool needs_corridor_map(const wend_registry *registry, const scenario_profile *profile);

/* Makes a map with the default settings of its kind, under the name of the kind, and adds it to
 * `out`. Fails if maps of this kind need settings. */
wend_result scenario_make_default_map(const wend_scenario *s, const wend_map_builder *builder,
                                      watcher progress, scenario_maps *out, wend_error *error);

/* Returns the text of a setting, or NULL if it is not given; and the default of a choice parameter.
 */
const char *needs_find_text(const wend_choice *settings, const char *name);
const char *needs_default_choice(const wend_entry *entry, const char *name);

/* Returns the name of the map that the settings ask for; "" means the first of its kind. */
const char *needs_map_name(const wend_map_need *need, const wend_choice *settings);

#endif
