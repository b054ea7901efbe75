/* Opens search nodes behind the parts of an edge that a path can cross: see opening.h. The node
 * keeps the roots of its parent, or its root is a turning point (Cui et al. 2017, section 3). Cost:
 * O(1) for each node. */
#include "plan/polyanya/opening.h"

void seek_open_interval(search *s, node *n, double floor) {
    double f = seek_estimate(s, n);
    n->f = f > floor ? f : floor;
    seek_open(s, n->f, seek_store(s, n));
}

void seek_put_into(const search *s, node *n, const span *part, uint32_t polygon, uint32_t corner) {
    const navmesh_level *level = s->level;
    n->polygon = polygon;
    n->corner = n->last = corner;
    n->left = part->to;
    n->right = part->from;
    n->left_vertex = part->at_b ? level->corners[corner] : NAVMESH_NONE;
    n->right_vertex =
        part->at_a ? level->corners[next_corner(level, polygon, corner)] : NAVMESH_NONE;
}

/* Places a node behind a span. Returns false if the path is blocked or dominated there. */
static bool put_behind(search *s, node *n, const span *part) {
    uint32_t polygon = s->level->neighbours[part->corner];
    if (s->all_open ? polygon == NAVMESH_NONE
                    : !search_is_open(s->ground, s->middle, part->corner)) {
        return false;
    }
    seek_put_into(s, n, part, polygon, s->level->twins[part->corner]);
    return seek_measure_interval(s, n, part);
}

/* True if the target is near a corner fan. The polygons of such a fan are expanded one by one. */
static bool is_target_fan(const search *s, uint32_t corner_fan) {
    const navmesh_corner_fan *k = &s->level->corner_fans[corner_fan];
    if (s->to->polygon != NAVMESH_NONE) {
        return s->target_fan == corner_fan;
    }
    wend_point low = point_wide(k->tip), high = low;
    for (uint32_t i = 0; i < k->count; i += k->count - 1) {
        wend_point p = point_wide(s->level->chain_points[k->first + i]);
        low = (wend_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (wend_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    return low.x <= s->to->high.x && high.x >= s->to->low.x && low.y <= s->to->high.y &&
           high.y >= s->to->low.y;
}

uint32_t seek_chain_ahead(const search *s, const node *n) {
    uint32_t corner_fan = s->level->fan_of[n->polygon];
    if (corner_fan == NAVMESH_NONE || (n->flags & SEES_ALL) || s->ground->now.door_count > 0) {
        return NAVMESH_NONE;
    }
    const uint32_t *sides = s->level->corner_fans[corner_fan].sides;
    bool enters = n->corner == sides[0] || n->corner == sides[1];
    return enters && !(s->to != NULL && is_target_fan(s, corner_fan))
               ? 2 * corner_fan + (n->corner == sides[1])
               : NAVMESH_NONE;
}

/* Moves a root of a FROM_SOURCE node to the point of the source nearest to `at`. If `at` lies in
 * the source itself, nothing is hidden beside it, and the bound keeps its direction. */
static void bound_from_source(const search *s, const node *n, wend_point at, wend_point *root,
                              wend_point *guide) {
    wend_point nearest = source_root(s, n, at), direction = point_sub(*guide, *root);
    *guide = point_equal(nearest, at) ? point_along(at, direction, 1.0) : at;
    *root = nearest;
}

void seek_bound_left(const search *s, node *n, wend_point at) {
    if (point_equal(at, n->left_root)) {
        return;
    }
    if (n->flags & FROM_SOURCE) {
        bound_from_source(s, n, at, &n->left_root, &n->left_guide);
        return;
    }
    n->left_guide = at;
    n->flags = (uint16_t)(n->flags & ~LEFT_BACK);
    if (n->chain != NAVMESH_NONE && n->left_at < n->right_at) {
        chain c = chain_of(s->level, n->chain);
        uint32_t root = chain_leave(&c, n->left_at, n->right_at, at);
        n->left_g = chain_g(&c, n, root);
        n->left_root = point_wide(c.points[root]);
        n->left_at = (uint16_t)root;
    }
}

void seek_bound_right(const search *s, node *n, wend_point at) {
    if (point_equal(at, n->right_root)) {
        return;
    }
    if (n->flags & FROM_SOURCE) {
        bound_from_source(s, n, at, &n->right_root, &n->right_guide);
        return;
    }
    n->right_guide = at;
    n->flags = (uint16_t)(n->flags & ~RIGHT_BACK);
    if (n->chain != NAVMESH_NONE && n->left_at < n->right_at) {
        chain c = chain_of(s->level, n->chain);
        uint32_t root = chain_leave(&c, n->left_at, n->right_at, at);
        n->right_g = chain_g(&c, n, root);
        n->right_root = point_wide(c.points[root]);
        n->right_at = (uint16_t)root;
    }
}

/* Opens a node that has been placed behind a span. If a corner fan follows there, opens the node
 * beyond the fan. */
static void open_behind(search *s, node *n, double floor) {
    uint32_t number = seek_chain_ahead(s, n);
    if (number == NAVMESH_NONE || seek_cross_fan(s, n, number, floor, NO_NODE)) {
        seek_open_interval(s, n, floor);
    }
}

void seek_open_node(search *s, node *n, const span *part, double floor) {
    if (put_behind(s, n, part)) {
        open_behind(s, n, floor);
    }
}

node seek_turned_node(const turning_point *at) {
    return (node){.left_g = at->g,
                  .right_g = at->g,
                  .left_root = at->at,
                  .right_root = at->at,
                  .root_vertex = at->vertex,
                  .chain = NAVMESH_NONE,
                  .turned_at = at->turned_at,
                  .departed = at->departed,
                  .root_layer = at->layer};
}

void seek_open_along(search *s, const turning_point *at, const span *edge, uint32_t near_corner,
                     double floor) {
    uint32_t vertex = s->level->corners[near_corner];
    wend_point end = point_wide(s->level->points[near_corner]);
    double g = at->g + point_distance(at->at, end);
    bool left = near_corner != edge->corner; /* true if the path turns left at that end */
    if (!s->level->turning[vertex] || !seek_improves_vertex(s, vertex, left, g)) {
        return;
    }
    node step = seek_turned_node(at); /* stores the previous turning point; is never opened */
    step.polygon = NAVMESH_NONE;
    uint32_t kept = seek_store(s, &step);
    if (kept != NO_NODE) {
        turning_point next = {end, vertex, g, kept, at->layer, 0};
        node n = seek_turned_node(&next);
        n.flags = SEES_ALL;
        seek_open_node(s, &n, edge, floor);
    }
}

void seek_open_right(search *s, const node *n, const turning_point *at, const span *part) {
    wend_point a = point_wide(part->a), b = point_wide(part->b);
    if (point_equal(a, at->at)) {
        node all = seek_turned_node(at);
        all.flags = SEES_ALL;
        seek_open_node(s, &all, part, n->f);
    } else if (point_turn(at->at, a, b) <= 0.0) {
        seek_open_along(s, at, part, part->corner, n->f);
    } else {
        node next = seek_turned_node(at);
        next.right_guide = a;
        next.left_guide = part->at_b ? b : n->right_root;
        next.flags = part->at_b ? 0 : LEFT_BACK;
        seek_open_node(s, &next, part, n->f);
    }
}

void seek_open_left(search *s, const node *n, const turning_point *at, const span *part) {
    wend_point a = point_wide(part->a), b = point_wide(part->b);
    if (point_equal(b, at->at)) {
        node all = seek_turned_node(at);
        all.flags = SEES_ALL;
        seek_open_node(s, &all, part, n->f);
    } else if (point_turn(at->at, a, b) <= 0.0) {
        seek_open_along(s, at, part, next_corner(s->level, n->polygon, part->corner), n->f);
    } else {
        node next = seek_turned_node(at);
        next.left_guide = b;
        next.right_guide = part->at_a ? a : n->left_root;
        next.flags = part->at_a ? 0 : RIGHT_BACK;
        seek_open_node(s, &next, part, n->f);
    }
}

bool seek_merge(const search *s, node *right, const node *left) {
    if (right->polygon != left->polygon || right->left_vertex == NAVMESH_NONE ||
        right->left_vertex != left->right_vertex || s->level->turning[right->left_vertex] ||
        next_corner(s->level, left->polygon, left->last) != right->corner) {
        return false;
    }
    right->left = left->left;
    right->left_g = left->left_g;
    right->left_d = left->left_d;
    right->left_root = left->left_root;
    right->left_guide = left->left_guide;
    right->left_vertex = left->left_vertex;
    right->left_at = left->left_at;
    right->corner = left->corner;
    right->flags =
        (uint16_t)((right->flags & (RIGHT_BACK | FROM_SOURCE)) | (left->flags & LEFT_BACK));
    return true;
}

bool seek_see_across(search *s, const node *n, const span *part, node *next) {
    *next = *n;
    next->flags = (uint16_t)(n->flags & (LEFT_BACK | RIGHT_BACK | FROM_SOURCE));
    if (part->at_a) {
        seek_bound_right(s, next, point_wide(part->a));
    }
    if (part->at_b) {
        seek_bound_left(s, next, point_wide(part->b));
    }
    return put_behind(s, next, part);
}

void seek_open_seen(search *s, const node *n, const span *part) {
    node next;
    if (seek_see_across(s, n, part, &next)) {
        open_behind(s, &next, n->f);
    }
}
