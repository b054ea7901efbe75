/* steer/solve/forces/bound.h: the boundary that repels a character: that of its route's corridor,
 * or the walls around it. */
#ifndef STEER_SOLVE_FORCES_BOUND_H
#define STEER_SOLVE_FORCES_BOUND_H

#include "steer/solve/forces/scene.h"

/* Finds the walls that may matter to the character during a step of `duration` s, for the member
 * `walls` of its scene. `safe_distance`, `radius`, `speed` and `layer` of the scene must be set. */
void force_find_walls(const wend_view *view, wend_vec2 x, float duration, const force_scene *scene,
                      force_walls *out);

/* Returns the point of the boundary nearest to x. Without walls in the scene, this is the boundary
 * of the corridor, and `cursor` is the cursor that wend_route_bound uses. With walls, distances of
 * more than safe_distance + radius, and clearances of at least that, are INFINITY. */
wend_corridor_bound force_bound(const force_scene *scene, wend_vec2 x, uint32_t *cursor);

#endif
