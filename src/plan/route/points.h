/* plan/route/points.h: points of a route as they are gathered. */
#ifndef PLAN_ROUTE_POINTS_H
#define PLAN_ROUTE_POINTS_H

#include <wend/model.h>

/* In scratch memory, so it lives as long as the call of the planner. */
typedef struct route_points {
    wend_route_point *items;
    uint32_t count, room;
} route_points;

/* Appends points; false when memory ran out. O(count), on average. */
bool points_append(const wend_view *view, uint32_t worker, route_points *to,
                   const wend_route_point *points, uint32_t count);

#endif
