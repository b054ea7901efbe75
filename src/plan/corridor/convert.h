/* plan/corridor/convert.h: gives routes of other planners the corridor around them. */
#ifndef PLAN_CORRIDOR_CONVERT_H
#define PLAN_CORRIDOR_CONVERT_H

#include <wend/model.h>

/* Adds a route again for body `index`, with the corridor of the first corridor map around its
 * polyline. If the polyline crosses a wall, or is too narrow for the body, nothing is added and the
 * route has no corridor. Returns false when out of memory. */
bool corridor_convert(const wend_view *view, uint32_t worker, uint32_t index,
                      const wend_route *route, wend_route_sink *sink);

#endif
