/* Computes where segments cross links between layers: see links.h. The side of a link on which a
 * point lies is decided exactly; positions along the segment are computed in double precision.
 * Cost: O(1). */
#include "step/links.h"

#include <wend/world.h>

#include "geom/predicates.h"

uint32_t link_entered(wend_link link, uint32_t layer, wend_vec2 from, wend_vec2 to) {
    bool left = link.left_layer == layer;
    int sign = left ? 1 : -1;
    bool enters = (left || link.right_layer == layer) &&
                  sign * predicate_orient(link.a, link.b, to) < 0 &&
                  sign * predicate_orient(link.a, link.b, from) >= 0 &&
                  predicate_segments_meet(from, to, link.a, link.b);
    return !enters ? WEND_NONE : left ? link.right_layer : link.left_layer;
}

double link_cut(wend_link link, wend_vec2 from, wend_vec2 to) {
    double x = (double)link.b.x - (double)link.a.x, y = (double)link.b.y - (double)link.a.y;
    double before =
        x * ((double)from.y - (double)link.a.y) - y * ((double)from.x - (double)link.a.x);
    double after = x * ((double)to.y - (double)link.a.y) - y * ((double)to.x - (double)link.a.x);
    return before != after ? before / (before - after) : 0.0;
}
