/* plan/terrain/parts.h: parts of segments that become portals on weighted ground. */
#ifndef PLAN_TERRAIN_PARTS_H
#define PLAN_TERRAIN_PARTS_H

#include "plan/route/portals.h"
#include "plan/terrain/lane.h"

/* m: portals end this far from the edges of their triangles, so that rounding does not move them
 * into other triangles. */
#define PARTS_SLACK 0.01

/* A convex function on a segment a-b, as a function of the fraction t. */
typedef struct convex {
    wend_point a, b;
    wend_point before, after; /* of the way by the segment */
    double weight_before, weight_after;
    const wend_region *region; /* if not NULL: the function is the distance to it */
} convex;

/* Returns the value of the function at a fraction. */
double parts_evaluate(const convex *f, double t);

/* Returns the part of the segment around fraction `at` where the function is at most `limit`, its
 * value at `at` or more; the part extends at least `least` (m) to either side, up to the ends of
 * the segment. */
portal_part parts_within(const convex *f, double at, double limit, double least);

/* Returns the part of the segment a -> b, around its middle, that lies in a triangle. */
portal_part parts_in_triangle(const navmesh_level *level, uint32_t triangle, wend_point a,
                              wend_point b);

/* Writes a portal for an agent of a radius (m), cut to where closed doors and obstacles that stand
 * still leave room. If the ground beyond an end costs more than that of the portal, the portal ends
 * a radius before it, so that the agent does not touch it, or keeps at least a fifth of its width.
 */
wend_portal parts_write(const search_ground *ground, double radius, const lane_portal *p);

#endif
