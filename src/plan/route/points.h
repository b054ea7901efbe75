/* plan/route/points.h: a growing list of the points of a route. */
#ifndef PLAN_ROUTE_POINTS_H
#define PLAN_ROUTE_POINTS_H

#include <wend/model.h>

/* The list is in scratch memory, so it is valid only during one call of the planner. */
typedef struct route_points {
    wend_route_point *items;
    uint32_t count, room;
} route_points;

/* Appends points. Returns false when out of memory. Amortised cost: O(count). */
bool points_append(const wend_view *view, uint32_t worker, route_points *to,
                   const wend_route_point *points, uint32_t count);

#endif
