/* steer/solve/goals/preferred_lanes.h: computes the preferred velocities of eight agents at once;
 * the SIMD version of preferred.h, with the same operations in the same order. Only directions and
 * points at rest are handled here; the scalar code handles all other regions. A file that includes
 * this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_GOALS_PREFERRED_LANES_H
#define STEER_SOLVE_GOALS_PREFERRED_LANES_H

#include <stddef.h>

#include "geom/lanes.h"
#include "geom/vec_lanes.h"
#include "near/batch.h"
#include "steer/solve/goals/preferred.h"

/* An intent begins with these fields, eight words in all: shape and flags, id, a, b, velocity. */
_Static_assert(offsetof(wend_intent, region) == 0 && offsetof(wend_region, shape) == 0 &&
                   offsetof(wend_region, flags) == 1 && offsetof(wend_region, a) == 8 &&
                   offsetof(wend_region, velocity) == 24,
               "the words that are loaded");

/* Returns the lanes in which the first region has the given shape. */
static inline lanes lanes_of_shape(lanes shape_and_flags, wend_shape shape) {
    return lanes_same(lanes_and(shape_and_flags, lanes_set_bits(0xff)),
                      lanes_set_bits((uint32_t)shape));
}

/* Returns the lanes in which the first region is neither a direction nor a point at rest. */
static inline uint32_t scalar_regions(const lanes words[LANES], lanes direction) {
    lanes point = lanes_of_shape(words[0], WEND_SHAPE_POINT);
    lanes rest =
        lanes_and(lanes_equal(words[6], lanes_zero()), lanes_equal(words[7], lanes_zero()));
    return ~lanes_bits(lanes_or(direction, lanes_and(point, rest))) & LANES_ALL;
}

/* Returns the preferred velocities of a batch of which at least one agent does not head in a
 * direction; rows[i] is the intent of lane i. */
static inline lane_vectors load_preferred_points(const wend_view *view, const near_batch *batch,
                                                 const void *const rows[LANES], lanes speed,
                                                 lanes x, lanes y) {
    lanes words[LANES], steer_interval = lanes_set(view->steer_interval);
    lanes_transpose(rows, words);
    lanes dx = lanes_sub(words[2], x), dy = lanes_sub(words[3], y);
    lanes distance = lanes_sqrt(lanes_dot(dx, dy, dx, dy));
    lanes stop = lanes_set_bits((uint32_t)WEND_REGION_STOP << 8);
    lanes overshoots = lanes_and(lanes_same(lanes_and(words[0], stop), stop),
                                 lanes_less(distance, lanes_mul(speed, steer_interval)));
    lanes factor = lanes_select(overshoots, lanes_div(speed, distance),
                                lanes_div(lanes_set(1.0F), steer_interval));
    lanes there = lanes_equal(distance, lanes_zero());
    lanes direction = lanes_of_shape(words[0], WEND_SHAPE_DIRECTION);
    lane_vectors preferred_velocity = {
        lanes_select(direction, lanes_without(there, lanes_mul(dx, factor)),
                     lanes_mul(words[2], speed)),
        lanes_select(direction, lanes_without(there, lanes_mul(dy, factor)),
                     lanes_mul(words[3], speed))};
    uint32_t left_to_scalar = scalar_regions(words, direction) & near_batch_used(batch);
    if (left_to_scalar == 0) {
        return preferred_velocity;
    }
    float out_x[LANES], out_y[LANES];
    lanes_store(out_x, preferred_velocity.x);
    lanes_store(out_y, preferred_velocity.y);
    for (; left_to_scalar; left_to_scalar &= left_to_scalar - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left_to_scalar);
        wend_vec2 position = view->bodies[batch->body[lane]].position;
        wend_vec2 own = find_preferred_velocity(rows[lane], position, view->steer_interval);
        out_x[lane] = own.x;
        out_y[lane] = own.y;
    }
    return (lane_vectors){lanes_load(out_x), lanes_load(out_y)};
}

/* Returns the preferred velocities of a batch; `first` is the index of the body that the first
 * intent belongs to. */
static inline lane_vectors load_preferred(const wend_view *view, const near_batch *batch,
                                          uint32_t first, const wend_intent *intents, lanes x,
                                          lanes y) {
    const void *rows[LANES];
    float speeds[LANES];
    near_batch_rows(batch, intents, sizeof *intents, first, rows);
    for (uint32_t i = 0; i < LANES; i++) {
        speeds[i] = ((const wend_intent *)rows[i])->speed;
    }
    lanes words[4], speed = lanes_load(speeds);
    lanes_transpose_four(rows, words);
    if (lanes_bits(lanes_of_shape(words[0], WEND_SHAPE_DIRECTION)) != LANES_ALL) {
        return load_preferred_points(view, batch, rows, speed, x, y);
    }
    return (lane_vectors){lanes_mul(words[2], speed), lanes_mul(words[3], speed)};
}

/* The SIMD version of turned_right. */
static inline lane_vectors turned_lanes(symmetry_turn turn, lane_vectors preferred_velocity) {
    lanes cosine = lanes_set(turn.cosine), sine = lanes_set(turn.sine);
    return (lane_vectors){
        lanes_add(lanes_mul(preferred_velocity.x, cosine), lanes_mul(preferred_velocity.y, sine)),
        lanes_sub(lanes_mul(preferred_velocity.y, cosine), lanes_mul(preferred_velocity.x, sine))};
}

#endif
