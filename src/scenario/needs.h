/* scenario/needs.h: which maps planners use, as their descriptors say. */
#ifndef SCENARIO_NEEDS_H
#define SCENARIO_NEEDS_H

#include "scenario/scenario.h"

/* The planner of a profile, or NULL: the registry lacks it. */
const wend_planner *needs_planner(const wend_registry *registry, const scenario_profile *profile);

/* Whether a planner with these settings uses the map. */
bool needs_map(const wend_planner *planner, const wend_map_need *need, const wend_choice *settings);

/* The name of the map that the settings ask for; "": the first of its kind. */
const char *needs_name(const wend_map_need *need, const wend_choice *settings);

#endif
