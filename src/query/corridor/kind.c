/* Answers queries on corridor maps. Paths are found by the planner's search, and the nearest
 * location by projection onto the axis. Random locations are sampled in the cells of the axis; each
 * cell consists of two trapezoids, one on each side of the axis, between the axis and the nearest
 * walls. Cost: for a path, one search; for the nearest location, one projection; for the first
 * random location, O(breakpoints). */
#include "query/kind.h"
#include "geom/point.h"
#include "map/corridor/corridor.h"
#include "plan/corridor/query.h"

/* m: largest distance between points of a path along the axis; the same as the planner's default.
 */
static const double SPACING = 1.0;

/* Sets up the map and finds the edges that the active classes block. Returns false when out of
 * memory. */
static bool find_ground(const query_call *call, corridor_ground *out) {
    *out = (corridor_ground){.view = call->view, .map = corridor_of(call->map)};
    return corridor_find_blockers(out);
}

static search_outcome find_path(const query_call *call, const wend_path_def *def, query_path *out) {
    corridor_params params = {.control = def->along_axis ? CONTROL_AXIS : CONTROL_SHORTEST,
                              .spacing = SPACING,
                              .tolerance = (double)def->tolerance,
                              .partial = def->may_be_partial};
    corridor_ground ground;
    corridor_query q;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    if (!corridor_begin(&q, &ground, NULL, &params, call->radius, def->from)) {
        return SEARCH_NONE;
    }
    wend_location start = corridor_path_end(&q);
    search_outcome outcome = corridor_add_leg_to(&q, def->to);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    query_add_point(out, start);
    for (uint32_t i = 0; i < q.points.count; i++) {
        query_add_point(out, (wend_location){q.points.items[i].position, q.points.items[i].layer});
    }
    query_add_point(out, corridor_path_end(&q));
    out->info.status = q.partial ? WEND_PATH_PARTIAL : WEND_PATH_FOUND;
    return SEARCH_FOUND;
}

static search_outcome find_nearest(const query_call *call, wend_location location, float distance,
                                   wend_location *out) {
    corridor_ground ground;
    corridor_projection projection;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    ground.radius = ground.needed = ground.kept = call->radius;
    if (!corridor_project(&ground, location, distance, &projection)) {
        return SEARCH_NONE;
    }
    *out =
        (wend_location){corridor_inset_location(&ground, &projection), projection.location.layer};
    double apart = wide_distance(out->position, location.position);
    return out->layer == location.layer && apart <= (double)distance ? SEARCH_FOUND : SEARCH_NONE;
}

static bool cover(const query_call *call, query_triangles *out) {
    const corridor *map = corridor_of(call->map);
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const corridor_edge *edge = &map->edges[i];
        for (uint32_t k = 0; k + 1 < edge->count; k++) {
            const corridor_breakpoint *a = &map->breakpoints[edge->first + k], *b = a + 1;
            wend_vec2 left[] = {a->position, b->position, b->left, a->left};
            wend_vec2 right[] = {b->position, a->position, a->right, b->right};
            if (!triangles_add(out, left, 4, edge->layer) ||
                !triangles_add(out, right, 4, edge->layer)) {
                return false;
            }
        }
    }
    return true;
}

const query_kind query_kind_corridor = {.kind = "corridor",
                                        .find_path = find_path,
                                        .find_nearest = find_nearest,
                                        .cover = cover,
                                        .covers_too_much = true};
