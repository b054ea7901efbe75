/* steer/solve/programs/segment.h: of the velocities that half-planes and a maximum speed allow,
 * finds the one nearest to a segment of preferred velocities. */
#ifndef STEER_SOLVE_PROGRAMS_SEGMENT_H
#define STEER_SOLVE_PROGRAMS_SEGMENT_H

#include "steer/solve/programs/program.h"

enum { SEGMENT_GOAL_PLANES = 2 };

/* The preferred velocities are start + along * t with t in [0, 1]; a single point if `along` is
 * zero. */
typedef struct segment_program {
    velocity_program program;                 /* its `preferred_velocity` is not used */
    wend_vec2 start, along;                   /* m/s */
    float bias;                               /* the preferred value of t */
    velocity_plane goal[SEGMENT_GOAL_PLANES]; /* planes of the goal, added last; ignored if they
                                                 would prevent motion */
    uint32_t goal_count;                      /* number of planes of the goal; 0 if none */
    float rest;                               /* m/s: slower velocities count as no motion */
} segment_program;

/* Finds the allowed velocity nearest to the segment. If several velocities are equally near,
 * chooses the one that belongs to the point nearest to the bias. Goal planes are active unless they
 * leave no velocity, or only velocities slower than `rest`. Returns WEND_SOLVE_FREE. If the other
 * planes alone leave no velocity, relaxes them as program_solve does and returns
 * WEND_SOLVE_INFEASIBLE. */
wend_solve_status segment_solve(const segment_program *segment, wend_vec2 *out);

#endif
