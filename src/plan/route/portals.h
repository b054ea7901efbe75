/* plan/route/portals.h: portals, cut to the part that the centre of a disc may cross. */
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

/* Does the same, and sets *depends to true if the result also depends on `at`; otherwise it is the
 * same for every fraction in the part with an equal portal_search_centre. */
portal_part portal_find_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius, bool *depends);

/* Returns the fraction of a segment around which its walls are searched: its middle or, if the
 * segment is longer than twice PORTAL_REACH, the nearest of several points on it. It is the same
 * for all paths that cross the segment nearby, so that they have the same portal. */
double portal_search_centre(wend_vec2 a, wend_vec2 b, double at);

/* Returns the part of the segment right -> left that portal_free_part finds, as a portal. */
wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius);

/* Cuts a part of the segment a -> b around fraction `at`, which lies in the part, to where walls of
 * closed doors and of obstacles that stand still are at least `radius` away. The result contains
 * `at`, even if such a wall is nearer to it. */
portal_part portal_clip_to_overlay(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                                   double at, double radius, portal_part part);

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

#endif
