/* steer/solve/kernels/batch_lanes.h: what the wide forms of all models of the family of orca have
 * in common: unit after unit, planes, outcomes, and the scalar form for who is done alone. A file
 * that includes this defines LANES_AVX2 or LANES_SSE2. */
#ifndef STEER_SOLVE_KERNELS_BATCH_LANES_H
#define STEER_SOLVE_KERNELS_BATCH_LANES_H

#include "steer/solve/planes/batch_lanes.h"

#include "steer/solve/goals/preferred_lanes.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/planes/core_lanes.h"

/* A model: `call` is what its functions get. */
typedef struct unit_model {
    const void *call;
    /* Velocities of a unit that has its planes, into work->program.x and .y. Returns the lanes, a
     * mask, whose velocities do not satisfy all planes. */
    lanes (*solve)(const void *call, unit_work *work, const wend_intent *intents);
    planes_choice choose; /* the scalar form */
} unit_model;

/* orca_turned for eight. */
static inline lane_vectors turned_lanes(const orca_call *call, lane_vectors wish) {
    lanes cosine = lanes_set(call->turn_cosine), sine = lanes_set(call->turn_sine);
    return (lane_vectors){lanes_add(lanes_mul(wish.x, cosine), lanes_mul(wish.y, sine)),
                          lanes_sub(lanes_mul(wish.y, cosine), lanes_mul(wish.x, sine))};
}

/* orca_slid for the lanes of `active`; uses p->x, p->y. */
static inline lane_vectors slide_lanes(lane_program *p, lane_vectors wish, lanes active) {
    uint32_t count = p->count;
    p->count = p->walls;
    lanes slides = lanes_and(active, constrained_lanes(p, wish));
    if (lanes_any(slides)) {
        slides = lanes_without(plan_lanes(p, wish, slides), slides);
    }
    p->count = count;
    return (lane_vectors){lanes_select(slides, wish.x, p->x), lanes_select(slides, wish.y, p->y)};
}

/* The wishes of a unit that are points. */
static inline lane_vectors unit_wishes(const unit_work *work, const wend_intent *intents) {
    return load_wishes(work->heed.call->view, &work->heed.unit, work->heed.call->agents->first,
                       intents, work->heed.self.x, work->heed.self.y);
}

/* planes_steer, eight at a time. */
static inline void steer_units(const unit_model *model, const planes_call *planes,
                               const wend_intent *intents, wend_outcome *outcomes) {
    if (!unit_heed_fits(planes)) {
        planes_steer(planes, model->choose, model->call, intents, outcomes);
        return;
    }
    unit_work work;
    unit_heed_begin(&work.heed, planes);
    while (near_unit_next(&work.heed.cursor, &work.heed.unit)) {
        if (unit_planes(&work)) {
            lanes failed = model->solve(model->call, &work, intents);
            failed = lanes_or(failed, keep_cores(&work));
            write_outcomes(&work, lanes_bits(failed), outcomes);
        }
        for (uint32_t alone = work.heed.done_alone; alone; alone &= alone - 1) {
            planes_steer_one(planes, model->choose, model->call,
                             work.heed.unit.body[__builtin_ctz(alone)], intents, outcomes);
        }
    }
}

#endif
