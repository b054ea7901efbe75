/* plan/polyanya/nodes.h: nodes of the search for shortest paths (see shortest.c), and what its
 * parts share.
 */
#ifndef PLAN_POLYANYA_NODES_H
#define PLAN_POLYANYA_NODES_H

#include <math.h>

#include "geom/point.h"
#include "plan/graph/queue.h"
#include "plan/polyanya/chains.h"
#include "plan/polyanya/search.h"

enum {
    SEES_ALL = 1,    /* the root lies on the edge: no bounds */
    LEFT_BACK = 2,   /* left_guide is the root before: the bound goes on from it through the root */
    RIGHT_BACK = 4,  /* the same on the right */
    FINAL = 8,       /* `left` is the end of the path */
    FINAL_BENDS = 16 /* which bends at `right` before */
};

enum { NO_NODE = 0x7fffffff };

/* m: paths that differ by less are as long. */
static const double SAME_LENGTH = 1e-10;

typedef struct node {
    wend_point left, right; /* ends of the interval, as seen from the root */
    double left_g, right_g; /* m: from the start to the roots */
    double left_d, right_d; /* m: to the ends of the interval */
    double f;               /* at least the length of a path through it */
    wend_vec2 left_root, right_root, left_guide, right_guide;
    uint32_t root_vertex;               /* NAVMESH_NONE: the start, or a chain */
    uint32_t chain;                     /* that the roots lie on, NAVMESH_NONE: there is one root */
    uint32_t left_vertex, right_vertex; /* NAVMESH_NONE: not at a vertex */
    uint32_t polygon;                   /* which is entered */
    uint32_t corner, last;      /* the edges of it that are: from the left one to the right one */
    uint32_t turned_at;         /* the node whose root is the one before; NO_NODE */
    uint16_t left_at, right_at; /* where on the chain the roots are */
    uint16_t entered;           /* where the way comes to the chain */
    uint16_t departed;          /* where it left the one before */
    uint16_t flags, root_layer;
} node;

typedef struct search {
    const search_ground *ground;
    const navmesh_level *level;
    const target *to;
    node *nodes;
    queue_item *heap;        /* see nodes.c for its order */
    search_mark *marks;      /* of the ways to each vertex, and round each chain */
    search_mark *turn_marks; /* of paths that turn right and left at each vertex; NULL as below */
    search_mark *passing_marks; /* of paths along and against each chain, for each vertex */
    search_mark *edge_marks;    /* two for each edge; NULL: it depends on the way what is shut */
    uint64_t stamp;
    bool all_open;        /* no polygon is closed, and no door shut */
    uint32_t target_kite; /* that the target's polygon belongs to, NAVMESH_NONE */
    wend_point middle;    /* of the interval that is passed now, or the start */
    uint32_t node_count, node_room, node_limit, heap_count, heap_room;
    queue_item next;        /* the best node opened since the last one was taken */
    bool has_next;          /* there is one */
    search_outcome outcome; /* SEARCH_NO_MEMORY once there is none */
} search;

/* ---- Geometry -------------------------------------------------------------------------------- */

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
static inline wend_point cut(wend_vec2 u, wend_vec2 v, double at_u, double at_v) {
    double t = at_u / (at_u - at_v);
    return point_lerp(point_wide(u), point_wide(v), t);
}

static inline uint32_t next_corner(const navmesh_level *level, uint32_t polygon, uint32_t corner) {
    const navmesh_polygon *p = &level->polygons[polygon];
    return corner + 1 == p->first + p->count ? p->first : corner + 1;
}

/* Part of an edge of the polygon that is passed through. `from` is its right end, nearer to the
 * corner that starts it. */
typedef struct span {
    uint32_t corner; /* that starts the edge */
    wend_vec2 a, b;  /* the edge */
    wend_point from, to;
    bool at_a, at_b; /* the span begins and ends at the edge's ends */
} span;

static inline span whole_edge(uint32_t corner, wend_vec2 a, wend_vec2 b) {
    return (span){corner, a, b, point_wide(a), point_wide(b), true, true};
}

/* From the start to a vertex of the chain that the roots of a node lie on. */
static inline double chain_g(const chain *c, const node *n, uint32_t at) {
    double way = c->lengths[at] - c->lengths[n->left_at];
    return c->along ? n->left_g + way : n->left_g - way;
}

/* ---- nodes.c: kept and open nodes ------------------------------------------------------------ */

/* Keeps a node; NO_NODE when there is no room, which ends the search. */
uint32_t seek_keep(search *s, const node *n);

/* Opens a kept node; none if `index` is NO_NODE. */
void seek_open(search *s, double f, uint32_t index);

/* The node to go on with, NO_NODE when there is none or the search failed. */
uint32_t seek_take(search *s);

/* ---- marks.c: ways that are outdone ---------------------------------------------------------- */

/* Whether a path of length g that turns left (or right) at a vertex is shorter than all before it
 * that do, and no longer than any path to the vertex; notes it. */
bool seek_improves(search *s, uint32_t vertex, bool left, double g);

/* The length that a way which is at a vertex of a chain after g would have had at its first. */
double seek_length_at_first(const chain *c, double g, uint32_t at);

/* Cuts the part of a chain, low .. high, down to where a way that comes to its near end after g is
 * the shortest, and notes the way; false if nothing is left. */
bool seek_improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                         uint32_t *high);

/* Whether shorter ways to all of its roots have been found. */
bool seek_is_outdone(const search *s, const node *n);

/* ---- edges.c: intervals that are outdone ----------------------------------------------------- */

/* Measures the ways to both ends of the interval of a node that has been put behind a span. False
 * if shorter ways to all of the interval are known; else notes these. */
bool seek_arrive(search *s, node *n, const span *part);

/* ---- estimate.c ------------------------------------------------------------------------------ */

/* At least the length of all paths through a node. */
double seek_estimate(const search *s, const node *n);

/* ---- successors.c: through a polygon --------------------------------------------------------- */

/* Opens all that lies behind the polygon that a node enters. */
void seek_pass(search *s, const node *n, uint32_t index);

/* Opens all that lies behind a polygon that holds the start. */
void seek_start(search *s, const node *start);

/* Puts a node behind a span, into a polygon across the edge of it that starts at a corner. */
void seek_put_into(const search *s, node *n, const span *part, uint32_t polygon, uint32_t corner);

/* Opens a node that has been put behind a span; `floor` is the f of the one before. */
void seek_open_interval(search *s, node *n, double floor);

/* Lets the roots of a node, which have bounds of their own until now, bound its view by the end of
 * the interval that is a vertex. A root that is this vertex keeps its bound. */
void seek_bound_left(const search *s, node *n, wend_vec2 at);
void seek_bound_right(const search *s, node *n, wend_vec2 at);

/* ---- fans.c: past a chain ------------------------------------------------------------------- */

/* Passes a kite that a node enters across one side. What it sees of the other becomes the node;
 * false if that is nothing. If it sees the chain, a node is opened that has all vertices of it as
 * roots, from where it is touched on. `index` is of a kept node with the same roots, or NO_NODE. */
bool seek_pass_kite(search *s, node *n, uint32_t number, double floor, uint32_t index);

/* ---- ending.c -------------------------------------------------------------------------------- */

/* Ends the path if the target lies in the polygon that a node enters. */
void seek_reach_target(search *s, const node *n);

/* The path that a final node ends. */
search_outcome seek_path(search *s, const node *end, search_path *out);

#endif
