/* plan/polyanya/target.h: what a search looks for: a convex region, or the part of it in one
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
    wend_point low, high; /* its box */
    wend_point centre;
    double radius;    /* of a disc around the centre that holds it */
    uint32_t polygon; /* NAVMESH_NONE, or the one that it counts as part of, wherever it lies */
} target;

/* A point; `polygon` may be NAVMESH_NONE. */
target target_at(wend_vec2 point, uint32_t layer, uint32_t polygon);

/* A goal's region (not a direction), grown by `margin` on all sides. Discs are taken as inscribed
 * polygons of 16 corners, margins as inscribed octagons. */
target target_of(const wend_region *region, uint32_t layer, double margin);

/* The half-plane left of the line from a to b. */
typedef struct target_side {
    double ax, ay, bx, by;
} target_side;

/* Cuts the points of a region down to what lies left of the line, or on it. */
uint32_t target_cut(wend_point *points, uint32_t count, target_side side);

/* What of the target lies in a polygon of a level: 0 if nothing. `out` has TARGET_POINTS. */
uint32_t target_in_polygon(const target *to, const navmesh_level *level, uint32_t polygon,
                           wend_point *out);

/* The point of a convex region (count > 0) nearest to a place; returns the distance. */
double target_nearest(const wend_point *points, uint32_t count, wend_point from, wend_point *out);

#endif
