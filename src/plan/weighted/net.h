/* plan/weighted/net.h: the net on which paths through weighted triangles are searched: the vertices
 * of a level of a terrain map, and points at even spacing on its edges. Only the edges that a
 * search reaches get points, so nothing in proportion to the mesh is made or cleared.
 *
 * Closed triangles and those of forbidden terrain count as walls. Around a vertex, the triangles
 * between two walls form a wedge. A vertex has one point for each of its wedges, so that a path
 * cannot pass between two walls that touch. */
#ifndef PLAN_WEIGHTED_NET_H
#define PLAN_WEIGHTED_NET_H

#include "plan/polyanya/search.h"
#include "plan/weighted/open_list.h"

#define NET_NONE UINT32_MAX

/* An edge of the level. */
typedef struct net_edge {
    uint32_t corner;  /* the edge runs from this corner to the next one of its triangle; if it has a
                         twin, the lower of the two */
    uint32_t first;   /* index of its first inner point, near the corner */
    uint32_t count;   /* number of its inner points, 1 or more */
    uint32_t ends[2]; /* points of its vertices; NET_NONE on sides without an open triangle */
    float weights[2]; /* of the triangle with the corner, and of its neighbour; INFINITY if closed
                         or missing */
} net_edge;

/* Levels with more corners (about 30 GB) are refused as if memory had run out, so that indices need
 * 30 bits only. */
enum { NET_MOST_CORNERS = 1 << 30, NET_INDEX = NET_MOST_CORNERS - 1 /* its bits */ };

typedef enum net_kind { NET_INNER, NET_VERTEX, NET_START } net_kind;

/* 16 bytes: a search makes many of them. Costs are in single precision, because they only decide
 * which edges a path crosses; the cost of the path is computed again. Positions follow from the
 * edge. */
typedef struct net_point {
    float g;              /* cost of the path to the point; INFINITY if it has not been reached */
    uint32_t parent;      /* the point before it on this path */
    uint32_t where : 30;  /* of an inner point, the index of its edge; of a vertex, a corner of its
                             wedge */
    uint32_t kind : 2;    /* net_kind */
    uint32_t face : 30;   /* the triangle between the parent and the point */
    uint32_t along : 1;   /* the path to the point runs along the point's edge */
    uint32_t settled : 1; /* the cost of the point is final */
} net_point;

/* What a corner has in the current search. */
typedef struct net_mark {
    uint32_t stamp;  /* the mark counts only if this is the stamp of the search */
    uint32_t edge;   /* index of the edge that starts here, or NET_NONE */
    uint32_t vertex; /* the point of the wedge that the corner belongs to, or NET_NONE */
} net_mark;

typedef struct net {
    const search_ground *ground;
    const navmesh_level *level;
    double spacing;     /* m: largest distance between two neighbours on an edge */
    wend_point fine[2]; /* the start and the end: edges near them have more points */
    double reach[2];    /* m: the extent of these ends around the points */
    /* In worker buffers, which move when they grow. */
    net_point *points;
    net_edge *edges;
    net_mark *marks;
    open_item *heap;
    uint32_t point_count, point_room, edge_count, edge_room, heap_count, heap_room;
    uint32_t stamp;
    bool failed; /* true once memory has run out */
} net;

/* ---- Triangles ---- */

static inline uint32_t net_face(uint32_t corner) {
    return corner / 3;
}

static inline uint32_t net_next(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static inline uint32_t net_before(uint32_t corner) {
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}

/* True if a triangle exists and is open. */
static inline bool net_is_open(const net *n, uint32_t face) {
    return face != NAVMESH_NONE && !search_is_closed(n->ground, face);
}

/* Returns the corner of the next triangle around the vertex of a corner, counter-clockwise or
 * clockwise; NET_NONE if there is a wall. */
uint32_t net_turn(const net *n, uint32_t corner, bool counter_clockwise);

/* ---- Points ---- */

/* Begins a search. Returns false when out of memory. */
bool net_begin(net *n, const search_ground *ground, double spacing);

/* Returns the index of the edge that starts at a corner, and makes its points if this is the first
 * time. Returns NET_NONE when out of memory. */
uint32_t net_find_edge(net *n, uint32_t corner);

/* Adds a point. Returns NET_NONE when out of memory. */
uint32_t net_add_point(net *n, uint32_t where, net_kind kind);

/* Returns where a point is. */
wend_point net_position(const net *n, uint32_t index);

/* Pushes a point onto the open list. */
void net_push(net *n, float f, uint32_t point);

#endif
