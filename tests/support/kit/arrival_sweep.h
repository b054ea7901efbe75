/* Runs all planners that route around walls, with all compatible followers and steering models, in
 * worlds of the arrival trial. */
#ifndef SUPPORT_KIT_ARRIVAL_SWEEP_H
#define SUPPORT_KIT_ARRIVAL_SWEEP_H

#include <wend/kit.h>

#include "support/kit/arrival_world.h"

enum { ARRIVAL_FAULT_SIZE = 2000 };

typedef struct arrival_sweep {
    uint32_t runs, combinations;
    uint32_t incomplete;            /* runs in which an agent did not arrive in time */
    uint32_t excused, excused_runs; /* the same, and all runs, with models that may not arrive */
    uint32_t deep;     /* runs in which agents overlap by more than 0.1 of the sum of their radii */
    uint32_t in_walls; /* runs in which an agent's overlap with a wall grew */
    char faults[ARRIVAL_FAULT_SIZE]; /* the first failures, one per line */
} arrival_sweep;

/* Creates a registry with the built-in entries and those of the kit; the caller destroys it. Fails
 * the test on errors. */
wend_registry *arrival_sweep_registry(void);

/* Runs the worlds of a kind for a range of seeds, with `agent_count` agents. If `settled` is true,
 * only the models that must have the arrival property in crowds are run: orca, orca_segment,
 * orca_arc, hrvo and gvo. */
void arrival_sweep_worlds(const wend_registry *registry, arrival_kind kind, uint64_t first,
                          uint32_t world_count, uint32_t agent_count, bool settled,
                          arrival_sweep *sweep);

#endif
