/* The turning bias of PedVO: a program that prefers a turn to a lower speed, or the reverse.
 *
 * S. Curtis, D. Manocha, "Pedestrian simulation using geometric reasoning in velocity space"
 * (2012). The velocity space is scaled by 1 / b across the preferred direction e, so that an offset
 * across e costs only 1 / b of an offset along e. The program is solved there, and its result is
 * scaled back. A half-plane n . v >= c has the normal (n_e, b n_q) there, which is normalised
 * together with c.
 *
 *     symbol   here
 *     b        bias
 *     e        ahead
 *     q        the direction across, to the left
 *
 * Departures: the disc of the maximum speed would become an ellipse, but stays a disc in the scaled
 * space. If the result then is faster than the maximum speed, or the program has no solution, it is
 * solved again without the bias. (Menge accepts the faster velocity.)
 *
 * Cost: that of segment.c, and about ten operations for each plane. */
#include "steer/solve/kernels/biased.h"

#include <string.h>

#include "geom/vec.h"

/* Scales the part of a vector across `ahead`. */
static wend_vec2 scaled(wend_vec2 v, wend_vec2 ahead, float factor) {
    wend_vec2 left = vec_perp(ahead);
    return vec_add(vec_scale(ahead, vec_dot(v, ahead)), vec_scale(left, factor * vec_dot(v, left)));
}

velocity_plane biased_plane(velocity_plane plane, wend_vec2 ahead, float bias) {
    wend_vec2 normal = scaled(plane.normal, ahead, bias);
    float length = vec_length(normal);
    return (velocity_plane){{normal.x / length, normal.y / length}, plane.offset / length};
}

wend_solve_status biased_choose(const void *call, uint32_t index, const wend_intent *intent,
                                velocity_program *program, wend_vec2 *out) {
    const biased_call *own = call;
    segment_program segment;
    velocity_plane planes[PLANES_MOST];
    if (!segment_prepare(&own->segment, index, intent, program, &segment, out)) {
        return WEND_SOLVE_FREE;
    }
    wend_vec2 ahead = vec_normalized(program->preferred_velocity);
    if (!(vec_length_squared(ahead) > 0.0F) || own->bias == 1.0F) {
        return segment_solve(&segment, out);
    }
    segment_program biased = segment;
    biased.program.planes = planes;
    for (uint32_t i = 0; i < segment.program.count; i++) {
        planes[i] = biased_plane(segment.program.planes[i], ahead, own->bias);
    }
    for (uint32_t i = 0; i < segment.goal_count; i++) {
        biased.goal[i] = biased_plane(segment.goal[i], ahead, own->bias);
    }
    float factor = 1.0F / own->bias, most = program->max_speed;
    biased.start = scaled(segment.start, ahead, factor);
    biased.along = scaled(segment.along, ahead, factor);
    wend_solve_status status = segment_solve(&biased, out);
    *out = scaled(*out, ahead, own->bias);
    if (status != WEND_SOLVE_FREE || vec_length_squared(*out) > most * most) {
        return segment_solve(&segment, out);
    }
    return status;
}

void biased_steer(const biased_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    planes_steer(&call->segment.orca.planes, biased_choose, call, intents, outcomes);
}
