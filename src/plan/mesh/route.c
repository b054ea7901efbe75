/* Makes the route of a path through a mesh. A long route from a tree contains only the next stretch
 * of the path: the tree quickly gives the rest later, and agents that stand close together share
 * the stretch. A search would have to be repeated, so its routes are complete.
 *
 * On weighted ground, portals come from the triangles that the path crosses on its own level
 * (plan/terrain/portals.c). Tracing it through level 0 would give portals on both sides of a border
 * of terrain, and followers would cross them in terrain that the path avoids. The clearance of
 * points is at most the agent's radius there, so that followers that use points instead of portals
 * stay on the path. Paths for agents larger than all levels have no portals on weighted ground.
 *
 * Cost: see plan/route/trace.c and plan/terrain/portals.c. */
#include "plan/mesh/route.h"

#include <wend/world.h>

#include "plan/route/trace.h"
#include "plan/terrain/portals.h"
#include "step/goal_regions.h"
#include "step/internals.h"

/* Returns the radius (m) by which the path's portals are inset. */
static float inset_of(const mesh_path *path) {
    return path->by_polygons ? path->ground.radius : path->ground.level->radius;
}

/* Writes the end of the path behind its points, unless it is the last of them. Writes the number of
 * points with it to *count. Returns false when out of memory. */
static bool write_end(mesh_path *path, uint32_t *count) {
    wend_route_point end = {path->at.position, 0.0F,
                            path->ground.level->polygons[path->at.polygon].layer};
    uint32_t points = path->points.count;
    bool written = mesh_path_append(path, &end, 1);
    *count = path->points.count;
    path->points.count = points;
    return written;
}

/* Finds the portals of the whole path, up to its end. */
static search_outcome find_portals(mesh_path *path, wend_location start, traced_path *out) {
    uint32_t count = path->points.count;
    if (!path->cut && !write_end(path, &count)) {
        return SEARCH_NO_MEMORY;
    }
    trace_path whole = {.ground = &path->ground,
                        .start = start,
                        .points = path->points.items,
                        .point_count = count,
                        .measured = path->points.count,
                        .whole = !path->from_tree,
                        .radius = (double)inset_of(path),
                        .cache = path->cache};
    bool traced = trace_portals(&whole, out);
    out->continues = out->continues || path->cut;
    return traced ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}

/* Returns the region in which a path ends at one of its points, or NULL. */
static const wend_region *find_end_region(const mesh_path *path, uint32_t index) {
    const wend_view *view = path->ground.view;
    uint32_t goal = wend_view_goal(view, index);
    if (path->partial || path->points.count == 0 || goal == WEND_NO_GOAL ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return NULL;
    }
    const goal_record *record = &view->internals->goals->records[goal];
    const wend_route_point *end = &path->points.items[path->points.count - 1];
    return &goal_parts(record)[goal_regions_find_part(record, NULL, true, end->position)];
}

/* Finds the portals of a path on weighted ground. */
static search_outcome find_weighted_portals(mesh_path *path, uint32_t index, traced_path *out) {
    const wend_view *view = path->ground.view;
    uint32_t own = path->points.count, count = own;
    if (!write_end(path, &count)) {
        return SEARCH_NO_MEMORY;
    }
    portal_query query = {.ground = &path->ground,
                          .start = path->entry,
                          .enters = path->is_entry_passed,
                          .points = path->points.items,
                          .point_count = count,
                          .goal = count == own ? find_end_region(path, index) : NULL,
                          .radius = (double)path->ground.radius};
    search_outcome outcome = path->by_polygons ? SEARCH_NONE : terrain_portals(&query);
    *out = (traced_path){.point_count = own};
    if (outcome == SEARCH_FOUND) {
        out->portals = query.portals;
        out->portal_count = query.portal_count;
    }
    for (uint32_t i = 0; i < own; i++) {
        wend_route_point *point = &path->points.items[i];
        wend_location at = {point->position, point->layer};
        point->clearance = trace_clearance(view, at, path->ground.radius);
    }
    return outcome == SEARCH_NO_MEMORY ? outcome : SEARCH_FOUND;
}

search_outcome mesh_route_put(mesh_path *path, uint32_t index, uint32_t map,
                              wend_route_sink *sink) {
    const wend_body *body = &path->ground.view->bodies[index];
    wend_location start = {body->position, wend_body_layer(body)};
    uint32_t generation = 0;
    traced_path traced;
    search_outcome outcome = path->ground.weights != NULL
                                 ? find_weighted_portals(path, index, &traced)
                                 : find_portals(path, start, &traced);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    if (path->cut && traced.is_short) {
        return SEARCH_LIMIT;
    }
    bool has_portals = path->ground.weights == NULL || traced.portal_count > 0;
    uint32_t point_count = traced.continues ? traced.point_count : path->points.count;
    bool cut = point_count > WEND_MAX_PATH || traced.portal_count >= WEND_MAX_PATH;
    wend_view_map(path->ground.view, map, &generation);
    wend_route route = {
        .status = path->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
        .gives = WEND_ROUTE_POLYLINE | (has_portals ? (uint32_t)WEND_ROUTE_PORTALS : 0U) |
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
