/* steer/solve/programs/arc.h: of the velocities that half-planes and a maximum speed allow, finds
 * the one nearest to an arc of preferred velocities of equal speed. */
#ifndef STEER_SOLVE_PROGRAMS_ARC_H
#define STEER_SOLVE_PROGRAMS_ARC_H

#include <wend/math.h>

#include "steer/solve/programs/direction.h"
#include "steer/solve/programs/program.h"

/* The advantage of an agent's current side over the other side. */
typedef struct arc_margin {
    float angle; /* rad, at most pi / 2 */
    float cosine, sine;
} arc_margin;

static inline arc_margin arc_margin_of(double angle) {
    return (arc_margin){(float)angle, (float)wend_cos(angle), (float)wend_sin(angle)};
}

typedef struct arc_program {
    velocity_program program; /* its `preferred_velocity` lies on the arc */
    direction_arc arc;
    float speed;        /* m/s, at most the maximum speed */
    wend_vec2 bias;     /* direction of the preferred velocity */
    wend_vec2 velocity; /* m/s: current velocity; its side of the bias is favoured */
    arc_margin margin;
} arc_program;

/* Finds the allowed velocity nearest to the arc; among velocities on the arc, the one nearest to
 * the bias. Returns WEND_SOLVE_FREE. A velocity that is not on the same side of the bias as the
 * current velocity must be better by the margin. If no velocity is allowed, does the same as
 * program_solve and returns WEND_SOLVE_INFEASIBLE. */
wend_solve_status arc_solve(const arc_program *arc, wend_vec2 *out);

/* Finds the best allowed velocity on the arc, by the same criteria. Returns false if no velocity on
 * the arc is allowed. */
bool arc_solve_on(const arc_program *arc, wend_vec2 *out);

/* m/s: the violation that rounding may cause where a line crosses the circle. */
#define ARC_TOLERANCE 1e-5F
/* m/s: an agent with a smaller speed perpendicular to the bias is on neither side of it. */
#define ARC_LEAST_SIDE 1e-2F
enum { ARC_PASSES = 16 }; /* limit on the passes over all planes in a walk along the arc */

#endif
