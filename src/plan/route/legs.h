/* plan/route/legs.h: whether doors and switched obstacles leave the legs of a way open. */
#ifndef PLAN_ROUTE_LEGS_H
#define PLAN_ROUTE_LEGS_H

#include <wend/model.h>

/* Whether no closed door comes nearer than `radius` to the straight way, and no obstacle that can
 * be switched stands in it for a disc that class 0 alone lets through. */
bool legs_is_open(const wend_view *view, wend_location from, wend_location to, float radius);

/* Whether the points that body `index` has not passed yet, and its goal behind them, are still open
 * to it: what planners with points on the way say when something was switched. */
bool legs_hold(const wend_view *view, uint32_t index, const wend_route *route);

#endif
