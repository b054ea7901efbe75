/* steer/solve/programs/arc.h: the velocity nearest to an arc of wishes, all of one speed, that
 * half-planes and a top speed allow. */
#ifndef STEER_SOLVE_PROGRAMS_ARC_H
#define STEER_SOLVE_PROGRAMS_ARC_H

#include <wend/math.h>

#include "steer/solve/programs/direction.h"
#include "steer/solve/programs/program.h"

/* By how much an agent prefers the side that it is on. */
typedef struct arc_margin {
    float angle; /* rad, at most pi / 2 */
    float cosine, sine;
} arc_margin;

static inline arc_margin arc_margin_of(double angle) {
    return (arc_margin){(float)angle, (float)wend_cos(angle), (float)wend_sin(angle)};
}

typedef struct arc_program {
    velocity_program program; /* its wish is the preferred velocity, on the arc */
    direction_arc arc;
    float speed;        /* m/s, within the top speed */
    wend_vec2 bias;     /* the direction of the wish */
    wend_vec2 velocity; /* now, m/s: its side of the bias is kept */
    arc_margin margin;
} arc_program;

/* The allowed velocity nearest to the arc; among those on it, the one nearest to the bias:
 * WEND_SOLVE_FREE. What lies on the other side of the bias than the velocity now must be better by
 * the margin. If there is none: as program_solve, WEND_SOLVE_INFEASIBLE. */
wend_solve_status arc_solve(const arc_program *arc, wend_vec2 *out);

/* The allowed velocity on the arc that is best in that sense; false if none is allowed. */
bool arc_solve_on(const arc_program *arc, wend_vec2 *out);

/* What is allowed to be violated by rounding where a line crosses the circle, m/s; and how often a
 * walk goes over all planes at most. */
#define ARC_TOLERANCE 1e-5F
/* Who goes slower across the bias than this is on neither side of it, m/s. */
#define ARC_LEAST_SIDE 1e-2F
enum { ARC_PASSES = 16 };

#endif
