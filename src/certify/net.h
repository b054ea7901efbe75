/* certify/net.h: the triangles of a terrain map with points on their edges, on which a lower bound
 * is computed.
 *
 * Slots are the points of an edge in order, its two vertices included. A slot names its node, which
 * the edges of one vertex share. The triangles on both sides of an edge share its slots. */
#ifndef CERTIFY_NET_H
#define CERTIFY_NET_H

#include "base/memory.h"
#include "map/navmesh/navmesh.h"

#define NET_NONE UINT32_MAX

enum {
    NET_START, /* the two anchors: points within triangles */
    NET_GOAL,
    NET_ANCHORS,
    NET_DEPTH = 26, /* parameters of points are multiples of 2^-26, so that positions are exact */
    NET_MOST_PIECES = 8
};

typedef struct net_face {
    uint32_t polygon;
    uint32_t edges[3]; /* edge k goes from corner k to the next corner */
    double weight;
} net_face;

typedef struct net_edge {
    uint32_t corner;       /* the edge goes from this corner of the level to the next one */
    uint32_t faces[2];     /* NET_NONE: a wall, or a closed triangle */
    uint32_t ends[2];      /* the nodes of its vertices */
    uint32_t first, count; /* its slots, at least 2 */
} net_edge;

typedef struct net_slots {
    double *t;     /* the parameter of the point on its edge, 0 to 1 */
    double *x, *y; /* m */
    uint32_t *nodes;
    uint32_t *edges; /* the edge of the slot */
    uint32_t count;
} net_slots;

typedef struct net_anchor {
    double x, y;   /* m */
    uint32_t face; /* a face that contains it */
} net_anchor;

/* Nodes: first the vertices, then the anchors, then the other slots in their order. */
typedef struct net {
    memory *heap;
    const navmesh_level *level;
    net_face *faces;
    net_edge *edges;
    uint32_t face_count, edge_count;
    uint32_t vertex_count, node_count;
    uint32_t
        *fan_starts; /* for each vertex, its faces are fans[fan_starts[v] .. fan_starts[v+1]) */
    uint32_t *fans;
    net_anchor anchors[NET_ANCHORS];
    net_slots slots;
    uint32_t *slot_of;   /* indexed by node: its slot; for vertices and anchors, NET_NONE */
    uint32_t most_slots; /* the largest number of slots of an edge */
} net;

/* Builds a net with `1 << depth` intervals on each edge. `weights` has the weight of each polygon;
 * triangles with the weight INFINITY are left out. The caller sets the anchors afterwards. Returns
 * false when out of memory. Release the net with net_free in either case. */
bool net_build(net *n, const navmesh_level *level, const double *weights, uint32_t depth,
               memory *heap);
void net_free(net *n);

/* Divides intervals: the one from slot k to the next slot of its edge into pieces[k] equal pieces,
 * a power of two. Where the parameters would become too fine, it stays as it is. Returns false when
 * out of memory; the net is then unchanged. */
bool net_split(net *n, const uint8_t *pieces);

/* Returns how many pairs of slots on different edges the faces have. */
uint64_t net_count_pairs(const net *n);

static inline uint32_t net_next_corner(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static inline uint32_t net_anchor_node(const net *n, uint32_t anchor) {
    return n->vertex_count + anchor;
}

#endif
