/* Fills the parameter structs of metrics, outputs and maps from their tables and the scenario's
 * settings. */
#ifndef SCENARIO_PARAMS_H
#define SCENARIO_PARAMS_H

#include "scenario/scenario.h"

/* Fills the struct at `out`, which must be zeroed, with defaults, then with the settings given for
 * the entry. */
void scenario_fill_params(const scenario_entries *given, wend_kind kind, const wend_entry *entry,
                          void *out);

/* Does the same for a map, with the parameters of its kind and the map's settings. */
void scenario_fill_map_params(const wend_map_builder *builder, const wend_choice *settings,
                              void *out);
/* Stores further settings in a struct that is already filled. */
void scenario_apply_map_settings(const wend_map_builder *builder, const wend_choice *settings,
                                 void *out);

#endif
