/* build/corridor.h: what the files that build corridor maps share.
 *
 * Walls lie on a grid that single precision keeps exactly, as those of a navigation mesh do (see
 * build/navmesh.h); places are counted in metres from the space's origin, or in units of the grid
 * where the diagram is made. */
#ifndef BUILD_CORRIDOR_H
#define BUILD_CORRIDOR_H

#include "build/shim/voronoi.h"
#include "geom/pairs.h"
#include "map/corridor.h"
#include "space/space.h"
#include <wend/kit.h>

/* The walls of a layer, noded: they meet in common ends alone. */
typedef struct corridor_walls {
    pairs_segment *items;
    uint32_t count, capacity;
} corridor_walls;

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
    uint32_t site_capacity, vertex_capacity, edge_capacity, event_capacity, narrowing_capacity;
} corridor_builder;

wend_result corridor_no_memory(corridor_builder *b);

/* A place on the grid. */
wend_vec2 corridor_snap(const corridor_builder *b, double x, double y);

/* corridor_walls.c: gathers and nodes the class-0 walls of a layer. */
wend_result corridor_gather(corridor_builder *b, uint32_t layer, corridor_walls *out);

/* corridor_axis.c: appends the axis of a layer to the parts. */
wend_result corridor_add_axis(corridor_builder *b, uint32_t layer, const corridor_walls *walls);

/* corridor_blockers.c: what doors and switched obstacles leave of the edges. */
wend_result corridor_narrow(corridor_builder *b);

#endif
