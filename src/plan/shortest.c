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
 * Departs from the paper in that the target is a region (h is to the point of it that is nearest
 * over the interval, or to a disc around it; a node that enters it gives a final node with the
 * exact length), and in counting closed polygons as walls.
 *
 * Cost: O(n log n) for n nodes; at most NODES_EACH for each polygon, in memory that the worker
 * keeps. */
#include <math.h>
#include <string.h>

#include "geom/vec.h"
#include "plan/search.h"
#include "step/rooms.h"

enum {
    SEES_ALL = 1,    /* the root lies on the edge: no bounds */
    LEFT_BACK = 2,   /* left_guide is the root before: the bound goes on from it through the root */
    RIGHT_BACK = 4,  /* the same on the right */
    FINAL = 8,       /* `left` is the end of the path */
    FINAL_BENDS = 16 /* which bends at `right` before */
};

enum { NODES_EACH = 64, FEWEST_NODES = 4096, MOST_NODES = 1 << 22, NO_NODE = 0x7fffffff };

/* Targets of more corners, most of them round, are estimated by a disc around them. */
enum { EXACT_CORNERS = 8 };

/* m: paths that differ by less are as long. */
static const double SAME_LENGTH = 1e-10;

typedef struct node {
    target_point left, right; /* ends of the interval, as seen from the root */
    double g;                 /* m: from the start to the root */
    double f;                 /* at least the length of a path through it */
    wend_vec2 root, left_guide, right_guide;
    uint32_t root_vertex;               /* NAVMESH_NONE: the start */
    uint32_t left_vertex, right_vertex; /* NAVMESH_NONE: not at a vertex */
    uint32_t polygon, corner;           /* which is entered, and the edge of it */
    uint32_t turned_at;                 /* the node whose root is the one before; NO_NODE */
    uint16_t flags, root_layer;
} node;

typedef struct heap_item {
    double f;
    uint32_t index;
} heap_item;

typedef struct search {
    const search_ground *ground;
    const navmesh_level *level;
    const target *to;
    node *nodes;
    heap_item *heap;
    search_mark *marks; /* of the ways to bend at each vertex */
    uint64_t stamp;
    target_point middle; /* of the interval that is passed now, or the start */
    uint32_t node_count, node_room, node_limit, heap_count, heap_room;
    heap_item next;         /* the best node opened since the last one was taken; NO_NODE */
    search_outcome outcome; /* SEARCH_NO_MEMORY once there is none */
} search;

/* ---- Geometry -------------------------------------------------------------------------------- */

/* Positive when c lies left of a -> b; exact for vertices on the grid. */
static double turn(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double bx = (double)b.x - (double)a.x, by = (double)b.y - (double)a.y;
    double cx = (double)c.x - (double)a.x, cy = (double)c.y - (double)a.y;
    return bx * cy - by * cx;
}

static target_point wide(wend_vec2 p) {
    return (target_point){(double)p.x, (double)p.y};
}

static double length_of(double x, double y) {
    return sqrt(x * x + y * y);
}

static double between(target_point a, target_point b) {
    return length_of(b.x - a.x, b.y - a.y);
}

static double cross(target_point a, target_point b, target_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* A bound of a node's view, as a line. */
typedef struct bound {
    double x, y;   /* a place on it */
    double dx, dy; /* its direction */
} bound;

static bound bound_of(const node *n, wend_vec2 guide, bool back) {
    wend_vec2 a = back ? guide : n->root, b = back ? n->root : guide;
    return (bound){(double)a.x, (double)a.y, (double)b.x - (double)a.x, (double)b.y - (double)a.y};
}

/* On which side of a bound a vertex lies: positive is left of it. */
static double side_of(const bound *line, wend_vec2 v) {
    return line->dx * ((double)v.y - line->y) - line->dy * ((double)v.x - line->x);
}

/* The point of u -> v where a value that is `at_u` and `at_v` at its ends is 0. */
static target_point cut(wend_vec2 u, wend_vec2 v, double at_u, double at_v) {
    double t = at_u / (at_u - at_v);
    return (target_point){(double)u.x + ((double)v.x - (double)u.x) * t,
                          (double)u.y + ((double)v.y - (double)u.y) * t};
}

/* The length from a root over an interval to a point, as if nothing stood behind it: straight if
 * the line meets the interval, else over the end that is nearer to it. A point on the root's side
 * is mirrored. */
static double estimate(target_point root, target_point left, target_point right, target_point to) {
    double here = cross(right, left, root), there = cross(right, left, to);
    if ((here < 0.0 && there < 0.0) || (here > 0.0 && there > 0.0)) {
        double x = left.x - right.x, y = left.y - right.y;
        double k = 2.0 * there / (x * x + y * y);
        to = (target_point){to.x + y * k, to.y - x * k};
    }
    if (cross(root, left, to) > 0.0) {
        return between(root, left) + between(left, to);
    }
    if (cross(root, right, to) < 0.0) {
        return between(root, right) + between(right, to);
    }
    return between(root, to);
}

/* The same to the nearest point of the target; exact where all of it lies beyond the interval: the
 * straight way if it meets the interval, else that over one of the ends. */
static double estimate_target(target_point root, target_point left, target_point right,
                              const target *to) {
    double here = cross(right, left, root);
    bool beyond = to->count > 1 && to->count <= EXACT_CORNERS;
    for (uint32_t i = 0; i < to->count && beyond; i++) {
        beyond = here * cross(right, left, to->points[i]) <= 0.0;
    }
    if (!beyond) {
        return fmax(estimate(root, left, right, to->centre) - to->radius, 0.0);
    }
    target_point end;
    double straight = target_nearest(to->points, to->count, root, &end);
    if (cross(root, left, end) <= 0.0 && cross(root, right, end) >= 0.0) {
        return straight;
    }
    return fmin(between(root, left) + target_nearest(to->points, to->count, left, &end),
                between(root, right) + target_nearest(to->points, to->count, right, &end));
}

/* From a root that sees all of a polygon. */
static double estimate_all(target_point root, const target *to) {
    target_point end;
    return to->count <= EXACT_CORNERS ? target_nearest(to->points, to->count, root, &end)
                                      : fmax(between(root, to->centre) - to->radius, 0.0);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static uint32_t next_corner(const navmesh_level *level, uint32_t polygon, uint32_t corner) {
    const navmesh_polygon *p = &level->polygons[polygon];
    return corner + 1 == p->first + p->count ? p->first : corner + 1;
}

static bool grow_nodes(search *s) {
    uint32_t room = s->node_room ? 2 * s->node_room : 1024;
    room = room > s->node_limit ? s->node_limit : room;
    node *nodes = rooms_take(s->ground->view, s->ground->worker, ROOM_NODES, room * sizeof *nodes);
    if (nodes == NULL || room == s->node_room) {
        s->outcome = nodes == NULL ? SEARCH_NO_MEMORY : SEARCH_NONE;
        return false;
    }
    s->nodes = nodes;
    s->node_room = room;
    return true;
}

/* Keeps a node; NO_NODE when there is no room, which ends the search. */
static uint32_t keep(search *s, const node *n) {
    if (s->node_count == s->node_room && !grow_nodes(s)) {
        return NO_NODE;
    }
    s->nodes[s->node_count] = *n;
    return s->node_count++;
}

static bool item_before(heap_item a, heap_item b) {
    return a.f != b.f ? a.f < b.f : a.index > b.index;
}

static bool grow_heap(search *s) {
    uint32_t room = s->heap_room ? 2 * s->heap_room : 1024;
    s->heap = rooms_take(s->ground->view, s->ground->worker, ROOM_HEAP, room * sizeof *s->heap);
    s->heap_room = s->heap != NULL ? room : 0;
    s->outcome = s->heap != NULL ? s->outcome : SEARCH_NO_MEMORY;
    return s->heap != NULL;
}

static void heap_push(search *s, double f, uint32_t index) {
    if (index == NO_NODE || (s->heap_count == s->heap_room && !grow_heap(s))) {
        return;
    }
    heap_item item = {f, index};
    uint32_t at = s->heap_count++;
    for (; at > 0 && item_before(item, s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = item;
}

/* Opens a kept node. The best since the last one was taken stays outside the heap: most often it is
 * the next one. */
static void open_item(search *s, double f, uint32_t index) {
    heap_item item = {f, index};
    if (index == NO_NODE) {
        return;
    }
    if (s->next.index == NO_NODE || item_before(item, s->next)) {
        heap_item swap = s->next;
        s->next = item;
        item = swap;
    }
    heap_push(s, item.f, item.index);
}

static uint32_t heap_pop(search *s) {
    uint32_t top = s->heap[0].index, at = 0;
    heap_item item = s->heap[--s->heap_count];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->heap_count) {
            break;
        }
        child += child + 1 < s->heap_count && item_before(s->heap[child + 1], s->heap[child]);
        if (!item_before(s->heap[child], item)) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = item;
    return top;
}

/* Whether a way of length g to bend at a vertex is as short as any so far; notes it. */
static bool improves(search *s, uint32_t vertex, double g) {
    search_mark *mark = &s->marks[vertex];
    if (mark->stamp == s->stamp && mark->g + SAME_LENGTH < g) {
        return false;
    }
    if (mark->stamp != s->stamp || g < mark->g) {
        *mark = (search_mark){g, s->stamp};
    }
    return true;
}

/* ---- Successors ------------------------------------------------------------------------------ */

/* Part of an edge of the polygon that is passed through. `from` is its right end, nearer to the
 * corner that starts it. */
typedef struct span {
    uint32_t corner; /* that starts the edge */
    wend_vec2 a, b;  /* the edge */
    target_point from, to;
    bool at_a, at_b; /* the span begins and ends at the edge's ends */
} span;

static span whole_edge(uint32_t corner, wend_vec2 a, wend_vec2 b) {
    return (span){corner, a, b, wide(a), wide(b), true, true};
}

/* Opens the node beyond a span; root, guides, g and flags are set, `floor` is the parent's f. */
static void open_node(search *s, node *n, const span *part, double floor) {
    const navmesh_level *level = s->level;
    if (!search_is_open(s->ground, s->middle, part->corner)) {
        return;
    }
    n->polygon = level->neighbours[part->corner];
    n->corner = level->twins[part->corner];
    n->left = part->to;
    n->right = part->from;
    n->left_vertex = part->at_b ? level->corners[n->corner] : NAVMESH_NONE;
    n->right_vertex =
        part->at_a ? level->corners[next_corner(level, n->polygon, n->corner)] : NAVMESH_NONE;
    double rest = n->flags & SEES_ALL ? estimate_all(wide(n->root), s->to)
                                      : estimate_target(wide(n->root), n->left, n->right, s->to);
    double f = n->g + rest;
    n->f = f > floor ? f : floor;
    open_item(s, n->f, keep(s, n));
}

/* A node beyond a span with the root at a vertex of this polygon, which lies beyond the bend of
 * `n` (or is it). */
typedef struct bend {
    wend_vec2 at;
    uint32_t vertex;
    double g;
    uint32_t turned_at;
    uint16_t layer;
} bend;

static node turned_node(const bend *at) {
    return (node){.g = at->g,
                  .root = at->at,
                  .root_vertex = at->vertex,
                  .turned_at = at->turned_at,
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
        node n = {.g = g,
                  .root = end,
                  .root_vertex = vertex,
                  .turned_at = kept,
                  .root_layer = at->layer,
                  .flags = SEES_ALL};
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
        next.left_guide = part->at_b ? part->b : n->root;
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
        next.right_guide = part->at_a ? part->a : n->root;
        next.flags = part->at_a ? 0 : RIGHT_BACK;
        open_node(s, &next, part, n->f);
    }
}

/* What the root sees of an edge. */
static void open_seen(search *s, const node *n, const span *part) {
    node next = {.g = n->g,
                 .root = n->root,
                 .root_vertex = n->root_vertex,
                 .turned_at = n->turned_at,
                 .root_layer = n->root_layer};
    next.right_guide = part->at_a ? part->a : n->right_guide;
    next.left_guide = part->at_b ? part->b : n->left_guide;
    next.flags = (uint16_t)((part->at_a ? 0 : n->flags & RIGHT_BACK) |
                            (part->at_b ? 0 : n->flags & LEFT_BACK));
    open_node(s, &next, part, n->f);
}

/* ---- Passing through a polygon --------------------------------------------------------------- */

/* The bends at the two ends of the interval, looked at when they are needed; the vertex is
 * NAVMESH_NONE where it cannot bend. */
typedef struct bends {
    bend left, right;
    bool knows_left, knows_right;
    uint32_t index; /* of the node */
} bends;

static bend bend_at(search *s, const node *n, uint32_t index, uint32_t vertex, target_point end) {
    bend at = {.vertex = NAVMESH_NONE};
    if (vertex == NAVMESH_NONE || !s->level->turning[vertex]) {
        return at;
    }
    double g = n->g + between(wide(n->root), end);
    if (improves(s, vertex, g)) {
        at = (bend){s->level->vertices[vertex], vertex, g, index,
                    s->level->polygons[n->polygon].layer};
    }
    return at;
}

static const bend *right_bend(search *s, const node *n, bends *at) {
    if (!at->knows_right) {
        at->right = bend_at(s, n, at->index, n->right_vertex, n->right);
        at->knows_right = true;
    }
    return &at->right;
}

static const bend *left_bend(search *s, const node *n, bends *at) {
    if (!at->knows_left) {
        at->left = bend_at(s, n, at->index, n->left_vertex, n->left);
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
    bound right_line = bound_of(n, n->right_guide, n->flags & RIGHT_BACK);
    bound left_line = bound_of(n, n->left_guide, n->flags & LEFT_BACK);
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
    wend_vec2 before = s->nodes[n->turned_at].root;
    bool to_right = vec_equal(edge->a, n->root);
    double side = turn(before, n->root, to_right ? edge->b : edge->a);
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
        if (vec_equal(a, n->root) || vec_equal(b, n->root)) {
            pass_round(s, n, &edge);
        } else if (turn(n->root, a, b) <= 0.0) {
            bool a_near = between(wide(n->root), wide(a)) < between(wide(n->root), wide(b));
            bend at = {n->root, n->root_vertex, n->g, n->turned_at, n->root_layer};
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
    target_point root = wide(n->root), left = wide(n->left_guide), right = wide(n->right_guide);
    target_side right_of = {root.x, root.y, right.x, right.y};
    target_side left_of = {left.x, left.y, root.x, root.y};
    if (n->flags & RIGHT_BACK) {
        right_of = (target_side){right.x, right.y, root.x, root.y};
    }
    if (n->flags & LEFT_BACK) {
        left_of = (target_side){root.x, root.y, left.x, left.y};
    }
    count = target_cut(points, count, right_of);
    return count > 0 ? target_cut(points, count, left_of) : 0;
}

static void open_final(search *s, const node *n, target_point end, const target_point *bend_place,
                       double length) {
    if (s->ground->door_count > 0 && search_is_crossed(s->ground, n->polygon, s->middle, end)) {
        return;
    }
    node final = *n;
    final.flags = (uint16_t)(n->flags | FINAL | (bend_place ? FINAL_BENDS : 0));
    final.left = end;
    final.right = bend_place ? *bend_place : end;
    final.f = n->g + length;
    open_item(s, final.f, keep(s, &final));
}

/* Ends the path if the target lies in the polygon that `n` enters. */
static void reach_target(search *s, const node *n) {
    target_point inside[TARGET_POINTS], seen[TARGET_POINTS], end;
    uint32_t count = target_in_polygon(s->to, s->level, n->polygon, inside);
    if (count == 0) {
        return;
    }
    memcpy(seen, inside, count * sizeof *seen);
    uint32_t seen_count = n->flags & SEES_ALL ? count : seen_part(n, seen, count);
    if (seen_count > 0) {
        double length = target_nearest(seen, seen_count, wide(n->root), &end);
        open_final(s, n, end, NULL, length);
    }
    /* Another place of the region may be nearer round an end of the interval. */
    target_point ends[2] = {n->left, n->right};
    bool enough = (n->flags & SEES_ALL) || (seen_count > 0 && s->to->count == 1);
    for (uint32_t i = 0; i < 2 && !enough; i++) {
        double length = target_nearest(inside, count, ends[i], &end);
        open_final(s, n, end, &ends[i], length + between(wide(n->root), ends[i]));
    }
}

static wend_vec2 narrow(target_point p) {
    return (wend_vec2){(float)p.x, (float)p.y};
}

/* Writes the bends from the end backwards. */
static search_outcome take_path(search *s, const node *end, search_path *out) {
    uint32_t count = (end->flags & FINAL_BENDS) ? 2 : 1;
    for (const node *n = end; n->turned_at != NO_NODE; n = &s->nodes[n->turned_at]) {
        count++;
    }
    wend_route_point *points =
        wend_view_scratch(s->ground->view, s->ground->worker, count * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    *out = (search_path){points, count, end->polygon, end->f};
    uint32_t layer = s->level->polygons[end->polygon].layer;
    points[--count] = (wend_route_point){narrow(end->left), 0.0F, layer};
    if (end->flags & FINAL_BENDS) {
        points[--count] = (wend_route_point){narrow(end->right), 0.0F, layer};
    }
    for (const node *n = end; count > 0; n = &s->nodes[n->turned_at]) {
        points[--count] = (wend_route_point){n->root, 0.0F, n->root_layer};
    }
    return SEARCH_FOUND;
}

/* ---- Searching ------------------------------------------------------------------------------- */

static bool begin(search *s) {
    const navmesh_level *level = s->level;
    uint64_t most = (uint64_t)NODES_EACH * level->polygon_count + FEWEST_NODES;
    s->node_limit = most < MOST_NODES ? (uint32_t)most : MOST_NODES;
    s->marks = search_marks(s->ground, level->vertex_count, &s->stamp);
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
        if (turn(start->root, a, b) > 0.0) {
            open_seen(s, start, &edge);
            continue;
        }
        double along = between(wide(start->root), wide(a)) + between(wide(start->root), wide(b));
        if (along <= between(wide(a), wide(b)) * (1.0 + 1e-12) + 1e-6) {
            node on_edge = *start;
            open_node(s, &on_edge, &edge, 0.0);
        } else {
            bend at = {start->root, NAVMESH_NONE, 0.0, NO_NODE, polygon->layer};
            bool a_near = between(wide(start->root), wide(a)) < between(wide(start->root), wide(b));
            open_along(s, &at, &edge, a_near ? corner : next, 0.0);
        }
    }
}

/* Opens all open polygons that hold the start. */
static void open_starts(search *s, search_start from) {
    node start = {.root = from.position,
                  .root_vertex = NAVMESH_NONE,
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

static bool is_outdone(const search *s, const node *n) {
    if (n->root_vertex == NAVMESH_NONE) {
        return false;
    }
    const search_mark *mark = &s->marks[n->root_vertex];
    return mark->stamp == s->stamp && mark->g + SAME_LENGTH < n->g;
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
