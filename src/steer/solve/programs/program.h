/* steer/solve/programs/program.h: of the velocities that half-planes and a maximum speed allow,
 * finds the one nearest to the preferred velocity. */
#ifndef STEER_SOLVE_PROGRAMS_PROGRAM_H
#define STEER_SOLVE_PROGRAMS_PROGRAM_H

#include <wend/model.h>

#include "steer/solve/programs/plane.h"

/* The planes of one agent. Hard planes, which are not relaxed, come first: walls, then acceleration
 * limits. The planes of neighbours follow. */
typedef struct velocity_program {
    velocity_plane *planes;
    uint32_t count, hard;
    wend_vec2 preferred_velocity;
    float max_speed;
    uint32_t walls; /* number of wall planes, at most `hard` */
} velocity_program;

enum { PROGRAM_MOST_PLANES = 512 };

/* Two normals with a smaller squared difference count as equal. */
static const float program_same_normal = 1e-10F;

/* Finds the velocity within max_speed that satisfies all planes and lies nearest to
 * `preferred_velocity`, and returns WEND_SOLVE_FREE. If no velocity satisfies all planes, finds the
 * velocity that minimises the largest violation of a soft plane (and that satisfies the hard
 * planes, if possible), and returns WEND_SOLVE_INFEASIBLE. The program may have at most
 * PROGRAM_MOST_PLANES planes. */
wend_solve_status program_solve(const velocity_program *program, wend_vec2 *out);

/* True if a velocity is within max_speed and satisfies all planes. */
bool program_allows(const velocity_program *program, wend_vec2 v);

/* The two halves of program_solve. program_plan returns the number of planes, counted from the
 * first, that *out satisfies; *out is the best velocity for these planes. If the number is less
 * than `count`, program_relax continues from there. */
uint32_t program_plan(const velocity_program *program, wend_vec2 *out);
void program_relax(const velocity_program *program, uint32_t satisfied, wend_vec2 *out);

/* Returns the preferred velocity, moved to the nearest velocity that the walls allow. It is
 * unchanged if the walls allow it, or if they allow no velocity at all. */
wend_vec2 program_slide_along_walls(const velocity_program *program);

#endif
