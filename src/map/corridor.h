/* map/corridor.h: the medial axis of the walkable ground with clearance and nearest places on
 * walls: the explicit corridor map.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 4.1; the axis is that of obstacle edges and boundary of each layer (class 0).
 *
 * An edge is a chain of events, from one vertex to another. From event i to the next, the nearest
 * place on each hand either stays (left[i] equals left[i + 1]: a corner of a wall) or runs along
 * one wall from the one to the other. So the piece of the axis between two events is known exactly
 * by its ends: it is straight if both hands stay or both run, else a parabola.
 *
 *     B[t], R[t]   position and clearance on the axis
 *
 * Edges that run into a corner of the ground (clearance 0) are kept and marked: no way leads
 * through them, but whoever stands there retracts onto them. */
#ifndef MAP_CORRIDOR_H
#define MAP_CORRIDOR_H

#include <wend/map.h>

#include "base/memory.h"

#define CORRIDOR_NONE UINT32_MAX

typedef struct corridor_event {
    wend_vec2 position;
    wend_vec2 left, right; /* nearest places on walls, as one walks along the edge */
    float clearance;       /* m: distance to both */
} corridor_event;

enum {
    CORRIDOR_DEAD_END = 1 << 0 /* runs into a corner of the ground at its last event */
};

typedef struct corridor_edge {
    uint32_t from, to;     /* vertices */
    uint32_t first, count; /* events: at least two, at the vertices the first and last */
    float length;          /* m, of the curve */
    float least;           /* m: smallest clearance on it */
    uint16_t layer, flags;
} corridor_edge;

typedef struct corridor_vertex {
    wend_vec2 position;
    float clearance;
    uint32_t layer;
    uint32_t first, count; /* of `ends`; made by corridor_create */
} corridor_vertex;

/* What can narrow an edge: see navmesh_blocker. */
typedef struct corridor_narrowing {
    uint32_t edge, blocker;
    float clearance; /* m: the least that is left on the edge while the blocker is shut; 0: none */
} corridor_narrowing;

#endif
