/* plan/graph/roadmap.h: finds paths over a roadmap, with doors and obstacles as they are now. */
#ifndef PLAN_GRAPH_ROADMAP_H
#define PLAN_GRAPH_ROADMAP_H

#include <wend/model.h>

#include "map/roadmap/roadmap.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"

/* A roadmap with what is blocked now. */
typedef struct roadmap_ground {
    const wend_view *view;
    uint32_t worker;
    const roadmap *map;
    blocked now;          /* its parts are edges */
    float needed;         /* m: edges with this clearance or less are blocked */
    bool around_standing; /* obstacles that stand still count */
} roadmap_ground;

/* Locations to pass, in order. */
typedef struct roadmap_path {
    wend_location *locations; /* in worker buffers */
    uint32_t count;
    double length; /* m: from the first to the last location on the roadmap */
} roadmap_path;

/* Sets `now`, in scratch memory; view, worker and map must be set. Returns false when out of
 * memory. */
bool roadmap_find_blockers(roadmap_ground *ground);

/* Returns the least clearance on an edge now, m. */
static inline float roadmap_least_clearance(const roadmap_ground *ground, uint32_t edge) {
    return blocked_clearance(&ground->now, edge, ground->map->edges[edge].clearance);
}

/* Finds the shortest path over open edges from one point of the roadmap to another; both must lie
 * on open edges. `start` is on the layer of the first. The layers of the path result from walking
 * it from there. */
search_outcome roadmap_search(const roadmap_ground *ground, const wend_roadmap_projection *from,
                              const wend_roadmap_projection *to, wend_location start,
                              roadmap_path *out);

/* Finds a path over the roadmap to a location, which is its last point. It leads from the entry
 * nearest to `from` to the one nearest to `to`, or between farther entries where these are not
 * connected. It is a straight line if that is open and no longer than the distances to and from the
 * roadmap. Returns SEARCH_NONE and no locations if the roadmap does not lead there. */
search_outcome roadmap_find_path(const roadmap_ground *ground, wend_location from, wend_location to,
                                 float radius, roadmap_path *out);

#endif
