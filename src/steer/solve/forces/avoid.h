/* steer/solve/forces/avoid.h: reciprocal avoidance for characters that forces move. */
#ifndef STEER_SOLVE_FORCES_AVOID_H
#define STEER_SOLVE_FORCES_AVOID_H

#include "steer/solve/forces/integrate.h"
#include "steer/solve/planes/planes.h"

/* Changes the motion that forces gave to body `index`, which is at `motion->position` after the
 * step, so that it avoids the neighbours. Returns false, and changes nothing, if it avoids
 * them already. */
bool corridor_avoid(const planes_call *call, uint32_t index, const force_scene *scene,
                    float symmetry_bias, corridor_motion *motion);

/* Adds the half-planes of body `index` to the sketch. */
void corridor_explain_avoidance(const planes_call *call, uint32_t index, wend_sketch *sketch);

#endif
