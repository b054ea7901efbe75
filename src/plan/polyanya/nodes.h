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
    SEES_ALL = 1,   /* the root lies on the edge, so its view has no bounds */
    LEFT_BACK = 2,  /* left_guide is the previous root: the left bound runs from it through the root
                     */
    RIGHT_BACK = 4, /* the same for right_guide and the right bound */
    FINAL = 8,      /* the node ends the path, at `left` */
    FINAL_TURNS = 16, /* the path of a final node turns at `right` before it ends */
    FROM_SOURCE = 32, /* a flood: the roots are the points of the source with number `root_vertex`;
                         left_root and right_root are its nearest points to the two bounds */
    FAN_ENTRY = 64,   /* a flood: the node enters a corner fan, which was crossed in one step. It is
                         never opened; path trees use it for starts in that fan */
    DOMINATED = 128   /* a flood: other nodes reach everything behind the node sooner */
};

enum { NO_NODE = 0x7fffffff };

/* m: paths whose lengths differ by less than this count as equally long. */
static const double SAME_LENGTH = 1e-10;

typedef struct node {
    wend_point left, right; /* ends of the interval, as seen from the root */
    double left_g, right_g; /* m: length from the start to the left and the right root */
    double left_d, right_d; /* m: length from the start to the ends of the interval */
    double f;               /* m: lower bound on the length of all paths through the node */
    wend_point left_root, right_root, left_guide, right_guide;
    uint32_t root_vertex; /* vertex of the root; NAVMESH_NONE for the start or a chain */
    uint32_t chain;       /* vertex chain that contains the roots; NAVMESH_NONE for one root */
    uint32_t left_vertex, right_vertex; /* vertices at the ends of the interval, or NAVMESH_NONE */
    uint32_t polygon;                   /* index of the polygon that the node enters */
    uint32_t corner, last;      /* corners that start the leftmost and the rightmost edge crossed;
                                   usually the same corner */
    uint32_t turned_at;         /* index of the node with the previous root, or NO_NODE */
    uint16_t left_at, right_at; /* positions of the two roots on the chain */
    uint16_t entered;           /* position on the chain where the path first touches it */
    uint16_t departed;          /* position on the previous chain where the path left it */
    uint16_t flags, root_layer;
} node;

/* Where a flood starts: the part of a region that lies in one polygon. It is convex. */
typedef struct search_source {
    const wend_point *points;
    uint32_t count;
    uint32_t polygon;
} search_source;

typedef struct search {
    const search_ground *ground;
    const navmesh_level *level;
    const target *to;             /* NULL for a flood */
    const search_source *sources; /* where a flood starts */
    node *nodes;
    queue_item *heap;   /* the open nodes; nodes.c defines their order */
    search_mark *marks; /* lengths of the shortest known paths to each vertex, and around each chain
                         */
    search_mark *turn_marks; /* indexed by vertex: paths that turn right and left there; NULL under
                                the same condition as edge_marks */
    search_mark *passing_marks; /* indexed by chain vertex: paths past it, in either direction */
    search_mark *edge_marks;    /* two for each edge; NULL if blocking depends on the path */
    uint64_t stamp;
    bool all_open;       /* true if no polygon and no door is closed */
    uint32_t target_fan; /* corner fan that contains the target's polygon, or NAVMESH_NONE */
    wend_point middle;   /* midpoint of the interval being expanded, or the start */
    uint32_t node_count, node_room, node_limit, heap_count, heap_room;
    queue_item next;        /* the best node opened since a node was last taken */
    bool has_next;          /* true if `next` is set */
    search_outcome outcome; /* SEARCH_FOUND as long as nothing has failed */
} search;

/* ---- Geometry -------------------------------------------------------------------------------- */

/* A bound of a node's view, as a line. */
typedef struct bound {
    double x, y;   /* a point on the line */
    double dx, dy; /* direction of the line */
} bound;

static inline bound bound_of(wend_point root, wend_point guide, bool back) {
    wend_point a = back ? guide : root, b = back ? root : guide;
    return (bound){a.x, a.y, b.x - a.x, b.y - a.y};
}

/* Return the bounds of a node's view. */
static inline bound left_bound(const node *n) {
    return bound_of(n->left_root, n->left_guide, n->flags & LEFT_BACK);
}

static inline bound right_bound(const node *n) {
    return bound_of(n->right_root, n->right_guide, n->flags & RIGHT_BACK);
}

/* m: the roots of a FROM_SOURCE node are rounded, so a point this near to a bound lies on it. */
static const double ROUNDED_ROOT = 1e-9;

/* Return the side of a node's bound on which a point or vertex lies: positive on the left, negative
 * on the right, 0 on the bound. */
static inline double side_at(const node *n, const bound *line, wend_point v) {
    double side = line->dx * (v.y - line->y) - line->dy * (v.x - line->x);
    bool is_rounded =
        (n->flags & FROM_SOURCE) && fabs(side) <= ROUNDED_ROOT * (fabs(line->dx) + fabs(line->dy));
    return is_rounded ? 0.0 : side;
}

static inline double side_of(const node *n, const bound *line, wend_vec2 v) {
    return side_at(n, line, point_wide(v));
}

/* Returns the point of the segment u -> v at which a linear function is 0, given its values `at_u`
 * and `at_v` at the ends. */
static inline wend_point cut(wend_vec2 u, wend_vec2 v, double at_u, double at_v) {
    double t = at_u / (at_u - at_v);
    return point_lerp(point_wide(u), point_wide(v), t);
}

static inline uint32_t next_corner(const navmesh_level *level, uint32_t polygon, uint32_t corner) {
    const navmesh_polygon *p = &level->polygons[polygon];
    return corner + 1 == p->first + p->count ? p->first : corner + 1;
}

/* Part of an edge of the polygon being expanded. `from` is its right end, which is nearer to the
 * corner that starts the edge; `to` is its left end. */
typedef struct span {
    uint32_t corner; /* the corner that starts the edge */
    wend_vec2 a, b;  /* ends of the edge */
    wend_point from, to;
    bool at_a, at_b; /* true if the span begins at a, and if it ends at b */
} span;

static inline span full_edge(uint32_t corner, wend_vec2 a, wend_vec2 b) {
    return (span){corner, a, b, point_wide(a), point_wide(b), true, true};
}

/* Returns the path length from the start to vertex `at` of a chain. The roots of node `n` are
 * vertices of this chain. */
static inline double chain_g(const chain *c, const node *n, uint32_t at) {
    double length = c->lengths[at] - c->lengths[n->left_at];
    return c->along ? n->left_g + length : n->left_g - length;
}

/* Returns the point of a source from which the path of a FROM_SOURCE node leads to `to`. A point
 * nearer than the rounding errors of clipping lies in the source. */
static inline wend_point source_root(const search *s, const node *n, wend_point to) {
    const search_source *from = &s->sources[n->root_vertex];
    wend_point nearest;
    double distance = target_nearest(from->points, from->count, to, &nearest);
    return distance < 1e-9 ? to : nearest;
}

/* ---- shortest.c ------------------------------------------------------------------------------ */

/* Prepares the marks of a search whose ground, level and target are set. Returns false when out of
 * memory. */
bool seek_begin(search *s);

/* ---- nodes.c: stored and open nodes ---------------------------------------------------------- */

/* Stores a node and returns its index. If there is no room, ends the search and returns NO_NODE. */
uint32_t seek_store(search *s, const node *n);

/* Puts a stored node on the open list. Does nothing if `index` is NO_NODE. */
void seek_open(search *s, double f, uint32_t index);

/* Returns the next node to expand, or NO_NODE if there is none or the search has failed. */
uint32_t seek_take(search *s);

/* ---- root_dominance.c ------------------------------------------------------------------------ */

/* True if a path of length g that turns left (or right) at a vertex is shorter than all earlier
 * paths that turn in the same direction there, and no longer than any known path to the vertex. If
 * so, records its length. */
bool seek_improves_vertex(search *s, uint32_t vertex, bool left, double g);

/* A path around a chain has length g at vertex `at`. Returns the length that it would have at the
 * chain's first vertex. */
double seek_length_at_first(const chain *c, double g, uint32_t at);

/* A path of length g reaches the part of a chain between the vertices `low` and `high`, at the
 * nearer of its two ends. Reduces this part to the vertices to which no shorter path is known, and
 * records the path. Returns false if no vertex remains. */
bool seek_improves_chain(search *s, uint32_t number, const chain *c, double g, uint32_t *low,
                         uint32_t *high);

/* True if shorter paths to all roots of a node are known. */
bool seek_is_dominated(const search *s, const node *n);

/* ---- interval_dominance.c -------------------------------------------------------------------- */

/* Measures the paths to both ends of the interval of a node that has been placed behind a span.
 * Returns false if shorter paths to the whole interval are known; otherwise records these two
 * lengths. */
bool seek_measure_interval(search *s, node *n, const span *part);

/* ---- estimate.c ------------------------------------------------------------------------------ */

/* Returns a lower bound (m) on the length of all paths through a node. */
double seek_estimate(const search *s, const node *n);

/* ---- successors.c: expansion through a polygon ----------------------------------------------- */

/* Opens the successors of a node: intervals of the other edges of the polygon that it enters. */
void seek_expand(search *s, const node *n, uint32_t index);

/* Opens the successors of the start: intervals of the edges of a polygon that contains it. */
void seek_start(search *s, const node *start);

/* ---- opening.c: opening nodes behind edges ----------------------------------------------------
 */

/* Opens the node behind a span. Its roots, guides, g and flags must be set; `floor` is the f of its
 * parent. */
void seek_open_node(search *s, node *n, const span *part, double floor);

/* Places a node behind a span: the node then enters `polygon` across the edge that starts at
 * `corner`. */
void seek_put_into(const search *s, node *n, const span *part, uint32_t polygon, uint32_t corner);

/* Opens a node that has been placed behind a span. `floor` is the f of its parent, and the smallest
 * f that the node may have. */
void seek_open_interval(search *s, node *n, double floor);

/* seek_bound_left limits the view of a node on its left to `at`, an end of the node's interval that
 * is a vertex; seek_bound_right does so on the right. The new bound replaces the previous one. If
 * the node's root on that side is this vertex itself, the bound does not change. */
void seek_bound_left(const search *s, node *n, wend_point at);
void seek_bound_right(const search *s, node *n, wend_point at);

/* ---- fans.c: expansion across a corner fan --------------------------------------------------- */

/* The tangent from a node to the chain ahead: where it leaves the node's root, and where it touches
 * the chain. */
typedef struct tangent {
    wend_point from, to;
    uint32_t from_at, to_at; /* from_at: position on the chain of the node's roots; to_at: position
                                on the chain ahead */
    double from_g, to_g;
} tangent;

/* Finds the tangent from a node to a chain in front of it. */
tangent seek_find_tangent(const search *s, const node *n, const chain *ahead);

/* Expands a node across a corner fan that it enters through one side. Afterwards the node covers
 * what it sees of the other side; returns false if it sees nothing there. If the node sees the
 * chain, opens another node. The roots of that node are the vertices of the chain from the tangent
 * vertex on. `index` is the index of a stored node with the same roots as `n`, or NO_NODE. */
bool seek_cross_fan(search *s, node *n, uint32_t number, double floor, uint32_t index);

/* ---- ending.c -------------------------------------------------------------------------------- */

/* Opens final nodes if part of the target lies in the polygon that a node enters. */
void seek_reach_target(search *s, const node *n);

/* Builds the path that ends at a final node. */
search_outcome seek_path(search *s, const node *end, search_path *out);

#endif
