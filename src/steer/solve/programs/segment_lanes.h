/* steer/solve/programs/segment_lanes.h: solves the linear programs of eight velocity segments at
 * once; the SIMD version of segment.c. It performs the same operations in the same order, so the
 * results are the same bit for bit. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS. */
#ifndef STEER_SOLVE_PROGRAMS_SEGMENT_LANES_H
#define STEER_SOLVE_PROGRAMS_SEGMENT_LANES_H

#include "steer/solve/programs/program_lanes.h"
#include "steer/solve/programs/segment.h"

/* Eight segment_programs without their planes. The planes are in a lane_program; the two planes of
 * the goal come after its last plane. */
typedef struct lane_segments {
    lane_vectors start, along;
    lanes bias, rest;
    lanes wide; /* mask of the lanes whose goal adds two planes */
} lane_segments;

/* The best_velocities of eight agents. */
typedef struct lane_best {
    lane_vectors start, along;
    lanes low, high;
} lane_best;

static inline lane_vectors velocity_of_best(const lane_best *best, lanes t) {
    return lane_vec_add(best->start, lane_vec_scale(best->along, t));
}

static inline lane_vectors choose_velocity_lanes(const lane_segments *s, const lane_best *best) {
    return velocity_of_best(best, lanes_clamp(s->bias, best->low, best->high));
}

static inline void select_best(lanes mask, lane_best *best, const lane_best *other) {
    best->start = lane_vec_select(mask, best->start, other->start);
    best->along = lane_vec_select(mask, best->along, other->along);
    best->low = lanes_select(mask, best->low, other->low);
    best->high = lanes_select(mask, best->high, other->high);
}

/* The SIMD version of clip_best, for the lanes of `low_out` and of `high_out`. */
static inline void clip_best(lane_best *best, lane_vectors n, lanes c, lanes low_out,
                             lanes high_out) {
    lanes missing = lanes_sub(c, lane_vec_dot(n, best->start));
    lanes t = lanes_div(missing, lane_vec_dot(n, best->along));
    t = lanes_clamp(t, best->low, best->high);
    best->low = lanes_select(low_out, best->low, t);
    best->high = lanes_select(high_out, best->high, t);
}

/* The SIMD version of face_line, for the lanes of `parallel`. */
static void face_lines(const lane_segments *s, lane_vectors n, lanes c, lanes low, lanes high,
                       lanes parallel, lane_best *out) {
    lane_vectors d = lane_vec_perp(n);
    lanes first = lane_vec_dot(d, s->start), along = lane_vec_dot(d, s->along);
    lanes zero = lanes_zero(), total = lanes_set(1.0F);
    lanes faces = lanes_without(lanes_equal(along, zero), parallel);
    lanes one = lanes_div(lanes_sub(low, first), along);
    lanes other = lanes_div(lanes_sub(high, first), along);
    lanes ordered = lanes_less(one, other);
    lanes from = lanes_clamp(lanes_select(ordered, other, one), zero, total);
    lanes to = lanes_clamp(lanes_select(ordered, one, other), zero, total);
    lane_vectors point = lane_vec_add(lane_vec_scale(n, c), lane_vec_scale(d, first));
    lane_best facing = {point, lane_vec_scale(d, along), from, to};
    faces = lanes_and(faces, lanes_less(from, to));
    select_best(faces, out, &facing);
}

/* The SIMD version of find_best_on_line. */
static inline lane_best find_best_on_lines(const lane_segments *s, lane_vectors n, lanes c,
                                           lanes low, lanes high) {
    lane_vectors d = lane_vec_perp(n), end = lane_vec_add(s->start, s->along);
    lanes zero = lanes_zero();
    lanes first = lanes_sub(lane_vec_dot(n, s->start), c);
    lanes last = lanes_sub(lane_vec_dot(n, end), c);
    lanes parallel = lanes_equal(first, last);
    lanes u = lanes_div(first, lanes_sub(first, last));
    u = lanes_select(parallel, lanes_clamp(u, zero, lanes_set(1.0F)), zero);
    lanes t = lanes_add(lane_vec_dot(d, s->start), lanes_mul(lane_vec_dot(d, s->along), u));
    t = lanes_select(lanes_less(t, low), t, low);
    t = lanes_select(lanes_less(high, t), t, high);
    lane_vectors point = lane_vec_add(lane_vec_scale(n, c), lane_vec_scale(d, t));
    lane_best best = {point, {zero, zero}, zero, zero};
    if (lanes_any(lanes_and(parallel, s->wide))) {
        face_lines(s, n, c, low, high, parallel, &best);
    }
    return best;
}

/* The SIMD version of constrain_best, for the plane at `index` and the lanes of `active`. Returns
 * the lanes that fail. */
static inline lanes constrain_best_lanes(const lane_program *p, const lane_segments *s,
                                         uint32_t index, lanes active, lane_best *best) {
    lane_vectors n = {p->planes.nx[index], p->planes.ny[index]};
    lanes c = p->planes.c[index];
    lanes low_out = lanes_less(lane_vec_dot(n, velocity_of_best(best, best->low)), c);
    lanes high_out = lanes_less(lane_vec_dot(n, velocity_of_best(best, best->high)), c);
    low_out = lanes_and(low_out, active);
    high_out = lanes_and(high_out, active);
    lanes out = lanes_and(low_out, high_out);
    if (!lanes_any(lanes_or(low_out, high_out))) {
        return out;
    }
    low_out = lanes_without(out, low_out);
    high_out = lanes_without(out, high_out);
    if (lanes_any(lanes_or(low_out, high_out))) {
        clip_best(best, n, c, low_out, high_out);
    }
    if (!lanes_any(out)) {
        return out;
    }
    lanes low, high, fails;
    cut_lines(&p->planes, index, p->max_speed, &low, &high, &fails);
    fails = lanes_and(fails, out);
    lane_best on_line = find_best_on_lines(s, n, c, low, high);
    select_best(lanes_without(fails, out), best, &on_line);
    return fails;
}

/* Finds the results with the goal's planes, for those lanes of `active` in which these planes are
 * not ignored. */
static void apply_goal_planes_lanes(lane_program *p, const lane_segments *s, lanes active,
                                    lane_best best) {
    for (uint32_t i = 0; i < SEGMENT_GOAL_PLANES; i++) {
        lanes fails = constrain_best_lanes(p, s, p->count + i, active, &best);
        active = lanes_without(fails, active);
    }
    lane_vectors velocity = choose_velocity_lanes(s, &best);
    lanes rests = lanes_less(lane_vec_dot(velocity, velocity), lanes_mul(s->rest, s->rest));
    active = lanes_without(rests, active);
    p->x = lanes_select(active, p->x, velocity.x);
    p->y = lanes_select(active, p->y, velocity.y);
}

static inline lane_best all_preferred(const lane_program *p, const lane_segments *s) {
    lanes squared = lane_vec_dot(s->start, s->start);
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), squared);
    fast = lanes_without(s->wide, fast);
    lanes factor = lanes_div(p->max_speed, lanes_sqrt(squared));
    lane_vectors start = lane_vec_select(fast, s->start, lane_vec_scale(s->start, factor));
    return (lane_best){start, s->along, lanes_zero(), lanes_set(1.0F)};
}

/* The SIMD version of segment_solve without its fallback, for the lanes of `active`. Stores
 * velocities in (p->x, p->y). Returns a mask of the lanes that failed. */
static lanes solve_segments(lane_program *p, const lane_segments *s, lanes active) {
    lane_best best = all_preferred(p, s);
    lanes asked = active, failed = lanes_zero();
    for (uint32_t i = 0; i < p->count; i++) {
        lanes fails = constrain_best_lanes(p, s, i, active, &best);
        if (lanes_any(fails)) {
            active = lanes_without(fails, active);
            failed = lanes_or(failed, fails);
            p->satisfied = lanes_select(fails, p->satisfied, lanes_set_bits(i));
        }
    }
    lane_vectors velocity = choose_velocity_lanes(s, &best);
    p->x = lanes_select(asked, p->x, velocity.x);
    p->y = lanes_select(asked, p->y, velocity.y);
    lanes wide = lanes_and(active, s->wide);
    if (lanes_any(wide)) {
        apply_goal_planes_lanes(p, s, wide, best);
    }
    return failed;
}

#endif
