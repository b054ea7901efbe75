/* Expands a search node across a whole corner fan in one step. The node's field of view through the
 * fan continues beyond the fan's far side. If the node sees the vertex chain of the fan, a second
 * node is opened. The roots of that node are the vertices of the chain, starting at the tangent
 * vertex.
 *
 * Paths around the same chain can dominate each other (root_dominance.c). Cost: O(log n) in the
 * number n of vertices of the chain, and O(n) for marking the vertices that a path passes. */
#include "plan/polyanya/nodes.h"

/* Most steps that a tangent from a source takes; each one brings it nearer to the true tangent. */
enum { MAX_MOVES = 64 };

/* Finds the tangent by alternating steps if the node has several roots: each step brings both ends
 * nearer to the tangent. */
tangent seek_find_tangent(const search *s, const node *n, const chain *ahead) {
    tangent t = {.from = ahead->along ? n->right_root : n->left_root,
                 .from_at = ahead->along ? n->right_at : n->left_at,
                 .from_g = ahead->along ? n->right_g : n->left_g};
    t.to_at = chain_meet(ahead, t.from);
    for (bool moves = n->chain != NAVMESH_NONE && n->left_at < n->right_at; moves;) {
        chain c = chain_of(s->level, n->chain);
        uint32_t from =
            chain_leave(&c, n->left_at, n->right_at, point_wide(ahead->points[t.to_at]));
        uint32_t to = chain_meet(ahead, point_wide(c.points[from]));
        moves = from != t.from_at || to != t.to_at;
        t.from_at = from;
        t.to_at = to;
        t.from = point_wide(c.points[from]);
        t.from_g = chain_g(&c, n, from);
    }
    uint32_t before = NAVMESH_NONE, moves = n->flags & FROM_SOURCE ? MAX_MOVES : 0;
    for (uint32_t i = 0; i < moves && t.to_at != before; i++) {
        before = t.to_at;
        t.from = source_root(s, n, point_wide(ahead->points[t.to_at]));
        t.to_at = chain_meet(ahead, t.from);
    }
    t.to = point_wide(ahead->points[t.to_at]);
    t.to_g = t.from_g + point_distance(t.from, t.to);
    return t;
}

/* Clips the far side of a fan to the part on the left of the right bound of a view. Returns
 * false if nothing remains. */
static bool cut_right(const node *n, span *part) {
    bound line = right_bound(n);
    double a = side_of(n, &line, part->a), b = side_of(n, &line, part->b);
    if (a < 0.0) {
        part->from = cut(part->a, part->b, a, b);
        part->at_a = false;
    }
    return b > 0.0;
}

static bool cut_left(const node *n, span *part) {
    bound line = left_bound(n);
    double a = side_of(n, &line, part->a), b = side_of(n, &line, part->b);
    if (b > 0.0) {
        part->to = cut(part->a, part->b, a, b);
        part->at_b = false;
    }
    return a < 0.0;
}

/* Returns the index of the far side of a chain's fan: 1 for paths along the chain, 0 for paths
 * against it. */
static uint32_t far_side_index(uint32_t number) {
    return number % 2 == 0 ? 1 : 0;
}

static span far_side(const navmesh_level *level, uint32_t number, const chain *c) {
    const navmesh_corner_fan *corner_fan = &level->corner_fans[number / 2];
    return c->along ? full_edge(corner_fan->sides[1], c->points[c->count - 1], corner_fan->tip)
                    : full_edge(corner_fan->sides[0], corner_fan->tip, c->points[0]);
}

/* Moves a node into the polygon beyond part of the far side. Returns false if the path is blocked
 * there. */
static bool put_beyond(search *s, node *n, uint32_t number, const span *part) {
    const navmesh_corner_fan *corner_fan = &s->level->corner_fans[number / 2];
    uint32_t far = far_side_index(number);
    if (!s->all_open && !search_is_open(s->ground, s->middle, part->corner)) {
        return false;
    }
    seek_put_into(s, n, part, corner_fan->beyond[far], corner_fan->across[far]);
    return true;
}

/* Clips the view of a node to the part that continues through a fan. If there is a tangent to the
 * fan's chain, the tangent becomes a side of the view. Returns false if nothing remains. */
static bool see_through_fan(search *s, node *n, uint32_t number, const chain *c,
                            const tangent *touch) {
    span part = far_side(s->level, number, c);
    bool along = c->along;
    if (touch != NULL && along) {
        n->right_root = touch->from;
        n->right_at = (uint16_t)touch->from_at;
        n->right_g = touch->from_g;
        n->right_guide = touch->to;
        n->flags = (uint16_t)(n->flags & ~RIGHT_BACK);
    } else if (touch != NULL) {
        n->left_root = touch->from;
        n->left_at = (uint16_t)touch->from_at;
        n->left_g = touch->from_g;
        n->left_guide = touch->to;
        n->flags = (uint16_t)(n->flags & ~LEFT_BACK);
    }
    if (!cut_right(n, &part) || !cut_left(n, &part) || !put_beyond(s, n, number, &part)) {
        return false;
    }
    if (part.at_a && !(touch != NULL && along)) {
        seek_bound_right(s, n, point_wide(part.a));
    }
    if (part.at_b && !(touch != NULL && !along)) {
        seek_bound_left(s, n, point_wide(part.b));
    }
    return seek_measure_interval(s, n, &part);
}

/* Opens a node for the region that is visible from a fan's vertex chain, beginning at the tangent
 * vertex. */
static void open_around_chain(search *s, const node *n, uint32_t number, const chain *c,
                              const tangent *touch, double floor, uint32_t index) {
    uint32_t low = c->along ? touch->to_at : 0, high = c->along ? c->count - 1 : touch->to_at;
    if (low == high || !seek_improves_chain(s, number, c, touch->to_g, &low, &high)) {
        return;
    }
    /* The previous turning point must be in a stored node. */
    uint32_t kept = index != NO_NODE ? index : seek_store(s, n);
    node next = {.root_vertex = NAVMESH_NONE,
                 .chain = number,
                 .turned_at = kept,
                 .entered = (uint16_t)touch->to_at,
                 .departed = (uint16_t)touch->from_at,
                 .left_at = (uint16_t)low,
                 .right_at = (uint16_t)high,
                 .left_root = point_wide(c->points[low]),
                 .right_root = point_wide(c->points[high]),
                 .root_layer = s->level->polygons[n->polygon].layer};
    double from = seek_length_at_first(c, touch->to_g, touch->to_at);
    next.left_g = c->along ? from + c->lengths[low] : from - c->lengths[low];
    next.right_g = c->along ? from + c->lengths[high] : from - c->lengths[high];
    next.left_guide = c->along ? touch->from : point_wide(*(c->points + low - 1));
    next.right_guide = c->along ? point_wide(c->points[high + 1]) : touch->from;
    next.flags = c->along ? LEFT_BACK : RIGHT_BACK;
    span part = far_side(s->level, number, c);
    if (kept != NO_NODE && cut_right(&next, &part) && cut_left(&next, &part) &&
        put_beyond(s, &next, number, &part) && seek_measure_interval(s, &next, &part)) {
        seek_open_interval(s, &next, floor);
    }
}

bool seek_cross_fan(search *s, node *n, uint32_t number, double floor, uint32_t index) {
    chain c = chain_of(s->level, number);
    bound right = right_bound(n);
    bound left = left_bound(n);
    tangent touch = seek_find_tangent(s, n, &c);
    if (point_equal(touch.from, touch.to)) {
        return true; /* the root is on this chain, so the fan is expanded polygon by polygon */
    }
    if (s->to == NULL) {
        node entry = *n;
        entry.flags |= FAN_ENTRY;
        entry.f = fmax(floor, seek_estimate(s, &entry));
        seek_store(s, &entry);
    }
    double on_right = side_at(n, &right, touch.to), on_left = side_at(n, &left, touch.to);
    if (c.along ? on_right < 0.0 : on_left > 0.0) {
        return see_through_fan(s, n, number, &c, NULL);
    }
    if (c.along ? on_left <= 0.0 : on_right >= 0.0) {
        open_around_chain(s, n, number, &c, &touch, floor, index);
        return see_through_fan(s, n, number, &c, &touch);
    }
    return false;
}
