/* Runs the model orca_segment for eight agents at once: the SIMD version of segment.c. It performs
 * the same operations in the same order, so the results are the same bit for bit. A file that
 * includes this header defines LANES_AVX2 or LANES_QUADS, and SEGMENT_STEER, the name of the
 * function to define. */
#include "steer/solve/kernels/batch_lanes.h"

#include "steer/solve/goals/arc_lanes.h"
#include "steer/solve/kernels/segment.h"
#include "steer/solve/programs/segment_lanes.h"

/* The SIMD version of segment_program_of. The goal's planes are stored after the program's last
 * plane. */
static lane_segments segments_of(const segment_call *call, const lane_arcs *arcs, lane_program *p) {
    lanes wide = arcs->wide, zero = lanes_zero();
    lane_vectors start = lane_vec_scale(arcs->left, arcs->speed);
    lane_vectors along = lane_vec_scale(lane_vec_sub(arcs->right, arcs->left), arcs->speed);
    const lane_vectors normals[SEGMENT_GOAL_PLANES] = {
        {arcs->left.y, lanes_negative(arcs->left.x)},
        {lanes_negative(arcs->right.y), arcs->right.x}};
    for (uint32_t i = 0; i < SEGMENT_GOAL_PLANES; i++) {
        p->planes.nx[p->count + i] = lanes_and(wide, normals[i].x);
        p->planes.ny[p->count + i] = lanes_and(wide, normals[i].y);
        p->planes.c[p->count + i] = lanes_select(wide, lanes_set(no_plane), zero);
    }
    return (lane_segments){.start = lane_vec_select(wide, arcs->preferred_velocity, start),
                           .along = {lanes_and(wide, along.x), lanes_and(wide, along.y)},
                           .bias = lanes_and(wide, arcs->bias),
                           .rest = lanes_mul(lanes_set(call->rest), arcs->speed),
                           .wide = wide};
}

/* The SIMD version of segment_choose. */
static inline lanes solve_segment_batch(const void *call, batch_work *work,
                                        const wend_intent *intents) {
    const segment_call *own = call;
    lane_program *p = &work->program;
    lane_arcs arcs;
    arc_lanes(&own->rules, work, intents, &arcs);
    lanes constrained = constrained_lanes(p, arcs.preferred_velocity);
    p->x = arcs.preferred_velocity.x;
    p->y = arcs.preferred_velocity.y;
    lanes reaching = reaching_lanes(work, &arcs, constrained);
    work->active_batch.left_to_scalar |=
        lanes_bits(reaching) & near_batch_used(&work->active_batch.batch);
    constrained = lanes_without(reaching, constrained);
    if (!lanes_any(constrained)) {
        return lanes_zero();
    }
    turn_arcs(own->orca.turn, p, constrained, &arcs);
    lane_segments segments = segments_of(own, &arcs, p);
    lanes failed = solve_segments(p, &segments, constrained);
    if (lanes_any(failed)) {
        relax_lanes(p, failed);
    }
    return failed;
}

void SEGMENT_STEER(const segment_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    batch_model model = {call, solve_segment_batch, segment_choose};
    steer_batches(&model, &call->orca.planes, intents, outcomes);
}
