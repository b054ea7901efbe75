/* Answers queries on roadmaps. Paths are found by A* over edges with enough clearance; they enter
 * and leave the roadmap at the nearest visible points. The nearest location is the nearest point of
 * such an edge. Cost: for a path, one search; for the nearest location, the edges near it. */
#include "map/roadmap/roadmap.h"

#include <math.h>

#include "plan/graph/roadmap.h"
#include "query/kind.h"

enum { MAX_NEAR_EDGES = 256 /* number of nearest edges to check */ };

/* Sets up the roadmap and finds the edges that the active classes block. Returns false when out of
 * memory. */
static bool find_ground(const query_call *call, roadmap_ground *out) {
    *out =
        (roadmap_ground){.view = call->view, .map = roadmap_of(call->map), .needed = call->radius};
    return roadmap_find_blockers(out);
}

/* True if no wall blocks the straight line for the centre of the disc. */
static bool is_open(const query_call *call, wend_location from, wend_location to) {
    return wend_space_is_visible(call->view->space, from, to, 0.0F, call->view->classes);
}

static search_outcome find_path(const query_call *call, const wend_path_def *def, query_path *out) {
    roadmap_ground ground;
    roadmap_path path;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    search_outcome outcome = roadmap_find_path(&ground, def->from, def->to, call->radius, &path);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    wend_location end = path.locations[path.count - 1];
    if (!is_open(call, def->from, path.locations[0]) ||
        (path.count > 1 && !is_open(call, path.locations[path.count - 2], end))) {
        return SEARCH_NONE; /* the roadmap is not visible from an end of the path */
    }
    query_add_point(out, def->from);
    for (uint32_t i = 0; i < path.count; i++) {
        query_add_point(out, path.locations[i]);
    }
    out->info.status = WEND_PATH_FOUND;
    return SEARCH_FOUND;
}

static search_outcome find_nearest(const query_call *call, wend_location location, float distance,
                                   wend_location *out) {
    roadmap_ground ground;
    wend_roadmap_projection near[MAX_NEAR_EDGES];
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t count = roadmap_find_edges(ground.map, location, distance, near, MAX_NEAR_EDGES);
    for (uint32_t i = 0; i < count; i++) {
        if (roadmap_least_clearance(&ground, near[i].edge) >= call->radius) {
            *out = (wend_location){near[i].position, location.layer};
            return SEARCH_FOUND;
        }
    }
    return SEARCH_NONE;
}

const query_kind query_kind_roadmap = {
    .kind = "roadmap", .find_path = find_path, .find_nearest = find_nearest};
