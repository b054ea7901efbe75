/* Finds tangents to vertex chains. A chain turns right by less than half a circle in total. If a
 * given point is compared with each edge of the chain in turn, the side on which it lies therefore
 * changes only once, and bisection finds where. Cost: O(log n). */
#include "plan/polyanya/chains.h"

#include "geom/point.h"

uint32_t chain_leave(const chain *c, uint32_t low, uint32_t high, wend_point to) {
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        wend_point a = point_wide(c->points[middle]), b = point_wide(c->points[middle + 1]);
        double side = point_turn(a, b, to);
        if (c->along ? side >= 0.0 : side <= 0.0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

uint32_t chain_meet(const chain *c, wend_point from) {
    uint32_t low = 0, high = c->count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        wend_point a = point_wide(c->points[middle]), b = point_wide(c->points[middle + 1]);
        double side = point_turn(a, b, from);
        if (c->along ? side <= 0.0 : side > 0.0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
