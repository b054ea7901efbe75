/* Reconstructs the backbone of a route's corridor through the public API of a corridor map. Uses
 * GEOS to compute two areas: that of all clearance discs along the backbone, and that of the region
 * which the route's own discs bound. */
#ifndef SUPPORT_KIT_CORRIDOR_TRACE_H
#define SUPPORT_KIT_CORRIDOR_TRACE_H

#include <geos_c.h>
#include <wend/map.h>
#include <wend/model.h>

/* A part of a segment of an edge, from one parameter t to another; t may decrease. */
typedef struct corridor_leg {
    uint32_t edge, piece;
    double from, to;
} corridor_leg;

typedef struct corridor_trace {
    const wend_map *map;
    corridor_leg *legs;
    uint32_t count;
} corridor_trace;

/* Traces a route from disc to disc. Fails the test, reporting `what`, if two consecutive discs do
 * not lie on the same edge of the axis, or if a disc differs from the clearance disc that the axis
 * has at the same point. */
corridor_trace corridor_trace_make(const wend_map *map, const wend_route *route, const char *what);
void corridor_trace_free(corridor_trace *trace);

/* Returns the length of the backbone along the curve, in m. */
double corridor_trace_length(const corridor_trace *trace);
/* Returns the length of a part of one segment, in m. */
double corridor_leg_length(const wend_map *map, corridor_leg leg);

/* Returns the length of the shortest path along the axis between two axis points, or INFINITY if
 * there is no path. The clearance must exceed the radius everywhere on the path. Uses Dijkstra's
 * algorithm over all vertices, without a heap. */
double corridor_shortest(const wend_map *map, const wend_corridor_projection *from,
                         const wend_corridor_projection *to, double radius);

/* Returns the union of discs along the backbone. Their centres are at most `spacing` m apart. */
GEOSGeometry *corridor_area_of_discs(GEOSContextHandle_t geos, const corridor_trace *trace,
                                     double spacing);
/* Returns the region that the discs of a route bound, as documented in wend/model.h. It consists of
 * everything between the lines from two consecutive discs to their nearest wall points, and of
 * sectors at both ends and where the route passes openings. `sum` receives the sum of the areas of
 * these parts, which exceeds the area of the union where a corridor crosses itself. */
GEOSGeometry *corridor_area_of_route(GEOSContextHandle_t geos, const wend_route *route,
                                     double *sum);

/* Returns the signed distance from a point to the boundary of an area, positive inside. */
double corridor_area_depth(GEOSContextHandle_t geos, const GEOSGeometry *area, wend_vec2 at);

#endif
