/* plan/mesh/plan.h: plans the routes of agents through a mesh. Planners on a mesh differ in the
 * search for the legs of a path (plan/mesh/path.h), and share everything else: path points, goals
 * with several parts, snapping, partial routes, doors, and obstacles that stand still. */
#ifndef PLAN_MESH_PLAN_H
#define PLAN_MESH_PLAN_H

#include "plan/mesh/model.h"

/* How a planner plans. */
typedef struct mesh_plan {
    const char *kind;    /* the kind of its map */
    const char *map;     /* the name of its map; NULL or "": the first one of that kind */
    double tolerance;    /* m: how far outside the mesh, beyond the radius, a location may be */
    bool may_be_partial; /* if there is no complete path, go as near to the goal as possible */
    bool by_polygons;    /* see mesh_path */
    bool is_weighted;    /* use the agent's weights of terrain (plan/terrain/weights.h) */
    double crowd;        /* see search_ground; only if the plan is weighted */
    uint32_t node_limit; /* of a search; 0 stands for SEARCH_NODES */
    mesh_search search;  /* see mesh_path */
    const void *options;
    tree_use tree_use;
    mesh_model *model; /* what the agents of the profile share; may be NULL */
} mesh_plan;

/* Prepares the ground on which agents plan, and finds what currently blocks the mesh. Returns false
 * if there is no mesh for the space, or if out of memory. */
bool mesh_plan_ground(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                      search_ground *ground, uint32_t *map);

/* Begins the path of body `index`, without legs; the caller sets its start. Returns false when out
 * of memory. */
bool mesh_plan_begin(const mesh_plan *plan, const search_ground *ground, uint32_t index,
                     mesh_path *out);

/* Plans a route for each agent: wend_planner.plan. */
void mesh_plan_routes(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                      wend_route_sink *sink);

/* Returns the length (m, weighted if the plan is) of a path to a region: wend_planner.route_length.
 */
double mesh_plan_length(const mesh_plan *plan, const wend_view *view, const wend_agents *agents,
                        uint32_t index, wend_location from, const wend_region *to, uint32_t layer);

#endif
