/* What must hold for the navigation mesh of any space, told by looking at everything: no index, no
 * triangulation. */
#ifndef SUPPORT_MESH_CHECKS_H
#define SUPPORT_MESH_CHECKS_H

#include <wend/kit.h>

/* The next number of a sequence, from 0 to 1. */
double mesh_random(uint64_t *state);

/* The distance to the nearest class-0 wall of the layer. */
double mesh_wall_distance(const wend_space *space, wend_vec2 at, uint32_t layer);
/* Polygons of a level that a place lies in, edges not counted; those with the place within 2e-5 m
 * of an edge, inside or out, set *doubtful. */
uint32_t mesh_count_polygons(const wend_map *map, uint32_t level, wend_vec2 at, uint32_t layer,
                             bool *doubtful);
/* m2 of all polygons of a level. */
double mesh_area(const wend_map *map, uint32_t level);
/* m2: boundaries without class-0 solids, of all layers, which must be bounded. */
double mesh_ground_area(const wend_space_def *def);

/* Level 0 covers just the ground, once: its area, random places, and its outer edges, which are the
 * walls. Without links. Each aborts the test with `what` if not. */
void mesh_check_ground(const wend_map *map, const wend_space *space, const wend_space_def *def,
                       uint64_t seed, const char *what);
/* A level of a radius covers the places that far from all walls, and no others; without links and
 * blockers. */
void mesh_check_narrowed(const wend_map *map, uint32_t level, const wend_space *space,
                         uint64_t seed, const char *what);
/* Neighbours are mutual, across the same edge; polygons convex, with an area. */
void mesh_check_neighbours(const wend_map *map, const char *what);

#endif
