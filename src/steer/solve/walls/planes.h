/* steer/solve/walls/planes.h: what an agent must heed of walls. */
#ifndef STEER_SOLVE_WALLS_PLANES_H
#define STEER_SOLVE_WALLS_PLANES_H

#include <wend/model.h>

#include "steer/solve/programs/program.h"
#include "steer/solve/walls/near.h"

enum { WALL_PLANES_MOST = NEAR_WALLS_MOST };

/* Planes for the walls, doors and moving obstacles that body `index` could reach within `horizon`
 * seconds, nearest first. `planes` has room for WALL_PLANES_MOST; returns how many were written. */
uint32_t wall_planes(const wend_view *view, uint32_t index, float max_speed, float horizon,
                     velocity_plane *planes);

/* The same; `walls` gets the wall that each plane comes from. */
uint32_t wall_planes_owned(const wend_view *view, uint32_t index, float max_speed, float horizon,
                           velocity_plane *planes, uint32_t *walls);

#endif
