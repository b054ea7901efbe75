/* Plans paths of low weighted length through a triangulation of terrain (the weighted region
 * problem: J. Mitchell, C. Papadimitriou, J. ACM 38, 1991).
 *
 * A metre of ground costs the weight of its terrain type for the agent's profile, times 1 +
 * slope_weight * slope at the centroid of the triangle, and times 1 + crowd * the mean delay of
 * crowds on the triangle (wend/density.h), so that the triangles limit how precisely crowds are
 * known. Along the border of two types, the lower weight counts. Forbidden ground counts as a wall.
 * The path runs on the level of the map that is inset by the agent's radius, from the agent through
 * the points of its own path to its goal.
 *
 * Method (plan/weighted): points at even spacing on the edges, joined within triangles; A* with
 * Snell pruning over them (search.c); then the crossings of the edges found are optimised, which is
 * a convex problem (newton.c), and vertices close to the path are passed on their cheaper side
 * (flips.c). If all weights are equal, the path is the exact shortest one (plan/polyanya).
 *
 * What is proved: the path never crosses walls or forbidden ground; the cost reported is that of
 * the path; among all paths that cross the same edges, it is the cheapest up to rounding (1e-6);
 * with equal weights, it is the shortest. What is measured, not proved: its cost is at most 1 + eps
 * times the optimum (docs/decisions/0046-weighted-routes.md). wend_certify_path gives a proved
 * bound for single paths.
 *
 * Doors, obstacle classes, stationary obstacles, locations off the level, goals with several parts
 * and partial routes are treated as by the planner `navmesh` (plan/mesh). Paths around stationary
 * obstacles do not consider weights near these obstacles. An agent on forbidden ground first goes
 * to the nearest point that is not forbidden. If a search reaches `max_nodes` points, or if the
 * agent is larger than all levels, A* over triangles finds the leg without regard to weights, and
 * the route is marked as unproven.
 *
 * Cost: one search for each leg, in proportion to the points that cost less than the goal; see
 * plan/weighted/search.c. */
#include <wend/world.h>

#include "base/error.h"
#include "plan/mesh/plan.h"
#include "plan/route/legs.h"
#include "plan/weighted/path.h"

typedef struct weighted_params {
    const char *map;
    double eps;
    double tolerance;
    int64_t max_nodes;
    int32_t partial;
    double crowd;
} weighted_params;

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(weighted_params, map), 0.0, 0.0, 0.0, "",
     "name of the terrain map; default: the first one", NULL},
    {"eps", WEND_PARAM_NUMBER, offsetof(weighted_params, eps), 0.01, 0.001, 1.0, "1",
     "routes aim at a cost of at most 1 + eps times the least possible; lower takes longer", NULL},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(weighted_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far outside the map, beyond the agent's radius, an agent or its goal may be", NULL},
    {"max_nodes", WEND_PARAM_INTEGER, offsetof(weighted_params, max_nodes), SEARCH_NODES, 1.0,
     SEARCH_MAX_NODES, "",
     "search nodes (about 70 bytes each) before A* without weights takes over; the route is then "
     "unproven",
     NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(weighted_params, partial), 1.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as possible", wend_switch_choices},
    {"crowd", WEND_PARAM_NUMBER, offsetof(weighted_params, crowd), 0.0, 0.0, 100.0, "1",
     "how much to avoid crowds: weight of the extra time in slow crowds (needs `density`)", NULL},
};

/* Returns how agents plan, by their parameters. `options` must outlive the result. */
static mesh_plan plan_of(const wend_agents *agents, weighted_options *options) {
    const weighted_params *p = agents->params;
    options->eps = p->eps;
    return (mesh_plan){.kind = "terrain",
                       .map = p->map,
                       .tolerance = p->tolerance,
                       .may_be_partial = p->partial != 0,
                       .is_weighted = true,
                       .crowd = p->crowd,
                       .node_limit = (uint32_t)p->max_nodes,
                       .search = weighted_find,
                       .options = options,
                       .tree_use = TREES_NEVER,
                       .model = agents->model};
}

static void plan_weighted(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    weighted_options options;
    mesh_plan plan = plan_of(agents, &options);
    mesh_plan_routes(&plan, view, agents, sink);
}

static double measure_weighted(const wend_view *view, const wend_agents *agents, uint32_t index,
                               wend_location from, const wend_region *to, uint32_t layer) {
    weighted_options options;
    mesh_plan plan = plan_of(agents, &options);
    return mesh_plan_length(&plan, view, agents, index, from, to, layer);
}

static bool is_weighted_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

static wend_result create_model(const wend_model_def *def, void **out, wend_error *error) {
    *out = mesh_model_create(def);
    return *out != NULL ? WEND_OK : error_no_memory(error, "the planner weighted");
}

static void destroy_model(void *model) {
    mesh_model_destroy(model);
}

static void begin_step(const wend_view *view, const wend_agents *agents) {
    mesh_model_begin_step(agents->model, view->step);
}

static const wend_map_need maps[] = {{"terrain", "map", NULL, NULL}};

const wend_planner wend_planner_weighted = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "weighted",
                        .summary = "path of near-least cost over weighted terrain",
                        .citation = "Mitchell and Papadimitriou 1991; Aleksandrov, Lanthier, "
                                    "Maheshwari and Sack 1998; Jaklin, Cook and Geraerts 2013",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(weighted_params)},
              .uses_terrain_weights = true,
              .crowd_param = "crowd",
              .begin_step = begin_step,
              .create = create_model,
              .destroy = destroy_model},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .routes_around_walls = true,
    .plan = plan_weighted,
    .is_route_open = is_weighted_open,
    .route_length = measure_weighted,
};
