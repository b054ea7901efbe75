/* geom/triangulate.h: constrained Delaunay triangulation, and convex polygons out of triangles.
 *
 * Points lie on an integer grid (of 1/1024 m in a navigation mesh), coordinates of magnitude at
 * most 2^24. Predicates are exact (orientation in 64 bits, circles in 128), so every valid input is
 * solved: holes that touch, collinear points, slivers. */
#ifndef GEOM_TRIANGULATE_H
#define GEOM_TRIANGULATE_H

#include "base/memory.h"
#include "geom/grid.h"

#include <wend/base.h>

enum { TRIANGULATE_LIMIT = 1 << 24 };
#define TRIANGULATE_NONE UINT32_MAX

typedef struct grid_triangle {
    uint32_t vertex[3]; /* counter-clockwise */
    uint32_t
        neighbour[3]; /* across the edge from vertex i to i + 1; TRIANGULATE_NONE at the hull */
    bool fixed[3];    /* that edge is (part of) a given segment */
} grid_triangle;

/* The triangulation of the convex hull of the points. */
typedef struct triangulation {
    grid_triangle *triangles;
    uint32_t count;
} triangulation;

/* A point on a segment's interior splits it. Fails with WEND_ERROR_GEOMETRY when two segments cross
 * (the message gives the place in grid units), WEND_ERROR_LIMIT for a coordinate out of range or
 * more than 2^28 points, WEND_ERROR_INVALID when two points are the same or a segment does not join
 * two different points, WEND_ERROR_MEMORY. Fewer than three points, or all on a line: no triangles.
 * The result lies in `out_arena`. O(n log n) expected on ordinary inputs. The same input gives the
 * same triangles; where four points lie on a circle, the diagonal ends at the one that comes first
 * by x, then y, so that the order of points does not change the set of triangles. */
wend_result triangulate(const grid_point *points, uint32_t point_count, const grid_edge *edges,
                        uint32_t edge_count, memory *from, memory_arena *out_arena,
                        triangulation *out, wend_error *error);

/* Convex polygons, each a union of triangles of one region, by leaving out edges (Hertel and
 * Mehlhorn 1985): at most four times as many as the least number. */
typedef struct convex_parts {
    uint32_t *starts; /* part_count + 1, into `corners` */
    uint32_t part_count;
    uint32_t *corners;    /* points, counter-clockwise */
    uint32_t *neighbours; /* beside corner i: the part across the edge to the next corner, or
                             TRIANGULATE_NONE: no part is there */
    uint32_t *regions;    /* of each part */
} convex_parts;

/* `regions` gives a number for each triangle: TRIANGULATE_NONE leaves it out, triangles of
 * different regions stay apart (and are neighbours, across fixed edges, too). A fixed edge between
 * two triangles of the same region is a wall that stands free: nobody is a neighbour across it.
 * With `passable`, which may be NULL, the fixed edges that it does not name (3 * triangle + i, on
 * either side) are walls, between different regions, too, and those that it names are none.
 * Fixed edges stay edges in any case. Corners on a straight line are left out, in the parts on both
 * sides alike, unless the part across, or whether the edge to it is fixed or a wall, changes there;
 * so neighbours have the same edge, and a part's corner may be straight. No two parts are left that
 * could be one. The result lies in `out_arena`; WEND_ERROR_MEMORY is the only failure. */
wend_result convex_merge(const grid_point *points, const triangulation *from_triangles,
                         const uint32_t *regions, const bool *passable, memory *from,
                         memory_arena *out_arena, convex_parts *out, wend_error *error);

#endif
