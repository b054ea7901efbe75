/* String pulling by the funnel algorithm of D. T. Lee and F. P. Preparata, "Euclidean shortest
 * paths in the presence of rectilinear barriers" (1984). Each portal narrows the funnel. Where one
 * side crosses the other, the path turns, and the funnel starts again behind that turning point.
 * O(n) portals are visited where turning points lie close to each other; O(n^2) at worst. */
#include "plan/route/funnel.h"

#include "geom/point.h"

static wend_route_point bend_at(wend_point p, uint32_t layer) {
    return (wend_route_point){{(float)p.x, (float)p.y}, 0.0F, layer};
}

uint32_t taut_pull(wend_point apex, const taut_gate *gates, uint32_t count, wend_route_point *out) {
    uint32_t bends = 0, left_at = 0, right_at = 0;
    wend_point left = apex, right = apex;
    for (uint32_t i = 0; i < count; i++) {
        if (point_turn(apex, right, gates[i].right) >= 0.0) {
            if (point_equal(apex, right) || point_equal(apex, left) ||
                point_turn(apex, left, gates[i].right) < 0.0) {
                right = gates[i].right;
                right_at = i;
            } else {
                out[bends++] = bend_at(left, gates[left_at].layer);
                apex = right = left;
                i = right_at = left_at;
                continue;
            }
        }
        if (point_turn(apex, left, gates[i].left) <= 0.0) {
            if (point_equal(apex, left) || point_equal(apex, right) ||
                point_turn(apex, right, gates[i].left) > 0.0) {
                left = gates[i].left;
                left_at = i;
            } else {
                out[bends++] = bend_at(right, gates[right_at].layer);
                apex = left = right;
                i = left_at = right_at;
            }
        }
    }
    return bends;
}
