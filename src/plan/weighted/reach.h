/* plan/weighted/reach.h: the state of a search over a net, and the arcs that extend its paths. */
#ifndef PLAN_WEIGHTED_REACH_H
#define PLAN_WEIGHTED_REACH_H

#include "plan/weighted/net.h"

enum { NET_MOST_FACES = 16 };

/* The best end of a path that is known. */
typedef struct net_end {
    double g;        /* cost of the path; INFINITY if none is known */
    uint32_t parent; /* the last point of the net on the path */
    uint32_t face;   /* the triangle of the last line */
    wend_point at;
} net_end;

typedef struct net_search {
    net net;
    search_start from;
    const target *to;
    uint32_t faces[NET_MOST_FACES]; /* the open triangles that contain a target that is a point */
    uint32_t face_count;
    uint32_t start; /* the point of the start */
    uint32_t settled_count;
    net_end end;
} net_search;

/* A line from a settled point within a triangle. */
typedef struct net_line {
    wend_point from;
    double g; /* cost of the path to `from` */
    double weight;
    uint32_t parent; /* the point at `from` */
    uint32_t face;   /* the triangle */
} net_line;

/* Returns the line from a point within a triangle. */
static inline net_line net_line_from(const net *n, uint32_t index, uint32_t face, double weight) {
    return (net_line){net_position(n, index), (double)n->points[index].g, weight, index, face};
}

/* Returns the weight of an open triangle, or of the one in which the start lies. */
double net_weigh(const net *n, uint32_t face);

/* Adds a path along a line to a point, which may be NET_NONE. `along`: the line runs along the edge
 * of the point. */
void net_reach(net_search *s, const net_line *by, uint32_t index, bool along);

/* The same for a point whose position is known. */
void net_reach_at(net_search *s, const net_line *by, uint32_t index, wend_point at, bool along);

/* Ends a path if the triangle of the line contains a part of the target. */
void net_reach_target(net_search *s, const net_line *by);

/* Finds the part of the target in a triangle, of at most TARGET_POINTS points. Returns their
 * number. */
uint32_t net_target_part(const net_search *s, uint32_t face, wend_point *out);

#endif
