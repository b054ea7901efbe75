/* Finds the successors of a search node: the nodes behind the other edges of the polygon that it
 * enters.
 *
 * Successors that the root sees through the interval keep this root. A path to the parts of the
 * edges outside that view turns at an end of the interval, if it may turn there; that end becomes
 * the root (Cui et al. 2017, section 3). Cost: O(n) for n corners of the polygon. */
#include "geom/vec.h"
#include "plan/polyanya/opening.h"

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
    if (!seek_see_across(s, n, part, &next)) {
        return;
    }
    uint32_t number = seek_chain_ahead(s, &next);
    if (number != NAVMESH_NONE && !seek_cross_fan(s, &next, number, n->f, at->index)) {
        return;
    }
    if (!at->waits || !seek_merge(s, &at->next, &next)) {
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
        seek_open_right(s, n, &at->right, part);
    }
}

static void expand_left(search *s, const node *n, expansion *at, const span *part) {
    if (left_turn(s, n, at)->vertex != NAVMESH_NONE) {
        seek_open_left(s, n, &at->left, part);
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
        node all = seek_turned_node(&at);
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
            seek_open_along(s, &at, &edge, a_near ? corner : next, n->f);
        } else {
            seek_open_seen(s, n, &edge);
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
            seek_open_seen(s, start, &edge);
            continue;
        }
        double along = point_distance(root, from) + point_distance(root, to);
        if (along <= point_distance(from, to) * (1.0 + 1e-12) + 1e-6) {
            node on_edge = *start;
            seek_open_node(s, &on_edge, &edge, 0.0);
        } else {
            turning_point at = {root, NAVMESH_NONE, 0.0, NO_NODE, polygon->layer, 0};
            bool a_near = point_distance(root, from) < point_distance(root, to);
            seek_open_along(s, &at, &edge, a_near ? corner : next, 0.0);
        }
    }
}
