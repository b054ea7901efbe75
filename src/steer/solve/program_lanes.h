/* steer/solve/program_lanes.h: the programs of eight agents at once, the wide twin of program.c:
 * the same operations in the same order, so the results are the same bit for bit. A file that
 * includes this defines LANES_AVX2 or LANES_SSE2.
 *
 * Planes are columns (nx, ny, c)[plane][agent]; a plane that an agent does not have is one that
 * nothing violates. */
#ifndef STEER_SOLVE_PROGRAM_LANES_H
#define STEER_SOLVE_PROGRAM_LANES_H

#include "geom/lanes.h"
#include "near/unit.h"
#include "steer/solve/program.h"

enum { LANE_HARD_PLANES = 24, LANE_PLANES = LANE_HARD_PLANES + UNIT_RANKS };

/* The offset of a plane that is not there: no velocity is so slow. */
static const float no_plane = -1e30F;

/* Eight programs. */
typedef struct lane_program {
    lanes nx[LANE_PLANES], ny[LANE_PLANES], c[LANE_PLANES];
    uint32_t count, hard;
    lanes max_speed;
    lanes x, y;                /* velocities: the result */
    uint32_t satisfied[LANES]; /* planes, of agents whose program failed */
} lane_program;

/* cut_line for the plane at `index`. */
static inline void cut_lines(const lane_program *p, uint32_t index, lanes *low, lanes *high,
                             lanes *fails) {
    lanes nx = p->nx[index], ny = p->ny[index], c = p->c[index], zero = lanes_zero();
    lanes room = lanes_sub(lanes_mul(p->max_speed, p->max_speed), lanes_mul(c, c));
    lanes dx = lanes_negative(ny), dy = nx;
    *fails = lanes_less(room, zero);
    *high = lanes_sqrt(room);
    *low = lanes_negative(*high);
    for (uint32_t j = 0; j < index; j++) {
        lanes rate = lanes_add(lanes_dot(p->nx[j], p->ny[j], dx, dy), zero);
        lanes both = lanes_dot(p->nx[j], p->ny[j], nx, ny);
        lanes t = lanes_div(lanes_sub(p->c[j], lanes_mul(c, both)), rate);
        lanes backward = lanes_less(rate, zero);
        *low = lanes_select(backward, lanes_max(t, *low), *low);
        *high = lanes_select(backward, *high, lanes_min(t, *high));
    }
    *fails = lanes_or(*fails, lanes_less(*high, *low));
}

/* Lanes in which the wish violates a plane or is too fast. */
static inline lanes constrained_lanes(const lane_program *p, lanes wish_x, lanes wish_y) {
    lanes speed_squared = lanes_dot(wish_x, wish_y, wish_x, wish_y);
    lanes bound = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    for (uint32_t i = 0; i < p->count; i++) {
        lanes on = lanes_dot(p->nx[i], p->ny[i], wish_x, wish_y);
        bound = lanes_or(bound, lanes_less(on, p->c[i]));
    }
    return bound;
}

/* program_plan with these wishes for the lanes of `active`: velocities into (p->x, p->y), the
 * others keep theirs. Returns the lanes that failed. */
static uint32_t plan_lanes(lane_program *p, lanes wish_x, lanes wish_y, lanes active) {
    lanes speed_squared = lanes_dot(wish_x, wish_y, wish_x, wish_y);
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    lanes factor = lanes_div(p->max_speed, lanes_sqrt(speed_squared));
    lanes x = lanes_select(fast, wish_x, lanes_mul(wish_x, factor));
    lanes y = lanes_select(fast, wish_y, lanes_mul(wish_y, factor));
    p->x = lanes_select(active, p->x, x);
    p->y = lanes_select(active, p->y, y);
    uint32_t failed = 0;
    for (uint32_t i = 0; i < p->count && lanes_any(active); i++) {
        lanes nx = p->nx[i], ny = p->ny[i];
        lanes violated = lanes_less(lanes_dot(nx, ny, p->x, p->y), p->c[i]);
        violated = lanes_and(violated, active);
        if (!lanes_any(violated)) {
            continue;
        }
        lanes low, high, fails;
        cut_lines(p, i, &low, &high, &fails);
        lanes dx = lanes_negative(ny), dy = nx;
        lanes t = lanes_dot(dx, dy, wish_x, wish_y);
        t = lanes_select(lanes_less(t, low), t, low);
        t = lanes_select(lanes_less(high, t), t, high);
        fails = lanes_and(fails, violated);
        lanes moves = lanes_without(fails, violated);
        x = lanes_add(lanes_mul(nx, p->c[i]), lanes_mul(dx, t));
        y = lanes_add(lanes_mul(ny, p->c[i]), lanes_mul(dy, t));
        p->x = lanes_select(moves, p->x, x);
        p->y = lanes_select(moves, p->y, y);
        uint32_t bits = lanes_bits(fails);
        active = lanes_without(fails, active);
        failed |= bits;
        for (uint32_t lane = 0; bits >> lane; lane++) {
            if (bits >> lane & 1U) {
                p->satisfied[lane] = i;
            }
        }
    }
    return failed;
}

/* The fallback of one lane, by the scalar code. */
static wend_vec2 give_way(const lane_program *p, uint32_t lane, wend_vec2 velocity) {
    velocity_plane planes[LANE_PLANES];
    velocity_program program = {.planes = planes};
    float column[LANES];
    uint32_t satisfied = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        lanes_store(column, p->c[i]);
        if (column[lane] == no_plane) {
            continue;
        }
        velocity_plane *plane = &planes[program.count++];
        plane->offset = column[lane];
        lanes_store(column, p->nx[i]);
        plane->normal.x = column[lane];
        lanes_store(column, p->ny[i]);
        plane->normal.y = column[lane];
        program.hard += i < p->hard;
        satisfied += i < p->satisfied[lane];
    }
    lanes_store(column, p->max_speed);
    program.max_speed = column[lane];
    program_give_way(&program, satisfied, &velocity);
    return velocity;
}

#endif
