/* cli/bench_models.h: `wend bench models`, which compares the cost of all steering models. */
#ifndef CLI_BENCH_MODELS_H
#define CLI_BENCH_MODELS_H

#include "cli/bench_world.h"

/* The operand that selects it. */
#define BENCH_MODELS_NAME "models"

/* Measures every steering model of the registry in a crowd of 10,000 agents, and prints a table, or
 * a JSON list. `setup->steer` is ignored. Models that cannot run without a map are left out.
 * Returns an exit status. */
int bench_models_run(const bench_setup *setup, bool as_json);

#endif
