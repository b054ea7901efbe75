/* Chooses legs: which connection of the space an agent heads for on its path to the goal.
 *
 * An agent's path leads from its position through the points that it must pass to its goal. On each
 * section of that path, the cheapest sequence of walks and connections is found (see
 * plan/graph/connections.c). The agent's planner measures the walks with `route_length`. If the
 * sequence takes a connection, the agent's leg ends there: the agent heads for the entry of the
 * connection as for any goal, and the rest of the path is found again when the agent comes out.
 * Connections therefore work with every planner, follower and model; `route_length` is the only
 * function that they need.
 *
 * Selectors measure routes to goals in the same way (wend_view_route_length).
 *
 * Cost: nothing in spaces without connections; otherwise one search per agent that needs a
 * route. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "behave/activity.h"
#include "geom/vec.h"
#include "plan/graph/connections.h"
#include "world/world.h"

static bool measures_routes(const void *context, uint32_t index);
static double measure_route(const void *context, const wend_view *view, uint32_t worker,
                            uint32_t index, uint32_t goal);

/* ---- The table ------------------------------------------------------------------------------- */

static connection_arc arc_of(const wend_connection *connection, uint32_t index, bool backwards) {
    wend_location entry = backwards ? connection->to : connection->from;
    wend_location exit = backwards ? connection->from : connection->to;
    return (connection_arc){.entry = entry,
                            .exit = exit,
                            .connection = index,
                            .backwards = backwards,
                            .length = vec_length(vec_sub(exit.position, entry.position)),
                            .cost = connection->cost,
                            .duration = connection->duration};
}

/* Adds an arc, and the internal goal at its entry. */
static wend_result add_arc(wend_world *world, const wend_connection *connection, connection_arc arc,
                           wend_error *error) {
    wend_point entry = wend_space_from_local(world->space, arc.entry.position);
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POINT;
    def.points = &entry;
    def.point_count = 1;
    def.layer = arc.entry.layer;
    def.arrive = WEND_ARRIVE_INSIDE;
    def.tolerance = (double)connection->radius;
    def.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
    world->connections.arcs[world->connections.count++] = arc;
    return wend_world_add_goal(world, &def, NULL, error);
}

/* Finds which layers are connected by links. Each layer gets the lowest number among the layers
 * that are connected to it. */
static void find_grounds(const wend_space *space, uint8_t grounds[WEND_MAX_LAYERS]) {
    uint32_t links = wend_space_link_count(space);
    bool changed = true;
    for (uint32_t i = 0; i < WEND_MAX_LAYERS; i++) {
        grounds[i] = (uint8_t)i;
    }
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < links; i++) {
            wend_link link = wend_space_link(space, i);
            uint8_t *left = &grounds[link.left_layer], *right = &grounds[link.right_layer];
            changed = changed || *left != *right;
            *left = *right = *left < *right ? *left : *right;
        }
    }
}

wend_result legs_init(wend_world *world, wend_error *error) {
    uint32_t count = wend_space_connection_count(world->space);
    wend_result result = WEND_OK;
    world->selection.world = world;
    world->selection.measures_routes = measures_routes;
    world->selection.route_length = measure_route;
    if (count == 0) {
        return WEND_OK;
    }
    world->cold.has_connections = true;
    world->connections.arcs =
        memory_get_array(&world->memory, 2 * (size_t)count, sizeof(connection_arc));
    if (!world->connections.arcs) {
        return error_no_memory(error, "the world");
    }
    find_grounds(world->space, world->connections.grounds);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_connection connection = wend_space_connection(world->space, i);
        result = add_arc(world, &connection, arc_of(&connection, i, false), error);
        if (result == WEND_OK && !connection.one_way) {
            result = add_arc(world, &connection, arc_of(&connection, i, true), error);
        }
    }
    return result;
}

void legs_free(wend_world *world) {
    size_t size = 2 * (size_t)wend_space_connection_count(world->space) * sizeof(connection_arc);
    memory_free(&world->memory, world->connections.arcs, world->connections.arcs ? size : 0);
}

/* ---- One agent ------------------------------------------------------------------------------- */

/* A connection may lie beside the path to a point that must be passed before it, so it is not
 * enough that the agent is near the connection. Only the follower knows which points the agent has
 * passed. After the last one, the follower leads the agent to the end of the leg and sets the stop
 * flag. */
void legs_note_passed(const wend_world *world, const wend_agents *agents,
                      const wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count && world->cold.legs; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &world->bodies[i];
            cold_leg *leg = &world->cold.legs[body->slot];
            bool last = (intents[i - agents->first].region.flags & WEND_REGION_STOP) &&
                        activity_of(world, body->slot) != WEND_ACTIVITY_STRANDED;
            if (leg->arc != WEND_NONE && last) {
                leg->via_first = leg->via_end;
            }
        }
    }
}

/* The context of a search for one body. */
typedef struct leg_search {
    const wend_world *world;
    const wend_view *view;
    const wend_agents *agents;
    const wend_planner *planner;
    uint32_t index;
} leg_search;

/* True if an agent's profile may take an arc, and the exit of the arc is on walkable ground now. A
 * solid that has been switched on may cover the exit. */
static bool may_take(const void *context, const connection_arc *arc) {
    const leg_search *w = context;
    wend_connection connection = wend_space_connection(w->world->space, arc->connection);
    const profile *p = &w->world->profiles[w->agents->profile];
    bool may = connection.profile_count == 0;
    for (uint32_t i = 0; i < connection.profile_count && !may; i++) {
        const char *named = connection.profiles[i];
        may = (p->name && strcmp(named, p->name) == 0) ||
              (p->variant_of && strcmp(named, p->variant_of) == 0);
    }
    return may && wend_space_is_walkable(w->view->space, arc->exit, w->view->classes);
}

/* Measures a walk for planners without `route_length`: the length of the straight line if the line
 * leads to `layer`, else INFINITY. */
static double measure_straight(const wend_view *view, wend_location from, const wend_region *to,
                               uint32_t layer) {
    wend_vec2 end = wend_region_nearest(to, from.position);
    bool leads = wend_space_layer_after(view->space, from, end) == layer;
    return leads ? (double)vec_length(vec_sub(end, from.position)) : (double)INFINITY;
}

static double measure_walk(const void *context, wend_location from, const wend_region *to,
                           uint32_t layer) {
    const leg_search *w = context;
    const wend_view *view = w->view;
    return w->planner->route_length
               ? w->planner->route_length(view, w->agents, w->index, from, to, layer)
               : measure_straight(view, from, to, layer);
}

/* Finds the cheapest sequence of walks and connections from a location to a target: its first
 * connection, and its cost in m. Returns false if out of memory. */
static bool find_connections(const leg_search *w, wend_location from, const connection_target *to,
                             uint32_t *first, double *cost) {
    uint32_t slot = w->world->bodies[w->index].slot;
    connection_query query = {.view = w->view,
                              .worker = w->agents->worker,
                              .table = &w->world->connections,
                              .speed = (double)wend_column_at(w->agents->preferred_speed, slot),
                              .may_take = may_take,
                              .route_length = measure_walk,
                              .context = w};
    return connections_choose(&query, from, to, first, cost);
}

/* Finds the sequence for the section of an agent's path from a location to a target. If it takes a
 * connection, the leg ends at that connection. Returns false if out of memory. */
static bool choose_section(const leg_search *w, wend_location from, const connection_target *to,
                           uint32_t passed, cold_leg *leg) {
    double cost;
    bool good = find_connections(w, from, to, &leg->arc, &cost);
    if (good && leg->arc != WEND_NONE) {
        leg->via_end = passed;
    }
    return good;
}

/* Chooses the leg of one body. Returns false if out of memory. */
static bool choose_leg(const leg_search *w) {
    const wend_world *world = w->world;
    const wend_body *body = &world->bodies[w->index];
    uint32_t slot = body->slot, goal = world->cold.goal[slot], path = world->cold.path[slot];
    cold_leg *leg = &world->cold.legs[slot];
    const wend_route_point *via, *all = path == WEND_NONE ? NULL : world->paths[path].points;
    uint32_t left = wend_view_path_points(&world->view, w->index, &via);
    uint32_t passed = all ? (uint32_t)(via - all) : 0, count = all ? world->paths[path].count : 0;
    wend_location from = {body->position, wend_body_layer(body)};
    (void)left; /* unused: points after this leg must be considered as well */
    leg->arc = WEND_NONE;
    leg->via_first = passed;
    leg->via_end = count;
    for (uint32_t i = passed; i < count; i++) {
        wend_region point = {.shape = WEND_SHAPE_POINT, .a = all[i].position};
        connection_target to = {&point, 1, all[i].layer};
        if (!choose_section(w, from, &to, i, leg)) {
            return false;
        }
        if (leg->arc != WEND_NONE) {
            return true;
        }
        from = (wend_location){all[i].position, all[i].layer};
    }
    if (goal == WEND_NO_GOAL || world->goals.records[goal].absent ||
        world->goals.records[goal].region.shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    const goal_record *record = &world->goals.records[goal];
    connection_target to = {goal_parts(record), record->part_count, record->layer};
    return choose_section(w, from, &to, count, leg);
}

void legs_choose(wend_world *world, const wend_view *view, const wend_agents *agents) {
    const wend_stage *stage = world->profiles[agents->profile].stages[PROFILE_PLAN].stage;
    leg_search w = {
        .world = world, .view = view, .agents = agents, .planner = (const wend_planner *)stage};
    for (uint32_t k = 0; k < agents->range_count && world->cold.legs; k++) {
        for (w.index = agents->ranges[k].begin; w.index < agents->ranges[k].end; w.index++) {
            if (!choose_leg(&w)) {
                return; /* the failed allocation has been recorded, and makes the step fail */
            }
        }
    }
}

/* ---- Lengths of routes ----------------------------------------------------------------------- */

/* Measures one section of an agent's path, in m. */
static double measure_section(const leg_search *w, wend_location from,
                              const connection_target *to) {
    uint32_t first;
    double least = (double)INFINITY;
    if (w->world->cold.has_connections) {
        /* A failed allocation has been recorded, and makes the step fail. */
        return find_connections(w, from, to, &first, &least) ? least : (double)INFINITY;
    }
    for (uint32_t i = 0; i < to->count; i++) {
        if ((double)wend_region_distance(&to->parts[i], from.position) < least) {
            double length = measure_walk(w, from, &to->parts[i], to->layer);
            least = length < least ? length : least;
        }
    }
    return least;
}

static const wend_planner *planner_of(const wend_world *world, uint32_t index) {
    uint32_t profile_index = wend_body_profile(&world->bodies[index]);
    return (const wend_planner *)world->profiles[profile_index].stages[PROFILE_PLAN].stage;
}

static bool measures_routes(const void *context, uint32_t index) {
    return planner_of(context, index)->route_length != NULL;
}

static double measure_route(const void *context, const wend_view *view, uint32_t worker,
                            uint32_t index, uint32_t goal) {
    const wend_world *world = context;
    const wend_body *body = &world->bodies[index];
    const goal_record *record = &world->goals.records[goal];
    if (record->absent || record->region.shape == WEND_SHAPE_DIRECTION) {
        return (double)INFINITY;
    }
    wend_agents agents = profile_agents(world, wend_body_profile(body), PROFILE_PLAN, worker);
    leg_search w = {.world = world,
                    .view = view,
                    .agents = &agents,
                    .planner = planner_of(world, index),
                    .index = index};
    const wend_route_point *via;
    uint32_t left = wend_view_path_points(&world->view, index, &via);
    wend_location from = {body->position, wend_body_layer(body)};
    double length = 0.0;
    for (uint32_t i = 0; i < left; i++) {
        wend_region point = {.shape = WEND_SHAPE_POINT, .a = via[i].position};
        length += measure_section(&w, from, &(connection_target){&point, 1, via[i].layer});
        from = (wend_location){via[i].position, via[i].layer};
    }
    return length + measure_section(&w, from,
                                    &(connection_target){goal_parts(record), record->part_count,
                                                         record->layer});
}
