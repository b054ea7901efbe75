/* plan/route/portals.h: the way portals that a polyline passes. */
#ifndef PLAN_ROUTE_PORTALS_H
#define PLAN_ROUTE_PORTALS_H

#include "plan/polyanya/search.h"

/* A part of the segment a -> b, as fractions of it. */
typedef struct portal_part {
    double low, high;
} portal_part;

/* The part of a -> b around the place at fraction `at`, which lies on a layer, in which the centre
 * of a disc may be: no wall of the classes that are on, of a closed door, or of an obstacle that
 * stands still, is nearer than its radius. Where the place itself is too near, what is nearest to
 * it in the radius that it has. Looks no farther than PORTAL_REACH. */
portal_part portal_free_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius);

/* The portal of that part of right -> left. */
wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius);

/* The portal at a place on the way from one point to another: it halves the corner there, unless
 * that is so sharp that the portal would lie along the path. False where there is no direction. */
bool portal_across(const wend_view *view, wend_vec2 from, wend_location at, wend_vec2 next,
                   double radius, wend_portal *out);

/* The part of a -> b that is nearer than `radius` to the segment p -> q; low > high if none is. */
portal_part portal_taken_part(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q, double radius);

/* The clearance, not measured yet, of a point that is to be passed for its own sake. */
#define PORTALS_WANTED (-1.0F)

/* The edges of level 0 that the polyline from `start` crosses, cut to that part, in scratch memory;
 * at most WEND_MAX_PATH; among them, across the way, portals at the points with PORTALS_WANTED.
 * NULL with *count > 0 when memory ran out. */
wend_portal *portals_of(const search_ground *ground, wend_location start,
                        const wend_route_point *points, uint32_t point_count, double radius,
                        uint32_t *count);

#endif
