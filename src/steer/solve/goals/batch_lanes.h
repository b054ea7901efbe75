/* steer/solve/goals/batch_lanes.h: loads the preferred velocities of a batch of eight agents
 * (planes/batch_lanes.h). A file that includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_GOALS_BATCH_LANES_H
#define STEER_SOLVE_GOALS_BATCH_LANES_H

#include "steer/solve/goals/preferred_lanes.h"
#include "steer/solve/planes/batch_lanes.h"

/* Returns the preferred velocities of a batch of agents whose goals are points. */
static inline lane_vectors batch_preferred(const batch_work *work, const wend_intent *intents) {
    return load_preferred(work->active_batch.call->view, &work->active_batch.batch,
                          work->active_batch.call->agents->first, intents,
                          work->active_batch.self.x, work->active_batch.self.y);
}

#endif
