/* steer/solve/social/helbing.h: what the scalar and the SIMD code of the model helbing share. */
#ifndef STEER_SOLVE_SOCIAL_HELBING_H
#define STEER_SOLVE_SOCIAL_HELBING_H

#include "steer/solve/social/model.h"

typedef struct helbing_params {
    social_params social; /* must be first */
    double mass, strength, range, stiffness, friction, right_of_way;
} helbing_params;

/* In units of `range`: beyond this gap, exp(-gap / range) is below 1e-4. */
static const float helbing_cut_off = 9.2F;

/* Move up to eight agents for a step (a social_move_lanes). */
void helbing_move_quads(social_scene *const scenes[SOCIAL_LANES], uint32_t parts,
                        social_motion out[SOCIAL_LANES]);
void helbing_move_avx2(social_scene *const scenes[SOCIAL_LANES], uint32_t parts,
                       social_motion out[SOCIAL_LANES]);
void helbing_move_avx512(social_scene *const scenes[SOCIAL_LANES], uint32_t parts,
                         social_motion out[SOCIAL_LANES]);

#endif
