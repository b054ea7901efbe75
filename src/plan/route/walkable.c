/* Moves the ends of a path onto walkable ground. Cost: two queries of the space. */
#include "plan/route/walkable.h"

wend_location walkable_snap(const wend_view *view, wend_location location, float reach) {
    if (location.layer >= wend_space_layer_count(view->space) ||
        wend_space_is_walkable(view->space, location, view->classes)) {
        return location;
    }
    wend_wall_hit hit = wend_space_find_closest_wall(view->space, location, reach, view->classes);
    return hit.wall == WEND_NO_WALL ? location : (wend_location){hit.point, location.layer};
}
