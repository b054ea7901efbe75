/* step/ground/visible.h: the visible parts of a polyline, with the walls of the overlay. */
#ifndef STEP_GROUND_VISIBLE_H
#define STEP_GROUND_VISIBLE_H

#include <wend/model.h>

/* Which obstacles of the overlay hide something: all, or only those that block routes (closed doors
 * and stationary obstacles). */
typedef enum visible_obstacles { VISIBLE_ALL, VISIBLE_ROUTE_BLOCKERS } visible_obstacles;

/* Does the same as wend_view_visible_parts, with a choice of obstacles. */
uint32_t visible_parts(const wend_view *view, wend_location from, float radius,
                       const wend_location *points, uint32_t count, visible_obstacles obstacles,
                       wend_interval *out, uint32_t capacity);

#endif
