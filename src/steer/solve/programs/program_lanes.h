/* steer/solve/programs/program_lanes.h: solves the linear programs of eight agents at once; the
 * SIMD version of program.c. It performs the same operations in the same order, so the results are
 * the same bit for bit. A file that includes this header defines LANES_AVX2 or LANES_QUADS.
 *
 * Planes are columns (nx, ny, c)[plane][agent]. If an agent has fewer planes than another agent,
 * its columns are filled up with planes that no velocity violates. A step is taken for all eight
 * agents if one of them needs it. */
#ifndef STEER_SOLVE_PROGRAMS_PROGRAM_LANES_H
#define STEER_SOLVE_PROGRAMS_PROGRAM_LANES_H

#include "geom/vec_lanes.h"
#include "near/batch.h"
#include "steer/solve/programs/program.h"

enum { LANE_HARD_PLANES = 24, LANE_PLANES = LANE_HARD_PLANES + BATCH_RANKS };

/* The offset of a missing plane, so that every velocity satisfies it. */
static const float no_plane = -1e30F;

typedef struct lane_planes {
    lanes nx[LANE_PLANES], ny[LANE_PLANES], c[LANE_PLANES];
} lane_planes;

/* The programs of eight agents. */
typedef struct lane_program {
    lane_planes planes;
    uint32_t count, hard, walls;
    lanes max_speed;
    lanes x, y;      /* the resulting velocities */
    lanes satisfied; /* if a program failed: number of planes that it satisfied, an integer */
} lane_program;

/* One plane per agent, for one part of the lanes (one SIMD register). */
typedef struct part_plane {
    lane_part nx, ny, c;
} part_plane;

static inline part_plane plane_part(const lane_planes *p, uint32_t index, uint32_t part) {
    return (part_plane){lanes_part(&p->nx[index], part), lanes_part(&p->ny[index], part),
                        lanes_part(&p->c[index], part)};
}

/* The SIMD version of line_clip, for one part of the lanes: clips the line of the plane at `index`
 * by planes [from, to). */
static inline void clip_part(const lane_planes *p, uint32_t part, uint32_t index, uint32_t from,
                             uint32_t to, lane_part *low, lane_part *high) {
    part_plane line = plane_part(p, index, part);
    lane_part zero = part_zero(), dx = part_negative(line.ny), begin = *low, end = *high;
    for (uint32_t j = from; j < to; j++) {
        part_plane by = plane_part(p, j, part);
        lane_part rate = part_add(part_dot(by.nx, by.ny, dx, line.nx), zero);
        lane_part both = part_dot(by.nx, by.ny, line.nx, line.ny);
        lane_part t = part_div(part_sub(by.c, part_mul(line.c, both)), rate);
        begin = part_select_negative(rate, part_max(t, begin), begin);
        end = part_select_negative(rate, end, part_min(t, end));
    }
    *low = begin;
    *high = end;
}

/* Calls clip_part for all eight lanes. */
static inline void clip_lines(const lane_planes *p, uint32_t index, uint32_t from, uint32_t to,
                              lanes *low, lanes *high) {
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        lane_part begin = lanes_part(low, part), end = lanes_part(high, part);
        clip_part(p, part, index, from, to, &begin, &end);
        lanes_put_part(low, part, begin);
        lanes_put_part(high, part, end);
    }
}

/* The SIMD version of line_cut, for one part of the lanes: cuts the line of the plane at `index` by
 * the planes before it. */
static inline void cut_part(const lane_planes *p, uint32_t part, uint32_t index,
                            lane_part max_speed, lane_part *low, lane_part *high,
                            lane_part *fails) {
    lane_part c = lanes_part(&p->c[index], part);
    lane_part room = part_sub(part_mul(max_speed, max_speed), part_mul(c, c));
    *high = part_sqrt(room);
    *low = part_negative(*high);
    clip_part(p, part, index, 0, index, low, high);
    *fails = part_or(part_less(room, part_zero()), part_less(*high, *low));
}

/* Calls cut_part for all eight lanes. */
static inline void cut_lines(const lane_planes *p, uint32_t index, lanes max_speed, lanes *low,
                             lanes *high, lanes *fails) {
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        lane_part begin, end, out;
        cut_part(p, part, index, lanes_part(&max_speed, part), &begin, &end, &out);
        lanes_put_part(low, part, begin);
        lanes_put_part(high, part, end);
        lanes_put_part(fails, part, out);
    }
}

/* The SIMD version of line_point, for the plane at `index`. */
static inline lane_vectors points_on_lines(const lane_planes *p, uint32_t index, lanes t) {
    lanes nx = p->nx[index], ny = p->ny[index], c = p->c[index];
    return (lane_vectors){lanes_add(lanes_mul(nx, c), lanes_mul(lanes_negative(ny), t)),
                          lanes_add(lanes_mul(ny, c), lanes_mul(nx, t))};
}

/* Returns the lanes in which a velocity violates the plane at `first` or a later one. */
static inline lanes violated_lanes(const lane_program *p, uint32_t first, lane_vectors v) {
    lanes violated;
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        lane_part x = lanes_part(&v.x, part), y = lanes_part(&v.y, part), out = part_zero();
        for (uint32_t i = first; i < p->count; i++) {
            part_plane plane = plane_part(&p->planes, i, part);
            out = part_or(out, part_less(part_dot(plane.nx, plane.ny, x, y), plane.c));
        }
        lanes_put_part(&violated, part, out);
    }
    return violated;
}

/* Returns the lanes in which the preferred velocity violates a plane or is too fast. */
static inline lanes constrained_lanes(const lane_program *p, lane_vectors preferred_velocity) {
    lanes speed_squared = lanes_dot(preferred_velocity.x, preferred_velocity.y,
                                    preferred_velocity.x, preferred_velocity.y);
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    return lanes_or(fast, violated_lanes(p, 0, preferred_velocity));
}

/* The state of the linear programs in one part of the lanes (one SIMD register). */
typedef struct part_plan {
    lane_part preferred_x, preferred_y;
    lane_part x, y;
    lane_part active, failed;
} part_plan;

/* In the lanes of `violated`, moves to the best point on the line of the plane at `index`. */
static inline void apply_plane(lane_program *p, uint32_t part, uint32_t index, lane_part violated,
                               part_plan *plan) {
    part_plane line = plane_part(&p->planes, index, part);
    lane_part low, high, fails;
    cut_part(&p->planes, part, index, lanes_part(&p->max_speed, part), &low, &high, &fails);
    lane_part t = part_dot(part_negative(line.ny), line.nx, plan->preferred_x, plan->preferred_y);
    t = part_select(part_less(t, low), t, low);
    t = part_select(part_less(high, t), t, high);
    fails = part_and(fails, violated);
    lane_part moves = part_without(fails, violated);
    lane_part x = part_add(part_mul(line.nx, line.c), part_mul(part_negative(line.ny), t));
    lane_part y = part_add(part_mul(line.ny, line.c), part_mul(line.nx, t));
    plan->x = part_select(moves, plan->x, x);
    plan->y = part_select(moves, plan->y, y);
    plan->active = part_without(fails, plan->active);
    plan->failed = part_or(plan->failed, fails);
    lane_part satisfied = lanes_part(&p->satisfied, part);
    lanes_put_part(&p->satisfied, part, part_select(fails, satisfied, part_set_bits(index)));
}

/* The SIMD version of program_plan with these preferred velocities, for the lanes of `active`.
 * Stores their velocities in (p->x, p->y); the other lanes keep theirs. Returns a mask of the lanes
 * that failed. */
static inline lanes plan_lanes(lane_program *p, lane_vectors preferred_velocity, lanes active) {
    lanes speed_squared = lanes_dot(preferred_velocity.x, preferred_velocity.y,
                                    preferred_velocity.x, preferred_velocity.y),
          failed = lanes_zero();
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    lanes factor = lanes_div(p->max_speed, lanes_sqrt(speed_squared));
    p->x = lanes_select(
        active, p->x,
        lanes_select(fast, preferred_velocity.x, lanes_mul(preferred_velocity.x, factor)));
    p->y = lanes_select(
        active, p->y,
        lanes_select(fast, preferred_velocity.y, lanes_mul(preferred_velocity.y, factor)));
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        part_plan plan = {lanes_part(&preferred_velocity.x, part),
                          lanes_part(&preferred_velocity.y, part),
                          lanes_part(&p->x, part),
                          lanes_part(&p->y, part),
                          lanes_part(&active, part),
                          part_zero()};
        for (uint32_t i = 0; i < p->count; i++) {
            part_plane plane = plane_part(&p->planes, i, part);
            lane_part on = part_dot(plane.nx, plane.ny, plan.x, plan.y);
            lane_part violated = part_and(part_less(on, plane.c), plan.active);
            if (part_any(violated)) {
                apply_plane(p, part, i, violated, &plan);
            }
        }
        lanes_put_part(&p->x, part, plan.x);
        lanes_put_part(&p->y, part, plan.y);
        lanes_put_part(&failed, part, plan.failed);
    }
    return failed;
}

/* ---- The fallback ---------------------------------------------------------------------------- */

/* The SIMD version of go_farthest along `direction`, for the lanes of `active`. Returns the lanes
 * in which nothing is allowed. */
static lanes go_farthest_lanes(const lane_planes *p, uint32_t count, lane_vectors direction,
                               lanes max_speed, lanes active, lane_vectors *out) {
    lanes failed = lanes_zero();
    lane_vectors v = {lanes_mul(direction.x, max_speed), lanes_mul(direction.y, max_speed)};
    for (uint32_t i = 0; i < count; i++) {
        lanes nx = p->nx[i], ny = p->ny[i];
        lanes violated = lanes_and(lanes_less(lanes_dot(nx, ny, v.x, v.y), p->c[i]), active);
        if (!lanes_any(violated)) {
            continue;
        }
        lanes low, high, fails;
        cut_lines(p, i, max_speed, &low, &high, &fails);
        lanes along = lanes_dot(lanes_negative(ny), nx, direction.x, direction.y);
        lanes t = lanes_select(lanes_less(lanes_zero(), along), low, high);
        lane_vectors there = points_on_lines(p, i, t);
        fails = lanes_and(fails, violated);
        v.x = lanes_select(violated, v.x, there.x);
        v.y = lanes_select(violated, v.y, there.y);
        active = lanes_without(fails, active);
        failed = lanes_or(failed, fails);
    }
    *out = v;
    return failed;
}

/* The SIMD version of bisect for planes `i` and `j`. The result is a missing plane if both are the
 * same, or if plane j is missing. */
static inline void bisect_lanes(const lane_planes *p, uint32_t i, uint32_t j, lane_planes *out) {
    lanes none = lanes_set(no_plane);
    lanes nx = lanes_sub(p->nx[j], p->nx[i]), ny = lanes_sub(p->ny[j], p->ny[i]);
    lanes squared = lanes_dot(nx, ny, nx, ny), length = lanes_sqrt(squared);
    lanes missing =
        lanes_or(lanes_less(squared, lanes_set(program_same_normal)), lanes_same(p->c[j], none));
    out->nx[j] = lanes_without(missing, lanes_div(nx, length));
    out->ny[j] = lanes_without(missing, lanes_div(ny, length));
    out->c[j] = lanes_select(missing, lanes_div(lanes_sub(p->c[j], p->c[i]), length), none);
}

/* Makes the projected planes for the step of plane `index` from the planes before it. Hard planes
 * are unchanged, except in `broken` lanes. */
static void project_planes(const lane_program *p, uint32_t index, lanes broken, lane_planes *out) {
    const lane_planes *planes = &p->planes;
    for (uint32_t j = 0; j < index; j++) {
        bisect_lanes(planes, index, j, out);
        if (j < p->hard) {
            out->nx[j] = lanes_select(broken, planes->nx[j], out->nx[j]);
            out->ny[j] = lanes_select(broken, planes->ny[j], out->ny[j]);
            out->c[j] = lanes_select(broken, planes->c[j], out->c[j]);
        }
    }
}

/* The SIMD version of program_relax, for the lanes of `failed`. */
static void relax_lanes(lane_program *p, lanes failed) {
    lane_planes projected;
    lanes begun = lanes_zero(), broken = lanes_zero(), violation = lanes_zero();
    for (uint32_t i = 0; i < p->count; i++) {
        lanes begins = lanes_and(lanes_same(p->satisfied, lanes_set_bits(i)), failed);
        begun = lanes_or(begun, begins);
        broken = i < p->hard ? lanes_or(broken, begins) : broken;
        lane_vectors normal = {p->planes.nx[i], p->planes.ny[i]};
        lanes offset = p->planes.c[i];
        lanes missing = lanes_sub(offset, lanes_dot(normal.x, normal.y, p->x, p->y));
        lanes worse = lanes_without(lanes_less_equal(missing, violation), begun);
        worse = i < p->hard ? worse : lanes_without(broken, worse);
        if (!lanes_any(worse)) {
            continue;
        }
        project_planes(p, i, broken, &projected);
        lane_vectors v;
        lanes stays = go_farthest_lanes(&projected, i, normal, p->max_speed, worse, &v);
        /* In the lanes of `stays`, no velocity was found; this happens only because of rounding.
         * These lanes keep their velocity. */
        lanes moves = lanes_without(stays, worse);
        p->x = lanes_select(moves, p->x, v.x);
        p->y = lanes_select(moves, p->y, v.y);
        missing = lanes_sub(offset, lanes_dot(normal.x, normal.y, p->x, p->y));
        violation = lanes_select(worse, violation, missing);
    }
}

/* The SIMD version of program_slide_along_walls, for the lanes of `active`. Overwrites p->x and
 * p->y. */
static inline lane_vectors slide_lanes(lane_program *p, lane_vectors preferred_velocity,
                                       lanes active) {
    uint32_t count = p->count;
    p->count = p->walls;
    lanes slides = lanes_and(active, constrained_lanes(p, preferred_velocity));
    if (lanes_any(slides)) {
        slides = lanes_without(plan_lanes(p, preferred_velocity, slides), slides);
    }
    p->count = count;
    return (lane_vectors){lanes_select(slides, preferred_velocity.x, p->x),
                          lanes_select(slides, preferred_velocity.y, p->y)};
}

#endif
