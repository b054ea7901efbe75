/* Plans the routes of agents through a mesh: see plan.h. Cost: see the planners. */
#include "plan/mesh/plan.h"

#include <wend/world.h>

#include "plan/mesh/goal.h"
#include "plan/mesh/route.h"
#include "plan/mesh/snap.h"
#include "plan/route/legs.h"
#include "plan/terrain/forbidden.h"
#include "plan/terrain/weights.h"
#include "step/internals.h"

/* A path from a tree is cut after so many points first: usually they are enough for a stretch. If
 * not, the limit is doubled, also for the agents after it, which are near and have similar paths.
 * The limit changes no route. */
enum { FIRST_POINTS = 64 };

bool mesh_plan_ground(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                      search_ground *ground, uint32_t *map) {
    const wend_map *found = wend_view_find_map(view, plan->kind, plan->map, map);
    *ground = (search_ground){.view = view, .worker = agents->worker};
    if (found == NULL || navmesh_of(found)->layer_count != wend_space_layer_count(view->space)) {
        return false;
    }
    ground->mesh = navmesh_of(found);
    return search_find_blockers(ground);
}

bool mesh_plan_begin(const mesh_plan *plan, const search_ground *ground, uint32_t index,
                     mesh_path *out) {
    const wend_body *body = &ground->view->bodies[index];
    *out = mesh_path_begin(ground, body->radius, plan->by_polygons);
    out->tolerance = (float)plan->tolerance + body->radius;
    out->may_be_partial = plan->may_be_partial;
    out->ground.node_limit = plan->node_limit;
    out->search = plan->search;
    out->options = plan->options;
    out->tree_use = plan->tree_use;
    out->trees = plan->model != NULL ? plan->model->trees : NULL;
    out->ground.crowd = plan->crowd;
    return !plan->is_weighted || terrain_weights(&out->ground, index);
}

/* Adds a leg to a point of the path of body `index`. On an indicative route, the leg is a straight
 * line where that is open: the search for the shortest path finds it, whatever the planner's own
 * search prefers. */
static search_outcome go_to_point(mesh_path *path, uint32_t index, const wend_location *before,
                                  wend_location to) {
    mesh_path own = *path;
    bool drawn = before && legs_is_drawn(path->ground.view, index, *before, to);
    if (drawn) {
        path->search = NULL;
        path->by_polygons = false;
        path->ground.weights = NULL;
    }
    search_outcome outcome = mesh_path_go_to(path, to);
    path->search = own.search;
    path->by_polygons = own.by_polygons;
    path->ground.weights = own.ground.weights;
    return outcome;
}

/* Finds all legs of the path of body `index`. */
static search_outcome find_legs(mesh_path *path, uint32_t index) {
    const wend_view *view = path->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    for (uint32_t i = 0; i < count && !path->partial; i++) {
        wend_location before =
            i > 0 ? (wend_location){via[i - 1].position, via[i - 1].layer} : (wend_location){0};
        search_outcome outcome = go_to_point(path, index, i > 0 ? &before : NULL,
                                             (wend_location){via[i].position, via[i].layer});
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
    }
    if (path->partial || goal == WEND_NO_GOAL ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return SEARCH_FOUND;
    }
    search_outcome outcome = mesh_path_go_to_goal(path, &view->internals->goals->records[goal]);
    /* A new plan would lead to all points of the path again, so such routes are complete. */
    path->from_tree = path->from_tree && count == 0;
    return outcome;
}

/* Lets a path that begins off the level go through the location where it enters the level, if the
 * direct line to its first point may cross a wall. Returns false when out of memory. */
static bool add_entry(mesh_path *path, wend_location from) {
    wend_vec2 entry = path->entry.position;
    if (from.position.x == entry.x && from.position.y == entry.y) {
        return true;
    }
    wend_location next = {path->at.position, path->ground.level->polygons[path->at.polygon].layer};
    if (path->points.count > 0) {
        next = (wend_location){path->points.items[0].position, path->points.items[0].layer};
    }
    wend_route_point point = {entry, 0.0F, from.layer};
    path->is_entry_passed = snap_must_be_passed(&path->ground, from, entry, next);
    return !path->is_entry_passed || mesh_path_prepend(path, &point);
}

/* Returns where a path from a location begins on the level. From forbidden ground it begins at the
 * edge of that ground, however far that is. */
static search_start snap_start(const mesh_path *path, wend_location from) {
    search_start at = mesh_path_snap(path, from);
    if (at.polygon == NAVMESH_NONE && path->ground.weights != NULL) {
        mesh_path any = *path;
        any.ground.weights = NULL;
        at = mesh_path_snap(&any, from);
        at = at.polygon != NAVMESH_NONE ? snap_off_forbidden(&path->ground, at) : at;
    }
    return at;
}

/* Plans a route for one body. The path has no legs yet. Returns SEARCH_LIMIT if the path was cut
 * too early. */
static search_outcome plan_path(mesh_path *path, uint32_t index, uint32_t map,
                                wend_route_sink *sink) {
    const wend_body *body = &path->ground.view->bodies[index];
    wend_location from = {body->position, wend_body_layer(body)};
    path->at = snap_start(path, from);
    if (path->at.polygon == NAVMESH_NONE) {
        return SEARCH_NONE;
    }
    path->entry = path->at;
    search_outcome outcome = find_legs(path, index);
    wend_location end = {path->at.position, path->ground.level->polygons[path->at.polygon].layer};
    if (outcome == SEARCH_FOUND && path->partial && path->ground.weights != NULL &&
        forbidden_lies_beyond(path->ground.view, path->ground.worker, index, end)) {
        return SEARCH_NONE;
    }
    if (outcome == SEARCH_FOUND) {
        return add_entry(path, from) ? mesh_route_put(path, index, map, sink) : SEARCH_NO_MEMORY;
    }
    return outcome;
}

/* Plans a route for one body. `max_points` is the limit for paths from trees. Returns false when
 * out of memory. */
static bool plan_one(const mesh_path *path, uint32_t index, uint32_t map, uint32_t *max_points,
                     wend_route_sink *sink) {
    const wend_view *view = path->ground.view;
    const wend_route_point *via;
    if (wend_body_layer(&view->bodies[index]) >= path->ground.mesh->layer_count) {
        return true;
    }
    bool may_cut = view->internals->overlay->standing_count == 0 &&
                   wend_view_path_points(view, index, &via) == 0;
    for (;;) {
        mesh_path next = *path;
        next.max_points = may_cut ? *max_points : path->max_points;
        search_outcome outcome = plan_path(&next, index, map, sink);
        if (!may_cut || !next.cut || outcome != SEARCH_LIMIT) {
            return outcome != SEARCH_NO_MEMORY;
        }
        *max_points = *max_points < WEND_MAX_PATH ? 2 * *max_points : PATH_TREE_WHOLE;
    }
}

void mesh_plan_routes(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                      wend_route_sink *sink) {
    uint32_t map = 0, max_points = FIRST_POINTS;
    search_ground ground;
    if (!mesh_plan_ground(plan, view, agents, &ground, &map)) {
        return;
    }
    leg_cache *cache =
        plan->model != NULL ? mesh_model_cache(plan->model, view, agents->worker, map) : NULL;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            mesh_path path;
            bool good = mesh_plan_begin(plan, &ground, i, &path);
            path.cache = cache;
            if (!good || !plan_one(&path, i, map, &max_points, sink)) {
                return;
            }
        }
    }
}

double mesh_plan_length(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                        uint32_t index, wend_location from, const wend_region *to, uint32_t layer) {
    uint32_t map = 0;
    search_ground ground;
    search_path leg;
    mesh_path path;
    if (!mesh_plan_ground(plan, view, agents, &ground, &map) ||
        !mesh_plan_begin(plan, &ground, index, &path)) {
        return (double)INFINITY;
    }
    path.at = snap_start(&path, from);
    if (path.at.polygon == NAVMESH_NONE) {
        return (double)INFINITY;
    }
    search_outcome outcome = mesh_path_find_region(&path, to, layer, 0.0, &leg);
    if (outcome == SEARCH_NONE) { /* the region may lie beside a wall: use the nearest open
                                     location, as go_beside does */
        wend_vec2 aim = wend_region_aim(to, from.position, 0.0F);
        search_start projection = mesh_path_snap(&path, (wend_location){aim, layer});
        if (projection.polygon == NAVMESH_NONE) {
            return (double)INFINITY;
        }
        target at = target_at(projection.position, layer, projection.polygon);
        outcome = mesh_path_find(&path, &at, &leg);
    }
    return outcome == SEARCH_FOUND && !leg.obstructed ? leg.length : (double)INFINITY;
}
