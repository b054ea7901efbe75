/* steer/solve/programs/program.h: the velocity nearest to a wish that half-planes and a top speed
 * allow. */
#ifndef STEER_SOLVE_PROGRAMS_PROGRAM_H
#define STEER_SOLVE_PROGRAMS_PROGRAM_H

#include <wend/model.h>

#include "steer/solve/programs/plane.h"

/* Planes of one agent: hard ones (which must not give way) come first, walls before limits of
 * acceleration; then neighbours. */
typedef struct velocity_program {
    velocity_plane *planes;
    uint32_t count, hard;
    wend_vec2 wish;
    float max_speed;
    uint32_t walls; /* at most `hard` */
} velocity_program;

enum { PROGRAM_MOST_PLANES = 320 };

/* Two normals that differ by less than this, squared, are one. */
static const float program_same_normal = 1e-10F;

/* The velocity within max_speed that satisfies all planes and lies nearest to the wish:
 * WEND_SOLVE_FREE. If there is none, the one whose largest violation of a soft plane is smallest,
 * the hard ones kept if they can be: WEND_SOLVE_INFEASIBLE. At most PROGRAM_MOST_PLANES planes. */
wend_solve_status program_solve(const velocity_program *program, wend_vec2 *out);

/* Whether a velocity is within max_speed and satisfies all planes. */
bool program_allows(const velocity_program *program, wend_vec2 v);

/* The two halves of it. The first returns the number of planes that were satisfied, `count` when
 * all were; *out is then the best for those. The second goes on from there. */
uint32_t program_plan(const velocity_program *program, wend_vec2 *out);
void program_give_way(const velocity_program *program, uint32_t satisfied, wend_vec2 *out);

/* What walls only leave of the program's preferred velocity; itself where they allow it, or allow
 * nothing. */
wend_vec2 program_slid(const velocity_program *program);

#endif
