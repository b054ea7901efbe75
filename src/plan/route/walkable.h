/* plan/route/walkable.h: moves the ends of a path onto walkable ground. */
#ifndef PLAN_ROUTE_WALKABLE_H
#define PLAN_ROUTE_WALKABLE_H

#include <wend/model.h>

/* Returns a location on the walkable ground: the location itself or, if it is inside a solid, the
 * nearest point of a wall at most `reach` m away. If there is none, returns the location itself. */
wend_location walkable_snap(const wend_view *view, wend_location location, float reach);

#endif
