/* build/corridor/axis.h: the working state of axis.c and choose.c while they turn the Voronoi
 * diagram of a layer's walls into the layer's medial axis. */
#ifndef BUILD_CORRIDOR_AXIS_H
#define BUILD_CORRIDOR_AXIS_H

#include "build/corridor/corridor.h"
#include "geom/point.h"

typedef struct corridor_axis {
    corridor_builder *b;
    uint32_t layer;
    const corridor_walls *walls;
    voronoi_diagram diagram;
    uint32_t *marks;    /* per vertex: the link on which it lies, or CORRIDOR_NONE */
    uint8_t *kept;      /* per edge: true if it is on the ground and not yet in a chain */
    uint32_t *starts;   /* per vertex: its first entry in `ends` */
    uint32_t *ends;     /* per vertex: the edges that end there without running into a corner */
    uint32_t *vertices; /* per vertex: its index in the map, or CORRIDOR_NONE */
    uint32_t *sites;    /* per site (walls, their starts, their ends): its index in the map, or
                           CORRIDOR_NONE */
} corridor_axis;

/* Returns the position (m) of a vertex of the diagram. */
static inline wend_point corridor_metres(const corridor_axis *a, uint32_t vertex) {
    const voronoi_vertex *v = &a->diagram.vertices[vertex];
    return (wend_point){v->x * a->b->unit, v->y * a->b->unit};
}

/* Finds the corner that an edge runs into at a vertex (choose.c). Returns false if there is none.
 */
bool corridor_runs_into(const corridor_axis *a, const voronoi_edge *e, uint32_t vertex,
                        wend_vec2 *corner);

/* True if an edge runs along a link for its whole length (choose.c). */
bool corridor_runs_along(const corridor_axis *a, const voronoi_edge *e);

/* Determines which edges lie on the ground of the layer (choose.c). */
wend_result corridor_choose_edges(corridor_axis *a);

#endif
