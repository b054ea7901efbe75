/* Finds the layers that a straight line passes, and the edges that block it for a point.
 *
 * A part of the line is blocked
 * - by a ring, if the part lies on the ring's solid side just before or just after it meets the
 *   ring. At an edge, the solid side is the right side. At a corner, it is the inside of the
 *   solid's angle, without the two edges. The angle is that of the whole ring, even if one of its
 *   edges is a link;
 * - by an open wall, if the line goes from one side of the chain to the other through an inner
 *   point of an edge, through a corner, or after running along some of its edges. The two ends of a
 *   chain do not block the line.
 *
 * Cost: O(links of the layer) to find the next link, O(1) to test an edge. */
#include "space/straight.h"

#include "base/error.h"
#include "geom/vec.h"

/* ---- Links along a line ---------------------------------------------------------------------- */

static bool is_crossed(const straight_crossed *list, uint32_t link) {
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->links[i] == link) {
            return true;
        }
    }
    return list->count == STRAIGHT_MAX_LINKS_AT_POINT;
}

/* True if the line starts left of the edge (or on its line), ends right of it and meets it. */
static bool crosses_link(const space_edge *e, predicate_segment segment) {
    return predicate_orient(e->a, e->b, segment.q) < 0 &&
           predicate_orient(e->a, e->b, segment.p) >= 0 &&
           predicate_orient(segment.p, segment.q, e->a) *
                   predicate_orient(segment.p, segment.q, e->b) <=
               0;
}

const space_edge *straight_next_link(const wend_space *space, uint32_t layer,
                                     predicate_segment segment, const straight_cut *enter,
                                     straight_crossed *list) {
    const space_layer *this_layer = &space->layers[layer];
    const space_edge *next = NULL;
    bool next_is_here = false;
    for (uint32_t i = 0; i < this_layer->link_count; ++i) {
        const space_edge *e = &space->edges[this_layer->link_edges[i]];
        if (!crosses_link(e, segment)) {
            continue;
        }
        predicate_line line = {e->a, e->b};
        int after = enter->before != 0 ? predicate_compare_cuts(segment, line, enter->line) : 1;
        if (after < 0 || (after == 0 && is_crossed(list, e->link))) {
            continue;
        }
        int order = next != NULL
                        ? predicate_compare_cuts(segment, line, (predicate_line){next->a, next->b})
                        : -1;
        if (order < 0 || (order == 0 && e->link < next->link)) {
            next = e;
            next_is_here = after == 0;
        }
    }
    if (next != NULL) {
        list->count = next_is_here ? list->count : 0;
        list->links[list->count++] = next->link;
    }
    return next;
}

uint32_t straight_layer_across(const wend_space *space, const space_edge *e, uint32_t layer) {
    const wend_link *link = &space->links[e->link];
    return link->left_layer == layer ? link->right_layer : link->left_layer;
}

uint32_t wend_space_layer_after(const wend_space *space, wend_location from, wend_vec2 to) {
    WEND_ASSERT(from.layer < space->layer_count);
    uint32_t layer = from.layer;
    if (space->link_count == 0 || !space_in_domain(from.position) || !space_in_domain(to)) {
        return layer;
    }
    float length = vec_length(vec_sub(to, from.position));
    if (length * 1.00001F < space_clearance_bound(space, layer, from.position)) {
        return layer;
    }
    predicate_segment segment = {from.position, to};
    straight_cut enter = {0};
    straight_crossed list = {.count = 0};
    for (;;) {
        const space_edge *e = straight_next_link(space, layer, segment, &enter, &list);
        if (e == NULL) {
            return layer;
        }
        layer = straight_layer_across(space, e, layer);
        enter = straight_cut_at(e);
    }
}

/* ---- Position on a part ---------------------------------------------------------------------- */

/* Where a point of the line lies relative to a part. */
typedef struct contact {
    bool within;        /* the point lies on the part or at one of its ends */
    bool before, after; /* whether the part continues before the point, and after it */
} contact;

/* Returns the contact for a point v on the line. */
static contact contact_at_point(const straight_query *s, const straight_part *part, wend_vec2 v) {
    contact c = {true, !vec_equal(v, s->segment.p), !vec_equal(v, s->segment.q)};
    if (part->enter.before != 0) {
        int side = part->enter.before * predicate_orient(part->enter.line.a, part->enter.line.b, v);
        c.before = side < 0;
        c.within = side <= 0;
    }
    if (part->leave.before != 0) {
        int side = part->leave.before * predicate_orient(part->leave.line.a, part->leave.line.b, v);
        c.after = side > 0;
        c.within = c.within && side >= 0;
    }
    return c;
}

/* Returns the contact for the point where the line meets an edge; p or q may lie on the edge. */
static contact contact_with_edge(const straight_query *s, const straight_part *part,
                                 const space_edge *e, int p_side, int q_side) {
    contact c = {true, p_side != 0, q_side != 0};
    predicate_line line = {e->a, e->b};
    if (part->enter.before != 0) {
        int order = predicate_compare_cuts(s->segment, line, part->enter.line);
        c.before = order > 0;
        c.within = order >= 0;
    }
    if (part->leave.before != 0) {
        int order = predicate_compare_cuts(s->segment, line, part->leave.line);
        c.after = order < 0;
        c.within = c.within && order <= 0;
    }
    return c;
}

/* ---- Radius 0 -------------------------------------------------------------------------------- */

/* Returns the side of the chain on which x lies, seen from the corner at the start of edge `e` (at
 * its end if `at_end` is true). */
static int corner_side(const wend_space *space, const space_edge *e, bool at_end, wend_vec2 x) {
    if (at_end) {
        return predicate_chain_side(e->a, e->b, space->edges[e->next].b, x);
    }
    return predicate_chain_side(space->edges[e->previous].a, e->a, e->b, x);
}

/* Follows a line that runs along an open wall from the corner e.a. Returns the side of the chain on
 * which the line leaves the wall, or 0 if the line ends first. */
static int side_after_run(const straight_query *s, const straight_part *part, const space_edge *e) {
    bool forward = predicate_orient(e->a, e->b, s->segment.q) == 0 &&
                   predicate_ahead(s->segment.q, e->a, e->b);
    const space_edge *along = forward ? e : &s->space->edges[e->previous];
    for (;;) {
        uint32_t beyond = forward ? along->next : along->previous;
        wend_vec2 corner = forward ? along->b : along->a;
        bool reached = predicate_on_segment(corner, s->segment.p, s->segment.q) &&
                       contact_at_point(s, part, corner).after &&
                       contact_at_point(s, part, corner).within;
        if (!reached || beyond == SPACE_NONE) {
            return 0;
        }
        int side = corner_side(s->space, along, forward, s->segment.q);
        if (side != 0) {
            return side;
        }
        along = &s->space->edges[beyond];
    }
}

/* True if the corner e.a, which lies on the line, blocks the line. */
static bool corner_blocks(const straight_query *s, const straight_part *part, const space_edge *e) {
    if (e->previous == SPACE_NONE) {
        return false;
    }
    contact c = contact_at_point(s, part, e->a);
    if (!c.within) {
        return false;
    }
    int p_side = c.before ? corner_side(s->space, e, false, s->segment.p) : 0;
    int q_side = c.after ? corner_side(s->space, e, false, s->segment.q) : 0;
    if (e->one_sided) {
        return p_side < 0 || q_side < 0;
    }
    if (p_side != 0 && c.after && q_side == 0) {
        q_side = side_after_run(s, part, e);
    }
    return p_side * q_side < 0;
}

/* True if the bounding boxes of the line and an edge have no point in common. Most edges near a
 * line are beside or beyond it, and this is found without a predicate. */
static bool is_apart(predicate_segment line, const space_edge *e) {
    return (e->a.x < line.p.x && e->a.x < line.q.x && e->b.x < line.p.x && e->b.x < line.q.x) ||
           (e->a.x > line.p.x && e->a.x > line.q.x && e->b.x > line.p.x && e->b.x > line.q.x) ||
           (e->a.y < line.p.y && e->a.y < line.q.y && e->b.y < line.p.y && e->b.y < line.q.y) ||
           (e->a.y > line.p.y && e->a.y > line.q.y && e->b.y > line.p.y && e->b.y > line.q.y);
}

bool straight_edge_blocks(const straight_query *s, const straight_part *part, const space_edge *e) {
    if (is_apart(s->segment, e)) {
        return false;
    }
    int p_side = predicate_orient(e->a, e->b, s->segment.p);
    int q_side = predicate_orient(e->a, e->b, s->segment.q);
    if (p_side * q_side > 0) {
        return false;
    }
    int a_side = predicate_orient(s->segment.p, s->segment.q, e->a);
    int b_side = predicate_orient(s->segment.p, s->segment.q, e->b);
    if (a_side == 0 && predicate_on_segment(e->a, s->segment.p, s->segment.q)) {
        return corner_blocks(s, part, e);
    }
    if (a_side * b_side >= 0 || e->link != SPACE_NONE) {
        return false;
    }
    contact c = contact_with_edge(s, part, e, p_side, q_side);
    if (!c.within) {
        return false;
    }
    if (e->one_sided) {
        return (c.before && p_side < 0) || (c.after && q_side < 0);
    }
    return c.before && c.after && p_side * q_side < 0;
}
