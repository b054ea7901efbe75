/* Tangents to chains. The vertices of a chain turn right by less than half a circle, so that the
 * side of its edges on which a place lies changes once: halving finds where. O(log n). */
#include "plan/polyanya/chains.h"

/* Positive when c lies left of a -> b. */
static double turn(wend_vec2 a, wend_vec2 b, target_point c) {
    double bx = (double)b.x - (double)a.x, by = (double)b.y - (double)a.y;
    return bx * (c.y - (double)a.y) - by * (c.x - (double)a.x);
}

uint32_t chain_leave(const chain *c, uint32_t low, uint32_t high, target_point to) {
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        double side = turn(c->points[middle], c->points[middle + 1], to);
        if (c->along ? side >= 0.0 : side <= 0.0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

uint32_t chain_meet(const chain *c, wend_vec2 from) {
    target_point place = {(double)from.x, (double)from.y};
    uint32_t low = 0, high = c->count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        double side = turn(c->points[middle], c->points[middle + 1], place);
        if (c->along ? side <= 0.0 : side > 0.0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}
