/* steer/solve/kernels/batch_lanes.h: the common loop of the SIMD versions of all orca models. For
 * each batch it makes planes and outcomes, and calls the scalar version for agents that must be
 * processed one by one. A file that includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_KERNELS_BATCH_LANES_H
#define STEER_SOLVE_KERNELS_BATCH_LANES_H

#include "steer/solve/planes/batch_lanes.h"

#include "steer/solve/planes/core_lanes.h"
#include "steer/solve/planes/steer.h"

/* A model. `call` is the first argument of its functions. */
typedef struct batch_model {
    const void *call;
    /* Solves the programs of a batch; their planes are in `work->program`. Stores the resulting
     * velocities in `work->program.x` and `work->program.y`. Returns a mask of the lanes in which
     * the velocity violates at least one plane. */
    lanes (*solve)(const void *call, batch_work *work, const wend_intent *intents);
    planes_choice choose; /* the scalar version of `solve` */
} batch_model;

/* The version of planes_steer that processes eight agents at a time. */
static inline void steer_batches(const batch_model *model, const planes_call *planes,
                                 const wend_intent *intents, wend_outcome *outcomes) {
    if (!batch_active_fits(planes)) {
        planes_steer(planes, model->choose, model->call, intents, outcomes);
        return;
    }
    batch_work work;
    batch_active_begin(&work.active_batch, planes);
    while (near_batch_next(&work.active_batch.cursor, &work.active_batch.batch)) {
        if (batch_planes(&work)) {
            lanes failed = model->solve(model->call, &work, intents);
            failed = lanes_or(failed, keep_cores(&work));
            write_outcomes(&work, lanes_bits(failed), outcomes);
        }
        for (uint32_t remaining = work.active_batch.left_to_scalar; remaining;
             remaining &= remaining - 1) {
            planes_steer_one(planes, model->choose, model->call,
                             work.active_batch.batch.body[__builtin_ctz(remaining)], intents,
                             outcomes);
        }
    }
}

#endif
