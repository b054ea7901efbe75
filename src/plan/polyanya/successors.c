/* Finds the successors of a search node: the nodes behind the other edges of the polygon that it
 * enters.
 *
 * Successors that the root sees through the interval keep this root. A path to the parts of the
 * edges outside that view turns at an end of the interval, if it may turn there; that end becomes
 * the root (Cui et al. 2017, section 3). Cost: O(n) for n corners of the polygon. */
#include "geom/vec.h"
#include "plan/polyanya/nodes.h"

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

/* If a node enters a corner fan through one of its sides, returns the number of the fan's chain.
 * Returns NAVMESH_NONE if there is no fan, or if the fan cannot be crossed in one step. */
static uint32_t chain_ahead(const search *s, const node *n) {
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
    uint32_t number = chain_ahead(s, n);
    if (number == NAVMESH_NONE || seek_cross_fan(s, n, number, floor, NO_NODE)) {
        seek_open_interval(s, n, floor);
    }
}

void seek_open_node(search *s, node *n, const span *part, double floor) {
    if (put_behind(s, n, part)) {
        open_behind(s, n, floor);
    }
}

/* The root of successors: a turning point at an end of the interval, or the node's own root. */
typedef struct turning_point {
    wend_point at;
    uint32_t vertex;
    double g;
    uint32_t turned_at;
    uint16_t layer;
    uint16_t departed; /* position on the previous chain where the path left it */
} turning_point;

static node turned_node(const turning_point *at) {
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

/* Handles an edge that lies on a line through the root. The path leads to the near end of the edge,
 * at `near_corner`, and turns there if it can. */
static void open_along(search *s, const turning_point *at, const span *edge, uint32_t near_corner,
                       double floor) {
    uint32_t vertex = s->level->corners[near_corner];
    wend_point end = point_wide(s->level->points[near_corner]);
    double g = at->g + point_distance(at->at, end);
    bool left = near_corner != edge->corner; /* true if the path turns left at that end */
    if (!s->level->turning[vertex] || !seek_improves_vertex(s, vertex, left, g)) {
        return;
    }
    node step = turned_node(at); /* stores the previous turning point; is never opened */
    step.polygon = NAVMESH_NONE;
    uint32_t kept = seek_store(s, &step);
    if (kept != NO_NODE) {
        turning_point next = {end, vertex, g, kept, at->layer, 0};
        node n = turned_node(&next);
        n.flags = SEES_ALL;
        seek_open_node(s, &n, edge, floor);
    }
}

/* Opens the successors beyond the right end of the interval; this end is the turning point `at`. */
static void open_right(search *s, const node *n, const turning_point *at, const span *part) {
    wend_point a = point_wide(part->a), b = point_wide(part->b);
    if (point_equal(a, at->at)) {
        node all = turned_node(at);
        all.flags = SEES_ALL;
        seek_open_node(s, &all, part, n->f);
    } else if (point_turn(at->at, a, b) <= 0.0) {
        open_along(s, at, part, part->corner, n->f);
    } else {
        node next = turned_node(at);
        next.right_guide = a;
        next.left_guide = part->at_b ? b : n->right_root;
        next.flags = part->at_b ? 0 : LEFT_BACK;
        seek_open_node(s, &next, part, n->f);
    }
}

static void open_left(search *s, const node *n, const turning_point *at, const span *part) {
    wend_point a = point_wide(part->a), b = point_wide(part->b);
    if (point_equal(b, at->at)) {
        node all = turned_node(at);
        all.flags = SEES_ALL;
        seek_open_node(s, &all, part, n->f);
    } else if (point_turn(at->at, a, b) <= 0.0) {
        open_along(s, at, part, next_corner(s->level, n->polygon, part->corner), n->f);
    } else {
        node next = turned_node(at);
        next.left_guide = b;
        next.right_guide = part->at_a ? a : n->left_root;
        next.flags = part->at_a ? 0 : RIGHT_BACK;
        seek_open_node(s, &next, part, n->f);
    }
}

/* Merges two neighbouring nodes if they enter the same polygon across adjacent edges with the same
 * roots: the right node then covers both. Returns true if they were merged. */
static bool merge_nodes(const search *s, node *right, const node *left) {
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

/* Makes a node behind an edge, for the part of the edge that the roots see. Returns false if the
 * path is blocked or dominated there. */
static bool see_across_edge(search *s, const node *n, const span *part, node *next) {
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

static void open_seen(search *s, const node *n, const span *part) {
    node next;
    if (see_across_edge(s, n, part, &next)) {
        open_behind(s, &next, n->f);
    }
}

/* ---- Expansion through a polygon ------------------------------------------------------------- */

/* The state while a node is expanded through a polygon. The turning points at the ends of the
 * interval are computed when needed; their vertex is NAVMESH_NONE where the path cannot turn. */
typedef struct expansion {
    turning_point left, right;
    bool knows_left, knows_right;
    bool waits;     /* true if `next` still has to be opened, or merged with the node to its left */
    uint32_t index; /* index of the node being expanded */
    node next;
} expansion;

static turning_point turning_point_at(search *s, const node *n, uint32_t index, bool left) {
    uint32_t vertex = left ? n->left_vertex : n->right_vertex;
    turning_point at = {.vertex = NAVMESH_NONE};
    if (vertex == NAVMESH_NONE || !s->level->turning[vertex]) {
        return at;
    }
    double g = left ? n->left_d : n->right_d;
    if (seek_improves_vertex(s, vertex, left, g)) {
        at = (turning_point){point_wide(s->level->vertices[vertex]),
                             vertex,
                             g,
                             index,
                             s->level->polygons[n->polygon].layer,
                             left ? n->left_at : n->right_at};
    }
    return at;
}

static const turning_point *right_turn(search *s, const node *n, expansion *at) {
    if (!at->knows_right) {
        at->right = turning_point_at(s, n, at->index, false);
        at->knows_right = true;
    }
    return &at->right;
}

static const turning_point *left_turn(search *s, const node *n, expansion *at) {
    if (!at->knows_left) {
        at->left = turning_point_at(s, n, at->index, true);
        at->knows_left = true;
    }
    return &at->left;
}

static void open_waiting(search *s, const node *n, expansion *at) {
    if (at->waits) {
        seek_open_interval(s, &at->next, n->f);
        at->waits = false;
    }
}

/* Adds a node for the visible part of an edge, or of the far side of a corner fan behind the edge.
 * The node waits, in case it can be merged with the node to its left. */
static void add_seen(search *s, const node *n, expansion *at, const span *part) {
    node next;
    if (!see_across_edge(s, n, part, &next)) {
        return;
    }
    uint32_t number = chain_ahead(s, &next);
    if (number != NAVMESH_NONE && !seek_cross_fan(s, &next, number, n->f, at->index)) {
        return;
    }
    if (!at->waits || !merge_nodes(s, &at->next, &next)) {
        open_waiting(s, n, at);
        at->next = next;
        at->waits = true;
    }
}

/* An edge of the polygon being expanded. Edges are visited from right to left. */
typedef struct step {
    uint32_t corner, next;
    wend_vec2 a, b;
} step;

static step first_step(const navmesh_level *level, const node *n) {
    uint32_t corner = next_corner(level, n->polygon, n->last);
    uint32_t next = next_corner(level, n->polygon, corner);
    return (step){corner, next, level->points[corner], level->points[next]};
}

static void advance(const navmesh_level *level, const navmesh_polygon *polygon, step *at) {
    at->corner = at->next;
    at->a = at->b;
    at->next = at->next + 1 == polygon->first + polygon->count ? polygon->first : at->next + 1;
    at->b = level->points[at->next];
}

/* Opens the successors to the right of the view; paths to them turn at the right end of the
 * interval. */
static void expand_right(search *s, const node *n, expansion *at, const span *part) {
    if (right_turn(s, n, at)->vertex != NAVMESH_NONE) {
        open_right(s, n, &at->right, part);
    }
}

static void expand_left(search *s, const node *n, expansion *at, const span *part) {
    if (left_turn(s, n, at)->vertex != NAVMESH_NONE) {
        open_left(s, n, &at->left, part);
    }
}

/* Cuts off and expands the part of an edge that lies to the right of the view. `right` gives, for
 * each end of the edge, the side of the right bound on which it lies. */
static void cut_at_right(search *s, const node *n, expansion *at, span *edge,
                         const double right[2]) {
    if (right[0] < 0.0) {
        span rest = *edge;
        edge->from = rest.to = cut(edge->a, edge->b, right[0], right[1]);
        edge->at_a = rest.at_b = false;
        expand_right(s, n, at, &rest);
    }
}

/* Expands the part of an edge that does not lie to the right of the view. If one end of the edge
 * lies on both bounds, it is the root itself, at the end of its chain and of the interval. The
 * other end then decides which part of the edge is visible. */
static void expand_part(search *s, const node *n, expansion *at, span *edge, const double left[2]) {
    if (left[0] >= 0.0 && left[1] >= 0.0) {
        expand_left(s, n, at, edge);
        return;
    }
    if (left[1] <= 0.0) {
        add_seen(s, n, at, edge);
        return;
    }
    span rest = *edge;
    edge->to = rest.from = cut(edge->a, edge->b, left[0], left[1]);
    edge->at_b = rest.at_a = false;
    add_seen(s, n, at, edge);
    expand_left(s, n, at, &rest);
}

static bool can_turn_at(const navmesh_level *level, uint32_t vertex) {
    return vertex != NAVMESH_NONE && level->turning[vertex];
}

/* Expands across an edge that lies on a bound of the view. The path runs along the bound, past an
 * end of the interval at which it cannot turn, to the near end of the edge, and turns there. Walls
 * on one line make this necessary: a start on that line sees no more of the edge than its end. */
static void expand_on_bound(search *s, const node *n, uint32_t index, const span *edge, bool left) {
    const navmesh_level *level = s->level;
    uint32_t corner = left ? next_corner(level, n->polygon, edge->corner) : edge->corner;
    uint32_t vertex = level->corners[corner];
    wend_point end = point_wide(level->points[corner]);
    double g = left ? n->left_d + point_distance(n->left, end)
                    : n->right_d + point_distance(n->right, end);
    if (level->turning[vertex] && seek_improves_vertex(s, vertex, left, g)) {
        uint16_t layer = level->polygons[n->polygon].layer;
        turning_point at = {end, vertex, g, index, layer, left ? n->left_at : n->right_at};
        node all = turned_node(&at);
        all.flags = SEES_ALL;
        seek_open_node(s, &all, edge, n->f);
    }
}

/* Expands the edges to the right of the view, and advances `edge` to the first edge that is not to
 * the right. `right` then states on which side of the right bound each end of that edge lies. */
static void expand_before_view(search *s, const node *n, expansion *at, step *edge,
                               double right[2]) {
    const navmesh_level *level = s->level;
    const navmesh_polygon *polygon = &level->polygons[n->polygon];
    bound line = right_bound(n);
    bool can_turn = can_turn_at(level, n->right_vertex);
    right[0] = side_of(n, &line, edge->a);
    right[1] = side_of(n, &line, edge->b);
    while (edge->corner != n->corner && right[0] <= 0.0 && right[1] <= 0.0) {
        bool on_bound = right[0] == 0.0 && right[1] == 0.0;
        if ((can_turn || on_bound) && level->neighbours[edge->corner] != NAVMESH_NONE) {
            span full = full_edge(edge->corner, edge->a, edge->b);
            if (can_turn) {
                expand_right(s, n, at, &full);
            } else {
                expand_on_bound(s, n, at->index, &full, false);
            }
        }
        advance(level, polygon, edge);
        right[0] = right[1];
        right[1] = side_of(n, &line, edge->b);
    }
}

/* Expands a node with a bounded view. From the right end of the interval to the left end, the
 * boundary of a convex polygon crosses each bound of the view only once. The edges before or after
 * the view are therefore skipped if the path cannot turn at that end of the interval. */
static void expand_cone(search *s, const node *n, uint32_t index) {
    const navmesh_level *level = s->level;
    const navmesh_polygon *polygon = &level->polygons[n->polygon];
    expansion at;
    at.knows_left = at.knows_right = at.waits = false;
    at.index = index;
    step edge = first_step(level, n);
    double right[2], left[2];
    expand_before_view(s, n, &at, &edge, right);
    bound line = left_bound(n);
    bool can_turn = can_turn_at(level, n->left_vertex), ended = false;
    left[0] = side_of(n, &line, edge.a);
    while (edge.corner != n->corner && !ended) {
        left[1] = side_of(n, &line, edge.b);
        if (level->neighbours[edge.corner] != NAVMESH_NONE) {
            span full = full_edge(edge.corner, edge.a, edge.b);
            cut_at_right(s, n, &at, &full, right);
            if (left[0] == 0.0 && left[1] == 0.0 && !can_turn) {
                expand_on_bound(s, n, index, &full, true);
            } else {
                expand_part(s, n, &at, &full, left);
            }
        }
        ended = left[0] <= 0.0 && left[1] > 0.0 && !can_turn;
        advance(level, polygon, &edge);
        left[0] = left[1];
        right[0] = 0.0;
    }
    open_waiting(s, n, &at);
}

/* Returns the root before that of a node with a single root. */
static wend_point root_before(const search *s, const node *n) {
    const node *turned = &s->nodes[n->turned_at];
    if (turned->flags & FROM_SOURCE) {
        return source_root(s, turned, n->left_root);
    }
    return turned->chain == NAVMESH_NONE
               ? turned->left_root
               : point_wide(chain_of(s->level, turned->chain).points[n->departed]);
}

/* Expands a node across an edge that contains the root: the path turns around the root, unless it
 * would turn back. */
static void expand_around_root(search *s, const node *n, const span *edge) {
    if (n->turned_at == NO_NODE) {
        return; /* the root is the start: all polygons around it are already open */
    }
    wend_point before = root_before(s, n);
    bool to_right = point_equal(point_wide(edge->a), n->left_root);
    double side = point_turn(before, n->left_root, point_wide(to_right ? edge->b : edge->a));
    if (to_right ? side < 0.0 : side > 0.0) {
        node next = *n;
        seek_open_node(s, &next, edge, n->f);
    }
}

static void expand_all(search *s, const node *n) {
    const navmesh_level *level = s->level;
    uint32_t corner = next_corner(level, n->polygon, n->corner);
    while (corner != n->corner) {
        uint32_t next = next_corner(level, n->polygon, corner);
        wend_vec2 a = level->points[corner], b = level->points[next];
        span edge = full_edge(corner, a, b);
        if (level->neighbours[corner] == NAVMESH_NONE) {
            corner = next;
            continue;
        }
        wend_point root = n->left_root, from = point_wide(a), to = point_wide(b);
        if (point_equal(from, root) || point_equal(to, root)) {
            expand_around_root(s, n, &edge);
        } else if (point_turn(root, from, to) <= 0.0) {
            bool a_near = point_distance(root, from) < point_distance(root, to);
            turning_point at = {root,         n->root_vertex, n->left_g,
                                n->turned_at, n->root_layer,  n->departed};
            open_along(s, &at, &edge, a_near ? corner : next, n->f);
        } else {
            open_seen(s, n, &edge);
        }
        corner = next;
    }
}

void seek_expand(search *s, const node *n, uint32_t index) {
    if (n->flags & SEES_ALL) {
        expand_all(s, n);
    } else {
        expand_cone(s, n, index);
    }
}

void seek_start(search *s, const node *start) {
    const navmesh_polygon *polygon = &s->level->polygons[start->polygon];
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i;
        uint32_t next = next_corner(s->level, start->polygon, corner);
        wend_vec2 a = s->level->points[corner], b = s->level->points[next];
        span edge = full_edge(corner, a, b);
        if (s->level->neighbours[corner] == NAVMESH_NONE) {
            continue;
        }
        wend_point root = start->left_root, from = point_wide(a), to = point_wide(b);
        if (point_turn(root, from, to) > 0.0) {
            open_seen(s, start, &edge);
            continue;
        }
        double along = point_distance(root, from) + point_distance(root, to);
        if (along <= point_distance(from, to) * (1.0 + 1e-12) + 1e-6) {
            node on_edge = *start;
            seek_open_node(s, &on_edge, &edge, 0.0);
        } else {
            turning_point at = {root, NAVMESH_NONE, 0.0, NO_NODE, polygon->layer, 0};
            bool a_near = point_distance(root, from) < point_distance(root, to);
            open_along(s, &at, &edge, a_near ? corner : next, 0.0);
        }
    }
}
