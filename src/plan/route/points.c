/* Collects the points of a route. */
#include "plan/route/points.h"

#include <string.h>

bool points_append(const wend_view *view, uint32_t worker, route_points *to,
                   const wend_route_point *points, uint32_t count) {
    if (to->count + count > to->room) {
        uint32_t room = 2 * (to->count + count);
        wend_route_point *larger = wend_view_scratch(view, worker, room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        if (to->count > 0) {
            memcpy(larger, to->items, to->count * sizeof *larger);
        }
        to->items = larger;
        to->room = room;
    }
    if (count > 0) {
        memcpy(to->items + to->count, points, count * sizeof *points);
    }
    to->count += count;
    return true;
}
