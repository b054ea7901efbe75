/* Plans routes along the dual graph of a triangulation of all terrain.
 *
 * N. Jaklin, A. Cook IV, R. Geraerts, "Real-time path planning in heterogeneous environments",
 * Computer Animation and Virtual Worlds, 2013, section 4: the method with which the authors compute
 * indicative routes. A* finds the cheapest path along the lines between centroids of adjacent
 * triangles; plan/dual/edge.c defines the cost of such a line, plan/dual/search.c the graph. Such a
 * route is a rough estimate: it follows the triangulation, and it is usually a third more expensive
 * than the best route. The planner is for followers that smooth a route, for comparisons, and for
 * worlds where time matters more than the route: a search visits each triangle about once.
 *
 * The route of the publication goes from side to side wherever triangles are slender, for example
 * around the rounded corners of inset ground; followers that head for one point after the other
 * make little progress there. `shorten` (default, ours) therefore pulls the route straight within
 * ground of one weight (plan/dual/shorten.c), which never makes it more expensive. With
 * `shorten: off`, routes are those of the publication.
 *
 * The route runs on the level of the terrain map that is inset by the agent's radius, from the
 * agent through the points of its own path to its goal's region. Terrain that the profile forbids
 * is never entered. Locations off the level, goals with several parts, goals that cannot be
 * reached, doors, obstacle classes, obstacles that stand still and long routes are treated
 * as by the planner `navmesh` (plan/mesh/plan.h, plan/navmesh.c). Agents larger than all levels,
 * and agents whose triangle is divided by a closed door that the map does not contain, get a route
 * from A* over polygons, without weights; it is marked as unproven.
 *
 * The points of the route are the centroids and the crossing points between them or, if it is
 * shortened, its corners and the points where the weight changes. The point in the goal is added
 * only if the agent cannot head for the goal from the last of them.
 *
 * Cost: one search for each leg, see plan/dual/search.c. If the goal cannot be reached, up to two
 * for each of its parts, and one more; each visits everything that can be reached. */
#include <wend/world.h>

#include "base/error.h"
#include "plan/dual/dual.h"
#include "plan/mesh/plan.h"
#include "plan/route/legs.h"

typedef struct dual_params {
    const char *map;
    double tolerance;
    int32_t shorten;
    int32_t partial;
} dual_params;

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(dual_params, map), 0.0, 0.0, 0.0, "",
     "name of the terrain map; default: the first one", NULL},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(dual_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far outside the map, beyond the agent's radius, an agent or its goal may be", NULL},
    {"shorten", WEND_PARAM_CHOICE, offsetof(dual_params, shorten), 1.0, 0.0, 0.0, "",
     "pull routes straight within ground of one weight; off: as published", wend_switch_choices},
    {"partial", WEND_PARAM_CHOICE, offsetof(dual_params, partial), 1.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as possible", wend_switch_choices},
};

static const dual_options option_sets[] = {{.shorten = false}, {.shorten = true}};

/* Returns how agents plan, by their parameters. */
static mesh_plan plan_of(const wend_agents *agents) {
    const dual_params *p = agents->params;
    return (mesh_plan){.kind = "terrain",
                       .map = p->map,
                       .tolerance = p->tolerance,
                       .may_be_partial = p->partial != 0,
                       .is_weighted = true,
                       .search = dual_search,
                       .options = &option_sets[p->shorten != 0],
                       .tree_use = TREES_NEVER,
                       .model = agents->model};
}

static void plan_dual(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    mesh_plan plan = plan_of(agents);
    mesh_plan_routes(&plan, view, agents, sink);
}

static double measure_dual(const wend_view *view, const wend_agents *agents, uint32_t index,
                           wend_location from, const wend_region *to, uint32_t layer) {
    mesh_plan plan = plan_of(agents);
    return mesh_plan_length(&plan, view, agents, index, from, to, layer);
}

static bool is_dual_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

static wend_result create_model(const wend_model_def *def, void **out, wend_error *error) {
    *out = mesh_model_create(def);
    return *out != NULL ? WEND_OK : error_no_memory(error, "the planner dual");
}

static void destroy_model(void *model) {
    mesh_model_destroy(model);
}

static void begin_step(const wend_view *view, const wend_agents *agents) {
    mesh_model_begin_step(agents->model, view->step);
}

static const wend_map_need maps[] = {{"terrain", "map", NULL, NULL}};

const wend_planner wend_planner_dual = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "dual",
                        .summary = "path along the dual graph of a terrain map, weighted by "
                                   "terrain",
                        .citation = "N. Jaklin, A. Cook IV, R. Geraerts: Real-time path planning "
                                    "in heterogeneous environments (2013), section 4",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(dual_params)},
              .uses_terrain_weights = true,
              .begin_step = begin_step,
              .create = create_model,
              .destroy = destroy_model},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .routes_around_walls = true,
    .plan = plan_dual,
    .is_route_open = is_dual_open,
    .route_length = measure_dual,
};
