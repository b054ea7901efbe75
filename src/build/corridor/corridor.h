/* build/corridor/corridor.h: what the files that build corridor maps share.
 *
 * Walls lie on a grid that single precision keeps exactly (see build/grid.h); places are counted in
 * metres from the space's origin, or in units of the grid where the diagram is made. */
#ifndef BUILD_CORRIDOR_H
#define BUILD_CORRIDOR_H

#include "build/finder.h"
#include "build/noding.h"
#include "build/shim/voronoi.h"
#include "map/corridor/corridor.h"
#include "space/space.h"
#include <wend/kit.h>

/* The walls of a layer, noded: they meet in common ends alone. */
typedef noding_segments corridor_walls;

/* A link, on the grid. */
typedef struct corridor_gate {
    wend_vec2 a, b;
    uint32_t left, right;   /* layers: ground of the one on the left of a -> b */
    uint32_t last_crossing; /* CORRIDOR_NONE: none yet */
} corridor_gate;

enum { CORRIDOR_LEFT = 1, CORRIDOR_RIGHT = 2, CORRIDOR_BOTH = 3 };

/* Where the axis leads through a link. */
typedef struct corridor_crossing {
    uint32_t gate, vertex;
    uint32_t sides;  /* that were there: CORRIDOR_LEFT, CORRIDOR_RIGHT */
    uint32_t before; /* the crossing of the same gate before it; CORRIDOR_NONE */
} corridor_crossing;

typedef struct corridor_builder {
    const wend_corridor_def *def;
    const wend_space *space;
    wend_error *error;
    memory heap;
    memory_arena kept;    /* until the map is made */
    memory_arena scratch; /* of one layer */
    double unit;          /* m: a power of two */
    wend_vec2 low, high;  /* of the ground to cover where it is unbounded; on the grid */
    corridor parts;       /* grown arrays */
    uint32_t site_capacity, vertex_capacity, edge_capacity, event_capacity;
    uint32_t reach_capacity;
    corridor_gate *gates; /* of each link */
    finder near_gates;    /* each twice: 2 i on its left layer, 2 i + 1 on its right one */
    finder near_walls;    /* of all layers, if there are links */
    uint32_t *wall_edges; /* which edge of the space each of them is */
    corridor_crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
} corridor_builder;

/* A place on the grid. */
wend_vec2 corridor_snap(const corridor_builder *b, double x, double y);

/* Adds a wall, unless it has no length. */
bool corridor_add_wall(corridor_builder *b, corridor_walls *out, wend_vec2 p, wend_vec2 q);

/* walls.c: gathers and nodes the class-0 walls of a layer. */
wend_result corridor_gather(corridor_builder *b, uint32_t layer, corridor_walls *out);

/* gates.c: links. */
wend_result corridor_open_gates(corridor_builder *b);
/* The walls across the links of a layer that can be nearest to places on it. */
bool corridor_add_across(corridor_builder *b, uint32_t layer, corridor_walls *out);
/* m: how far a place lies on a layer's own side of a link's line. */
double corridor_own_side(const corridor_gate *gate, uint32_t layer, wend_point p);
/* m: how far along a link, from its beginning on. */
double corridor_along(const corridor_gate *gate, wend_point p);
double corridor_gate_length(const corridor_gate *gate);
/* The links of a layer that come into a box, ascending; each time twice their number or one more
 * in b->near_gates.found; returns how many. */
uint32_t corridor_near_gates(corridor_builder *b, uint32_t layer, wend_point low, wend_point high);
/* The vertex of the map at a place of a link, the same for both layers. */
bool corridor_cross(corridor_builder *b, uint32_t gate, uint32_t sides, wend_point p,
                    uint32_t *vertex);
/* Once all layers are there: whether all goes on beyond links, and which pieces reach across. */
wend_result corridor_close_gates(corridor_builder *b);

wend_result corridor_refuse_gate(corridor_builder *b, const corridor_gate *gate, const char *why);

/* prune.c: takes away what rounding made on one side of a link alone. */
wend_result corridor_prune(corridor_builder *b);

/* cut.c: cuts the edges of a diagram where they lead through links; `marks` says which
 * vertices lie on which link, else CORRIDOR_NONE. */
bool corridor_cut(corridor_builder *b, uint32_t layer, const corridor_walls *walls,
                  voronoi_diagram *diagram, uint32_t **marks);
corridor_site corridor_shape(const corridor_walls *walls, voronoi_site site);
/* A point of an edge in the middle between its ends. */
wend_point corridor_middle(const corridor_builder *b, const corridor_walls *walls,
                           const voronoi_diagram *diagram, const voronoi_edge *e);

/* axis.c: appends the axis of a layer to the parts. */
wend_result corridor_add_axis(corridor_builder *b, uint32_t layer, const corridor_walls *walls);

/* blockers.c: what doors and switched obstacles leave of the edges. */
wend_result corridor_narrow(corridor_builder *b);

#endif
