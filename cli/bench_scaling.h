/* cli/bench_scaling.h: measures how the cost of benchmark cases grows with their size. */
#ifndef CLI_BENCH_SCALING_H
#define CLI_BENCH_SCALING_H

#include "cli/bench_world.h"

/* Measures each kind of case (bench_find_kind) at 1, 4, 16 and 64 times its size, or at 1 and 4
 * times with few steps if `quick`, and prints a table or a JSON list. Replaces the progress
 * callback of the setup, if there is one, by a bar for all of the work. Returns an exit status. */
int bench_scaling_run(const char *const *kinds, uint32_t count, bool quick, bool as_json,
                      const bench_setup *setup);

#endif
