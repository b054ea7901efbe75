/* steer/solve/cells/sweep.h: what happens once per step for all agents of a profile. */
#ifndef STEER_SOLVE_CELLS_SWEEP_H
#define STEER_SOLVE_CELLS_SWEEP_H

#include "steer/solve/cells/agent.h"

/* Measures the largest body, adds the hops of the last step to the trace, and updates it. Returns
 * false if out of memory; the call can then be repeated. */
bool cells_update_trace(cells_call *call, cells_model *model);

/* Lets the agents of the profile that are due choose one after the other, in the order of their
 * keys; see cellular.c. Returns false if out of memory. */
bool cells_choose_in_order(cells_call *call, cells_model *model);

#endif
