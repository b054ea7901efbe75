/* geom/polygon.h: area, winding, containment and simplicity of rings of points, the last point
 * joined to the first. */
#ifndef GEOM_POLYGON_H
#define GEOM_POLYGON_H

#include "base/memory.h"

#include <wend/base.h>

/* Returns the area, positive if the ring runs counter-clockwise. */
double polygon_area(const wend_vec2 *points, uint32_t count);

/* Does the same for points in double precision. Sums relative to the first point, so that the area
 * of a ring far from the origin stays accurate. */
double polygon_area_wide(const wend_point *points, uint32_t count);

/* Returns the centroid of a simple ring with a non-zero area. */
wend_vec2 polygon_centre(const wend_vec2 *points, uint32_t count);

/* Returns 1 for a simple ring that runs counter-clockwise, -1 for a clockwise one. Exact. */
int polygon_winding(const wend_vec2 *points, uint32_t count);

/* Returns 1 if p lies inside the simple ring, 0 on it, -1 outside. Exact; checks every edge. */
int polygon_contains(const wend_vec2 *points, uint32_t count, wend_vec2 p);

/* Returns 1 for a convex ring with an area that runs counter-clockwise, -1 for a clockwise one, 0
 * for any other. Exact; O(count^2), for the few points of a goal or an obstacle. */
int polygon_convex_winding(const wend_vec2 *points, uint32_t count);

typedef enum polygon_fault {
    POLYGON_SIMPLE = 0,
    POLYGON_REPEATS, /* a point equals the one before it */
    POLYGON_FOLDS,   /* an edge runs back over the one before it */
    POLYGON_TOUCHES, /* two edges that are not neighbours meet */
    POLYGON_NO_MEMORY
} polygon_fault;

/* Finds a repeated point or a fold at a vertex and stores its index in *where. Returns
 * POLYGON_SIMPLE if there is none. With `closed`, the last point is joined to the first. */
polygon_fault polygon_check_corners(const wend_vec2 *points, uint32_t count, bool closed,
                                    uint32_t *where);

/* Checks that the ring is simple: its edges meet only where they follow each other. Otherwise
 * *where is the first vertex, or the start of the first edge, at fault. Exact. */
polygon_fault polygon_check_simple(const wend_vec2 *points, uint32_t count, uint32_t *where,
                                   memory *source);

#endif
