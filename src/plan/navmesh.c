/* Plans the shortest path of a disc through a navigation mesh.
 *
 * The path runs on the level of the mesh that is inset by the agent's radius, from the agent
 * through the points of its own path to the nearest point of its goal's region. `shortest` finds
 * the path with Polyanya (shortest.c). `tree` finds the last leg in a tree of paths that was
 * searched backwards from the goal (plan/tree), which agents share; `auto` does so for goals with
 * an extent that do not move. Routes from trees may contain only the next stretch. `astar`, which
 * is also used for agents larger than all levels, uses A* over the polygons of the walkable area
 * (polygons.c). Doors that are closed now, and obstacle classes that are active now, block the
 * path. So do moving obstacles that stand still: if one blocks the shortest path, the agent takes a
 * path around it if there is one (plan/around). Obstacles in motion are ignored.
 *
 * A location that is off the level, because it is nearer to a wall than the radius, is replaced by
 * the nearest location on the level within `tolerance` plus the radius that it sees. The route goes
 * through this location if a wall could block the line from the agent to the first point. A region
 * off the level is reached where the disc touches it. If a goal has several parts, the route ends
 * in the part with the shortest path. Where there is no path and `partial` is on, the agent goes to
 * the reachable point nearest to its goal, and the route is marked as partial.
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
#include <wend/world.h>

#include "base/error.h"
#include "plan/mesh/goal.h"
#include "plan/mesh/plan.h"
#include "plan/route/legs.h"

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
     "how paths are found; auto: tree for goals with an extent, shortest for points",
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

/* Returns how agents plan, by their parameters. */
static mesh_plan plan_of(const wend_agents *agents) {
    const navmesh_params *p = agents->params;
    return (mesh_plan){.kind = "navmesh",
                       .map = p->map,
                       .tolerance = p->tolerance,
                       .may_be_partial = p->partial != 0,
                       .by_polygons = p->search == SEARCH_WITH_ASTAR,
                       .node_limit = (uint32_t)p->max_nodes,
                       .tree_use = p->search == SEARCH_WITH_TREE   ? TREES_ALWAYS
                                   : p->search == SEARCH_WITH_AUTO ? TREES_FOR_EXTENTS
                                                                   : TREES_NEVER,
                       .model = agents->model};
}

static void plan_navmesh(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    mesh_plan plan = plan_of(agents);
    mesh_plan_routes(&plan, view, agents, sink);
}

static double measure_navmesh(const wend_view *view, const wend_agents *agents, uint32_t index,
                              wend_location from, const wend_region *to, uint32_t layer) {
    mesh_plan plan = plan_of(agents);
    return mesh_plan_length(&plan, view, agents, index, from, to, layer);
}

/* ---- Route validity -------------------------------------------------------------------------- */

static bool is_navmesh_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

/* ---- What agents share ----------------------------------------------------------------------- */

static wend_result create_model(const wend_model_def *def, void **out, wend_error *error) {
    *out = mesh_model_create(def);
    return *out != NULL ? WEND_OK : error_no_memory(error, "the planner navmesh");
}

static void destroy_model(void *model) {
    mesh_model_destroy(model);
}

static void begin_step(const wend_view *view, const wend_agents *agents) {
    mesh_model_begin_step(agents->model, view->step);
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
    const mesh_model *model = agents->model;
    mesh_plan plan = plan_of(agents);
    uint32_t map = 0;
    search_ground ground;
    if (!mesh_plan_ground(&plan, view, agents, &ground, &map)) {
        return;
    }
    uint32_t generation = 0;
    wend_view_map(view, map, &generation);
    mesh_trees_set_map(model->trees, map, generation);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = wend_view_goal(view, i);
            mesh_path path;
            if (mesh_plan_begin(&plan, &ground, i, &path) && goal != WEND_NO_GOAL &&
                mesh_path_uses_tree(&path, goal) && find_last_start(&path, i)) {
                mesh_trees_note(model->trees, &path, goal);
            }
        }
    }
}

static uint32_t count_tasks(const wend_view *view, const wend_agents *agents) {
    const mesh_model *model = agents->model;
    (void)view;
    return mesh_trees_count_tasks(model->trees);
}

static void run_task(const wend_view *view, const wend_agents *agents, uint32_t task) {
    const mesh_model *model = agents->model;
    wend_view masked = *view;
    masked.classes = mesh_trees_classes(model->trees, task);
    mesh_plan plan = plan_of(agents);
    uint32_t map = 0;
    search_ground ground;
    if (mesh_plan_ground(&plan, &masked, agents, &ground, &map)) {
        mesh_trees_build(model->trees, task, &ground);
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
              .create = create_model,
              .destroy = destroy_model},
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
