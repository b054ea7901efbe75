/* Answers queries on roadmaps. Paths are those of the planner `roadmap` with its default
 * parameters. The nearest location is the nearest point of an edge with enough clearance. Cost: for
 * a path, one search; for the nearest location, the edges near it. */
#include "map/roadmap/roadmap.h"

#include <math.h>

#include "plan/roadmap/roads.h"
#include "plan/route/walkable.h"
#include "query/kind.h"

enum { MAX_NEAR_EDGES = 256 /* number of nearest edges to check */ };

/* Sets up the roadmap and finds the edges that the active classes block. Returns false when out of
 * memory. */
static bool find_ground(const query_call *call, roadmap_ground *out) {
    *out =
        (roadmap_ground){.view = call->view, .map = roadmap_of(call->map), .needed = call->radius};
    return roadmap_find_blockers(out);
}

static search_outcome find_path(const query_call *call, const wend_path_def *def, query_path *out) {
    roadmap_ground ground;
    roads_path path;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    float reach = def->tolerance + call->radius;
    wend_location from = walkable_snap(call->view, def->from, reach);
    wend_location to = walkable_snap(call->view, def->to, reach);
    const wend_region end = {.shape = WEND_SHAPE_POINT, .a = to.position};
    const roads_query query = {.from = from,
                               .parts = &end,
                               .part_count = 1,
                               .layer = to.layer,
                               .nearest = ROADS_NEAREST,
                               .linking = ROADS_LINK_FIRST};
    search_outcome outcome = roads_find_path(&ground, &query, &path);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    query_add_point(out, from);
    for (uint32_t i = 0; i < path.count; i++) {
        query_add_point(out, path.points[i].at);
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
