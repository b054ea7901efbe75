/* The backbone of a route's corridor, found again on the public reads of a corridor map, and areas
 * by GEOS: of all clearance discs along it, and of what the route's own discs bound. */
#ifndef SUPPORT_KIT_CORRIDOR_TRACE_H
#define SUPPORT_KIT_CORRIDOR_TRACE_H

#include <geos_c.h>
#include <wend/map.h>
#include <wend/model.h>

/* A stretch of a piece of an edge; t may fall. */
typedef struct corridor_leg {
    uint32_t edge, piece;
    double from, to;
} corridor_leg;

typedef struct corridor_trace {
    const wend_map *map;
    corridor_leg *legs;
    uint32_t count;
} corridor_trace;

/* From disc to disc. Fails the test, telling `what`, where two that follow each other lie on no
 * common edge of the axis, or a disc is not that of the axis there. */
corridor_trace corridor_trace_make(const wend_map *map, const wend_route *route, const char *what);
void corridor_trace_free(corridor_trace *trace);

/* m, along the curve. */
double corridor_trace_length(const corridor_trace *trace);
/* m, of a stretch of one piece. */
double corridor_leg_length(const wend_map *map, corridor_leg leg);

/* The length of the shortest way on the axis from one place of it to another where all clearances
 * are more than the radius; INFINITY without one. Dijkstra over all vertices, without a heap. */
double corridor_shortest(const wend_map *map, const wend_corridor_projection *from,
                         const wend_corridor_projection *to, double radius);

/* The union of the discs along the backbone, `spacing` m apart or less. */
GEOSGeometry *corridor_area_of_discs(GEOSContextHandle_t geos, const corridor_trace *trace,
                                     double spacing);
/* What the discs of a route bound by the words of wend/model.h: between two discs all that lies
 * between the ways to their places on walls; sectors where it passes openings and at both ends.
 * `sum` gets their areas added up: more than that of the union where a corridor comes back to where
 * it has been. */
GEOSGeometry *corridor_area_of_route(GEOSContextHandle_t geos, const wend_route *route,
                                     double *sum);

/* Signed distance from the boundary of an area, positive inside. */
double corridor_area_depth(GEOSContextHandle_t geos, const GEOSGeometry *area, wend_vec2 at);

#endif
