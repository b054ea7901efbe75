/* Makes navigation meshes of random areas, and finds shortest paths in those areas by brute force.
 *
 * An area is a set of disjoint rings on the grid of 1/1024 m. A point is on free ground if it lies
 * in an odd number of them. */
#ifndef TESTS_SUPPORT_MESHES_H
#define TESTS_SUPPORT_MESHES_H

#include "geom/triangulate.h"
#include "map/navmesh/navmesh.h"

enum { MESHES_GRID = 1024, MESHES_POINTS = 16384, MESHES_RINGS = 4096, MESHES_LEVELS = 4 };

typedef struct mesh_area {
    grid_point *points;
    uint32_t ring_ends[MESHES_RINGS]; /* one past the last point of each ring */
    uint32_t point_count, ring_count;
    uint32_t sets[MESHES_RINGS]; /* 0: an ordinary ring; otherwise it encloses the polygons of
                                    blocker set sets[i] */
    uint32_t layer;
} mesh_area;

mesh_area *meshes_area(uint32_t layer);
void meshes_free_area(mesh_area *area);

/* Adds a ring. Points are in m and are rounded to the grid. */
void meshes_ring(mesh_area *area, const double (*points)[2], uint32_t count);
void meshes_box(mesh_area *area, double left, double bottom, double right, double top);
/* Adds a box in which blocker set `set` can close the ground. The box must not cross other rings,
 * but may end at their vertices. */
void meshes_zone(mesh_area *area, double left, double bottom, double right, double top,
                 uint32_t set);
/* Adds a ring of `count` corners around a point, each at a random distance of up to `radius`. */
void meshes_star(mesh_area *area, double x, double y, double radius, uint32_t count);
/* Makes a square grid of `cells` x `cells` cells, each `size` m wide. Most cells contain a star of
 * up to nine corners; some stars have a courtyard. If `even` is true, cells contain axis-parallel
 * squares instead. Random numbers come from meshes_random. */
mesh_area *meshes_random_area(uint32_t cells, double size, bool even);

/* Starts the sequence of random numbers. */
void meshes_seed(uint64_t seed);
double meshes_random(void); /* returns a number from 0 to 1 */

/* ---- Meshes ---------------------------------------------------------------------------------- */

/* A mesh under construction. */
typedef struct mesh_draft mesh_draft;

mesh_draft *meshes_draft(uint32_t layer_count);
void meshes_free_draft(mesh_draft *draft);
/* Begins a level. The caller then adds its areas, one for each layer. */
void meshes_level(mesh_draft *draft, float radius);
void meshes_add(mesh_draft *draft, const mesh_area *area);
/* Joins polygons of different layers across the edges between two points. */
void meshes_link(mesh_draft *draft, wend_vec2 a, wend_vec2 b);
/* These functions return the number of the blocker set for an obstacle class or a door. */
uint32_t meshes_class_set(mesh_draft *draft, uint32_t obstacle_class);
uint32_t meshes_door_set(mesh_draft *draft, uint32_t layer, wend_vec2 a, wend_vec2 b);
/* Returns the parts of the mesh, which may be changed before the map is made. */
navmesh *meshes_parts(mesh_draft *draft);
/* Makes a map from the draft and frees the draft. Fails the test unless the mesh is accepted. */
wend_map *meshes_map(mesh_draft *draft, uint64_t space_hash);
/* Makes a map of one area, with a single level of radius 0. */
wend_map *meshes_of(const mesh_area *area, uint64_t space_hash);

/* ---- Brute force ----------------------------------------------------------------------------- */

/* True if a point (in doubled grid units) lies on free ground or on a ring. */
bool meshes_is_free(const mesh_area *area, int64_t x2, int64_t y2);
/* True if the straight line between two grid points stays on free ground; it may touch rings. */
bool meshes_is_visible(const mesh_area *area, grid_point from, grid_point to);

/* The visibility graph of all vertices of an area. */
typedef struct mesh_graph mesh_graph;
mesh_graph *meshes_graph(const mesh_area *area);
void meshes_free_graph(mesh_graph *graph);
/* Returns the length of the shortest path in m, or INFINITY if there is none. */
double meshes_length(mesh_graph *graph, grid_point from, grid_point to);

#endif
