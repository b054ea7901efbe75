/* Makes the route of a path through a mesh. A long route from a tree contains only the next stretch
 * of the path: the tree quickly gives the rest later, and agents that stand close together share
 * the stretch. A search would have to be repeated, so its routes are complete.
 *
 * On weighted ground a route has no portals: a path along the border of a terrain would have
 * portals on both sides of it, and followers would cross them in terrain that the path avoids. The
 * portals that followers derive from the points are as wide as the agent.
 *
 * Cost: see plan/route/trace.c. */
#include "plan/mesh/route.h"

#include <math.h>

#include <wend/world.h>

#include "plan/route/trace.h"

/* Returns the radius (m) by which the path's portals are inset. */
static float inset_of(const mesh_path *path) {
    return path->by_polygons ? path->ground.radius : path->ground.level->radius;
}

/* Finds the portals of the whole path, up to its end, even if the end is not one of its points. */
static bool find_portals(mesh_path *path, wend_location start, traced_path *out) {
    wend_route_point end = {path->at.position, 0.0F,
                            path->ground.level->polygons[path->at.polygon].layer};
    uint32_t points = path->points.count;
    if (!path->cut && !mesh_path_append(path, &end, 1)) {
        return false;
    }
    trace_path whole = {.ground = &path->ground,
                        .start = start,
                        .points = path->points.items,
                        .point_count = path->points.count,
                        .measured = points,
                        .whole = !path->from_tree,
                        .radius = (double)inset_of(path),
                        .cache = path->cache};
    path->points.count = points;
    bool traced = trace_portals(&whole, out);
    out->continues = out->continues || path->cut;
    return traced;
}

/* Removes the portals of a path on weighted ground: see above. */
static void drop_portals(mesh_path *path, traced_path *traced) {
    traced->portals = NULL;
    traced->portal_count = 0;
    for (uint32_t i = 0; i < path->points.count; i++) {
        wend_route_point *point = &path->points.items[i];
        point->clearance = fminf(point->clearance, path->ground.radius);
    }
}

search_outcome mesh_route_put(mesh_path *path, uint32_t index, uint32_t map,
                              wend_route_sink *sink) {
    const wend_body *body = &path->ground.view->bodies[index];
    wend_location start = {body->position, wend_body_layer(body)};
    uint32_t generation = 0;
    traced_path traced;
    if (!find_portals(path, start, &traced)) {
        return SEARCH_NO_MEMORY;
    }
    if (path->cut && traced.is_short) {
        return SEARCH_LIMIT;
    }
    bool is_weighted = path->ground.weights != NULL;
    if (is_weighted) {
        drop_portals(path, &traced);
    }
    uint32_t point_count = traced.continues ? traced.point_count : path->points.count;
    bool cut = point_count > WEND_MAX_PATH || traced.portal_count >= WEND_MAX_PATH;
    wend_view_map(path->ground.view, map, &generation);
    wend_route route = {
        .status = path->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
        .gives = WEND_ROUTE_POLYLINE | (is_weighted ? 0U : (uint32_t)WEND_ROUTE_PORTALS) |
                 (path->unproven ? (uint32_t)WEND_ROUTE_UNPROVEN : 0U) |
                 (path->standing ? (uint32_t)WEND_ROUTE_STANDING : 0U) |
                 (traced.continues ? (uint32_t)WEND_ROUTE_CONTINUES : 0U),
        .map = map,
        .generation = generation,
        .points = path->points.items,
        .point_count = point_count > WEND_MAX_PATH ? WEND_MAX_PATH : point_count,
        .portals = traced.portals,
        .portal_count = traced.portal_count,
        .inset = traced.portal_count == 0 ? 0.0F : inset_of(path),
        .cost = (float)path->length,
        .stretch = traced.continues ? (float)traced.stretch : 0.0F};
    return wend_route_sink_add(sink, index, &route) ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}
