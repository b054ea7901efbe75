/* Parameter structs of metrics and outputs, made from their tables and the scenario's settings. */
#ifndef SCENARIO_PARAMS_H
#define SCENARIO_PARAMS_H

#include "scenario/scenario.h"

/* Fills the zeroed struct at `out` with defaults, then with the scenario's settings for the entry.
 * Numbers, integers, booleans and choices only: that is what metrics and outputs may have. */
void scenario_fill_params(const wend_scenario *s, wend_kind kind, const wend_entry *entry,
                          void *out);

#endif
