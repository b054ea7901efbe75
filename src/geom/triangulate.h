/* geom/triangulate.h: constrained Delaunay triangulation, and merging of triangles into convex
 * polygons.
 *
 * Points lie on an integer grid (of 1/1024 m in a navigation mesh), with coordinates of magnitude
 * at most 2^24. Predicates are exact (orientation in 64 bits, circles in 128), so every valid input
 * can be triangulated, including touching holes, collinear points and slivers. */
#ifndef GEOM_TRIANGULATE_H
#define GEOM_TRIANGULATE_H

#include "base/memory.h"
#include "base/watch.h"
#include "geom/grid.h"

#include <wend/base.h>

enum { TRIANGULATE_LIMIT = 1 << 24 };
#define TRIANGULATE_NONE UINT32_MAX

typedef struct grid_triangle {
    uint32_t vertex[3];    /* point indices, counter-clockwise */
    uint32_t neighbour[3]; /* triangle across the edge from vertex i to i + 1; TRIANGULATE_NONE at
                              the hull */
    bool fixed[3];         /* true if edge i is (part of) a given segment */
} grid_triangle;

/* A triangulation of the convex hull of the points. */
typedef struct triangulation {
    grid_triangle *triangles;
    uint32_t count;
} triangulation;

/* Triangulates points, with the given segments as edges. A point in the interior of a segment
 * splits it. Fails with WEND_ERROR_GEOMETRY if two segments cross (the message gives the point in
 * grid units), WEND_ERROR_LIMIT if a coordinate is out of range or there are more than 2^28 points,
 * WEND_ERROR_INVALID if two points are equal or a segment does not join two different points, and
 * WEND_ERROR_MEMORY if out of memory. Fewer than three points, or points that are all collinear,
 * give no triangles. The result is allocated in `out_arena`. O(n log n) expected on ordinary
 * inputs. The same input gives the same triangles. Where four points lie on a circle, the diagonal
 * ends at the one that comes first by x, then y, so that the order of points does not change the
 * set of triangles. */
wend_result triangulate(const grid_point *points, uint32_t point_count, const grid_edge *edges,
                        uint32_t edge_count, memory *from, memory_arena *out_arena,
                        triangulation *out, wend_error *error);
/* Like triangulate, but reports progress, and fails with WEND_ERROR_CANCELLED if cancelled.
 * `progress` may be NULL. */
wend_result triangulate_watched(const grid_point *points, uint32_t point_count,
                                const grid_edge *edges, uint32_t edge_count, memory *from,
                                memory_arena *out_arena, triangulation *out,
                                const watcher *progress, wend_error *error);

/* Convex polygons, each a union of triangles of one region, made by removing edges (Hertel and
 * Mehlhorn 1985). Their number is at most four times the minimum. */
typedef struct convex_parts {
    uint32_t *starts; /* part_count + 1 indices into `corners` */
    uint32_t part_count;
    uint32_t *corners;    /* indices of points, counter-clockwise */
    uint32_t *neighbours; /* for corner i: the part beyond the edge from corner i to the next
                             corner, or TRIANGULATE_NONE */
    uint32_t *regions;    /* for each part: its region */
} convex_parts;

/* Merges triangles into convex parts. The result is allocated in `out_arena`; WEND_ERROR_MEMORY is
 * the only failure.
 *
 * `regions` gives a region number for each triangle; TRIANGULATE_NONE excludes the triangle.
 * Triangles of different regions are not merged, but they are neighbours, even across fixed edges.
 * A fixed edge between two triangles of the same region is a free-standing wall: there is no
 * neighbour across it.
 *
 * If `passable` is not NULL, it decides which fixed edges are walls, even between different
 * regions. It has a flag for edge i of each triangle, at index 3 * triangle + i; a fixed edge is a
 * wall if its flags in both triangles are false.
 *
 * Fixed edges always stay edges. Where the border of a part runs straight through a corner, the
 * corner is removed from the parts on both sides, unless one of these changes there: the part
 * across the border, whether the edge is fixed, or whether it is a wall. So neighbours share the
 * same edge, and a part may have a corner of 180 degrees. No two of the resulting parts could be
 * merged. */
wend_result convex_merge(const grid_point *points, const triangulation *from_triangles,
                         const uint32_t *regions, const bool *passable, memory *from,
                         memory_arena *out_arena, convex_parts *out, wend_error *error);
/* Like convex_merge, but reports progress, and fails with WEND_ERROR_CANCELLED if cancelled.
 * `progress` may be NULL. */
wend_result convex_merge_watched(const grid_point *points, const triangulation *from_triangles,
                                 const uint32_t *regions, const bool *passable, memory *from,
                                 memory_arena *out_arena, convex_parts *out,
                                 const watcher *progress, wend_error *error);

#endif
