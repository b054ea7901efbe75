/* geom/polygon.h: area, winding, containment and simplicity of rings of points. The last point of a
 * ring is joined to the first. */
#ifndef GEOM_POLYGON_H
#define GEOM_POLYGON_H

#include "base/memory.h"

#include <wend/base.h>

/* Returns the area, positive if the ring runs counter-clockwise. */
double polygon_area(const wend_vec2 *points, uint32_t count);

/* Does the same for points in double precision. Computes with points relative to the first, so that
 * the area of a ring far from the origin stays accurate. */
double polygon_area_wide(const wend_point *points, uint32_t count);

/* Returns the centroid of a simple ring with a non-zero area. */
wend_vec2 polygon_centre(const wend_vec2 *points, uint32_t count);

/* Returns 1 for a simple ring that runs counter-clockwise, -1 for a clockwise one. Exact. */
int polygon_winding(const wend_vec2 *points, uint32_t count);

/* Returns 1 if p lies inside the simple ring, 0 if p lies on it, and -1 if p lies outside. Exact;
 * checks every edge. */
int polygon_contains(const wend_vec2 *points, uint32_t count, wend_vec2 p);

/* Returns 1 for a counter-clockwise convex ring, -1 for a clockwise one, and 0 for a ring that is
 * not convex or has no area. Exact; O(count^2), for the few points of a goal or an obstacle. */
int polygon_convex_winding(const wend_vec2 *points, uint32_t count);

/* True if the closed segment ab has a point in common with the closed convex polygon, whose points
 * run counter-clockwise. Exact. */
bool polygon_convex_meets(const wend_vec2 *points, uint32_t count, wend_vec2 a, wend_vec2 b);

typedef enum polygon_fault {
    POLYGON_SIMPLE = 0,
    POLYGON_REPEATS, /* a point equals the previous one */
    POLYGON_FOLDS,   /* an edge runs back over the previous one */
    POLYGON_TOUCHES, /* two edges that are not consecutive meet */
    POLYGON_NO_MEMORY
} polygon_fault;

/* Finds a vertex that equals the previous one, or at which the next edge folds back over the
 * previous edge, and stores the index of the vertex in *where. Returns POLYGON_SIMPLE if there is
 * no such vertex. If `closed` is true, the last point is joined to the first. */
polygon_fault polygon_check_corners(const wend_vec2 *points, uint32_t count, bool closed,
                                    uint32_t *where);

/* Checks that the ring is simple: its edges meet only where one follows the other. If not, stores
 * in *where the first faulty vertex, or the start of the first faulty edge. Exact. */
polygon_fault polygon_check_simple(const wend_vec2 *points, uint32_t count, uint32_t *where,
                                   memory *source);

#endif
