/* Where straight lines meet walls and links.
 *
 * Cost: one visibility check, or a scan of the links of a layer; 30 visibility checks to find the
 * wall that blocks a line. */
#include "build/cross.h"
#include "geom/predicates.h"
#include "geom/vec.h"

enum { HALVINGS = 30 };

/* ---- Walls ----------------------------------------------------------------------------------- */

bool cross_is_line_open(const wend_space *space, wend_location from, wend_vec2 to) {
    wend_location end = {to, wend_space_layer_after(space, from, to)};
    return wend_space_is_visible(space, from, end, 0.0F, 1);
}

wend_vec2 cross_find_wall(const wend_space *space, wend_location from, wend_vec2 to) {
    float open_share = 0.0F, blocked_share = 1.0F;
    for (int i = 0; i < HALVINGS; i++) {
        float middle = (open_share + blocked_share) / 2.0F;
        if (cross_is_line_open(space, from, vec_lerp(from.position, to, middle))) {
            open_share = middle;
        } else {
            blocked_share = middle;
        }
    }
    return vec_lerp(from.position, to, blocked_share);
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* Returns a value that is positive on the side of a link where a layer's ground lies. The value is
 * proportional to the distance from the link's line; use it only for comparisons. */
static double own_side(const wend_link *link, uint32_t layer, wend_vec2 p) {
    double x = (double)link->b.x - (double)link->a.x, y = (double)link->b.y - (double)link->a.y;
    double side = x * ((double)p.y - (double)link->a.y) - y * ((double)p.x - (double)link->a.x);
    return layer == link->left_layer ? side : -side;
}

const wend_link *cross_find_link(const wend_space *space, wend_location from, wend_vec2 to,
                                 double *share) {
    const uint32_t *links;
    uint32_t count = space_links_of(space, from.layer, &links);
    const wend_link *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const wend_link *link = &space->links[links[i]];
        int sign = from.layer == link->left_layer ? 1 : -1;
        if (sign * predicate_orient(link->a, link->b, from.position) < 0 ||
            sign * predicate_orient(link->a, link->b, to) >= 0 ||
            !predicate_segments_meet(from.position, to, link->a, link->b)) {
            continue;
        }
        double before = own_side(link, from.layer, from.position);
        double behind = own_side(link, from.layer, to);
        double at = before > 0.0 ? before / (before - behind) : 0.0;
        if (first == NULL || at < *share) {
            first = link;
            *share = at;
        }
    }
    return first;
}
