/* steer/solve/programs/arc_lanes.h: solves the programs of eight velocity arcs at once; the SIMD
 * version of arc.c. It performs the same operations in the same order, so the results are the same
 * bit for bit. A file that includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_PROGRAMS_ARC_LANES_H
#define STEER_SOLVE_PROGRAMS_ARC_LANES_H

#include "steer/solve/programs/arc.h"
#include "steer/solve/programs/direction_lanes.h"
#include "steer/solve/programs/program_lanes.h"

/* Eight arc_programs without their planes, which are in a lane_program. */
typedef struct lane_walks {
    lane_arcs arcs;
    lane_vectors bias, velocity;
    arc_margin margin;
} lane_walks;

/* The SIMD version of interval_end, for the plane at `index`. */
static inline lane_vectors interval_ends(const lane_program *p, uint32_t index, lanes speed,
                                         float side) {
    lanes c = p->planes.c[index];
    lanes root = lanes_sqrt(lanes_sub(lanes_mul(speed, speed), lanes_mul(c, c)));
    return points_on_lines(&p->planes, index, lanes_mul(root, lanes_set(-side)));
}

/* The SIMD version of walk, for the lanes of `asked`: to the left if `side` is 1, to the right if
 * it is -1. Returns the lanes that found a velocity. */
static lanes walk_lanes(const lane_program *p, const lane_walks *w, float side, lanes asked,
                        lane_vectors *out) {
    lane_vectors v = w->arcs.preferred_velocity, last = side > 0.0F ? w->arcs.left : w->arcs.right;
    lanes zero = lanes_zero(), sign = lanes_set(side), alive = asked, moved = asked;
    for (int pass = 0; pass < ARC_PASSES && lanes_any(moved); pass++) {
        moved = zero;
        for (uint32_t i = 0; i < p->count; i++) {
            lanes c = p->planes.c[i];
            lanes on = lanes_dot(p->planes.nx[i], p->planes.ny[i], v.x, v.y);
            lanes violated = lanes_and(lanes_less(on, c), alive);
            if (!lanes_any(violated)) {
                continue;
            }
            lane_vectors end = interval_ends(p, i, w->arcs.speed, side);
            lanes ahead = lanes_less(zero, lanes_mul(lane_vec_cross(v, end), sign));
            lanes beyond = lanes_less(lanes_mul(lane_vec_cross(end, last), sign), zero);
            lanes deep = lanes_less(on, lanes_sub(c, lanes_set(ARC_TOLERANCE)));
            lanes stuck = lanes_select(ahead, deep, beyond);
            alive = lanes_without(lanes_and(stuck, violated), alive);
            lanes steps = lanes_without(beyond, lanes_and(ahead, violated));
            v = lane_vec_select(steps, v, end);
            moved = lanes_or(moved, steps);
        }
        moved = lanes_and(moved, alive);
    }
    *out = v;
    return lanes_without(moved, alive);
}

/* The SIMD version of is_within. */
static inline lanes within_lanes(const lane_walks *w, lane_vectors v, lane_vectors other) {
    lanes zero = lanes_zero();
    lanes margin_cosine = lanes_set(w->margin.cosine), margin_sine = lanes_set(w->margin.sine);
    lanes cosine = lane_vec_dot(w->bias, other), sine = lane_vec_cross(w->bias, other);
    sine = lanes_select(lanes_less(sine, zero), sine, lanes_negative(sine));
    lanes far_cosine = lanes_sub(lanes_mul(cosine, margin_cosine), lanes_mul(sine, margin_sine));
    lanes far_sine = lanes_add(lanes_mul(sine, margin_cosine), lanes_mul(cosine, margin_sine));
    return lanes_or(lanes_less(far_sine, zero),
                    lanes_less_equal(far_cosine, lane_vec_dot(w->bias, v)));
}

/* The SIMD version of side_of. */
static inline lanes sides_of(const lane_walks *w) {
    lanes side = lane_vec_cross(w->bias, w->velocity), least = lanes_set(ARC_LEAST_SIDE);
    return lanes_and(lanes_or(lanes_less(least, side), lanes_less(side, lanes_negative(least))),
                     side);
}

/* The SIMD version of takes_left. */
static inline lanes left_lanes(const lane_walks *w, lane_vectors left, lane_vectors right) {
    lanes zero = lanes_zero(), side = sides_of(w);
    lanes nearer = lanes_less(lane_vec_dot(w->bias, right), lane_vec_dot(w->bias, left));
    lanes keeps_left = within_lanes(w, left, right);
    lanes keeps_right = within_lanes(w, right, left);
    nearer = lanes_select(lanes_less(zero, side), nearer, keeps_left);
    lanes leaves_right = lanes_without(keeps_right, lanes_mask(LANES_ALL));
    return lanes_select(lanes_less(side, zero), nearer, leaves_right);
}

/* Finds velocities on the arc for the lanes of `active` and stores them in (p->x, p->y). Returns
 * the lanes in which no velocity on the arc is allowed. */
static lanes solve_on_arcs(lane_program *p, const lane_walks *w, lanes active) {
    lane_vectors left, right;
    lanes has_left = walk_lanes(p, w, 1.0F, active, &left);
    lanes has_right = walk_lanes(p, w, -1.0F, active, &right);
    lanes found = lanes_or(has_left, has_right);
    if (lanes_any(found)) {
        lanes takes_left = left_lanes(w, left, right);
        takes_left = lanes_or(takes_left, lanes_without(has_right, has_left));
        takes_left = lanes_and(takes_left, has_left);
        lane_vectors v = lane_vec_select(takes_left, right, left);
        p->x = lanes_select(found, p->x, v.x);
        p->y = lanes_select(found, p->y, v.y);
    }
    return lanes_without(found, active);
}

/* ---- Beside the arc -------------------------------------------------------------------------- */

/* The SIMD version of distance_to_arc. */
static inline lanes distances_to_arcs(const lane_walks *w, lane_vectors v) {
    const lane_arcs *arcs = &w->arcs;
    lanes zero = lanes_zero();
    lanes inside = lanes_and(lanes_less_equal(zero, lane_vec_cross(arcs->right, v)),
                             lanes_less_equal(zero, lane_vec_cross(v, arcs->left)));
    lanes between = lanes_sub(lane_vec_length(v), arcs->speed);
    between = lanes_without(lanes_set_bits(0x80000000U), between);
    lane_vectors left = lane_vec_sub(v, lane_vec_scale(arcs->left, arcs->speed));
    lane_vectors right = lane_vec_sub(v, lane_vec_scale(arcs->right, arcs->speed));
    lanes nearer = lanes_min(lane_vec_length(left), lane_vec_length(right));
    return lanes_select(inside, nearer, between);
}

/* The SIMD version of cost_of. */
static inline lanes costs_of(const lane_walks *w, lane_vectors v) {
    lanes side = lanes_mul(lane_vec_cross(w->bias, v), sides_of(w));
    lanes penalty = lanes_mul(lanes_set(w->margin.angle), w->arcs.speed);
    penalty = lanes_and(lanes_less(side, lanes_zero()), penalty);
    return lanes_add(distances_to_arcs(w, v), penalty);
}

/* The SIMD version of edge_of, for the plane at `index` and the lanes of `active`. Returns the
 * lanes that have an edge. */
static inline lanes edge_lanes(const lane_program *p, uint32_t index, lanes active, lanes *low,
                               lanes *high) {
    lanes fails;
    cut_lines(&p->planes, index, p->max_speed, low, high, &fails);
    active = lanes_without(fails, active);
    if (lanes_any(active)) {
        clip_lines(&p->planes, index, index + 1, p->count, low, high);
    }
    return lanes_and(lanes_less_equal(*low, *high), active);
}

/* The SIMD version of find_beside_arc, for the lanes of `active`. Writes to (p->x, p->y). */
static void find_beside_arc_lanes(lane_program *p, const lane_walks *w, lanes active) {
    lanes least = lanes_set(INFINITY), zero = lanes_zero();
    for (uint32_t i = 0; i < p->count; i++) {
        lanes low, high, edges = edge_lanes(p, i, active, &low, &high);
        if (!lanes_any(edges)) {
            continue;
        }
        lane_vectors d = {lanes_negative(p->planes.ny[i]), p->planes.nx[i]};
        const lanes candidates[] = {low, high, zero,
                                    lanes_mul(lane_vec_dot(d, w->arcs.left), w->arcs.speed),
                                    lanes_mul(lane_vec_dot(d, w->arcs.right), w->arcs.speed)};
        for (uint32_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
            lanes t = lanes_select(lanes_less(candidates[k], low), candidates[k], low);
            t = lanes_select(lanes_less(high, t), t, high);
            lane_vectors v = points_on_lines(&p->planes, i, t);
            lanes cost = costs_of(w, v);
            lanes better = lanes_and(lanes_less(cost, least), edges);
            least = lanes_select(better, least, cost);
            p->x = lanes_select(better, p->x, v.x);
            p->y = lanes_select(better, p->y, v.y);
        }
    }
}

#endif
