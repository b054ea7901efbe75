/* Checks whether points and discs are on walkable ground, in the user's coordinates. */
#include "place/ground.h"
#include "geom/segment.h"
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

/* True if a link at the edge of a location's layer is within `reach` (m) of the location. At a
 * link, the ground ends without a wall. */
static bool is_near_link(const wend_space *space, wend_location at, float reach) {
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        bool is_of_layer = link.left_layer == at.layer || link.right_layer == at.layer;
        if (is_of_layer && segment_point_distance(at.position, link.a, link.b) <= (double)reach) {
            return true;
        }
    }
    return false;
}

bool ground_is_blocked(const placement_ground *ground, wend_point point, uint32_t layer,
                       double reach) {
    wend_location at = {wend_space_to_local(ground->space, point), layer};
    float limit = nextafterf((float)reach, INFINITY);
    return ground_is_in_range(ground->space, point) &&
           !wend_space_is_walkable(ground->space, at, ground->classes) &&
           wend_space_clearance(ground->space, at, limit, ground->classes) >= limit &&
           !is_near_link(ground->space, at, limit);
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
