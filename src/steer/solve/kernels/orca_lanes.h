/* The model orca for eight agents at once: the SIMD version of orca.c. It performs the same
 * operations in the same order, so the results are the same bit for bit. A file that includes this
 * header defines LANES_AVX2 or LANES_QUADS, and ORCA_STEER, the name of the function to define.
 * Planes come from planes/batch_lanes.h, preferred velocities from preferred_lanes.h;
 * program_lanes.h solves the programs. */
#include "steer/solve/kernels/batch_lanes.h"

#include "steer/solve/goals/batch_lanes.h"
#include "steer/solve/kernels/orca.h"

/* The SIMD version of orca_choose. */
static inline lanes solve_orca_batch(const void *call, batch_work *work,
                                     const wend_intent *intents) {
    const orca_call *own = call;
    lane_program *p = &work->program;
    lane_vectors preferred_velocity = batch_preferred(work, intents);
    lanes constrained = constrained_lanes(p, preferred_velocity);
    p->x = preferred_velocity.x;
    p->y = preferred_velocity.y;
    if (!lanes_any(constrained)) {
        return lanes_zero();
    }
    lane_vectors slid = slide_lanes(p, preferred_velocity, constrained);
    lanes failed = plan_lanes(p, turned_lanes(own->turn, slid), constrained);
    if (lanes_any(failed)) {
        relax_lanes(p, failed);
    }
    return failed;
}

void ORCA_STEER(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    batch_model model = {call, solve_orca_batch, orca_choose};
    steer_batches(&model, &call->planes, intents, outcomes);
}
