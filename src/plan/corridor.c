/* The way along the medial axis of the ground, and the corridor of free ground round it.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 6. The agent and its goal are retracted onto the axis; the shortest way between
 * the two along it, where there is room, is the backbone (see corridor_search.c); its discs with
 * their nearest places on walls are the corridor (corridor_way.c); and the points of the route are
 * a control path in it: the sampled backbone (corridor_backbone.c), the shortest path (with
 * `clearance` where there is room; corridor_taut.c), or the path that the agent was given, whose
 * corridor is what it retracts to (corridor_follow.c), with the backbone where a wall is in its
 * way; or a way over a roadmap, such as a designer's network of lines (roadmap_search.c), which is
 * entered and left at the nearest places that can be seen, with its corridor in the same manner.
 *
 *     r         radius of the disc, m
 *     d_safe    `clearance`: the distance to walls, beyond r, that is kept where there is room, m
 *
 * An edge is shut where its clearance comes down to r, with `strict_clearance` to r + d_safe (the
 * paper's footnote 1). Closed doors and obstacle classes that are on count as they are now; moving
 * obstacles and other agents do not. Portals of the corridor are drawn in by r + d_safe; where
 * there is less, they are points of the axis.
 *
 * A goal's region is headed for at the nearest of some of its places (its preferred one, the
 * nearest and some corners) that lie on the ground. A place that is nearer to a wall than r stands
 * for itself if the axis beside it has room, and else for the nearest open spot of the axis within
 * `tolerance` and the radius. Where there is no way, and `partial` is on, the agent goes as near as
 * there is one. The control path leads to points of the agent's path, and the backbone past them.
 *
 * Cost: that of the search, one for each leg, and of the points and discs of the route. Memory is
 * kept by the worker. */
#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "geom/vec.h"
#include "map/map.h"
#include "plan/corridor.h"
#include "plan/legs.h"
#include "plan/roadmap_search.h"

enum { CONTROL_AXIS, CONTROL_SHORTEST, CONTROL_VISIBILITY_VORONOI, CONTROL_PATH, CONTROL_NETWORK };

static const char *const control_choices[] = {"axis", "shortest", "visibility_voronoi",
                                              "path", "network",  NULL};

typedef struct corridor_params {
    const char *map;
    const char *network;
    int32_t control;
    double spacing;
    double clearance;
    double tolerance;
    int32_t strict_clearance;
    int32_t partial;
} corridor_params;

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(corridor_params, map), 0.0, 0.0, 0.0, "",
     "the name of the corridor map; without one, the first there is", NULL},
    {"control", WEND_PARAM_CHOICE, offsetof(corridor_params, control), 0.0, 0.0, 0.0, "",
     "what leads through the corridor: axis, shortest way, that with `clearance`, own path, "
     "network",
     control_choices},
    {"network", WEND_PARAM_NAME, offsetof(corridor_params, network), 0.0, 0.0, 0.0, "",
     "the name of the roadmap that `control: network` leads over; without one, the first there is",
     NULL},
    {"spacing", WEND_PARAM_NUMBER, offsetof(corridor_params, spacing), 1.0, 0.01, 100.0, "m",
     "how far apart the points of the control path are at most", NULL},
    {"clearance", WEND_PARAM_NUMBER, offsetof(corridor_params, clearance), 0.0, 0.0, 100.0, "m",
     "the distance to walls, beyond the radius, that is kept where there is room", NULL},
    {"strict_clearance", WEND_PARAM_CHOICE, offsetof(corridor_params, strict_clearance), 0.0, 0.0,
     0.0, "", "take no way that has less room than that", wend_switch_choices},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(corridor_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far from an open place, beyond its radius, an agent or its goal may be", NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(corridor_params, partial), 1.0, 0.0, 0.0, "",
     "where there is no way, go as near as there is one", wend_switch_choices},
};

/* m: by how much a partial way must bring the agent nearer. */
static const float LEAST_GAIN = 0.1F;

/* The way of one agent while it is planned. */
typedef struct journey {
    corridor_ground ground;
    const corridor_params *p;
    const roadmap_ground *network; /* NULL: none leads */
    float tolerance;               /* m, the radius included */
    corridor_stand at;             /* where it has got to */
    corridor_way way;
    corridor_points points;
    corridor_leg *legs; /* between points of its path, in scratch memory */
    uint32_t leg_count;
    bool partial;
} journey;

/* ---- Legs ------------------------------------------------------------------------------------ */

static search_outcome outcome_of(const journey *j) {
    return j->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
}

/* Where the control path has got to. */
static wend_place last_place(const journey *j) {
    wend_place place = {corridor_pull_in(&j->ground, &j->at), j->at.place.layer};
    return place;
}

static bool is_taut(const journey *j) {
    return j->p->control == CONTROL_SHORTEST || j->p->control == CONTROL_VISIBILITY_VORONOI;
}

/* The control path along the bits from `first` on, to the place that was reached. */
static void put_control(journey *j, uint32_t first, wend_place from) {
    if (is_taut(j)) {
        bool wider = j->p->control == CONTROL_VISIBILITY_VORONOI;
        double clearance = (double)j->ground.radius + (wider ? j->p->clearance : 0.0);
        corridor_leg leg = {first, j->way.count, from, last_place(j), true};
        corridor_pull_taut(&j->ground, &j->way, leg, clearance, j->p->spacing, &j->points);
        return;
    }
    if (first < j->way.count) {
        corridor_sample(&j->ground, &j->way, first, j->p->spacing, &j->points);
    } else {
        const corridor_edge *edge = &j->ground.map->edges[j->at.spot.edge];
        wend_route_point spot = {j->at.at.position, j->at.at.clearance, edge->layer};
        corridor_put(&j->ground, &j->points, spot);
    }
    corridor_put(&j->ground, &j->points,
                 (wend_route_point){last_place(j).position,
                                    fmaxf(j->at.clearance, j->ground.radius), j->at.place.layer});
}

/* Along the axis to one of some stands, and from its spot to its place. */
static search_outcome go_along(journey *j, const corridor_stand *targets, uint32_t count,
                               uint32_t *reached) {
    uint32_t first = j->way.count;
    wend_place from = last_place(j);
    search_outcome outcome = corridor_search(&j->ground, &j->at, targets, count, &j->way, reached);
    if (outcome == SEARCH_FOUND) {
        j->at = targets[*reached];
        put_control(j, first, from);
        outcome = outcome_of(j);
    }
    return outcome;
}

/* As near to a place as there is a way. */
static search_outcome go_near(journey *j, wend_place goal) {
    corridor_stand near;
    uint32_t reached;
    if (!j->p->partial || goal.layer >= j->ground.map->layer_count) {
        return SEARCH_NONE;
    }
    search_outcome outcome = corridor_nearest(&j->ground, &j->at, goal, &near);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    wend_place from = j->at.place;
    float before = vec_length(vec_sub(goal.position, from.position));
    float after = vec_length(vec_sub(goal.position, near.place.position));
    if (from.layer == goal.layer && j->points.count == 0 && after > before - LEAST_GAIN) {
        return SEARCH_NONE;
    }
    j->partial = true;
    return go_along(j, &near, 1, &reached);
}

/* Straight over some places, for a path that is laid out. */
static search_outcome go_over(journey *j, const wend_place *places, uint32_t count) {
    corridor_stand to;
    wend_place from = j->at.place;
    search_outcome outcome = corridor_follow(&j->ground, &j->at, places, count, &j->way, &to);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    for (uint32_t i = 0; i < count; i++) {
        corridor_put_leg(&j->ground, &j->points, from, places[i], j->p->spacing);
        from = places[i];
    }
    j->at = to;
    return outcome_of(j);
}

/* Straight to a place, for a path of the agent's own. */
static search_outcome go_straight(journey *j, wend_place place) {
    return j->p->control == CONTROL_PATH || j->network != NULL ? go_over(j, &place, 1)
                                                               : SEARCH_NONE;
}

/* Straight to a place, or else along the axis. */
static search_outcome go_to(journey *j, wend_place place) {
    corridor_stand to;
    uint32_t reached;
    search_outcome outcome = go_straight(j, place);
    if (outcome == SEARCH_NONE && corridor_stand_at(&j->ground, place, j->tolerance, &to)) {
        outcome = go_along(j, &to, 1, &reached);
    }
    return outcome;
}

/* Over the network to a place; SEARCH_NONE, and nothing, if it does not lead there. */
static search_outcome go_over_network(journey *j, wend_place place) {
    journey before = *j;
    roadmap_path path;
    if (j->network == NULL) {
        return SEARCH_NONE;
    }
    roadmap_ground ground = *j->network;
    ground.needed = j->ground.needed;
    search_outcome outcome = roadmap_lead(&ground, j->at.place, place, j->ground.radius, &path);
    if (outcome == SEARCH_FOUND) {
        outcome = go_over(j, path.places, path.count);
    }
    if (outcome != SEARCH_NONE || path.count == 0) {
        return outcome;
    }
    outcome = SEARCH_FOUND; /* where a wall is in the way to it or from it */
    for (uint32_t i = 0; outcome == SEARCH_FOUND && i < path.count; i++) {
        outcome = go_to(j, path.places[i]);
    }
    if (outcome == SEARCH_NONE) {
        corridor_bit *bits = j->way.bits; /* rooms may have grown */
        wend_route_point *points = j->points.items;
        *j = before;
        j->way.bits = bits;
        j->points.items = points;
    }
    return outcome;
}

/* To a point of the agent's path. */
static search_outcome go_via(journey *j, wend_place place) {
    search_outcome outcome = go_over_network(j, place);
    if (outcome == SEARCH_NONE) {
        outcome = go_to(j, place);
    }
    return outcome == SEARCH_NONE ? go_near(j, place) : outcome;
}

/* The goal itself is the last thing on a route, so its place is a point of it only if need be. */
static bool drop_end(journey *j, const corridor_goal *goal, uint32_t reached) {
    corridor_points before = j->points;
    before.count--;
    bool heads_on = corridor_can_head_on(&j->ground, goal, reached, &before);
    j->points.count -= heads_on ? 1 : 0;
    return heads_on;
}

/* `ends_there`: its place is a point of the way. */
static search_outcome go_to_goal(journey *j, uint32_t index, bool *ends_there) {
    corridor_goal goal;
    uint32_t reached = 0;
    corridor_find_goal(&j->ground, index, j->at.place.position, j->tolerance, &goal);
    search_outcome outcome =
        goal.count > 0 ? go_over_network(j, goal.stands[0].place) : SEARCH_NONE;
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = go_straight(j, goal.stands[0].place);
    }
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = go_along(j, goal.stands, goal.count, &reached);
    }
    if (outcome == SEARCH_NONE) {
        wend_vec2 nearest = wend_region_nearest(&goal.parts[0], j->at.place.position);
        return go_near(j, (wend_place){nearest, goal.layer});
    }
    if (outcome == SEARCH_FOUND) {
        *ends_there = !drop_end(j, &goal, reached);
    }
    return outcome;
}

static void end_leg(journey *j, wend_place from, bool ends_there) {
    uint32_t first = j->leg_count > 0 ? j->legs[j->leg_count - 1].last : 0;
    j->legs[j->leg_count++] = (corridor_leg){first, j->way.count, from, last_place(j), ends_there};
}

/* All legs of the way of body `index`. */
static search_outcome go(journey *j, uint32_t index) {
    const wend_view *view = j->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_via(view, index, &via), goal = wend_view_goal(view, index);
    search_outcome outcome = SEARCH_FOUND;
    j->legs = wend_view_scratch(view, j->ground.worker, ((size_t)count + 1) * sizeof *j->legs);
    if (j->legs == NULL) {
        return SEARCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count && !j->partial; i++) {
        wend_place from = last_place(j);
        outcome = go_via(j, (wend_place){via[i].position, via[i].layer});
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
        end_leg(j, from, true);
    }
    if (j->partial || goal == WEND_NO_GOAL ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return SEARCH_FOUND;
    }
    wend_place from = last_place(j);
    bool ends_there = false;
    outcome = go_to_goal(j, goal, &ends_there);
    if (outcome == SEARCH_FOUND) {
        end_leg(j, from, ends_there);
    }
    return outcome;
}

/* ---- The route ------------------------------------------------------------------------------- */

/* m: from the agent over all points to where the way ends. */
static double length_of(const journey *j, uint32_t index) {
    wend_vec2 at = j->ground.view->bodies[index].position;
    double length = 0.0;
    for (uint32_t i = 0; i < j->points.count; i++) {
        length += (double)vec_length(vec_sub(j->points.items[i].position, at));
        at = j->points.items[i].position;
    }
    return length + (double)vec_length(vec_sub(last_place(j).position, at));
}

static bool put_way(journey *j, uint32_t index, uint32_t map, wend_route_sink *sink) {
    uint32_t disc_count = 0, portal_count = 0, generation = 0;
    float shrunk = j->ground.radius + (float)j->p->clearance;
    const wend_corridor_disc *discs = corridor_discs(&j->ground, &j->way, &j->at, &disc_count);
    const wend_portal *portals =
        corridor_portals(&j->ground, &j->way, j->legs, j->leg_count, (double)shrunk, &portal_count);
    if (discs == NULL || portals == NULL) {
        return false;
    }
    bool cut = j->points.count > WEND_MAX_PATH || disc_count > WEND_MAX_PATH ||
               portal_count > WEND_MAX_PATH;
    wend_view_map(j->ground.view, map, &generation);
    wend_route route = {.status = j->partial || cut ? WEND_ROUTE_PARTIAL : WEND_ROUTE_FOUND,
                        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
                        .map = map,
                        .generation = generation,
                        .points = j->points.items,
                        .point_count =
                            j->points.count < WEND_MAX_PATH ? j->points.count : WEND_MAX_PATH,
                        .portals = portals,
                        .portal_count = portal_count < WEND_MAX_PATH ? portal_count : WEND_MAX_PATH,
                        .discs = discs,
                        .disc_count = disc_count < WEND_MAX_PATH ? disc_count : WEND_MAX_PATH,
                        .shrunk = shrunk,
                        .cost = (float)length_of(j, index)};
    return wend_route_put(sink, index, &route);
}

/* Plans for one body; false when memory ran out. */
static bool plan_one(const corridor_ground *ground, const roadmap_ground *network,
                     const corridor_params *p, uint32_t index, uint32_t map,
                     wend_route_sink *sink) {
    const wend_body *body = &ground->view->bodies[index];
    journey j = {.ground = *ground,
                 .p = p,
                 .network = network->map != NULL ? network : NULL,
                 .tolerance = (float)p->tolerance + body->radius};
    j.ground.radius = body->radius;
    j.ground.needed = body->radius + (p->strict_clearance ? (float)p->clearance : 0.0F);
    wend_place start = {body->position, wend_body_layer(body)};
    if (!corridor_stand_at(&j.ground, start, j.tolerance, &j.at)) {
        return true;
    }
    search_outcome outcome = go(&j, index);
    if (outcome == SEARCH_FOUND) {
        return put_way(&j, index, map, sink);
    }
    return outcome == SEARCH_NONE;
}

/* The network that is to lead, if there is one; false when memory ran out. */
static bool find_network(const corridor_ground *ground, const corridor_params *p,
                         roadmap_ground *out) {
    const wend_view *view = ground->view;
    uint32_t index;
    *out = (roadmap_ground){.view = view, .worker = ground->worker};
    if (p->control != CONTROL_NETWORK) {
        return true;
    }
    const wend_map *map = wend_view_find_map(view, WEND_MAP_ROADMAP, p->network, &index);
    if (map == NULL || map->roadmap.layer_count != ground->map->layer_count) {
        return true;
    }
    out->map = &map->roadmap;
    return roadmap_find_blockers(out);
}

static void plan_corridor(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    const corridor_params *p = agents->params;
    uint32_t index = 0;
    const wend_map *map = wend_view_find_map(view, WEND_MAP_CORRIDOR, p->map, &index);
    corridor_ground ground = {.view = view, .worker = agents->worker};
    if (map == NULL || map->corridor.layer_count != wend_space_layer_count(view->space)) {
        return;
    }
    ground.map = &map->corridor;
    roadmap_ground network;
    if (!corridor_find_blockers(&ground) || !find_network(&ground, p, &network)) {
        return;
    }
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            if (!plan_one(&ground, &network, p, i, index, sink)) {
                return;
            }
        }
    }
}

static bool holds_corridor(const wend_view *view, const wend_agents *agents, uint32_t index,
                           const wend_route *route) {
    (void)agents;
    return legs_hold(view, index, route);
}

const wend_planner wend_planner_corridor = {
    .stage = {.entry = {.name = "corridor",
                        .summary =
                            "along the medial axis, with the corridor of free ground round it",
                        .citation = "M. Overmars, I. Karamouzas, R. Geraerts: Flexible Path "
                                    "Planning Using Corridor Maps (2008)",
                        .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(corridor_params)}},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
    .map_kind = WEND_MAP_CORRIDOR,
    .plan = plan_corridor,
    .holds = holds_corridor,
};
