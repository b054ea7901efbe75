/* steer/solve/programs/segment.h: the velocity nearest to a segment of wishes that half-planes and
 * a top speed allow. */
#ifndef STEER_SOLVE_PROGRAMS_SEGMENT_H
#define STEER_SOLVE_PROGRAMS_SEGMENT_H

#include "steer/solve/programs/program.h"

enum { SEGMENT_GOAL_PLANES = 2 };

/* The wishes are start + along t, t in [0, 1]; a point if `along` is zero. */
typedef struct segment_program {
    velocity_program program;                 /* its planes and top speed; its wish is not used */
    wend_vec2 start, along;                   /* m/s */
    float bias;                               /* the t that is liked best */
    velocity_plane goal[SEGMENT_GOAL_PLANES]; /* heeded last, and dropped rather than not moving */
    uint32_t goal_count;                      /* 0: none */
    float rest;                               /* m/s: who is slower does not move */
} segment_program;

/* The allowed velocity nearest to the segment; among those that are equally near, the one that
 * belongs to the place nearest to the bias: WEND_SOLVE_FREE. Goal planes are heeded unless that
 * leaves none, or one below `rest`. If there is none even so: as program_solve,
 * WEND_SOLVE_INFEASIBLE. */
wend_solve_status segment_solve(const segment_program *segment, wend_vec2 *out);

#endif
