/* Invariants of the navigation mesh of any space, checked by brute force: no index, no
 * triangulation. */
#ifndef SUPPORT_MESH_CHECKS_H
#define SUPPORT_MESH_CHECKS_H

#include <wend/kit.h>

/* Returns the next random number of a sequence, from 0 to 1. */
double mesh_random(uint64_t *state);

/* Returns the distance to the nearest class-0 wall of the layer. */
double mesh_wall_distance(const wend_space *space, wend_vec2 at, uint32_t layer);
/* Counts the polygons of a level that contain a point, without their edges. Sets *doubtful if the
 * point is within 2e-5 m of an edge, inside or outside. */
uint32_t mesh_count_polygons(const wend_map *map, uint32_t level, wend_vec2 at, uint32_t layer,
                             bool *doubtful);
/* Returns the area of all polygons of a level, in m2. */
double mesh_area(const wend_map *map, uint32_t level);
/* Returns the area in m2 of the boundaries without class-0 solids, of all layers, which must be
 * bounded. */
double mesh_ground_area(const wend_space_def *def);

/* Checks that level 0 covers exactly the ground, once: its area, random points, and its outer
 * edges, which are the walls. Without links. Each of these checks aborts the test with `what` on
 * failure. */
void mesh_check_ground(const wend_map *map, const wend_space *space, const wend_space_def *def,
                       uint64_t seed, const char *what);
/* Checks that the level of a radius covers exactly the points at that distance from all walls;
 * without links and blockers. */
void mesh_check_inset(const wend_map *map, uint32_t level, const wend_space *space, uint64_t seed,
                      const char *what);
/* Checks that neighbours are mutual, across the same edge, and that polygons are convex with an
 * area. */
void mesh_check_neighbours(const wend_map *map, const char *what);

#endif
