/* Checks whether points and discs are on walkable ground, in coordinates of the user. */
#include "place/ground.h"
#include <math.h>

bool ground_is_in_range(const wend_space *space, wend_point point) {
    wend_point origin = wend_space_origin(space);
    return fabs(point.x - origin.x) <= WEND_MAX_EXTENT &&
           fabs(point.y - origin.y) <= WEND_MAX_EXTENT;
}

bool ground_is_walkable(const placement_ground *ground, wend_point point, uint32_t layer) {
    wend_location at = {wend_space_to_local(ground->space, point), layer};
    return ground_is_in_range(ground->space, point) &&
           wend_space_is_walkable(ground->space, at, ground->classes);
}

bool ground_is_clear(const placement_ground *ground, wend_point point, uint32_t layer,
                     double radius) {
    wend_location at = {wend_space_to_local(ground->space, point), layer};
    float least = (float)radius;
    return ground_is_walkable(ground, point, layer) &&
           wend_space_clearance(ground->space, at, least, ground->classes) >= least;
}

bool ground_box(const wend_space *space, wend_point corners[2]) {
    wend_vec2 low, high;
    if (!wend_space_bounds(space, &low, &high)) {
        return false;
    }
    corners[0] = wend_space_from_local(space, low);
    corners[1] = wend_space_from_local(space, high);
    return true;
}
