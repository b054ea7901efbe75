/* Answers queries on navigation meshes: paths by the planner's search, the nearest point of a
 * level, and random points of its area. Cost: for a path, one search; for the nearest point, the
 * cells around the location; for the first random point, O(polygons). */
#include "map/navmesh/navmesh.h"
#include "plan/mesh/path.h"
#include "query/navmesh/navmesh.h"

/* Sets up the mesh and finds the polygons that the active classes block. Returns false when out of
 * memory. */
static bool find_ground(const query_call *call, search_ground *out) {
    *out = (search_ground){.view = call->view, .mesh = navmesh_of(call->map)};
    return search_find_blockers(out);
}

search_outcome query_mesh_path(const query_call *call, const wend_path_def *def, query_path *out) {
    search_ground ground;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    mesh_path path = mesh_path_begin(&ground, call->radius, false);
    path.tolerance = def->tolerance + call->radius;
    path.may_be_partial = def->may_be_partial;
    path.at = mesh_path_snap(&path, def->from);
    if (path.at.polygon == NAVMESH_NONE) {
        return SEARCH_NONE;
    }
    wend_location start = {path.at.position, def->from.layer};
    search_outcome outcome = mesh_path_go_to(&path, def->to);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    query_add_point(out, start);
    for (uint32_t i = 0; i < path.points.count; i++) {
        query_add_point(out,
                        (wend_location){path.points.items[i].position, path.points.items[i].layer});
    }
    out->info.status = path.partial ? WEND_PATH_PARTIAL : WEND_PATH_FOUND;
    out->info.unproven = path.unproven;
    return SEARCH_FOUND;
}

search_outcome query_mesh_nearest(const query_call *call, wend_location location, float distance,
                                  wend_location *out) {
    search_ground ground;
    if (!find_ground(call, &ground)) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t level = navmesh_level_for(ground.mesh, call->radius);
    *out = location;
    if (level == NAVMESH_NONE) {
        return SEARCH_NONE;
    }
    const navmesh_filter open = {.remaining = ground.now.remaining};
    uint32_t polygon =
        navmesh_nearest(&ground.mesh->levels[level], &open, location, distance, &out->position);
    return polygon != NAVMESH_NONE ? SEARCH_FOUND : SEARCH_NONE;
}

bool query_mesh_cover(const query_call *call, query_triangles *out) {
    search_ground ground;
    if (!find_ground(call, &ground)) {
        return false;
    }
    uint32_t index = navmesh_level_for(ground.mesh, call->radius);
    ground.level = index != NAVMESH_NONE ? &ground.mesh->levels[index] : NULL;
    for (uint32_t i = 0; ground.level != NULL && i < ground.level->polygon_count; i++) {
        const navmesh_polygon *polygon = &ground.level->polygons[i];
        if (!search_is_closed(&ground, i) &&
            !triangles_add(out, &ground.level->points[polygon->first], polygon->count,
                           polygon->layer)) {
            return false;
        }
    }
    return true;
}

const query_kind query_kind_navmesh = {.kind = "navmesh",
                                       .find_path = query_mesh_path,
                                       .find_nearest = query_mesh_nearest,
                                       .cover = query_mesh_cover};
