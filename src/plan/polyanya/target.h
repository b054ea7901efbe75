/* plan/polyanya/target.h: the target of a search: a convex region, or the part of it in one
 * polygon. */
#ifndef PLAN_POLYANYA_TARGET_H
#define PLAN_POLYANYA_TARGET_H

#include <wend/model.h>

#include "map/navmesh/navmesh.h"

enum { TARGET_POINTS = 96 };

/* A convex region as points, counter-clockwise: one is a point, two are a segment. */
typedef struct target {
    wend_point points[TARGET_POINTS];
    uint32_t count;
    uint32_t layer;
    wend_point low, high; /* bounding box */
    wend_point centre;
    double radius;    /* of a disc around the centre that contains the target */
    uint32_t polygon; /* if not NAVMESH_NONE, the target counts as part of this polygon, wherever it
                         lies */
} target;

/* Returns a target that is a point; `polygon` may be NAVMESH_NONE. */
target target_at(wend_vec2 point, uint32_t layer, uint32_t polygon);

/* Returns the target for a goal's region (not a direction), grown by `margin` on all sides. Discs
 * become inscribed polygons of 16 corners, margins inscribed octagons. */
target target_of(const wend_region *region, uint32_t layer, double margin);

/* The half-plane left of the line from a to b. */
typedef struct target_side {
    double ax, ay, bx, by;
} target_side;

/* Cuts the points of a region down to what lies left of the line, or on it. */
uint32_t target_cut(wend_point *points, uint32_t count, target_side side);

/* Finds the part of the target in a polygon of a level; `out` has room for TARGET_POINTS. Returns
 * its count of points, 0 if there is none. */
uint32_t target_in_polygon(const target *to, const navmesh_level *level, uint32_t polygon,
                           wend_point *out);

/* Finds the point of a convex region (count > 0) nearest to `from`. Returns the distance. */
double target_nearest(const wend_point *points, uint32_t count, wend_point from, wend_point *out);

#endif
