/* plan/route/legs.h: checks whether a route is still open after a door or class has been switched.
 */
#ifndef PLAN_ROUTE_LEGS_H
#define PLAN_ROUTE_LEGS_H

#include <wend/model.h>

/* True if the straight line between two locations is open. It is blocked if a closed door is nearer
 * to the line than `radius`, or if an active obstacle class stops a disc that could move along the
 * line with class 0 only. */
bool legs_is_line_open(const wend_view *view, wend_location from, wend_location to, float radius);

/* True if a closed door is nearer to the straight line between two locations than `radius`. */
bool legs_meet_door(const wend_view *view, wend_location from, wend_location to, double radius);

/* True if a planner keeps the straight line between two points of the path of body `index`: the
 * path is an indicative route, and neither a wall, a door, an obstacle that stands still nor
 * terrain that is forbidden for the agent blocks the line. */
bool legs_is_drawn(const wend_view *view, uint32_t index, wend_location from, wend_location to);

/* True if the route of body `index` is still open. This covers the legs to the points that the body
 * has not passed yet, and the last leg to its goal. Planners whose routes have points call this
 * after a door or class has been switched. */
bool legs_is_route_open(const wend_view *view, uint32_t index, const wend_route *route);

#endif
