/* plan/nodes.h: nodes of the search for shortest paths (see shortest.c), their geometry, and the
 * list of those that are open. */
#ifndef PLAN_NODES_H
#define PLAN_NODES_H

#include <math.h>

#include "geom/vec.h"
#include "plan/chains.h"
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
    double left_g, right_g;   /* m: from the start to the roots */
    double f;                 /* at least the length of a path through it */
    wend_vec2 left_root, right_root, left_guide, right_guide;
    uint32_t root_vertex;               /* NAVMESH_NONE: the start, or a chain */
    uint32_t chain;                     /* that the roots lie on, NAVMESH_NONE: there is one root */
    uint32_t left_vertex, right_vertex; /* NAVMESH_NONE: not at a vertex */
    uint32_t polygon, corner;           /* which is entered, and the edge of it */
    uint32_t turned_at;                 /* the node whose root is the one before; NO_NODE */
    uint16_t left_at, right_at;         /* where on the chain the roots are */
    uint16_t entered;                   /* where the way comes to the chain */
    uint16_t departed;                  /* where it left the one before */
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
static inline double turn(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    double bx = (double)b.x - (double)a.x, by = (double)b.y - (double)a.y;
    double cx = (double)c.x - (double)a.x, cy = (double)c.y - (double)a.y;
    return bx * cy - by * cx;
}

static inline target_point wide(wend_vec2 p) {
    return (target_point){(double)p.x, (double)p.y};
}

static inline double length_of(double x, double y) {
    return sqrt(x * x + y * y);
}

static inline double between(target_point a, target_point b) {
    return length_of(b.x - a.x, b.y - a.y);
}

static inline double cross(target_point a, target_point b, target_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* A bound of a node's view, as a line. */
typedef struct bound {
    double x, y;   /* a place on it */
    double dx, dy; /* its direction */
} bound;

static inline bound bound_of(wend_vec2 root, wend_vec2 guide, bool back) {
    wend_vec2 a = back ? guide : root, b = back ? root : guide;
    return (bound){(double)a.x, (double)a.y, (double)b.x - (double)a.x, (double)b.y - (double)a.y};
}

/* On which side of a bound a vertex lies: positive is left of it. */
static inline double side_of(const bound *line, wend_vec2 v) {
    return line->dx * ((double)v.y - line->y) - line->dy * ((double)v.x - line->x);
}

/* The point of u -> v where a value that is `at_u` and `at_v` at its ends is 0. */
static inline target_point cut(wend_vec2 u, wend_vec2 v, double at_u, double at_v) {
    double t = at_u / (at_u - at_v);
    return (target_point){(double)u.x + ((double)v.x - (double)u.x) * t,
                          (double)u.y + ((double)v.y - (double)u.y) * t};
}

/* A point on the side of an interval that `root` is on, mirrored. */
static inline target_point across(target_point root, target_point left, target_point right,
                                  target_point to) {
    double here = cross(right, left, root), there = cross(right, left, to);
    if ((here < 0.0 && there < 0.0) || (here > 0.0 && there > 0.0)) {
        double x = left.x - right.x, y = left.y - right.y;
        double k = 2.0 * there / (x * x + y * y);
        to = (target_point){to.x + y * k, to.y - x * k};
    }
    return to;
}

/* From the start to a vertex of the chain that the roots of a node lie on. */
static inline double chain_g(const chain *c, const node *n, uint32_t at) {
    double way = c->lengths[at] - c->lengths[n->left_at];
    return c->along ? n->left_g + way : n->left_g - way;
}

/* The length from the start over an interval to a point, as if nothing stood behind it: straight if
 * a line from the roots meets the interval, else over the end that is nearer to it. */
static inline double estimate(const navmesh_level *level, const node *n, target_point to) {
    target_point left_root = wide(n->left_root), right_root = wide(n->right_root);
    to = across(left_root, n->left, n->right, to);
    if (cross(left_root, n->left, to) > 0.0) {
        return n->left_g + between(left_root, n->left) + between(n->left, to);
    }
    if (cross(right_root, n->right, to) < 0.0) {
        return n->right_g + between(right_root, n->right) + between(n->right, to);
    }
    if (n->chain == NAVMESH_NONE) {
        return n->left_g + between(left_root, to);
    }
    chain c = chain_of(level, n->chain);
    uint32_t at = chain_leave(&c, n->left_at, n->right_at, to);
    return chain_g(&c, n, at) + between(wide(c.points[at]), to);
}

/* The same to the nearest point of the target; exact for one root where all of the target lies
 * beyond the interval: the straight way if it meets the interval, else that over one of the ends.
 */
static inline double estimate_target(const navmesh_level *level, const node *n, const target *to) {
    target_point root = wide(n->left_root), end;
    double here = cross(n->right, n->left, root);
    bool beyond = n->chain == NAVMESH_NONE && to->count > 1 && to->count <= EXACT_CORNERS;
    for (uint32_t i = 0; i < to->count && beyond; i++) {
        beyond = here * cross(n->right, n->left, to->points[i]) <= 0.0;
    }
    if (!beyond) {
        return estimate(level, n, to->centre) - to->radius;
    }
    double straight = target_nearest(to->points, to->count, root, &end);
    if (cross(root, n->left, end) <= 0.0 && cross(root, n->right, end) >= 0.0) {
        return n->left_g + straight;
    }
    double left = between(root, n->left) + target_nearest(to->points, to->count, n->left, &end);
    double right = between(root, n->right) + target_nearest(to->points, to->count, n->right, &end);
    return n->left_g + fmin(left, right);
}

/* From a root that sees all of a polygon. */
static inline double estimate_all(const node *n, const target *to) {
    target_point root = wide(n->left_root), end;
    double rest = to->count <= EXACT_CORNERS ? target_nearest(to->points, to->count, root, &end)
                                             : between(root, to->centre) - to->radius;
    return n->left_g + rest;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static inline uint32_t next_corner(const navmesh_level *level, uint32_t polygon, uint32_t corner) {
    const navmesh_polygon *p = &level->polygons[polygon];
    return corner + 1 == p->first + p->count ? p->first : corner + 1;
}

static inline bool grow_nodes(search *s) {
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
static inline uint32_t keep(search *s, const node *n) {
    if (s->node_count == s->node_room && !grow_nodes(s)) {
        return NO_NODE;
    }
    s->nodes[s->node_count] = *n;
    return s->node_count++;
}

static inline bool item_before(heap_item a, heap_item b) {
    return a.f != b.f ? a.f < b.f : a.index > b.index;
}

static inline bool grow_heap(search *s) {
    uint32_t room = s->heap_room ? 2 * s->heap_room : 1024;
    s->heap = rooms_take(s->ground->view, s->ground->worker, ROOM_HEAP, room * sizeof *s->heap);
    s->heap_room = s->heap != NULL ? room : 0;
    s->outcome = s->heap != NULL ? s->outcome : SEARCH_NO_MEMORY;
    return s->heap != NULL;
}

static inline void heap_push(search *s, double f, uint32_t index) {
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
static inline void open_item(search *s, double f, uint32_t index) {
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

static inline uint32_t heap_pop(search *s) {
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
static inline bool improves(search *s, uint32_t vertex, double g) {
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

static inline span whole_edge(uint32_t corner, wend_vec2 a, wend_vec2 b) {
    return (span){corner, a, b, wide(a), wide(b), true, true};
}

/* Opens the node beyond its interval. */
static inline void open_interval(search *s, node *n, double floor) {
    double length =
        n->flags & SEES_ALL ? estimate_all(n, s->to) : estimate_target(s->level, n, s->to);
    double f = fmax(length, n->left_g < n->right_g ? n->left_g : n->right_g);
    n->f = f > floor ? f : floor;
    open_item(s, n->f, keep(s, n));
}

/* Puts a node behind a span; false if the way is shut there. */
static inline bool put_behind(search *s, node *n, const span *part) {
    const navmesh_level *level = s->level;
    if (!search_is_open(s->ground, s->middle, part->corner)) {
        return false;
    }
    n->polygon = level->neighbours[part->corner];
    n->corner = level->twins[part->corner];
    n->left = part->to;
    n->right = part->from;
    n->left_vertex = part->at_b ? level->corners[n->corner] : NAVMESH_NONE;
    n->right_vertex =
        part->at_a ? level->corners[next_corner(level, n->polygon, n->corner)] : NAVMESH_NONE;
    return true;
}

/* Whether the target comes near to a kite: the polygons of that are passed one by one. */
static inline bool is_target_kite(const search *s, uint32_t kite) {
    const navmesh_kite *k = &s->level->kites[kite];
    if (s->to->polygon != NAVMESH_NONE) {
        return s->level->kite_of[s->to->polygon] == kite;
    }
    wend_vec2 tip = s->level->points[k->sides[0]];
    target_point low = wide(tip), high = low;
    for (uint32_t i = 0; i < k->count; i += k->count - 1) {
        target_point p = wide(s->level->kite_points[k->first + i]);
        low = (target_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (target_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    return low.x <= s->to->high.x && high.x >= s->to->low.x && low.y <= s->to->high.y &&
           high.y >= s->to->low.y;
}

/* The chain that a node passes which is put behind a side of a kite, NAVMESH_NONE if none. */
static inline uint32_t chain_ahead(const search *s, const node *n) {
    uint32_t kite = s->level->kite_of[n->polygon];
    if (kite == NAVMESH_NONE || (n->flags & SEES_ALL) || s->ground->door_count > 0) {
        return NAVMESH_NONE;
    }
    const uint32_t *sides = s->level->kites[kite].sides;
    bool enters = n->corner == sides[0] || n->corner == sides[1];
    return enters && !is_target_kite(s, kite) ? 2 * kite + (n->corner == sides[1]) : NAVMESH_NONE;
}

#endif
