/* plan/route/legs.h: checks whether doors and obstacle classes leave the legs of a route open. */
#ifndef PLAN_ROUTE_LEGS_H
#define PLAN_ROUTE_LEGS_H

#include <wend/model.h>

/* True if no closed door is nearer than `radius` to the straight line, and no active obstacle class
 * blocks it for a disc that class 0 on its own lets through. */
bool legs_is_open(const wend_view *view, wend_location from, wend_location to, float radius);

/* True if the points that body `index` has not passed yet, and its goal after them, are still open
 * to it. Planners whose routes have points call it after a door or class was switched. */
bool legs_are_open(const wend_view *view, uint32_t index, const wend_route *route);

#endif
