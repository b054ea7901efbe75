/* plan/polyanya/nodes.h: nodes of the search for shortest paths (see shortest.c), and the functions
 * that its files share. */
#ifndef PLAN_POLYANYA_NODES_H
#define PLAN_POLYANYA_NODES_H

#include <math.h>

#include "geom/point.h"
#include "plan/graph/queue.h"
#include "plan/polyanya/chains.h"
#include "plan/polyanya/search.h"

enum {
    SEES_ALL = 1,    /* the root lies on the edge: no bounds */
    LEFT_BACK = 2,   /* left_guide is the previous root: the bound runs from it through the root */
    RIGHT_BACK = 4,  /* the same on the right */
    FINAL = 8,       /* `left` is the end of the path */
    FINAL_TURNS = 16 /* before its end, the path turns at `right` */
};

enum { NO_NODE = 0x7fffffff };

/* m: paths whose lengths differ by less count as equally long. */
static const double SAME_LENGTH = 1e-10;

typedef struct node {
    wend_point left, right; /* ends of the interval, as seen from the root */
    double left_g, right_g; /* m: from the start to the roots */
    double left_d, right_d; /* m: to the ends of the interval */
    double f;               /* m: lower bound of the length of a path through the node */
    wend_vec2 left_root, right_root, left_guide, right_guide;
    uint32_t root_vertex; /* NAVMESH_NONE: the start, or a chain */
    uint32_t chain;       /* vertex chain of the roots; NAVMESH_NONE: there is one root */
    uint32_t left_vertex, right_vertex; /* NAVMESH_NONE: not at a vertex */
    uint32_t polygon;                   /* the polygon entered */
    uint32_t corner, last; /* the edges of it that are crossed, from the left one to the right one;
                              usually one */
    uint32_t turned_at;    /* the node that holds the previous root; NO_NODE: none */
    uint16_t left_at, right_at; /* positions of the roots on the chain */
    uint16_t entered;           /* where the path touches the chain */
    uint16_t departed;          /* where it left the chain before */
    uint16_t flags, root_layer;
} node;

typedef struct search {
    const search_ground *ground;
    const navmesh_level *level;
    const target *to;
    node *nodes;
    queue_item *heap;   /* see nodes.c for its order */
    search_mark *marks; /* shortest paths to each vertex, and around each chain */
    search_mark
        *turn_marks; /* paths that turn right and left at each vertex; NULL like edge_marks */
    search_mark *passing_marks; /* paths along and against each chain, for each vertex */
    search_mark *edge_marks;    /* two for each edge; NULL: what is blocked depends on the path */
    uint64_t stamp;
    bool all_open;       /* no polygon and no door is closed */
    uint32_t target_fan; /* corner fan of the target's polygon; NAVMESH_NONE */
    wend_point middle;   /* of the interval being expanded, or the start */
    uint32_t node_count, node_room, node_limit, heap_count, heap_room;
    queue_item next;        /* the best node opened since the last one was taken */
    bool has_next;          /* `next` is set */
    search_outcome outcome; /* SEARCH_FOUND while the search runs */
} search;

/* ---- Geometry -------------------------------------------------------------------------------- */

/* A bound of a node's view, as a line. */
typedef struct bound {
    double x, y;   /* a point on it */
    double dx, dy; /* its direction */
} bound;

static inline bound bound_of(wend_vec2 root, wend_vec2 guide, bool back) {
    wend_vec2 a = back ? guide : root, b = back ? root : guide;
    return (bound){(double)a.x, (double)a.y, (double)b.x - (double)a.x, (double)b.y - (double)a.y};
}

/* Returns the side of a bound on which a vertex lies: positive is left. */
static inline double side_of(const bound *line, wend_vec2 v) {
    return line->dx * ((double)v.y - line->y) - line->dy * ((double)v.x - line->x);
}

/* Returns the point of u -> v where a linear value that is `at_u` and `at_v` at the ends is 0. */
static inline wend_point cut(wend_vec2 u, wend_vec2 v, double at_u, double at_v) {
    double t = at_u / (at_u - at_v);
    return point_lerp(point_wide(u), point_wide(v), t);
}

static inline uint32_t next_corner(const navmesh_level *level, uint32_t polygon, uint32_t corner) {
    const navmesh_polygon *p = &level->polygons[polygon];
    return corner + 1 == p->first + p->count ? p->first : corner + 1;
}

/* Part of an edge of the polygon being expanded. `from` is its right end, nearer to the corner that
 * starts the edge. */
typedef struct span {
    uint32_t corner; /* the corner that starts the edge */
    wend_vec2 a, b;  /* ends of the edge */
    wend_point from, to;
    bool at_a, at_b; /* the span begins at a, ends at b */
} span;

static inline span full_edge(uint32_t corner, wend_vec2 a, wend_vec2 b) {
    return (span){corner, a, b, point_wide(a), point_wide(b), true, true};
}

/* Returns the length from the start to a vertex of the chain that holds the roots of a node. */
static inline double chain_g(const chain *c, const node *n, uint32_t at) {
    double length = c->lengths[at] - c->lengths[n->left_at];
    return c->along ? n->left_g + length : n->left_g - length;
}

/* ---- nodes.c: stored and open nodes ---------------------------------------------------------- */

/* Stores a node. Returns NO_NODE if there is no room, which ends the search. */
uint32_t seek_store(search *s, const node *n);

/* Opens a stored node. Does nothing if `index` is NO_NODE. */
void seek_open(search *s, double f, uint32_t index);

/* Returns the next node to expand; NO_NODE if there is none or the search failed. */
uint32_t seek_take(search *s);

/* ---- root_dominance.c ------------------------------------------------------------------------ */

/* True if a path of length g that turns left (or right) at a vertex is shorter than all earlier
 * paths that do, and no longer than any path to the vertex. Marks it. */
bool seek_improves_vertex(search *s, uint32_t vertex, bool left, double g);

/* Returns the length at the first vertex of a chain of a path that has length g at vertex `at`. */
double seek_length_at_first(const chain *c, double g, uint32_t at);

/* Cuts the part low .. high of a chain down to where a path that reaches its near end at length g
 * is the shortest, and marks the path. Returns false if nothing is left. */
bool seek_improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                         uint32_t *high);

/* True if shorter paths to all roots of a node are known. */
bool seek_is_dominated(const search *s, const node *n);

/* ---- interval_dominance.c -------------------------------------------------------------------- */

/* Measures the paths to both ends of the interval of a node that was placed behind a span. Returns
 * false if shorter paths to all of the interval are known; otherwise marks these. */
bool seek_measure_interval(search *s, node *n, const span *part);

/* ---- estimate.c ------------------------------------------------------------------------------ */

/* Returns a lower bound of the length of all paths through a node, m. */
double seek_estimate(const search *s, const node *n);

/* ---- successors.c: expansion through a polygon ----------------------------------------------- */

/* Opens the successors of a node beyond the polygon that it enters. */
void seek_expand(search *s, const node *n, uint32_t index);

/* Opens the successors of the start beyond a polygon that contains it. */
void seek_start(search *s, const node *start);

/* Places a node behind a span: into a polygon, across its edge that starts at a corner. */
void seek_put_into(const search *s, node *n, const span *part, uint32_t polygon, uint32_t corner);

/* Opens a node that was placed behind a span; `floor` is the f of its parent. */
void seek_open_interval(search *s, node *n, double floor);

/* Bound the view of a node by an end of its interval that is a vertex, instead of the bounds of its
 * roots so far. A root that is this vertex keeps its bound. */
void seek_bound_left(const search *s, node *n, wend_vec2 at);
void seek_bound_right(const search *s, node *n, wend_vec2 at);

/* ---- fans.c: expansion across a corner fan --------------------------------------------------- */

/* Expands a node across a corner fan that it enters through one side. The node becomes what it sees
 * of the other side; returns false if that is nothing. If it sees the chain, a node is opened that
 * has all its vertices as roots, from the tangent vertex on. `index` is a stored node with the same
 * roots, or NO_NODE. */
bool seek_cross_fan(search *s, node *n, uint32_t number, double floor, uint32_t index);

/* ---- ending.c -------------------------------------------------------------------------------- */

/* Opens final nodes if the target lies in the polygon that a node enters. */
void seek_reach_target(search *s, const node *n);

/* Builds the path that ends at a final node. */
search_outcome seek_path(search *s, const node *end, search_path *out);

#endif
