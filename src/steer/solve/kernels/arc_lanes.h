/* The model orca_arc for eight agents at once: the SIMD version of arc.c. It performs the same
 * operations in the same order, so the results are the same bit for bit. A file that includes this
 * header defines LANES_AVX2 or LANES_QUADS, and ARC_STEER, the name of the function to define. */
#include "steer/solve/kernels/batch_lanes.h"

#include "steer/solve/goals/arc_lanes.h"
#include "steer/solve/kernels/arc.h"
#include "steer/solve/programs/arc_lanes.h"

/* The SIMD version of bias_of. */
static inline lane_vectors bias_lanes(const lane_arcs *arcs) {
    lane_vectors chord = lane_vec_sub(arcs->right, arcs->left);
    lane_vectors point = lane_vec_add(arcs->left, lane_vec_scale(chord, arcs->bias));
    lanes least = lanes_set(ARC_LEAST_POINT);
    lanes rests = lanes_less(lane_vec_dot(point, point), least);
    point = lane_vec_select(rests, point, lane_vec_perp(chord));
    lanes length = lane_vec_length(point);
    return (lane_vectors){lanes_div(point.x, length), lanes_div(point.y, length)};
}

/* Chooses velocities for the lanes that cannot have their preferred velocities. Returns the lanes
 * that failed. */
static lanes solve_constrained(lane_program *p, const lane_walks *w, lanes constrained) {
    lanes wide = lanes_and(constrained, w->arcs.wide), beside = lanes_zero();
    if (lanes_any(wide)) {
        beside = solve_on_arcs(p, w, wide);
    }
    lanes rest = lanes_or(beside, lanes_without(wide, constrained));
    if (!lanes_any(rest)) {
        return lanes_zero();
    }
    lanes failed = plan_lanes(p, w->arcs.preferred_velocity, rest);
    beside = lanes_without(failed, beside);
    if (lanes_any(beside)) {
        find_beside_arc_lanes(p, w, beside);
    }
    if (lanes_any(failed)) {
        relax_lanes(p, failed);
    }
    return failed;
}

/* The SIMD version of arc_choose. */
static inline lanes solve_arc_batch(const void *call, batch_work *work,
                                    const wend_intent *intents) {
    const arc_call *own = call;
    lane_program *p = &work->program;
    lane_walks w = {.velocity = {work->active_batch.self.vx, work->active_batch.self.vy},
                    .margin = own->margin};
    arc_lanes(&own->rules, work, intents, &w.arcs);
    w.bias = bias_lanes(&w.arcs);
    lane_vectors on_arc = lane_vec_scale(w.bias, w.arcs.speed);
    w.arcs.preferred_velocity = lane_vec_select(w.arcs.wide, w.arcs.preferred_velocity, on_arc);
    lanes constrained = constrained_lanes(p, w.arcs.preferred_velocity);
    p->x = w.arcs.preferred_velocity.x;
    p->y = w.arcs.preferred_velocity.y;
    lanes reaching = reaching_lanes(work, &w.arcs, constrained);
    work->active_batch.left_to_scalar |=
        lanes_bits(reaching) & near_batch_used(&work->active_batch.batch);
    constrained = lanes_without(reaching, constrained);
    if (!lanes_any(constrained)) {
        return lanes_zero();
    }
    turn_arcs(own->orca.turn, p, constrained, &w.arcs);
    w.bias = turned_lanes(own->orca.turn, w.bias);
    return solve_constrained(p, &w, constrained);
}

void ARC_STEER(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    batch_model model = {call, solve_arc_batch, arc_choose};
    steer_batches(&model, &call->orca.planes, intents, outcomes);
}
