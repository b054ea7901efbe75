/* steer/solve/programs/arc.h: finds the velocity nearest to an arc of preferred velocities of equal
 * speed that half-planes and a maximum speed allow. */
#ifndef STEER_SOLVE_PROGRAMS_ARC_H
#define STEER_SOLVE_PROGRAMS_ARC_H

#include <wend/math.h>

#include "steer/solve/programs/direction.h"
#include "steer/solve/programs/program.h"

/* How much an agent prefers its current side. */
typedef struct arc_margin {
    float angle; /* rad, at most pi / 2 */
    float cosine, sine;
} arc_margin;

static inline arc_margin arc_margin_of(double angle) {
    return (arc_margin){(float)angle, (float)wend_cos(angle), (float)wend_sin(angle)};
}

typedef struct arc_program {
    velocity_program program; /* its `preferred_velocity` is the preferred velocity, on the arc */
    direction_arc arc;
    float speed;        /* m/s, within the maximum speed */
    wend_vec2 bias;     /* direction of the preferred velocity */
    wend_vec2 velocity; /* current, m/s: its side of the bias is kept */
    arc_margin margin;
} arc_program;

/* Finds the allowed velocity nearest to the arc; among those on it, the one nearest to the bias.
 * Returns WEND_SOLVE_FREE. A velocity on the other side of the bias than the current one must be
 * better by the margin. If there is none, does the same as program_solve and returns
 * WEND_SOLVE_INFEASIBLE. */
wend_solve_status arc_solve(const arc_program *arc, wend_vec2 *out);

/* Finds the best allowed velocity on the arc in that sense. Returns false if none is allowed. */
bool arc_solve_on(const arc_program *arc, wend_vec2 *out);

/* The violation that rounding may cause where a line crosses the circle, m/s. */
#define ARC_TOLERANCE 1e-5F
/* An agent with a smaller speed across the bias is on neither side of it, m/s. */
#define ARC_LEAST_SIDE 1e-2F
enum { ARC_PASSES = 16 }; /* the most passes of a walk over all planes */

#endif
