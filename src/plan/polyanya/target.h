/* plan/polyanya/target.h: the target of a search. It is a convex region, or the part of such a
 * region in one polygon. */
#ifndef PLAN_POLYANYA_TARGET_H
#define PLAN_POLYANYA_TARGET_H

#include <wend/model.h>

#include "map/navmesh/navmesh.h"

enum { TARGET_POINTS = 96 };

/* A convex region, given by its corners, counter-clockwise. One corner makes it a point, two make
 * it a segment. */
typedef struct target {
    wend_point points[TARGET_POINTS];
    uint32_t count;
    uint32_t layer;
    wend_point low, high; /* bounding box */
    wend_point centre;
    double radius;    /* m: radius of a disc around the centre that contains the target */
    uint32_t polygon; /* if not NAVMESH_NONE, the target counts as lying in this polygon, wherever
                         it is */
} target;

/* Returns a target that is a point; `polygon` may be NAVMESH_NONE. */
target target_at(wend_vec2 point, uint32_t layer, uint32_t polygon);

/* Returns the target for a goal's region (not a direction), grown by `margin` on all sides. A disc
 * is approximated by an inscribed polygon of 16 corners. The margin is approximated by an octagon
 * that is inscribed in a disc of radius `margin`. */
target target_of(const wend_region *region, uint32_t layer, double margin);

/* The half-plane to the left of the line from a to b. */
typedef struct target_side {
    double ax, ay, bx, by;
} target_side;

/* Clips a region, given by its points, to the half-plane on the left of the line; the line itself
 * is included. Returns the number of points of the result. */
uint32_t target_cut(wend_point *points, uint32_t count, target_side side);

/* Finds the part of the target that lies in a polygon of a level. `out` has room for TARGET_POINTS.
 * Returns the number of points, 0 if there are none. */
uint32_t target_in_polygon(const target *to, const navmesh_level *level, uint32_t polygon,
                           wend_point *out);

/* Finds the point of a convex region (count > 0) that is nearest to `from`. Returns the distance
 * (m) between the two. */
double target_nearest(const wend_point *points, uint32_t count, wend_point from, wend_point *out);

#endif
