/* build/corridor/axis.h: the diagram of a layer's walls on its way to an axis. */
#ifndef BUILD_CORRIDOR_AXIS_H
#define BUILD_CORRIDOR_AXIS_H

#include "build/corridor/corridor.h"
#include "geom/point.h"

typedef struct corridor_axis {
    corridor_builder *b;
    uint32_t layer;
    const corridor_walls *walls;
    voronoi_diagram diagram;
    uint32_t *marks;    /* of each vertex: the link that it lies on, or CORRIDOR_NONE */
    uint8_t *kept;      /* of each edge: it is on the ground, and in no chain yet */
    uint32_t *starts;   /* of each vertex, in `ends` */
    uint32_t *ends;     /* edges that do not run into a corner there */
    uint32_t *vertices; /* of each vertex: in the map, or CORRIDOR_NONE */
    uint32_t *sites;    /* of each wall, its beginning and its end: in the map, or CORRIDOR_NONE */
} corridor_axis;

static inline wend_point corridor_metres(const corridor_axis *a, uint32_t vertex) {
    const voronoi_vertex *v = &a->diagram.vertices[vertex];
    return (wend_point){v->x * a->b->unit, v->y * a->b->unit};
}

/* choose.c: the corner that an edge runs into at a vertex; false if it does not. */
bool corridor_runs_into(const corridor_axis *a, const voronoi_edge *e, uint32_t vertex,
                        wend_vec2 *corner);

/* choose.c: whether an edge runs along a link, from end to end. */
bool corridor_runs_along(const corridor_axis *a, const voronoi_edge *e);

/* choose.c: fills in which edges lie on the ground of the layer. */
wend_result corridor_choose(corridor_axis *a);

#endif
