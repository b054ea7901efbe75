/* Random terrain worlds for tests of weighted routes: a square that a random triangulation divides
 * into triangles with random terrain types. A world gives a map of kind "terrain", a space with the
 * same borders of terrain, and a scenario file. Also finds routes by brute force, without the
 * library's planners. */
#ifndef TESTS_SUPPORT_TERRAIN_WORLDS_H
#define TESTS_SUPPORT_TERRAIN_WORLDS_H

#include <stdio.h>

#include <wend/map.h>

#include "geom/grid.h"

enum { TERRAIN_TYPES = 8 };

/* The type of a triangle that is solid. Solid triangles touch neither each other nor the border of
 * the square. */
#define TERRAIN_SOLID UINT32_MAX

/* How to make a world. */
typedef struct terrain_world_def {
    uint64_t seed;
    uint32_t vertex_count; /* 4 or more; the four corners of the square count */
    double ratio;          /* R: the weight of type k is R^(k / (TERRAIN_TYPES - 1)) */
    double solid_share;    /* 0 to 1: the share of triangles that are made solid if possible */
} terrain_world_def;

typedef struct terrain_world {
    double side;       /* m: 200 m for 1,000 vertices, proportional to the root of their number */
    wend_vec2 *points; /* on the grid of 1/1024 m, from (0, 0) to (side, side) */
    grid_point *grid_points;
    uint32_t point_count;
    uint32_t (*triangles)[3];  /* counter-clockwise indices of points */
    uint32_t (*neighbours)[3]; /* the triangle across the edge from corner i to the next corner, or
                                  UINT32_MAX; solid triangles have none and are none */
    uint32_t *types;
    uint32_t triangle_count;
    double weights[TERRAIN_TYPES]; /* cost of one metre, by type */
} terrain_world;

/* Makes a world; the same def gives the same world. The test fails if memory runs out. */
terrain_world *terrain_world_make(const terrain_world_def *def);
/* Makes a world of given grid points and of triangles without neighbours. Copies the arrays. All
 * weights are 1. */
terrain_world *terrain_world_from(const grid_point *points, uint32_t point_count,
                                  uint32_t (*triangles)[3], const uint32_t *types,
                                  uint32_t triangle_count);
void terrain_world_free(terrain_world *world);

/* Creates the space: the square with the solids and one region of terrain for each triangle of type
 * 1 or more. The caller owns one reference. */
wend_space *terrain_world_space(const terrain_world *world);
/* Creates a map of kind "terrain" that has the triangles of the world as its only level, of radius
 * 0. The caller owns one reference. */
wend_map *terrain_world_map(const terrain_world *world, uint64_t space_hash);
/* Writes a scenario file with the space, the weights and one agent that walks from `from` to `to`.
 * Type k is called "tk". `plan` is the name of its planner. */
void terrain_world_write(const terrain_world *world, wend_vec2 from, wend_vec2 to, const char *plan,
                         FILE *file);

/* True if a triangle is not solid and contains a point, or has it on its border. Exact. */
bool terrain_world_contains(const terrain_world *world, uint32_t triangle, wend_vec2 at);
/* Returns the first triangle that contains a point, or UINT32_MAX. Exact; O(n). */
uint32_t terrain_world_find(const terrain_world *world, wend_vec2 at);

/* ---- Routes by brute force ------------------------------------------------------------------- */

typedef struct terrain_route {
    double cost;    /* INFINITY if there is no route */
    double *points; /* pairs of coordinates, from start to end; free with terrain_route_free */
    uint32_t point_count;
} terrain_route;

/* Finds a route of low cost: Dijkstra's algorithm on the vertices and on points of all edges, at
 * most `spacing` m apart and at least one on each edge. Two points of a triangle are joined by a
 * straight line. Where a route follows an edge, the lower weight of the two sides counts. Then each
 * crossing is moved along its edge to lower the cost further, `rounds` times. The route is valid,
 * so its cost is an upper bound of the optimum; the bound converges to the optimum as the spacing
 * goes to 0. */
terrain_route terrain_brute_route(const terrain_world *world, wend_vec2 from, wend_vec2 to,
                                  double spacing, uint32_t rounds);
void terrain_route_free(terrain_route *route);

#endif
