/* plan/route/portals.h: the way portals that a polyline passes. */
#ifndef PLAN_ROUTE_PORTALS_H
#define PLAN_ROUTE_PORTALS_H

#include "plan/polyanya/search.h"

/* A part of the segment a -> b, as fractions of it. */
typedef struct portal_part {
    double low, high;
} portal_part;

/* Finds the part of a -> b around fraction `at`, on a layer, in which the centre of a disc may be:
 * no wall of an active class, of a closed door or of an obstacle that stands still is nearer than
 * its radius. If the point at `at` itself is too near to a wall, its own distance replaces the
 * radius. Looks no farther than PORTAL_REACH. */
portal_part portal_free_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius);

/* Returns the portal of that part of right -> left. */
wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius);

/* Finds the portal across a path at a point between two others. It bisects the angle there, unless
 * the turn is so sharp that the portal would lie along the path. Returns false where there is no
 * direction. */
bool portal_across(const wend_view *view, wend_vec2 from, wend_location at, wend_vec2 next,
                   double radius, wend_portal *out);

/* Returns the part of a -> b that is nearer than `radius` to the segment p -> q; low > high if none
 * is. */
portal_part portal_covered_part(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q, double radius);

/* Clearance value, not measured yet, of a point that must be passed and needs its own portal. */
#define PORTALS_WANTED (-1.0F)

/* Finds the portals of the polyline from `start`: the edges of level 0 that it crosses, cut to
 * their free part, and portals across the path at points with PORTALS_WANTED. They are in scratch
 * memory, at most WEND_MAX_PATH. Returns NULL with *count > 0 when out of memory. */
wend_portal *portals_find(const search_ground *ground, wend_location start,
                          const wend_route_point *points, uint32_t point_count, double radius,
                          uint32_t *count);

#endif
