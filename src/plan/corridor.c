/* The way along the medial axis of the ground, and the corridor of free ground round it.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 6. The agent and its goal are retracted onto the axis; the shortest way between
 * the two along it, where there is room, is the backbone (see corridor_search.c); its discs with
 * their nearest places on walls are the corridor (corridor_way.c); and the points of the route are
 * a control path in it, the sampled backbone by default (corridor_backbone.c).
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
 * there is one. On the way to points of its path the backbone leaves the axis and comes back.
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

typedef struct corridor_params {
    const char *map;
    double spacing;
    double clearance;
    double tolerance;
    int32_t strict_clearance;
    int32_t partial;
} corridor_params;

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(corridor_params, map), 0.0, 0.0, 0.0, "",
     "the name of the corridor map; without one, the first there is", NULL},
    {"spacing", WEND_PARAM_NUMBER, offsetof(corridor_params, spacing), 1.0, 0.01, 100.0, "m",
     "how far apart the samples of the backbone are at most", NULL},
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

enum { CORNERS = 4 /* of a region that are tried */ };

/* The way of one agent while it is planned. */
typedef struct journey {
    corridor_ground ground;
    const corridor_params *p;
    float tolerance;   /* m, the radius included */
    corridor_stand at; /* where it has got to */
    corridor_way way;
    corridor_points points;
    double length; /* m: of legs off the axis */
    bool partial;
} journey;

/* ---- Legs ------------------------------------------------------------------------------------ */

static void put_place(journey *j, wend_vec2 position, float clearance, uint32_t layer) {
    corridor_put(&j->ground, &j->points, (wend_route_point){position, clearance, layer});
}

/* Along the axis to one of some stands. */
static search_outcome go_along(journey *j, const corridor_stand *targets, uint32_t count,
                               uint32_t *reached) {
    uint32_t first = j->way.count;
    search_outcome outcome = corridor_search(&j->ground, &j->at, targets, count, &j->way, reached);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    if (first < j->way.count) {
        corridor_sample(&j->ground, &j->way, first, j->p->spacing, &j->points);
    }
    j->at = targets[*reached];
    j->length += (double)vec_length(vec_sub(j->at.place.position, j->at.at.position));
    return j->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
}

/* The place itself behind its spot, as near as the disc may come to walls. */
static search_outcome put_end(journey *j) {
    wend_vec2 place = corridor_pull_in(&j->ground, &j->at);
    put_place(j, place, fmaxf(j->at.clearance, j->ground.radius), j->at.place.layer);
    return j->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
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
    if (from.layer == goal.layer && j->way.count == 0 && after > before - LEAST_GAIN) {
        return SEARCH_NONE;
    }
    j->partial = true;
    outcome = go_along(j, &near, 1, &reached);
    return outcome == SEARCH_FOUND ? put_end(j) : outcome;
}

/* To a point of the agent's path, and back onto the axis. */
static search_outcome go_via(journey *j, wend_place place) {
    corridor_stand to;
    uint32_t reached;
    search_outcome outcome = SEARCH_NONE;
    if (corridor_stand_at(&j->ground, place, j->tolerance, &to)) {
        outcome = go_along(j, &to, 1, &reached);
    }
    if (outcome != SEARCH_FOUND) {
        return outcome == SEARCH_NONE ? go_near(j, place) : outcome;
    }
    return put_end(j);
}

/* ---- The goal -------------------------------------------------------------------------------- */

typedef struct candidates {
    corridor_stand items[CORRIDOR_TARGETS];
    uint32_t parts[CORRIDOR_TARGETS]; /* of the goal that they lie in */
    uint32_t count;
} candidates;

static void try_place(const journey *j, candidates *c, wend_place place, uint32_t part,
                      float tolerance) {
    if (c->count < CORRIDOR_TARGETS &&
        corridor_stand_at(&j->ground, place, tolerance, &c->items[c->count])) {
        c->parts[c->count++] = part;
    }
}

/* Places of a region: the preferred one, the nearest, and corners. */
static void try_region(const journey *j, candidates *c, const wend_region *region, uint32_t layer,
                       uint32_t part) {
    wend_region still = *region; /* where it is now */
    still.flags = 0;
    wend_vec2 from = j->at.place.position;
    wend_place place = {wend_region_aim(&still, from, 0.0F), layer};
    try_place(j, c, place, part, part == 0 ? j->tolerance : 0.0F);
    if (region->shape == WEND_SHAPE_POINT) {
        return;
    }
    try_place(j, c, (wend_place){wend_region_nearest(region, from), layer}, part, 0.0F);
    target whole = target_of(region, layer, 0.0);
    for (uint32_t i = 0; i < CORNERS && i < whole.count; i++) {
        target_point corner = whole.points[i * whole.count / CORNERS % whole.count];
        wend_vec2 at = {(float)corner.x, (float)corner.y};
        try_place(j, c, (wend_place){at, layer}, part, 0.0F);
    }
}

/* Whether an agent that comes from the last point can head for the goal itself. */
static bool can_head_on(const journey *j, const wend_region *region, uint32_t layer) {
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F || j->points.count == 0) {
        return true;
    }
    const wend_route_point *last = &j->points.items[j->points.count - 1];
    wend_place to = {wend_region_aim(region, last->position, 0.0F), layer};
    return wend_view_visible(j->ground.view, (wend_place){last->position, last->layer}, to,
                             0.9F * j->ground.radius);
}

static search_outcome go_to_goal(journey *j, uint32_t goal) {
    const wend_region *parts;
    uint32_t part_count = wend_view_goal_parts(j->ground.view, goal, &parts), reached = 0;
    uint32_t layer = wend_view_goal_layer(j->ground.view, goal);
    candidates c = {.count = 0};
    for (uint32_t i = 0; i < part_count; i++) {
        try_region(j, &c, &parts[i], layer, i);
    }
    search_outcome outcome = c.count > 0 ? go_along(j, c.items, c.count, &reached) : SEARCH_NONE;
    if (outcome == SEARCH_NONE) {
        wend_place place = {wend_region_nearest(&parts[0], j->at.place.position), layer};
        return go_near(j, place);
    }
    if (outcome == SEARCH_FOUND && (c.parts[reached] > 0 || !can_head_on(j, &parts[0], layer))) {
        return put_end(j);
    }
    return outcome;
}

/* All legs of the way of body `index`. */
static search_outcome go(journey *j, uint32_t index) {
    const wend_view *view = j->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_via(view, index, &via), goal = wend_view_goal(view, index);
    for (uint32_t i = 0; i < count && !j->partial; i++) {
        search_outcome outcome = go_via(j, (wend_place){via[i].position, via[i].layer});
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
    }
    if (j->partial || goal == WEND_NO_GOAL ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return SEARCH_FOUND;
    }
    return go_to_goal(j, goal);
}

/* ---- The route ------------------------------------------------------------------------------- */

static bool put_way(journey *j, uint32_t index, uint32_t map, wend_route_sink *sink) {
    uint32_t disc_count = 0, generation = 0;
    const wend_corridor_disc *discs = NULL;
    if (j->way.count > 0) {
        discs = corridor_discs(&j->ground, &j->way, &disc_count);
        if (discs == NULL) {
            return false;
        }
    }
    bool cut = j->points.count > WEND_MAX_PATH || disc_count > WEND_MAX_PATH;
    wend_view_map(j->ground.view, map, &generation);
    wend_route route = {.status = j->partial || cut ? WEND_ROUTE_PARTIAL : WEND_ROUTE_FOUND,
                        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
                        .map = map,
                        .generation = generation,
                        .points = j->points.items,
                        .point_count =
                            j->points.count < WEND_MAX_PATH ? j->points.count : WEND_MAX_PATH,
                        .discs = discs,
                        .disc_count = disc_count < WEND_MAX_PATH ? disc_count : WEND_MAX_PATH,
                        .shrunk = j->ground.radius + (float)j->p->clearance,
                        .cost = (float)(j->way.length + j->length)};
    return wend_route_put(sink, index, &route);
}

/* Plans for one body; false when memory ran out. */
static bool plan_one(const corridor_ground *ground, const corridor_params *p, uint32_t index,
                     uint32_t map, wend_route_sink *sink) {
    const wend_body *body = &ground->view->bodies[index];
    journey j = {.ground = *ground, .p = p, .tolerance = (float)p->tolerance + body->radius};
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

static void plan_corridor(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    const corridor_params *p = agents->params;
    uint32_t index = 0;
    const wend_map *map = wend_view_find_map(view, WEND_MAP_CORRIDOR, p->map, &index);
    corridor_ground ground = {.view = view, .worker = agents->worker};
    if (map == NULL || map->corridor.layer_count != wend_space_layer_count(view->space)) {
        return;
    }
    ground.map = &map->corridor;
    if (!corridor_find_blockers(&ground)) {
        return;
    }
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            if (!plan_one(&ground, p, i, index, sink)) {
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
