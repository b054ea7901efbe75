/* Plans a path along the medial axis of the ground, and the corridor of free ground around it.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 6. The agent and its goal are retracted onto the axis. The backbone is the
 * shortest path between these two axis points that uses only parts of the axis where the disc has
 * room (search.c). The corridor consists of the discs of the backbone with their nearest points on
 * walls (path.c). The points of the route are a control path in the corridor, one of:
 *
 * - the sampled backbone (backbone.c);
 * - the shortest path, with `clearance` where there is room (control.c);
 * - the agent's own path, with the corridor that it retracts to (retract.c), and the backbone where
 *   a wall blocks the agent's own path;
 * - a path over a roadmap, such as a designer's network of lines (roadmap.c). It enters and leaves
 *   the roadmap at the nearest visible points, and its corridor is found by retraction too.
 *
 *     r         radius of the disc, m
 *     d_safe    `clearance`: the distance to walls, beyond r, that is kept where there is room, m
 *
 * An edge is blocked where its clearance is r or less; with `strict_clearance`, r + d_safe or less
 * (the paper's footnote 1). Doors that are closed now, and obstacle classes that are active now,
 * block the path. So do moving obstacles that stand still: the control path is rerouted around them
 * where they leave a gap (bypass.c). Other moving obstacles and other agents are ignored. Portals
 * of the corridor are inset by r + d_safe; where there is less room, they are points of the axis.
 *
 * The planner tries several points of the goal's region that lie on the ground: its preferred
 * point, the nearest point and some corners. The route leads to the point with the shortest path. A
 * point nearer to a wall than r stays as it is if the axis beside it has room. Otherwise the
 * nearest open point of the axis, within `tolerance` plus the radius, replaces it. Where there is
 * no path and `partial` is on, the agent goes as near to the goal as possible. The control path
 * leads through the points of the agent's own path; the backbone passes beside them.
 *
 * Cost: one search for each leg, plus the points and discs of the route, which are in worker
 * buffers. */
#include <wend/world.h>

#include "geom/vec.h"
#include "map/roadmap/roadmap.h"
#include "plan/corridor/query.h"
#include "plan/route/legs.h"
#include "step/internals.h"

static const char *const control_choices[] = {"axis", "shortest", "visibility_voronoi",
                                              "path", "network",  NULL};

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(corridor_params, map), 0.0, 0.0, 0.0, "",
     "name of the corridor map; default: the first one", NULL},
    {"control", WEND_PARAM_CHOICE, offsetof(corridor_params, control), 0.0, 0.0, 0.0, "",
     "the control path: axis, shortest path, shortest path with `clearance`, the agent's path, "
     "network",
     control_choices},
    {"network", WEND_PARAM_NAME, offsetof(corridor_params, network), 0.0, 0.0, 0.0, "",
     "name of the roadmap for `control: network`; default: the first one", NULL},
    {"spacing", WEND_PARAM_NUMBER, offsetof(corridor_params, spacing), 1.0, 0.01, 100.0, "m",
     "largest distance between points of the control path", NULL},
    {"clearance", WEND_PARAM_NUMBER, offsetof(corridor_params, clearance), 0.0, 0.0, 100.0, "m",
     "distance to walls, beyond the radius, that is kept where possible", NULL},
    {"strict_clearance", WEND_PARAM_CHOICE, offsetof(corridor_params, strict_clearance), 0.0, 0.0,
     0.0, "", "refuse paths with less clearance than that", wend_switch_choices},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(corridor_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far from walkable ground, beyond the agent's radius, an agent or its goal may be", NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(corridor_params, partial), 1.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as possible", wend_switch_choices},
};

/* ---- The route ------------------------------------------------------------------------------- */

/* Returns the length (m) of the path from the agent through all points to its end. */
static double length_of(const corridor_query *q, uint32_t index) {
    wend_vec2 at = q->ground.view->bodies[index].position;
    double length = 0.0;
    for (uint32_t i = 0; i < q->points.count; i++) {
        length += (double)vec_length(vec_sub(q->points.items[i].position, at));
        at = q->points.items[i].position;
    }
    return length + (double)vec_length(vec_sub(corridor_path_end(q).position, at));
}

static bool put_route(corridor_query *q, const corridor_around *around, uint32_t index,
                      uint32_t map, wend_route_sink *sink) {
    uint32_t disc_count = 0, portal_count = 0, generation = 0;
    /* True if stationary obstacles influenced the route. Otherwise the route is the same as without
     * stationary obstacles, and stays valid until one of them blocks it. */
    bool standing = around->count > 0 || around->blocked || q->ground.around_standing;
    float inset = q->ground.radius + (float)q->p->clearance;
    const wend_corridor_disc *discs =
        corridor_discs(&q->ground, &q->axis_path, &q->at, &disc_count);
    wend_portal *portals = corridor_portals(&q->ground, &q->axis_path, q->legs, q->leg_count,
                                            (double)inset, &portal_count);
    if (portals != NULL && around->count > 0) {
        portals = corridor_replace_portals(q, around, portals, &portal_count);
    }
    bool cuts = portals != NULL && q->ground.view->internals->overlay->standing_count > 0;
    if (discs == NULL || portals == NULL ||
        (cuts && !corridor_cut_portals(q, portals, portal_count, &standing))) {
        return false;
    }
    bool cut = q->points.count > WEND_MAX_PATH || disc_count > WEND_MAX_PATH ||
               portal_count > WEND_MAX_PATH;
    wend_view_map(q->ground.view, map, &generation);
    wend_route route = {
        .status = q->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR |
                 (standing ? (uint32_t)WEND_ROUTE_STANDING : 0U),
        .map = map,
        .generation = generation,
        .points = q->points.items,
        .point_count = q->points.count < WEND_MAX_PATH ? q->points.count : WEND_MAX_PATH,
        .portals = portals,
        .portal_count = portal_count < WEND_MAX_PATH ? portal_count : WEND_MAX_PATH,
        .discs = discs,
        .disc_count = disc_count < WEND_MAX_PATH ? disc_count : WEND_MAX_PATH,
        .inset = inset,
        .cost = (float)length_of(q, index)};
    return wend_route_sink_add(sink, index, &route);
}

/* The maps to plan on, each with the edges that are blocked now. */
typedef struct maps_now {
    corridor_ground ground;
    roadmap_ground network; /* roadmap for the control path; its `map` is NULL if no roadmap is used
                             */
} maps_now;

/* Begins a path for body `index` at a location, without legs. Returns false if no open point of the
 * axis is within reach. */
static bool begin_path(const maps_now *now, const corridor_params *p, uint32_t index,
                       wend_location start, corridor_query *q) {
    const roadmap_ground *network = now->network.map != NULL ? &now->network : NULL;
    float radius = now->ground.view->bodies[index].radius;
    return corridor_begin(q, &now->ground, network, p, radius, start);
}

/* Finds the path of one body. Returns SEARCH_NONE if there is no path. */
static search_outcome find_path_of_body(const maps_now *now, const corridor_params *p,
                                        uint32_t index, corridor_query *q) {
    const wend_body *body = &now->ground.view->bodies[index];
    wend_location start = {body->position, wend_body_layer(body)};
    return begin_path(now, p, index, start, q) ? corridor_add_legs(q, index) : SEARCH_NONE;
}

/* Finds the roadmap for the control path, if one is to be used. Returns false when out of memory.
 */
static bool find_network(const corridor_ground *ground, const corridor_params *p,
                         roadmap_ground *out) {
    const wend_view *view = ground->view;
    uint32_t index;
    *out = (roadmap_ground){
        .view = view, .worker = ground->worker, .around_standing = ground->around_standing};
    if (p->control != CONTROL_NETWORK) {
        return true;
    }
    const wend_map *map = wend_view_find_map(view, "roadmap", p->network, &index);
    if (map == NULL || roadmap_of(map)->layer_count != ground->map->layer_count) {
        return true;
    }
    out->map = roadmap_of(map);
    return roadmap_find_blockers(out);
}

/* Data that all bodies of a call share. */
typedef struct call {
    const corridor_params *p;
    uint32_t map;
    maps_now now; /* ignores obstacles that stand still */
} call;

/* Largest number of attempts to find a passage; each attempt blocks more edges of the map. */
enum { MAX_ATTEMPTS = 8 };

static float *copy_remaining(corridor_ground *ground) {
    return blocked_copy_remaining(ground->view, ground->worker, ground->map->edge_count,
                                  &ground->now);
}

/* Finds a complete route that no obstacle blocks. Most obstacles leave room beside them, so the
 * path is rerouted around them. If an obstacle leaves no room, the edges of the map on which it
 * stands are blocked, and the search for a route is repeated. Returns SEARCH_NONE if no such route
 * was found. */
static search_outcome find_around(const call *c, uint32_t index, corridor_query *q,
                                  corridor_around *around) {
    maps_now now = c->now;
    float *remaining = NULL;
    for (uint32_t i = 0; i < MAX_ATTEMPTS; i++) {
        search_outcome outcome = find_path_of_body(&now, c->p, index, q);
        if (outcome != SEARCH_FOUND || q->partial) {
            return outcome == SEARCH_FOUND ? SEARCH_NONE : outcome;
        }
        outcome = corridor_lead_around(q, around);
        if (outcome != SEARCH_NONE) {
            return outcome;
        }
        if (around->obstacle == WEND_NONE) {
            return SEARCH_NONE;
        }
        now.ground.around_standing = true;
        if (remaining == NULL && ((remaining = copy_remaining(&now.ground)) == NULL ||
                                  !find_network(&now.ground, c->p, &now.network))) {
            return SEARCH_NO_MEMORY;
        }
        now.ground.needed = q->ground.needed;
        if (!corridor_block_edges(&now.ground, &q->axis_path, around->obstacle, remaining)) {
            return SEARCH_NONE;
        }
    }
    return SEARCH_NONE;
}

/* Plans a route for one body. Returns false when out of memory. If obstacles that stand still leave
 * no passage, the route leads up to them and is partial. */
static bool plan_one(const call *c, uint32_t index, wend_route_sink *sink) {
    bool standing = c->now.ground.view->internals->overlay->standing_count > 0;
    corridor_query q;
    corridor_around around = {.count = 0};
    search_outcome outcome = standing ? find_around(c, index, &q, &around) : SEARCH_NONE;
    if (outcome == SEARCH_NONE) {
        around = (corridor_around){.blocked = standing};
        outcome = find_path_of_body(&c->now, c->p, index, &q);
        q.partial = q.partial || standing;
    }
    if (outcome == SEARCH_FOUND) {
        return put_route(&q, &around, index, c->map, sink);
    }
    return outcome == SEARCH_NONE;
}

/* Finds the maps and what blocks them now. Returns false if there is no corridor map for the space,
 * or when out of memory. */
static bool begin_call(const wend_view *view, const wend_agents *agents, call *c) {
    *c = (call){.p = agents->params};
    const wend_map *map = wend_view_find_map(view, "corridor", c->p->map, &c->map);
    if (map == NULL || corridor_of(map)->layer_count != wend_space_layer_count(view->space)) {
        return false;
    }
    c->now.ground =
        (corridor_ground){.view = view, .worker = agents->worker, .map = corridor_of(map)};
    return corridor_find_blockers(&c->now.ground) &&
           find_network(&c->now.ground, c->p, &c->now.network);
}

static void plan_corridor(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    call c;
    if (!begin_call(view, agents, &c)) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(&c, i, sink)) {
                return;
            }
        }
    }
}

/* Measures the length along the axis, whatever the control path is. */
static double measure_corridor(const wend_view *view, const wend_agents *agents, uint32_t index,
                               wend_location from, const wend_region *to, uint32_t layer) {
    call c;
    corridor_query q;
    corridor_goal goal;
    uint32_t reached;
    if (!begin_call(view, agents, &c) || !begin_path(&c.now, c.p, index, from, &q)) {
        return (double)INFINITY;
    }
    corridor_find_regions(&q.ground, to, 1, layer, from.position, q.tolerance, &goal);
    if (goal.count == 0 || corridor_search(&q.ground, &q.at, goal.projections, goal.count,
                                           &q.axis_path, &reached) != SEARCH_FOUND) {
        return (double)INFINITY;
    }
    const corridor_projection *end = &goal.projections[reached];
    return (double)vec_length(vec_sub(q.at.at.position, q.at.location.position)) +
           q.axis_path.length +
           (double)vec_length(vec_sub(end->location.position, end->at.position));
}

static bool is_corridor_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

static const wend_map_need maps[] = {{"corridor", "map", NULL, NULL},
                                     {"roadmap", "network", "control", "network"}};

const wend_planner wend_planner_corridor = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "corridor",
                        .summary =
                            "along the medial axis, with the corridor of free ground around it",
                        .citation = "M. Overmars, I. Karamouzas, R. Geraerts: Flexible Path "
                                    "Planning Using Corridor Maps (2008)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(corridor_params)}},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .routes_around_walls = true,
    .plan = plan_corridor,
    .is_route_open = is_corridor_open,
    .route_length = measure_corridor,
};
