/* String pulling by the funnel algorithm of D. T. Lee and F. P. Preparata, "Euclidean shortest
 * paths in the presence of rectilinear barriers" (1984). Each portal narrows the funnel. Where one
 * side crosses the other, the path turns, and the funnel starts again behind that turning point.
 * The portals between the turning point and the portal at which it was found are visited again.
 * Cost: O(n) for n portals if each turning point is found soon after it is passed; O(n^2) in the
 * worst case. */
#include "plan/route/funnel.h"

#include "geom/point.h"

static wend_route_point turning_point_at(wend_point p, uint32_t layer) {
    return (wend_route_point){{(float)p.x, (float)p.y}, 0.0F, layer};
}

uint32_t funnel_pull(wend_point apex, const funnel_portal *portals, uint32_t count,
                     wend_route_point *out) {
    uint32_t turning_point_count = 0, left_at = 0, right_at = 0;
    wend_point left = apex, right = apex;
    for (uint32_t i = 0; i < count; i++) {
        if (point_turn(apex, right, portals[i].right) >= 0.0) {
            if (point_equal(apex, right) || point_equal(apex, left) ||
                point_turn(apex, left, portals[i].right) < 0.0) {
                right = portals[i].right;
                right_at = i;
            } else {
                out[turning_point_count++] = turning_point_at(left, portals[left_at].layer);
                apex = right = left;
                i = right_at = left_at;
                continue;
            }
        }
        if (point_turn(apex, left, portals[i].left) <= 0.0) {
            if (point_equal(apex, left) || point_equal(apex, right) ||
                point_turn(apex, right, portals[i].left) > 0.0) {
                left = portals[i].left;
                left_at = i;
            } else {
                out[turning_point_count++] = turning_point_at(right, portals[right_at].layer);
                apex = left = right;
                i = left_at = right_at;
            }
        }
    }
    return turning_point_count;
}
