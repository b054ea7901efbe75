/* plan/route/portals.h: the way portals that a polyline passes. */
#ifndef PLAN_ROUTE_PORTALS_H
#define PLAN_ROUTE_PORTALS_H

#include "plan/polyanya/search.h"

/* A part of the segment a -> b, as two fractions of its length. */
typedef struct portal_part {
    double low, high;
} portal_part;

/* Finds the part of the segment a -> b, around fraction `at`, where the centre of a disc may be.
 * There, every wall on the layer must be at least `radius` away. Walls are those of active classes,
 * of closed doors and of obstacles that stand still. If the point at `at` is itself too close to a
 * wall, its distance to that wall is used instead of the radius. Looks no farther than
 * PORTAL_REACH. */
portal_part portal_free_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius);

/* Returns the part of the segment right -> left that portal_free_part finds, as a portal. */
wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius);

/* Finds the portal across a path at the point `at`, between the points `from` and `next`. The
 * portal bisects the angle of the path there, unless the turn is so sharp that the portal would lie
 * along the path. Returns false if the path has no direction there. */
bool portal_across(const wend_view *view, wend_vec2 from, wend_location at, wend_vec2 next,
                   double radius, wend_portal *out);

/* Returns the part of the segment a -> b with a distance of less than `radius` to the segment p ->
 * q. If there is no such part, `low` is greater than `high` in the result. */
portal_part portal_covered_part(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q, double radius);

/* Stored instead of the clearance of a path point that needs its own portal. The clearance has not
 * been measured yet. */
#define PORTALS_WANTED (-1.0F)

/* Finds the portals of a polyline that begins at `start`: the edges of level 0 that it crosses, cut
 * to their free part, and portals across the path at points whose clearance is PORTALS_WANTED. The
 * portals are in scratch memory, at most WEND_MAX_PATH of them. When out of memory, returns NULL
 * and sets *count above 0. */
wend_portal *portals_find(const search_ground *ground, wend_location start,
                          const wend_route_point *points, uint32_t point_count, double radius,
                          uint32_t *count);

#endif
