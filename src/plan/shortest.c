/* The shortest path for a point through convex polygons, from a point to a convex region.
 *
 * Polyanya: M. Cui, D. D. Harabor, A. Grastien, "Compromise-free pathfinding on a navigation mesh",
 * IJCAI 2017. A search node is an interval of an edge, and the root from which all of it is seen:
 * the last bend of the way there. Going through the polygon behind an interval gives intervals of
 * its other edges: those that the root sees through the interval keep the root; those beyond its
 * left or right end, if a wall ends there, take that end as their root. Nodes are taken in the
 * order of g + h, where h is the length from the root over the interval to the target as if nothing
 * stood behind it, so the first path that is whole is a shortest one.
 *
 * The ends of an interval are rounded, but what bounds the view from a root is told by vertices of
 * the mesh: which side of a ray a vertex lies on is decided by them, without rounding for vertices
 * on the grid.
 *
 * A root that is an end of the edge entered, or a start that lies on it, sees the whole polygon
 * (SEES_ALL); going round such a root ends where the path would turn back.
 *
 * Round arcs, where every vertex would become a root with a narrow view of its own, a kite (see
 * map/navmesh.h) is passed at once: behind it, one node has all vertices of the chain, from where
 * the way touches it on, as roots. Its view is the union of theirs, since a shortest way leaves the
 * chain at the vertex whose tangents enclose the place that it goes to; the bounds come from the
 * roots at the ends of its interval. A way round a chain outdoes another for the vertices from
 * where it touches the chain on, if its length counted from the chain's first vertex is less.
 *
 * Departs from the paper in that the target is a region (h is to the point of it that is nearest
 * over the interval, or to a disc around it; a node that enters it gives a final node with the
 * exact length), and in counting closed polygons as walls.
 *
 * Cost: O(n log n) for n nodes; at most NODES_EACH for each polygon, in memory that the worker
 * keeps. */
#include <math.h>
#include <string.h>

#include "plan/nodes.h"

static void pass_kite(search *s, const node *n, uint32_t number, double floor);

/* Opens the node beyond a span; roots, guides, g and flags are set, `floor` is the parent's f. */
static void open_node(search *s, node *n, const span *part, double floor) {
    if (!put_behind(s, n, part)) {
        return;
    }
    uint32_t number = chain_ahead(s, n);
    if (number != NAVMESH_NONE) {
        pass_kite(s, n, number, floor);
    } else {
        open_interval(s, n, floor);
    }
}

/* A node beyond a span with the root at a vertex of this polygon, which lies beyond the bend of
 * `n` (or is it). */
typedef struct bend {
    wend_vec2 at;
    uint32_t vertex;
    double g;
    uint32_t turned_at;
    uint16_t layer;
    uint16_t departed; /* where the way left the chain before */
} bend;

static node turned_node(const bend *at) {
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

/* The span's edge runs straight away from the root (its near end `near_corner`): the way goes along
 * to that end, and bends there if it can. */
static void open_along(search *s, const bend *at, const span *edge, uint32_t near_corner,
                       double floor) {
    uint32_t vertex = s->level->corners[near_corner];
    wend_vec2 end = s->level->points[near_corner];
    double g = at->g + between(wide(at->at), wide(end));
    if (!s->level->turning[vertex] || !improves(s, vertex, g)) {
        return;
    }
    node step = turned_node(at); /* holds the bend before; is never opened itself */
    uint32_t kept = keep(s, &step);
    if (kept != NO_NODE) {
        bend next = {end, vertex, g, kept, at->layer, 0};
        node n = turned_node(&next);
        n.flags = SEES_ALL;
        open_node(s, &n, edge, floor);
    }
}

/* Beyond the right end of the interval, which is the bend. */
static void open_right(search *s, const node *n, const bend *at, const span *part) {
    if (vec_equal(part->a, at->at)) {
        node all = turned_node(at);
        all.flags = SEES_ALL;
        open_node(s, &all, part, n->f);
    } else if (turn(at->at, part->a, part->b) <= 0.0) {
        open_along(s, at, part, part->corner, n->f);
    } else {
        node next = turned_node(at);
        next.right_guide = part->a;
        next.left_guide = part->at_b ? part->b : n->right_root;
        next.flags = part->at_b ? 0 : LEFT_BACK;
        open_node(s, &next, part, n->f);
    }
}

static void open_left(search *s, const node *n, const bend *at, const span *part) {
    if (vec_equal(part->b, at->at)) {
        node all = turned_node(at);
        all.flags = SEES_ALL;
        open_node(s, &all, part, n->f);
    } else if (turn(at->at, part->a, part->b) <= 0.0) {
        open_along(s, at, part, next_corner(s->level, n->polygon, part->corner), n->f);
    } else {
        node next = turned_node(at);
        next.left_guide = part->b;
        next.right_guide = part->at_a ? part->a : n->left_root;
        next.flags = part->at_a ? 0 : RIGHT_BACK;
        open_node(s, &next, part, n->f);
    }
}

/* Lets the roots of a node, which have bounds of their own until now, bound its view by the end of
 * the interval that is a vertex. A root that is this vertex keeps its bound. */
static void bound_left(const search *s, node *n, wend_vec2 at) {
    if (vec_equal(at, n->left_root)) {
        return;
    }
    n->left_guide = at;
    n->flags = (uint16_t)(n->flags & ~LEFT_BACK);
    if (n->chain != NAVMESH_NONE && n->left_at < n->right_at) {
        chain c = chain_of(s->level, n->chain);
        uint32_t root = chain_leave(&c, n->left_at, n->right_at, wide(at));
        n->left_g = chain_g(&c, n, root);
        n->left_root = c.points[root];
        n->left_at = (uint16_t)root;
    }
}

static void bound_right(const search *s, node *n, wend_vec2 at) {
    if (vec_equal(at, n->right_root)) {
        return;
    }
    n->right_guide = at;
    n->flags = (uint16_t)(n->flags & ~RIGHT_BACK);
    if (n->chain != NAVMESH_NONE && n->left_at < n->right_at) {
        chain c = chain_of(s->level, n->chain);
        uint32_t root = chain_leave(&c, n->left_at, n->right_at, wide(at));
        n->right_g = chain_g(&c, n, root);
        n->right_root = c.points[root];
        n->right_at = (uint16_t)root;
    }
}

/* What the roots see of an edge. */
static void open_seen(search *s, const node *n, const span *part) {
    node next = *n;
    next.flags = (uint16_t)(n->flags & (LEFT_BACK | RIGHT_BACK));
    if (part->at_a) {
        bound_right(s, &next, part->a);
    }
    if (part->at_b) {
        bound_left(s, &next, part->b);
    }
    open_node(s, &next, part, n->f);
}

/* ---- Passing a kite -------------------------------------------------------------------------- */

/* The way that touches the chain ahead of a node, and the bend there. */
typedef struct tangent {
    wend_vec2 from, to;
    uint32_t from_at, to_at; /* on the chain of the node, and on the one ahead */
    double from_g, to_g;
} tangent;

/* From one chain to another by turns: each step brings both ends nearer to the tangent. */
static tangent find_tangent(const search *s, const node *n, const chain *ahead) {
    tangent t = {.from = ahead->along ? n->right_root : n->left_root,
                 .from_at = ahead->along ? n->right_at : n->left_at,
                 .from_g = ahead->along ? n->right_g : n->left_g};
    t.to_at = chain_meet(ahead, t.from);
    for (bool moves = n->chain != NAVMESH_NONE && n->left_at < n->right_at; moves;) {
        chain c = chain_of(s->level, n->chain);
        uint32_t from = chain_leave(&c, n->left_at, n->right_at, wide(ahead->points[t.to_at]));
        uint32_t to = chain_meet(ahead, c.points[from]);
        moves = from != t.from_at || to != t.to_at;
        t.from_at = from;
        t.to_at = to;
        t.from = c.points[from];
        t.from_g = chain_g(&c, n, from);
    }
    t.to = ahead->points[t.to_at];
    t.to_g = t.from_g + between(wide(t.from), wide(t.to));
    return t;
}

/* The ways round a chain that are known: the least length that one would have at its first point,
 * and where that one comes to it. */
static search_mark *chain_mark(const search *s, uint32_t number) {
    return &s->marks[s->level->vertex_count + 2 * (size_t)number];
}

static double length_at_first(const chain *c, double g, uint32_t at) {
    return c->along ? g - c->lengths[at] : g + c->lengths[at];
}

/* Cuts the part of a chain, low .. high, that a way round it from `at` on is the shortest for, and
 * notes the way; false if there is none. */
static bool improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                           uint32_t *high) {
    search_mark *mark = chain_mark(s, number);
    double length = length_at_first(c, g, c->along ? *low : *high);
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < length) {
        uint32_t other = (uint32_t)mark[1].g;
        if (c->along) {
            *high = other <= *high ? other - 1 : *high;
            return other > *low;
        }
        *low = other >= *low ? other + 1 : *low;
        return other < *high;
    }
    if (mark->stamp != s->stamp || length < mark->g) {
        mark[0] = (search_mark){length, s->stamp};
        mark[1] = (search_mark){(double)(c->along ? *low : *high), s->stamp};
    }
    return true;
}

/* Cuts the far side of a kite at a bound of a view on its right; false if nothing is left. */
static bool cut_right(span *part, bound line) {
    double a = side_of(&line, part->a), b = side_of(&line, part->b);
    if (a < 0.0) {
        part->from = cut(part->a, part->b, a, b);
        part->at_a = false;
    }
    return b > 0.0;
}

static bool cut_left(span *part, bound line) {
    double a = side_of(&line, part->a), b = side_of(&line, part->b);
    if (b > 0.0) {
        part->to = cut(part->a, part->b, a, b);
        part->at_b = false;
    }
    return a < 0.0;
}

/* The far side of a kite. */
static span far_side(const navmesh_level *level, uint32_t number) {
    uint32_t corner = level->kites[number / 2].sides[number % 2 == 0 ? 1 : 0];
    uint32_t polygon = level->neighbours[level->twins[corner]];
    return whole_edge(corner, level->points[corner],
                      level->points[next_corner(level, polygon, corner)]);
}

/* What is seen through a kite, beside the way that touches its chain. */
static void open_beyond(search *s, const node *n, uint32_t number, const tangent *touch,
                        double floor) {
    node next = *n;
    span part = far_side(s->level, number);
    bool along = number % 2 == 0;
    if (touch != NULL && along) {
        next.right_root = touch->from;
        next.right_at = (uint16_t)touch->from_at;
        next.right_g = touch->from_g;
        next.right_guide = touch->to;
        next.flags = (uint16_t)(next.flags & ~RIGHT_BACK);
    } else if (touch != NULL) {
        next.left_root = touch->from;
        next.left_at = (uint16_t)touch->from_at;
        next.left_g = touch->from_g;
        next.left_guide = touch->to;
        next.flags = (uint16_t)(next.flags & ~LEFT_BACK);
    }
    if (!cut_right(&part, bound_of(next.right_root, next.right_guide, next.flags & RIGHT_BACK)) ||
        !cut_left(&part, bound_of(next.left_root, next.left_guide, next.flags & LEFT_BACK)) ||
        !put_behind(s, &next, &part)) {
        return;
    }
    if (part.at_a && !(touch != NULL && along)) {
        bound_right(s, &next, part.a);
    }
    if (part.at_b && !(touch != NULL && !along)) {
        bound_left(s, &next, part.b);
    }
    open_interval(s, &next, floor);
}

/* All that is seen from the chain of a kite, from where it is touched on. */
static void open_round(search *s, const node *n, uint32_t number, const chain *c,
                       const tangent *touch, double floor) {
    uint32_t low = c->along ? touch->to_at : 0, high = c->along ? c->count - 1 : touch->to_at;
    if (low == high || !improves_chain(s, number, c, touch->to_g, &low, &high)) {
        return;
    }
    uint32_t kept = keep(s, n); /* holds the bend before; is never opened itself */
    node next = {.root_vertex = NAVMESH_NONE,
                 .chain = number,
                 .turned_at = kept,
                 .entered = (uint16_t)touch->to_at,
                 .departed = (uint16_t)touch->from_at,
                 .left_at = (uint16_t)low,
                 .right_at = (uint16_t)high,
                 .left_root = c->points[low],
                 .right_root = c->points[high],
                 .root_layer = s->level->polygons[n->polygon].layer};
    double from = length_at_first(c, touch->to_g, touch->to_at);
    next.left_g = c->along ? from + c->lengths[low] : from - c->lengths[low];
    next.right_g = c->along ? from + c->lengths[high] : from - c->lengths[high];
    next.left_guide = c->along ? touch->from : *(c->points + low - 1);
    next.right_guide = c->along ? c->points[high + 1] : touch->from;
    next.flags = c->along ? LEFT_BACK : RIGHT_BACK;
    span part = far_side(s->level, number);
    if (kept != NO_NODE &&
        cut_right(&part, bound_of(next.right_root, next.right_guide, next.flags & RIGHT_BACK)) &&
        cut_left(&part, bound_of(next.left_root, next.left_guide, next.flags & LEFT_BACK)) &&
        put_behind(s, &next, &part)) {
        open_interval(s, &next, floor);
    }
}

/* Passes a kite that a node enters across one side: what it sees goes on across the other, and from
 * the chain on, if it sees that, one node has all of its vertices as roots. */
static void pass_kite(search *s, const node *n, uint32_t number, double floor) {
    chain c = chain_of(s->level, number);
    bound right = bound_of(n->right_root, n->right_guide, n->flags & RIGHT_BACK);
    bound left = bound_of(n->left_root, n->left_guide, n->flags & LEFT_BACK);
    tangent touch = find_tangent(s, n, &c);
    if (vec_equal(touch.from, touch.to)) {
        node plain = *n; /* the root is a vertex of this chain: polygon by polygon */
        open_interval(s, &plain, floor);
        return;
    }
    double on_right = side_of(&right, touch.to), on_left = side_of(&left, touch.to);
    if (c.along ? on_right < 0.0 : on_left > 0.0) {
        open_beyond(s, n, number, NULL, floor);
    } else if (c.along ? on_left <= 0.0 : on_right >= 0.0) {
        open_beyond(s, n, number, &touch, floor);
        open_round(s, n, number, &c, &touch, floor);
    }
}

/* ---- Passing through a polygon --------------------------------------------------------------- */

/* The bends at the two ends of the interval, looked at when they are needed; the vertex is
 * NAVMESH_NONE where it cannot bend. */
typedef struct bends {
    bend left, right;
    bool knows_left, knows_right;
    uint32_t index; /* of the node */
} bends;

static bend bend_at(search *s, const node *n, uint32_t index, bool left) {
    uint32_t vertex = left ? n->left_vertex : n->right_vertex;
    bend at = {.vertex = NAVMESH_NONE};
    if (vertex == NAVMESH_NONE || !s->level->turning[vertex]) {
        return at;
    }
    double g = left ? n->left_g + between(wide(n->left_root), n->left)
                    : n->right_g + between(wide(n->right_root), n->right);
    if (improves(s, vertex, g)) {
        at = (bend){
            s->level->vertices[vertex],     vertex, g, index, s->level->polygons[n->polygon].layer,
            left ? n->left_at : n->right_at};
    }
    return at;
}

static const bend *right_bend(search *s, const node *n, bends *at) {
    if (!at->knows_right) {
        at->right = bend_at(s, n, at->index, false);
        at->knows_right = true;
    }
    return &at->right;
}

static const bend *left_bend(search *s, const node *n, bends *at) {
    if (!at->knows_left) {
        at->left = bend_at(s, n, at->index, true);
        at->knows_left = true;
    }
    return &at->left;
}

/* Cuts an edge at the bounds of the view, right to left, and opens what lies in the three parts.
 * `right` and `left` are the sides of the bounds that its two ends lie on. */
static void pass_edge(search *s, const node *n, bends *at, const span *edge, const double right[2],
                      const double left[2]) {
    span part = *edge;
    if (right[1] <= 0.0 || right[0] < 0.0) {
        if (right[1] > 0.0) {
            part.to = cut(edge->a, edge->b, right[0], right[1]);
            part.at_b = false;
        }
        if (right_bend(s, n, at)->vertex != NAVMESH_NONE) {
            open_right(s, n, &at->right, &part);
        }
        if (right[1] <= 0.0) {
            return;
        }
        part = (span){edge->corner, edge->a, edge->b, part.to, edge->to, false, true};
    }
    if (left[0] < 0.0) {
        span rest = part;
        if (left[1] > 0.0) {
            part.to = rest.from = cut(edge->a, edge->b, left[0], left[1]);
            part.at_b = rest.at_a = false;
        }
        open_seen(s, n, &part);
        if (left[1] <= 0.0) {
            return;
        }
        part = rest;
    }
    if (left_bend(s, n, at)->vertex != NAVMESH_NONE) {
        open_left(s, n, &at->left, &part);
    }
}

static void pass_cone(search *s, const node *n, uint32_t index) {
    const navmesh_level *level = s->level;
    const navmesh_polygon *polygon = &level->polygons[n->polygon];
    uint32_t end = polygon->first + polygon->count;
    bends at = {.index = index};
    bound right_line = bound_of(n->right_root, n->right_guide, n->flags & RIGHT_BACK);
    bound left_line = bound_of(n->left_root, n->left_guide, n->flags & LEFT_BACK);
    uint32_t corner = n->corner + 1 == end ? polygon->first : n->corner + 1;
    wend_vec2 a = level->points[corner];
    double right[2] = {side_of(&right_line, a), 0.0}, left[2] = {side_of(&left_line, a), 0.0};
    while (corner != n->corner) {
        uint32_t next = corner + 1 == end ? polygon->first : corner + 1;
        wend_vec2 b = level->points[next];
        right[1] = side_of(&right_line, b);
        left[1] = side_of(&left_line, b);
        if (level->neighbours[corner] != NAVMESH_NONE) {
            span edge = whole_edge(corner, a, b);
            pass_edge(s, n, &at, &edge, right, left);
        }
        corner = next;
        a = b;
        right[0] = right[1];
        left[0] = left[1];
    }
}

/* An edge that holds the root: the path goes round it, unless it would turn back. */
static void pass_round(search *s, const node *n, const span *edge) {
    if (n->turned_at == NO_NODE) {
        return; /* all polygons that hold the start are opened at first */
    }
    const node *turned = &s->nodes[n->turned_at];
    wend_vec2 before = turned->chain == NAVMESH_NONE
                           ? turned->left_root
                           : chain_of(s->level, turned->chain).points[n->departed];
    bool to_right = vec_equal(edge->a, n->left_root);
    double side = turn(before, n->left_root, to_right ? edge->b : edge->a);
    if (to_right ? side < 0.0 : side > 0.0) {
        node next = *n;
        open_node(s, &next, edge, n->f);
    }
}

static void pass_all(search *s, const node *n) {
    const navmesh_level *level = s->level;
    uint32_t corner = next_corner(level, n->polygon, n->corner);
    while (corner != n->corner) {
        uint32_t next = next_corner(level, n->polygon, corner);
        wend_vec2 a = level->points[corner], b = level->points[next];
        span edge = whole_edge(corner, a, b);
        if (level->neighbours[corner] == NAVMESH_NONE) {
            corner = next;
            continue;
        }
        if (vec_equal(a, n->left_root) || vec_equal(b, n->left_root)) {
            pass_round(s, n, &edge);
        } else if (turn(n->left_root, a, b) <= 0.0) {
            bool a_near =
                between(wide(n->left_root), wide(a)) < between(wide(n->left_root), wide(b));
            bend at = {n->left_root, n->root_vertex, n->left_g,
                       n->turned_at, n->root_layer,  n->departed};
            open_along(s, &at, &edge, a_near ? corner : next, n->f);
        } else {
            open_seen(s, n, &edge);
        }
        corner = next;
    }
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Cuts what is there of the target down to what the root sees through the interval. */
static uint32_t seen_part(const node *n, target_point *points, uint32_t count) {
    bound right = bound_of(n->right_root, n->right_guide, n->flags & RIGHT_BACK);
    bound left = bound_of(n->left_root, n->left_guide, n->flags & LEFT_BACK);
    target_side right_of = {right.x, right.y, right.x + right.dx, right.y + right.dy};
    target_side left_of = {left.x + left.dx, left.y + left.dy, left.x, left.y};
    count = target_cut(points, count, right_of);
    return count > 0 ? target_cut(points, count, left_of) : 0;
}

/* The end of a path: over a place where it bends, if there is one, from a vertex of the chain. */
typedef struct ending {
    target_point end;
    const target_point *over;
    double length; /* m: from the start */
    uint32_t departed;
} ending;

static void open_final(search *s, const node *n, const ending *way) {
    if (s->ground->door_count > 0 &&
        search_is_crossed(s->ground, n->polygon, s->middle, way->end)) {
        return;
    }
    node final = *n;
    final.flags = (uint16_t)(n->flags | FINAL | (way->over ? FINAL_BENDS : 0));
    final.left = way->end;
    final.right = way->over ? *way->over : way->end;
    final.left_at = final.right_at = (uint16_t)way->departed;
    final.f = way->length;
    open_item(s, final.f, keep(s, &final));
}

/* The part of a region that is seen from one vertex of a chain. */
static uint32_t seen_from(const chain *c, const node *n, uint32_t at, target_point *points,
                          uint32_t count) {
    wend_vec2 a = c->points[c->along ? at : at + 1], b = c->points[c->along ? at + 1 : at];
    if (count > 0 && (c->along ? at < n->right_at : at < n->right_at)) {
        target_side side = {(double)a.x, (double)a.y, (double)b.x, (double)b.y};
        count = target_cut(points, count, side);
    }
    a = c->points[(int64_t)at - (c->along ? 0 : 1)];
    b = c->points[(int64_t)at - (c->along ? 1 : 0)];
    if (count > 0 && at > n->left_at) {
        target_side side = {(double)a.x, (double)a.y, (double)b.x, (double)b.y};
        count = target_cut(points, count, side);
    }
    return count;
}

/* The shortest way from the roots to a region that they see. */
static ending end_in(const search *s, const node *n, const target_point *seen, uint32_t count) {
    ending best = {.length = (double)INFINITY};
    if (n->chain == NAVMESH_NONE) {
        best.length = n->left_g + target_nearest(seen, count, wide(n->left_root), &best.end);
        return best;
    }
    chain c = chain_of(s->level, n->chain);
    if (count == 1) {
        best.end = seen[0];
        best.departed = chain_leave(&c, n->left_at, n->right_at, seen[0]);
        best.length =
            chain_g(&c, n, best.departed) + between(wide(c.points[best.departed]), seen[0]);
        return best;
    }
    for (uint32_t i = n->left_at; i <= n->right_at; i++) {
        target_point part[TARGET_POINTS], end;
        memcpy(part, seen, count * sizeof *part);
        uint32_t left = seen_from(&c, n, i, part, count);
        if (left == 0) {
            continue;
        }
        double length = chain_g(&c, n, i) + target_nearest(part, left, wide(c.points[i]), &end);
        if (length < best.length) {
            best = (ending){end, NULL, length, i};
        }
    }
    return best;
}

/* Ends the path if the target lies in the polygon that `n` enters. */
static void reach_target(search *s, const node *n) {
    target_point inside[TARGET_POINTS], seen[TARGET_POINTS];
    uint32_t count = target_in_polygon(s->to, s->level, n->polygon, inside);
    if (count == 0) {
        return;
    }
    memcpy(seen, inside, count * sizeof *seen);
    uint32_t seen_count = n->flags & SEES_ALL ? count : seen_part(n, seen, count);
    if (seen_count > 0) {
        ending way = end_in(s, n, seen, seen_count);
        if (way.length < (double)INFINITY) {
            open_final(s, n, &way);
        }
    }
    /* Another place of the region may be nearer round an end of the interval. */
    bool enough = (n->flags & SEES_ALL) || (seen_count > 0 && s->to->count == 1);
    for (uint32_t i = 0; i < 2 && !enough; i++) {
        const target_point *over = i == 0 ? &n->left : &n->right;
        ending way = {.over = over, .departed = i == 0 ? n->left_at : n->right_at};
        way.length = (i == 0 ? n->left_g : n->right_g) +
                     between(wide(i == 0 ? n->left_root : n->right_root), *over) +
                     target_nearest(inside, count, *over, &way.end);
        open_final(s, n, &way);
    }
}

static wend_vec2 narrow(target_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

/* How many bends a node adds to a path that leaves its chain at `departed`. */
static uint32_t bend_count(const node *n, uint32_t departed) {
    if (n->chain == NAVMESH_NONE) {
        return 1;
    }
    return 1 + (departed > n->entered ? departed - n->entered : n->entered - departed);
}

/* Writes the bends of a node before `points`. */
static wend_route_point *put_bends(const search *s, const node *n, uint32_t departed,
                                   wend_route_point *points) {
    if (n->chain == NAVMESH_NONE) {
        *--points = (wend_route_point){n->left_root, 0.0F, n->root_layer};
        return points;
    }
    chain c = chain_of(s->level, n->chain);
    for (uint32_t i = 0, count = bend_count(n, departed); i < count; i++) {
        *--points = (wend_route_point){c.points[departed], 0.0F, n->root_layer};
        departed = c.along ? departed - 1 : departed + 1;
    }
    return points;
}

/* Writes the bends from the end backwards. */
static search_outcome take_path(search *s, const node *end, search_path *out) {
    uint32_t count = (end->flags & FINAL_BENDS) ? 2 : 1, departed = end->left_at;
    for (const node *n = end; n->turned_at != NO_NODE; n = &s->nodes[n->turned_at]) {
        count += bend_count(n, departed);
        departed = n->departed;
    }
    wend_route_point *points =
        wend_view_scratch(s->ground->view, s->ground->worker, count * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    *out = (search_path){points, count, end->polygon, end->f};
    uint32_t layer = s->level->polygons[end->polygon].layer;
    points += count;
    *--points = (wend_route_point){narrow(end->left), 0.0F, layer};
    if (end->flags & FINAL_BENDS) {
        *--points = (wend_route_point){narrow(end->right), 0.0F, layer};
    }
    departed = end->left_at;
    for (const node *n = end; n->turned_at != NO_NODE; n = &s->nodes[n->turned_at]) {
        points = put_bends(s, n, departed, points);
        departed = n->departed;
    }
    return SEARCH_FOUND;
}

/* ---- Searching ------------------------------------------------------------------------------- */

static bool begin(search *s) {
    const navmesh_level *level = s->level;
    uint64_t most = (uint64_t)NODES_EACH * level->polygon_count + FEWEST_NODES;
    s->node_limit = most < MOST_NODES ? (uint32_t)most : MOST_NODES;
    size_t marks = level->vertex_count + 4 * (size_t)level->kite_count;
    s->marks = search_marks(s->ground, marks, &s->stamp);
    s->outcome = s->marks != NULL ? SEARCH_FOUND : SEARCH_NO_MEMORY;
    return s->marks != NULL;
}

/* Opens the edges of a polygon that holds the start. */
static void open_start(search *s, const node *start) {
    const navmesh_polygon *polygon = &s->level->polygons[start->polygon];
    reach_target(s, start);
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i;
        uint32_t next = next_corner(s->level, start->polygon, corner);
        wend_vec2 a = s->level->points[corner], b = s->level->points[next];
        span edge = whole_edge(corner, a, b);
        if (s->level->neighbours[corner] == NAVMESH_NONE) {
            continue;
        }
        if (turn(start->left_root, a, b) > 0.0) {
            open_seen(s, start, &edge);
            continue;
        }
        double along =
            between(wide(start->left_root), wide(a)) + between(wide(start->left_root), wide(b));
        if (along <= between(wide(a), wide(b)) * (1.0 + 1e-12) + 1e-6) {
            node on_edge = *start;
            open_node(s, &on_edge, &edge, 0.0);
        } else {
            bend at = {start->left_root, NAVMESH_NONE, 0.0, NO_NODE, polygon->layer, 0};
            bool a_near =
                between(wide(start->left_root), wide(a)) < between(wide(start->left_root), wide(b));
            open_along(s, &at, &edge, a_near ? corner : next, 0.0);
        }
    }
}

/* Opens all open polygons that hold the start. */
static void open_starts(search *s, search_start from) {
    node start = {.left_root = from.position,
                  .right_root = from.position,
                  .root_vertex = NAVMESH_NONE,
                  .chain = NAVMESH_NONE,
                  .turned_at = NO_NODE,
                  .polygon = from.polygon,
                  .flags = SEES_ALL,
                  .root_layer = s->level->polygons[from.polygon].layer};
    s->middle = wide(from.position);
    open_start(s, &start);
    uint32_t others[16];
    uint32_t count =
        navmesh_holders(s->level, (wend_place){from.position, start.root_layer}, others, 16);
    for (uint32_t i = 0; i < count; i++) {
        start.polygon = others[i];
        if (others[i] != from.polygon && !s->ground->closed[s->level->polygons[others[i]].set]) {
            open_start(s, &start);
        }
    }
}

/* The node to go on with, NO_NODE when there is none or the search failed. */
static uint32_t take_next(search *s) {
    heap_item next = s->next;
    s->next.index = NO_NODE;
    if (s->outcome != SEARCH_FOUND) {
        return NO_NODE;
    }
    if (s->heap_count == 0 || (next.index != NO_NODE && item_before(next, s->heap[0]))) {
        return next.index;
    }
    uint32_t top = heap_pop(s);
    heap_push(s, next.f, next.index);
    return top;
}

/* Whether shorter ways to all of its roots have been found. */
static bool is_outdone(const search *s, const node *n) {
    if (n->chain != NAVMESH_NONE) {
        chain c = chain_of(s->level, n->chain);
        const search_mark *mark = chain_mark(s, n->chain);
        return mark->g + SAME_LENGTH < length_at_first(&c, n->left_g, n->left_at) &&
               (c.along ? (uint32_t)mark[1].g <= n->left_at : (uint32_t)mark[1].g >= n->right_at);
    }
    if (n->root_vertex == NAVMESH_NONE) {
        return false;
    }
    const search_mark *mark = &s->marks[n->root_vertex];
    return mark->stamp == s->stamp && mark->g + SAME_LENGTH < n->left_g;
}

search_outcome search_shortest(const search_ground *ground, search_start from, const target *to,
                               search_path *out) {
    search s = {.ground = ground, .level = ground->level, .to = to, .outcome = SEARCH_FOUND};
    s.next.index = NO_NODE;
    if (!begin(&s)) {
        return s.outcome;
    }
    open_starts(&s, from);
    uint32_t index;
    while ((index = take_next(&s)) != NO_NODE) {
        node n = s.nodes[index]; /* a copy: the array may move */
        if (n.flags & FINAL) {
            return take_path(&s, &n, out);
        }
        if (is_outdone(&s, &n)) {
            continue;
        }
        s.middle = (target_point){0.5 * (n.left.x + n.right.x), 0.5 * (n.left.y + n.right.y)};
        reach_target(&s, &n);
        if (n.flags & SEES_ALL) {
            pass_all(&s, &n);
        } else {
            pass_cone(&s, &n, index);
        }
    }
    return s.outcome == SEARCH_FOUND ? SEARCH_NONE : s.outcome;
}
