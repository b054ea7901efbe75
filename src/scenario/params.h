/* Parameter structs of metrics and outputs, made from their tables and the scenario's settings. */
#ifndef SCENARIO_PARAMS_H
#define SCENARIO_PARAMS_H

#include "scenario/scenario.h"

/* Fills the zeroed struct at `out` with defaults, then with the settings given for the entry. */
void scenario_fill_params(const scenario_entries *given, wend_kind kind, const wend_entry *entry,
                          void *out);

#endif
