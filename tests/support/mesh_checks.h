/* Invariants of the navigation mesh of any space, checked by brute force without an index or a
 * triangulation. */
#ifndef SUPPORT_MESH_CHECKS_H
#define SUPPORT_MESH_CHECKS_H

#include <wend/kit.h>

/* Returns the next random number of a sequence, from 0 to 1. */
double mesh_random(uint64_t *state);

/* Returns the distance to the nearest class-0 wall of the layer, in m. */
double mesh_wall_distance(const wend_space *space, wend_vec2 at, uint32_t layer);
/* Counts the polygons of a level that contain a point in their interior. Sets `*doubtful` if the
 * point is within 2e-5 m of an edge, inside or outside. */
uint32_t mesh_count_polygons(const wend_map *map, uint32_t level, wend_vec2 at, uint32_t layer,
                             bool *doubtful);
/* Returns the area of all polygons of a level, in m^2. */
double mesh_area(const wend_map *map, uint32_t level);
/* Returns the area of the ground of all layers, in m^2: the area inside their boundaries minus that
 * of the class-0 solids. All layers must be bounded. */
double mesh_ground_area(const wend_space_def *def);

/* Checks that level 0 covers the ground exactly once: compares the areas, tests random points, and
 * checks that the outer edges of the level are the walls. The space must have no links. Each of
 * these checks aborts the test with the message `what` on failure. */
void mesh_check_ground(const wend_map *map, const wend_space *space, const wend_space_def *def,
                       uint64_t seed, const char *what);
/* Checks that the level of a radius covers exactly the points that are at least that far from all
 * walls. The space must have no links and no blockers. */
void mesh_check_inset(const wend_map *map, uint32_t level, const wend_space *space, uint64_t seed,
                      const char *what);
/* Checks that neighbours list each other across the same edge, and that polygons are convex with a
 * positive area. */
void mesh_check_neighbours(const wend_map *map, const char *what);

#endif
