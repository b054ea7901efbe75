/* plan/graph/roadmap.h: finds paths over a roadmap, with doors and obstacles as they are now. */
#ifndef PLAN_GRAPH_ROADMAP_H
#define PLAN_GRAPH_ROADMAP_H

#include <wend/model.h>

#include "map/roadmap/roadmap.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"

/* A roadmap, and what is blocked on it now. */
typedef struct roadmap_ground {
    const wend_view *view;
    uint32_t worker;
    const roadmap *map;
    blocked now;          /* what is blocked now; each part is an edge */
    float needed;         /* m: edges with this clearance or less are blocked; radius of the disc */
    bool around_standing; /* true if stationary obstacles also block edges */
} roadmap_ground;

/* Locations that the path passes, in order. */
typedef struct roadmap_path {
    wend_location *locations; /* in worker buffers */
    uint32_t count;
    double length; /* m: length between the first and the last location on the roadmap */
} roadmap_path;

/* Sets `now`, which is in scratch memory. The members `view`, `worker` and `map` must be set.
 * Returns false when out of memory. */
bool roadmap_find_blockers(roadmap_ground *ground);

/* Returns the smallest clearance (m) that an edge has now. */
static inline float roadmap_least_clearance(const roadmap_ground *ground, uint32_t edge) {
    return blocked_clearance(&ground->now, edge, ground->map->edges[edge].clearance);
}

/* True if an edge is wide enough now. */
static inline bool roadmap_is_open(const roadmap_ground *ground, uint32_t edge) {
    return roadmap_least_clearance(ground, edge) > ground->needed;
}

/* Finds the shortest path over open edges from one point of the roadmap to another; both must lie
 * on open edges. `start` gives the layer of the first point; the layers of the other points are
 * found by following the path from there. */
search_outcome roadmap_search(const roadmap_ground *ground, const wend_roadmap_projection *from,
                              const wend_roadmap_projection *to, wend_location start,
                              roadmap_path *out);

/* Finds a path over the roadmap to the location `to`, which is the last point of the path. The path
 * leads from the entry nearest to `from` to the entry nearest to `to`, or between farther entries
 * if those two are not connected. If the straight line from `from` to `to` is open, and no longer
 * than the distance from `from` to the roadmap plus the distance from the roadmap to `to`, the path
 * is that line. If the roadmap does not lead to `to`, returns SEARCH_NONE and no locations. */
search_outcome roadmap_find_path(const roadmap_ground *ground, wend_location from, wend_location to,
                                 float radius, roadmap_path *out);

#endif
