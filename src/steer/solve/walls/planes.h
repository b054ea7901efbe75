/* steer/solve/walls/planes.h: computes the half-planes that walls impose on an agent. */
#ifndef STEER_SOLVE_WALLS_PLANES_H
#define STEER_SOLVE_WALLS_PLANES_H

#include <wend/model.h>

#include "steer/solve/programs/program.h"
#include "steer/solve/walls/near.h"

enum { WALL_PLANES_MOST = NEAR_WALLS_MOST };

/* Makes the planes of the walls, doors and moving obstacles that body `index` could reach within
 * `horizon` seconds, nearest first. `planes` has space for WALL_PLANES_MOST planes. Returns how
 * many there are. */
uint32_t wall_planes(const wend_view *view, uint32_t index, float max_speed, float horizon,
                     velocity_plane *planes);

/* Does the same as wall_planes, and stores the wall of each plane in `walls`. */
uint32_t wall_planes_owned(const wend_view *view, uint32_t index, float max_speed, float horizon,
                           velocity_plane *planes, uint32_t *walls);

#endif
