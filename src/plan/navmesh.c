/* Plans the shortest path of a disc through a navigation mesh.
 *
 * The path runs on the level of the mesh that is inset by the agent's radius, from the agent
 * through the points of its own path to the nearest point of its goal's region. `shortest` finds
 * the path with Polyanya (shortest.c). `astar`, which is also used for agents larger than all
 * levels, uses A* over the polygons of the walkable area (polygons.c). Doors that are closed now,
 * and obstacle classes that are active now, block the path. So do moving obstacles that stand
 * still: if one blocks the shortest path, the agent takes a path around it if there is one
 * (plan/around). Obstacles in motion are ignored.
 *
 * A location that is off the level, because it is nearer to a wall than the radius, is replaced by
 * the nearest location on the level within `tolerance` plus the radius. A region off the level is
 * reached where the disc touches it. If a goal has several parts, the route ends in the part with
 * the shortest path. Where there is no path and `partial` is on, the agent goes to the reachable
 * point nearest to its goal, and the route is marked as partial.
 *
 * Closed doors that the mesh does not contain block every portal that is nearer to them than the
 * radius. They also separate two portals of a polygon if they cross the line between the midpoints
 * of the portals. This is exact for doors that reach from wall to wall, and approximate for others.
 *
 * The points of the route are its corners. The point in the goal is added only if the agent cannot
 * head for the goal from the last corner. The portals of the route are the edges of level 0 that it
 * crosses, clipped to where the centre may be; points of the agent's own path have a portal across
 * the path. A route of more than WEND_MAX_PATH points or portals is truncated, and marked as
 * partial.
 *
 * If a search for the shortest path reaches `max_nodes`, A* on the level of the radius finds the
 * leg instead, so that an existing path is still found; the route is marked as unproven, because it
 * may not be the shortest.
 *
 * Cost: one search for each leg. Its memory is in worker buffers: about 170 bytes for each node
 * visited, at most `max_nodes` nodes. The parts of a goal are searched nearest first, as long as
 * their straight-line distance is below the length of the shortest path so far. Usually this takes
 * one or two searches. If the goal cannot be reached, there are up to two searches for each part,
 * and one more. Each of these visits everything that can be reached. */
#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "base/error.h"
#include "geom/vec.h"
#include "plan/mesh/path.h"
#include "plan/mesh/trees.h"
#include "plan/route/legs.h"
#include "plan/route/portals.h"
#include "step/goal_regions.h"
#include "step/standing.h"

enum { SEARCH_WITH_AUTO, SEARCH_WITH_SHORTEST, SEARCH_WITH_ASTAR, SEARCH_WITH_TREE };

typedef struct navmesh_params {
    const char *map;
    double tolerance;
    int64_t max_nodes;
    int32_t search;
    int32_t partial;
} navmesh_params;

static const char *const search_choices[] = {"auto", "shortest", "astar", "tree", NULL};

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(navmesh_params, map), 0.0, 0.0, 0.0, "",
     "name of the navigation mesh; default: the first one", NULL},
    {"search", WEND_PARAM_CHOICE, offsetof(navmesh_params, search), 0.0, 0.0, 0.0, "",
     "shortest: a search for each agent; tree: one search from each goal; auto: tree for goals "
     "with "
     "an extent; astar: A* over polygons",
     search_choices},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(navmesh_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far outside the mesh, beyond the agent's radius, an agent or its goal may be", NULL},
    {"max_nodes", WEND_PARAM_INTEGER, offsetof(navmesh_params, max_nodes), SEARCH_NODES, 1.0,
     SEARCH_MAX_NODES, "",
     "search nodes (about 170 bytes each) before A* takes over and the route counts as unproven",
     NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(navmesh_params, partial), 1.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as possible", wend_switch_choices},
};

/* What the paths of a profile have in common. */
typedef struct navmesh_planner {
    const navmesh_params *params;
    const mesh_trees *trees; /* NULL if there are none */
} navmesh_planner;

/* m: the clearance at points is measured up to this limit. */
static const float CLEARANCE_LIMIT = 5.0F;

/* ---- The goal -------------------------------------------------------------------------------- */

/* True if an agent can head for the goal itself from the last corner of a leg. If the goal has
 * several parts, the agent must head for the part in which the route ends. */
static bool can_head_for_goal(const mesh_path *path, const search_path *leg,
                              const goal_record *goal) {
    const wend_region *region = &goal->region;
    wend_route_point end = leg->points[leg->count - 1];
    wend_location from = {path->at.position, path->ground.level->polygons[path->at.polygon].layer};
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F) {
        return true;
    }
    if (goal->part_count > 1) {
        return false;
    }
    if (leg->count > 1) {
        const wend_route_point *turning_point = &leg->points[leg->count - 2];
        from = (wend_location){turning_point->position, turning_point->layer};
    } else if (path->points.count > 0) {
        from = (wend_location){path->points.items[path->points.count - 1].position,
                               path->points.items[path->points.count - 1].layer};
    }
    wend_location to = {wend_region_aim(region, end.position, 0.0F), goal->layer};
    return wend_view_is_visible(path->ground.view, from, to, 0.9F * path->ground.radius);
}

/* Returns the index of the nearest part, or `count` if none is nearer than `limit`. */
static uint32_t next_part(const float *distances, uint32_t count, double limit) {
    uint32_t next = count;
    for (uint32_t i = 0; i < count; i++) {
        if ((double)distances[i] < limit) {
            limit = (double)distances[i];
            next = i;
        }
    }
    return next;
}

static search_outcome find_leg_to(mesh_path *path, const wend_region *region, uint32_t layer,
                                  double margin, search_path *out) {
    target to = target_of(region, layer, margin);
    if (region->shape == WEND_SHAPE_POINT) {
        to.polygon = navmesh_locate(path->ground.level, (wend_location){region->a, layer});
    }
    return mesh_path_find(path, &to, out);
}

/* Finds the shortest leg to any part of a goal, each part grown by `margin`. */
static search_outcome find_part(mesh_path *path, const goal_record *goal, double margin,
                                search_path *out) {
    const wend_region *parts = goal_parts(goal);
    float distances[GOAL_MOST_PARTS]; /* straight-line distance to each part, in m */
    uint32_t count = goal->part_count, i;
    for (i = 0; i < count; i++) {
        distances[i] = wend_region_distance(&parts[i], path->at.position) - (float)margin;
    }
    search_outcome outcome = SEARCH_NONE;
    out->length = (double)INFINITY;
    while ((i = next_part(distances, count, out->length)) < count) {
        search_path leg;
        search_outcome found = find_leg_to(path, &parts[i], goal->layer, margin, &leg);
        if (found == SEARCH_NO_MEMORY) {
            return found;
        }
        bool better = outcome == SEARCH_NONE || leg.obstructed == out->obstructed
                          ? leg.length < out->length
                          : out->obstructed;
        if (found == SEARCH_FOUND && better) {
            *out = leg;
            outcome = SEARCH_FOUND;
        }
        distances[i] = INFINITY;
    }
    return outcome;
}

/* Returns the part that is nearest in a straight line. */
static const wend_region *nearest_part(const goal_record *goal, wend_vec2 from) {
    return &goal_parts(goal)[goal_regions_find_part(goal, NULL, true, from)];
}

/* Adds a leg to the point where the disc touches the goal or, if there is no such point, to the
 * open location nearest to the goal. */
static search_outcome go_beside(mesh_path *path, const goal_record *goal) {
    search_path leg;
    search_outcome outcome = SEARCH_NONE;
    if (goal->region.shape != WEND_SHAPE_POINT) {
        double reach = (double)fmaxf(path->ground.radius, path->ground.level->radius);
        /* An octagon with this circumradius contains a disc of radius `reach`. */
        outcome = find_part(path, goal, 1.09 * reach + 1e-3, &leg);
    }
    wend_region still =
        *nearest_part(goal, path->at.position); /* the region at its present position, without
                                                   prediction of its motion */
    still.flags = 0;
    wend_location location = {wend_region_aim(&still, path->at.position, 0.0F), goal->layer};
    search_start projection = {location.position, NAVMESH_NONE};
    if (outcome == SEARCH_NONE) {
        projection = mesh_path_snap(path, location);
    }
    if (projection.polygon != NAVMESH_NONE) {
        target to = target_at(projection.position, goal->layer, projection.polygon);
        outcome = mesh_path_find(path, &to, &leg);
    }
    return outcome == SEARCH_FOUND  ? mesh_path_add_leg(path, &leg, true)
           : outcome == SEARCH_NONE ? mesh_path_go_near(path, location)
                                    : outcome;
}

/* True if routes to a goal come from a tree. This depends only on the goal and the parameters, so
 * that the route of an agent does not depend on other agents. */
static bool uses_tree(const search_ground *ground, const navmesh_params *p, uint32_t goal) {
    const wend_region *region = &ground->view->internals->goals->records[goal].region;
    bool still = region->velocity.x == 0.0F && region->velocity.y == 0.0F;
    bool wide = region->shape != WEND_SHAPE_POINT && region->shape != WEND_SHAPE_DIRECTION;
    return ground->now.door_count == 0 && region->shape != WEND_SHAPE_DIRECTION &&
           (p->search == SEARCH_WITH_TREE || (p->search == SEARCH_WITH_AUTO && still && wide));
}

/* Finds the leg to a goal, in its tree if there is one. */
static search_outcome find_goal(mesh_path *path, const goal_record *goal, search_path *leg) {
    const navmesh_planner *planner = path->planner;
    uint32_t index = (uint32_t)(goal - path->ground.view->internals->goals->records);
    search_outcome outcome = SEARCH_LIMIT;
    if (planner->trees != NULL && !path->by_polygons &&
        uses_tree(&path->ground, planner->params, index)) {
        outcome = mesh_trees_find(planner->trees, path, index, leg);
    }
    if (outcome == SEARCH_FOUND) {
        uint32_t part =
            goal_regions_find_part(goal, NULL, true, leg->points[leg->count - 1].position);
        target to = target_of(&goal_parts(goal)[part], goal->layer, 0.0);
        return mesh_path_avoid_standing(path, &to, leg);
    }
    return outcome == SEARCH_LIMIT ? find_part(path, goal, 0.0, leg) : outcome;
}

static search_outcome go_to_goal(mesh_path *path, const goal_record *goal) {
    search_path leg;
    search_outcome outcome = find_goal(path, goal, &leg);
    if (outcome == SEARCH_NONE) {
        return go_beside(path, goal);
    }
    return outcome == SEARCH_FOUND
               ? mesh_path_add_leg(path, &leg, !can_head_for_goal(path, &leg, goal))
               : outcome;
}

/* Finds all legs of the path of body `index`. */
static search_outcome find_legs(mesh_path *path, uint32_t index) {
    const wend_view *view = path->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    for (uint32_t i = 0; i < count && !path->partial; i++) {
        search_outcome outcome =
            mesh_path_go_to(path, (wend_location){via[i].position, via[i].layer});
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
    }
    if (path->partial || goal == WEND_NO_GOAL ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return SEARCH_FOUND;
    }
    return go_to_goal(path, &view->internals->goals->records[goal]);
}

/* ---- The route ------------------------------------------------------------------------------- */

static void measure_points(const mesh_path *path) {
    for (uint32_t i = 0; i < path->points.count; i++) {
        wend_location location = {path->points.items[i].position, path->points.items[i].layer};
        float room = wend_space_clearance(path->ground.view->space, location, CLEARANCE_LIMIT,
                                          path->ground.view->classes);
        path->points.items[i].clearance =
            (float)standing_distance(path->ground.view, location, (double)room);
    }
}

/* Finds the portals of the whole path, up to its end, even if the end is not one of its points. */
static wend_portal *find_portals(mesh_path *path, wend_location start, uint32_t *count) {
    wend_route_point end = {path->at.position, 0.0F,
                            path->ground.level->polygons[path->at.polygon].layer};
    uint32_t points = path->points.count;
    if (!mesh_path_append(path, &end, 1)) {
        *count = 1;
        return NULL;
    }
    uint32_t all = path->points.count;
    path->points.count = points;
    double radius = (double)(path->by_polygons ? path->ground.radius : path->ground.level->radius);
    return portals_find(&path->ground, start, path->points.items, all, radius, count);
}

static bool put_route(mesh_path *path, uint32_t index, uint32_t map, wend_route_sink *sink) {
    const wend_body *body = &path->ground.view->bodies[index];
    wend_location start = {body->position, wend_body_layer(body)};
    uint32_t portal_count = 0, generation = 0;
    const wend_portal *portals = find_portals(path, start, &portal_count);
    if (portals == NULL && portal_count > 0) {
        return false;
    }
    bool cut = path->points.count > WEND_MAX_PATH || portal_count >= WEND_MAX_PATH;
    path->points.count = path->points.count > WEND_MAX_PATH ? WEND_MAX_PATH : path->points.count;
    measure_points(path);
    wend_view_map(path->ground.view, map, &generation);
    wend_route route = {
        .status = path->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS |
                 (path->unproven ? (uint32_t)WEND_ROUTE_UNPROVEN : 0U) |
                 (path->standing ? (uint32_t)WEND_ROUTE_STANDING : 0U),
        .map = map,
        .generation = generation,
        .points = path->points.items,
        .point_count = path->points.count,
        .portals = portals,
        .portal_count = portal_count,
        .inset = portal_count == 0
                     ? 0.0F
                     : (path->by_polygons ? path->ground.radius : path->ground.level->radius),
        .cost = (float)path->length};
    return wend_route_sink_add(sink, index, &route);
}

/* Returns the path of a body, without legs; the caller sets its start. */
static mesh_path path_of(const search_ground *ground, const navmesh_planner *planner,
                         const wend_body *body) {
    const navmesh_params *p = planner->params;
    mesh_path path = mesh_path_begin(ground, body->radius, p->search == SEARCH_WITH_ASTAR);
    path.tolerance = (float)p->tolerance + body->radius;
    path.may_be_partial = p->partial != 0;
    path.ground.node_limit = (uint32_t)p->max_nodes;
    path.planner = planner;
    return path;
}

/* Plans a route for one body. Returns false when out of memory. */
static bool plan_one(const search_ground *ground, const navmesh_planner *planner, uint32_t index,
                     uint32_t map, wend_route_sink *sink) {
    const wend_body *body = &ground->view->bodies[index];
    mesh_path path = path_of(ground, planner, body);
    if (wend_body_layer(body) >= ground->mesh->layer_count) {
        return true;
    }
    path.at = mesh_path_snap(&path, (wend_location){body->position, wend_body_layer(body)});
    if (path.at.polygon == NAVMESH_NONE) {
        return true;
    }
    search_outcome outcome = find_legs(&path, index);
    if (outcome == SEARCH_FOUND) {
        return put_route(&path, index, map, sink);
    }
    return outcome == SEARCH_NONE;
}

static void plan_navmesh(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    const navmesh_params *p = agents->params;
    uint32_t index = 0;
    const wend_map *map = wend_view_find_map(view, "navmesh", p->map, &index);
    search_ground ground = {.view = view, .worker = agents->worker};
    navmesh_planner planner = {p, agents->model};
    if (map == NULL || navmesh_of(map)->layer_count != wend_space_layer_count(view->space)) {
        return;
    }
    ground.mesh = navmesh_of(map);
    if (!search_find_blockers(&ground)) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(&ground, &planner, i, index, sink)) {
                return;
            }
        }
    }
}

/* ---- Length of a path ------------------------------------------------------------------------ */

/* Prepares a path for body `index`: chooses the level for its radius, and finds what currently
 * blocks the mesh. Returns false if there is no mesh for the space, or when out of memory. */
static bool prepare_path(const wend_view *view, const wend_agents *agents, uint32_t index,
                         navmesh_planner *planner, mesh_path *path) {
    const navmesh_params *p = agents->params;
    *planner = (navmesh_planner){p, agents->model};
    uint32_t map_index = 0;
    const wend_map *map = wend_view_find_map(view, "navmesh", p->map, &map_index);
    search_ground ground = {.view = view, .worker = agents->worker};
    if (map == NULL || navmesh_of(map)->layer_count != wend_space_layer_count(view->space)) {
        return false;
    }
    ground.mesh = navmesh_of(map);
    if (!search_find_blockers(&ground)) {
        return false;
    }
    *path = path_of(&ground, planner, &view->bodies[index]);
    return true;
}

static double measure_navmesh(const wend_view *view, const wend_agents *agents, uint32_t index,
                              wend_location from, const wend_region *to, uint32_t layer) {
    mesh_path path;
    navmesh_planner planner;
    search_path leg;
    if (!prepare_path(view, agents, index, &planner, &path)) {
        return (double)INFINITY;
    }
    path.at = mesh_path_snap(&path, from);
    if (path.at.polygon == NAVMESH_NONE) {
        return (double)INFINITY;
    }
    search_outcome outcome = find_leg_to(&path, to, layer, 0.0, &leg);
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

/* ---- Route validity -------------------------------------------------------------------------- */

static bool is_navmesh_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

/* ---- Trees ----------------------------------------------------------------------------------- */

static wend_result create_trees(const wend_model_def *def, void **out, wend_error *error) {
    *out = mesh_trees_create(&def->allocator);
    return *out != NULL ? WEND_OK : error_no_memory(error, "the planner navmesh");
}

static void destroy_trees(void *model) {
    mesh_trees_destroy(model);
}

static void begin_step(const wend_view *view, const wend_agents *agents) {
    mesh_trees_begin(agents->model, view->step);
}

/* Sets the start of the last leg of a body's path. Returns false if it is off the level. */
static bool find_last_start(mesh_path *path, uint32_t index) {
    const wend_view *view = path->ground.view;
    const wend_body *body = &view->bodies[index];
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via);
    wend_location from = {body->position, wend_body_layer(body)};
    if (count > 0) {
        from = (wend_location){via[count - 1].position, via[count - 1].layer};
    }
    if (from.layer >= path->ground.mesh->layer_count) {
        return false;
    }
    path->at = mesh_path_snap(path, from);
    return path->at.polygon != NAVMESH_NONE;
}

static void collect_starts(const wend_view *view, const wend_agents *agents) {
    const navmesh_params *p = agents->params;
    uint32_t number = 0;
    const wend_map *map = wend_view_find_map(view, "navmesh", p->map, &number);
    search_ground ground = {.view = view, .worker = agents->worker};
    navmesh_planner planner = {p, agents->model};
    if (map == NULL || navmesh_of(map)->layer_count != wend_space_layer_count(view->space)) {
        return;
    }
    ground.mesh = navmesh_of(map);
    if (!search_find_blockers(&ground)) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = wend_view_goal(view, i);
            mesh_path path = path_of(&ground, &planner, &view->bodies[i]);
            if (goal != WEND_NO_GOAL && !path.by_polygons && uses_tree(&ground, p, goal) &&
                find_last_start(&path, i)) {
                mesh_trees_note(agents->model, &path, goal);
            }
        }
    }
}

static uint32_t count_tasks(const wend_view *view, const wend_agents *agents) {
    (void)view;
    return mesh_trees_count_tasks(agents->model);
}

static void run_task(const wend_view *view, const wend_agents *agents, uint32_t task) {
    const navmesh_params *p = agents->params;
    wend_view masked = *view;
    masked.classes = mesh_trees_classes(agents->model, task);
    uint32_t number = 0;
    const wend_map *map = wend_view_find_map(view, "navmesh", p->map, &number);
    search_ground ground = {.view = &masked, .worker = agents->worker, .mesh = navmesh_of(map)};
    if (search_find_blockers(&ground)) {
        mesh_trees_build(agents->model, task, &ground);
    }
}

static const wend_map_need maps[] = {{"navmesh", "map", NULL, NULL}};

const wend_planner wend_planner_navmesh = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "navmesh",
                        .summary = "shortest path for the agent's disc through a navigation mesh",
                        .citation = "Cui, Harabor and Grastien 2017; Curtis, Snape and Manocha "
                                    "2012, section 5",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(navmesh_params)},
              .begin_step = begin_step,
              .create = create_trees,
              .destroy = destroy_trees},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .routes_around_walls = true,
    .plan = plan_navmesh,
    .is_route_open = is_navmesh_open,
    .route_length = measure_navmesh,
    .collect = collect_starts,
    .task_count = count_tasks,
    .run_task = run_task,
};
