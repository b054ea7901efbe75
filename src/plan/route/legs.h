/* plan/route/legs.h: checks whether a route is still open after a door or class was switched. */
#ifndef PLAN_ROUTE_LEGS_H
#define PLAN_ROUTE_LEGS_H

#include <wend/model.h>

/* True if no closed door is nearer than `radius` to the straight line, and no active obstacle class
 * blocks a disc there that would get through with class 0 only. */
bool legs_is_line_open(const wend_view *view, wend_location from, wend_location to, float radius);

/* True if the points that body `index` has not passed yet, and its goal after them, are still open
 * to it. Planners whose routes have points call it after a door or class was switched. */
bool legs_is_route_open(const wend_view *view, uint32_t index, const wend_route *route);

#endif
