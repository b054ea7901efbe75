/* steer/solve/program_lanes.h: the programs of eight agents at once, the wide twin of program.c:
 * the same operations in the same order, so the results are the same bit for bit. A file that
 * includes this defines LANES_AVX2 or LANES_SSE2.
 *
 * Planes are columns (nx, ny, c)[plane][agent]; a plane that an agent does not have is one that
 * nothing violates. A step is taken for all eight when one of them needs it. */
#ifndef STEER_SOLVE_PROGRAM_LANES_H
#define STEER_SOLVE_PROGRAM_LANES_H

#include "geom/lanes.h"
#include "near/unit.h"
#include "steer/solve/program.h"

enum { LANE_HARD_PLANES = 24, LANE_PLANES = LANE_HARD_PLANES + UNIT_RANKS };

/* The offset of a plane that is not there: no velocity is so slow. */
static const float no_plane = -1e30F;

typedef struct lane_planes {
    lanes nx[LANE_PLANES], ny[LANE_PLANES], c[LANE_PLANES];
} lane_planes;

/* Eight programs. */
typedef struct lane_program {
    lane_planes planes;
    uint32_t count, hard;
    lanes max_speed;
    lanes x, y;      /* velocities: the result */
    lanes satisfied; /* planes, a whole number, of agents whose program failed */
} lane_program;

/* Velocities, or directions. */
typedef struct lane_vectors {
    lanes x, y;
} lane_vectors;

/* line_clip of the plane at `index` by planes [from, to). */
static inline void clip_lines(const lane_planes *p, uint32_t index, uint32_t from, uint32_t to,
                              lanes *low, lanes *high) {
    lanes nx = p->nx[index], ny = p->ny[index], c = p->c[index], zero = lanes_zero();
    lanes dx = lanes_negative(ny), dy = nx, begin = *low, end = *high;
    for (uint32_t j = from; j < to; j++) {
        lanes rate = lanes_add(lanes_dot(p->nx[j], p->ny[j], dx, dy), zero);
        lanes both = lanes_dot(p->nx[j], p->ny[j], nx, ny);
        lanes t = lanes_div(lanes_sub(p->c[j], lanes_mul(c, both)), rate);
        lanes backward = lanes_less(rate, zero);
        begin = lanes_select(backward, lanes_max(t, begin), begin);
        end = lanes_select(backward, end, lanes_min(t, end));
    }
    *low = begin;
    *high = end;
}

/* line_cut for the plane at `index` and those before it. */
static inline void cut_lines(const lane_planes *p, uint32_t index, lanes max_speed, lanes *low,
                             lanes *high, lanes *fails) {
    lanes c = p->c[index];
    lanes room = lanes_sub(lanes_mul(max_speed, max_speed), lanes_mul(c, c));
    *high = lanes_sqrt(room);
    *low = lanes_negative(*high);
    clip_lines(p, index, 0, index, low, high);
    *fails = lanes_or(lanes_less(room, lanes_zero()), lanes_less(*high, *low));
}

/* line_place for the plane at `index`. */
static inline lane_vectors places_on_lines(const lane_planes *p, uint32_t index, lanes t) {
    lanes nx = p->nx[index], ny = p->ny[index], c = p->c[index];
    return (lane_vectors){lanes_add(lanes_mul(nx, c), lanes_mul(lanes_negative(ny), t)),
                          lanes_add(lanes_mul(ny, c), lanes_mul(nx, t))};
}

/* Lanes in which the wish violates a plane or is too fast. */
static inline lanes constrained_lanes(const lane_program *p, lane_vectors wish) {
    lanes speed_squared = lanes_dot(wish.x, wish.y, wish.x, wish.y);
    lanes bound = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    for (uint32_t i = 0; i < p->count; i++) {
        lanes on = lanes_dot(p->planes.nx[i], p->planes.ny[i], wish.x, wish.y);
        bound = lanes_or(bound, lanes_less(on, p->planes.c[i]));
    }
    return bound;
}

/* program_plan with these wishes for the lanes of `active`: velocities into (p->x, p->y), the
 * others keep theirs. Returns the lanes that failed, a mask. */
static inline lanes plan_lanes(lane_program *p, lane_vectors wish, lanes active) {
    lanes speed_squared = lanes_dot(wish.x, wish.y, wish.x, wish.y);
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    lanes factor = lanes_div(p->max_speed, lanes_sqrt(speed_squared));
    lanes x = lanes_select(fast, wish.x, lanes_mul(wish.x, factor));
    lanes y = lanes_select(fast, wish.y, lanes_mul(wish.y, factor));
    lanes failed = lanes_zero();
    x = lanes_select(active, p->x, x);
    y = lanes_select(active, p->y, y);
    for (uint32_t i = 0; i < p->count; i++) {
        lanes nx = p->planes.nx[i], ny = p->planes.ny[i];
        lanes violated = lanes_and(lanes_less(lanes_dot(nx, ny, x, y), p->planes.c[i]), active);
        if (!lanes_any(violated)) {
            continue;
        }
        lanes low, high, fails;
        cut_lines(&p->planes, i, p->max_speed, &low, &high, &fails);
        lanes t = lanes_dot(lanes_negative(ny), nx, wish.x, wish.y);
        t = lanes_select(lanes_less(t, low), t, low);
        t = lanes_select(lanes_less(high, t), t, high);
        fails = lanes_and(fails, violated);
        lanes moves = lanes_without(fails, violated);
        lane_vectors there = places_on_lines(&p->planes, i, t);
        x = lanes_select(moves, x, there.x);
        y = lanes_select(moves, y, there.y);
        active = lanes_without(fails, active);
        failed = lanes_or(failed, fails);
        p->satisfied = lanes_select(fails, p->satisfied, lanes_set_bits(i));
    }
    p->x = x;
    p->y = y;
    return failed;
}

/* ---- The fallback ---------------------------------------------------------------------------- */

/* go_far along `direction` for the lanes of `active`; returns those in which nothing is allowed. */
static lanes go_far_lanes(const lane_planes *p, uint32_t count, lane_vectors direction,
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
        lane_vectors there = places_on_lines(p, i, t);
        fails = lanes_and(fails, violated);
        v.x = lanes_select(violated, v.x, there.x);
        v.y = lanes_select(violated, v.y, there.y);
        active = lanes_without(fails, active);
        failed = lanes_or(failed, fails);
    }
    *out = v;
    return failed;
}

/* bisect for planes `i` and `j`; none where they are the same, or there is no plane j. */
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

/* The planes before `index` for its step: hard ones as they are but where they are broken. */
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

/* program_give_way for the lanes of `failed`. */
static void give_way_lanes(lane_program *p, lanes failed) {
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
        lanes stays = go_far_lanes(&projected, i, normal, p->max_speed, worse, &v);
        lanes moves = lanes_without(stays, worse); /* rounding alone is to blame for the others */
        p->x = lanes_select(moves, p->x, v.x);
        p->y = lanes_select(moves, p->y, v.y);
        missing = lanes_sub(offset, lanes_dot(normal.x, normal.y, p->x, p->y));
        violation = lanes_select(worse, violation, missing);
    }
}

#endif
