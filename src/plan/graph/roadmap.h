/* plan/graph/roadmap.h: ways over a roadmap. */
#ifndef PLAN_GRAPH_ROADMAP_H
#define PLAN_GRAPH_ROADMAP_H

#include <wend/model.h>

#include "map/roadmap/roadmap.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"

/* Where one may go on a roadmap now. */
typedef struct roadmap_ground {
    const wend_view *view;
    uint32_t worker;
    const roadmap *map;
    blocked now;          /* its parts are edges */
    float needed;         /* m: edges with no more clearance than this are shut */
    bool around_standing; /* obstacles that stand still count */
} roadmap_ground;

/* Places to pass, one after the other. */
typedef struct roadmap_path {
    wend_location *places; /* the worker's */
    uint32_t count;
    double length; /* m: from the first to the last */
} roadmap_path;

/* Sets `now`, in scratch memory; view, worker and map are there. False without memory. */
bool roadmap_find_blockers(roadmap_ground *ground);

/* m: the least clearance on an edge now. */
static inline float roadmap_least(const roadmap_ground *ground, uint32_t edge) {
    return blocked_least(&ground->now, edge, ground->map->edges[edge].clearance);
}

/* The shortest way over open edges from one place of the roadmap to another, whose edges are open;
 * `start` is on the layer of the first. The layers of the path are those that one comes to who
 * walks from there. */
search_outcome roadmap_search(const roadmap_ground *ground, const wend_roadmap_projection *from,
                              const wend_roadmap_projection *to, wend_location start,
                              roadmap_path *out);

/* The way to a place over the roadmap, from the entry nearest to where it begins to the one nearest
 * to where it ends, or between further ones where these are not joined; the place itself is its
 * last one. Straight there if that is open and no longer than the ways to and from the roadmap.
 * SEARCH_NONE, and no places: the roadmap does not lead there. */
search_outcome roadmap_lead(const roadmap_ground *ground, wend_location from, wend_location to,
                            float radius, roadmap_path *out);

#endif
