/* Corridors without a planner: random paths on the axis of a corridor map. */
#ifndef SUPPORT_KIT_CORRIDOR_PATHS_H
#define SUPPORT_KIT_CORRIDOR_PATHS_H

#include "support/spaces.h"
#include <wend/map.h>
#include <wend/model.h>

enum { WALK_DISCS = 2048, WALK_SAMPLES = 4096, WALK_EDGES = 256 };

typedef struct corridor_path {
    wend_corridor_disc discs[WALK_DISCS];       /* the discs as a planner would provide them */
    wend_corridor_sample samples[WALK_SAMPLES]; /* the same backbone, finely sampled */
    uint32_t edges[WALK_EDGES];
    uint32_t disc_count, sample_count, edge_count;
} corridor_path;

/* Samples a path over edges with a clearance of at least `least`. It visits no vertex twice, and
 * starts and ends inside an edge. Samples are at most `spacing` apart, except on curves. Returns
 * false if there is no such edge. */
bool corridor_path_sample(corridor_path *walk, const wend_map *map, double least, double spacing,
                          dice *from);

/* Returns the path as a route, with every sample as a point of the control path. `points` must have
 * room for WALK_SAMPLES points. */
wend_route corridor_path_route(const corridor_path *walk, wend_route_point *points);

#endif
