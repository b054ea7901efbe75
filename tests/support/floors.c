#include "support/floors.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/worlds.h"

wend_connection_def floors_connection(double x, double y, uint32_t layer, double to_x, double to_y,
                                      uint32_t to_layer) {
    wend_connection_def def = wend_default_connection_def();
    def.from = (wend_point){x, y};
    def.to = (wend_point){to_x, to_y};
    def.from_layer = layer;
    def.to_layer = to_layer;
    return def;
}

wend_connection_def floors_ladder(double x, double y, double duration) {
    wend_connection_def def = floors_connection(x, y, 0, x, y, 1);
    def.duration = duration;
    return def;
}

wend_space *floors_space(uint32_t floors, bool wall, const wend_connection_def *connections,
                         uint32_t count) {
    static const char *const names[FLOORS_MOST] = {"ground", "upper", "third",
                                                   "fourth", "fifth", "roof"};
    static const wend_point corners[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}};
    static const wend_point across[] = {{10, 0}, {10, 12}};
    wend_ring ring = {corners, 4};
    wend_open_wall_def line = {across, 2, 0};
    wend_layer_def layers[FLOORS_MOST];
    ck_assert_uint_le(floors, FLOORS_MOST);
    for (uint32_t i = 0; i < floors; i++) {
        layers[i] = (wend_layer_def){.name = names[i],
                                     .boundaries = &ring,
                                     .boundary_count = 1,
                                     .open_walls = &line,
                                     .open_wall_count = wall && i == 0};
    }
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = floors;
    def.connections = connections;
    def.connection_count = count;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

wend_world *floors_world(wend_space *space, const char *plan, const char *steer, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    def.dt = 0.1;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.name = "walker";
    profile.preferred_speed = wend_constant(1.0);
    profile.plan.name = plan;
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    return world;
}

wend_goal floors_goal(wend_world *world, double x, double y, uint32_t layer) {
    wend_point position = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    def.layer = layer;
    def.tolerance = 0.2;
    return worlds_add_goal(world, &def);
}

wend_agent floors_agent(wend_world *world, double x, double y, uint32_t layer, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.layer = layer;
    def.goal = goal;
    return worlds_add(world, &def);
}

double floors_overlap(const wend_world *world) {
    uint32_t count = wend_world_agent_count(world);
    wend_agent_state *all = malloc((count + 1) * sizeof *all);
    double deepest = 0.0;
    count = wend_world_get_agents(world, all, count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_agent_state *a = &all[i], *b = &all[k];
            if (a->layer != b->layer || a->activity == WEND_ACTIVITY_CROSSING ||
                b->activity == WEND_ACTIVITY_CROSSING) {
                continue;
            }
            double apart = hypot(a->position.x - b->position.x, a->position.y - b->position.y);
            deepest = fmax(deepest, (double)a->radius + (double)b->radius - apart);
        }
    }
    free(all);
    return deepest;
}

double floors_until(wend_world *world, wend_agent agent, wend_event_kind kind, uint32_t most,
                    uint32_t *detail) {
    for (uint32_t i = 0; i < most; i++) {
        const wend_event *events;
        worlds_step(world, 1);
        uint32_t count = wend_world_get_events(world, &events);
        for (uint32_t k = 0; k < count; k++) {
            if (events[k].kind == kind && events[k].agent.value == agent.value) {
                if (detail != NULL) {
                    *detail = events[k].detail;
                }
                return events[k].time;
            }
        }
    }
    return (double)INFINITY;
}
