/* Agents that a program or player moves, and choices made only in every n-th step. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_agent external_agent(wend_world *world, wend_profile profile, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.position = (wend_point){x, y};
    return worlds_add(world, &def);
}

static wend_point at(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).position;
}

START_TEST(externally_set_velocity_respects_limits_and_walls) {
    wend_world *world = worlds_make(worlds_room(20, 10), NULL);
    worlds_profile(world, "external");
    wend_agent agent = external_agent(world, worlds_nth_profile(0), 5, 5);
    worlds_step(world, 10);
    ck_assert_double_eq(at(world, agent).x, 5);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){1, -0.5}, NULL),
                     WEND_OK);
    worlds_step(world, 20);
    ck_assert_double_eq_tol(at(world, agent).x, 7, 1e-5);
    ck_assert_double_eq_tol(at(world, agent).y, 4, 1e-5);
    /* Limits and walls apply: the speed is at most 2 m/s, and the agent cannot pass the wall. */
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){10, 0}, NULL),
                     WEND_OK);
    worlds_step(world, 10);
    ck_assert_double_eq_tol(at(world, agent).x, 9, 1e-5);
    worlds_step(world, 100);
    ck_assert_double_eq_tol(at(world, agent).x, 19.75, 1e-3);
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 0);
    wend_world_destroy(world);
}
END_TEST

/* An agent that enters walking, or is taken over while walking, continues until a velocity is set.
 */
START_TEST(keeps_its_velocity_until_another_is_set) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile commanded = worlds_profile(world, "external"),
                 free = worlds_profile(world, "direct");
    wend_agent_def def = wend_default_agent_def();
    def.profile = commanded;
    def.velocity = (wend_point){1, 0.5};
    wend_agent walking = worlds_add(world, &def);
    def.profile = free;
    def.velocity = (wend_point){0, 0};
    def.goal = worlds_point(world, 0, 50);
    wend_agent taken = worlds_add(world, &def);
    worlds_step(world, 20);
    ck_assert_double_eq_tol(at(world, walking).x, 2, 1e-5);
    ck_assert_double_eq_tol(at(world, walking).y, 1, 1e-5);
    wend_point before = at(world, taken);
    ck_assert_int_eq(wend_world_set_agent_profile(world, taken, commanded, NULL), WEND_OK);
    worlds_step(world, 10);
    ck_assert_double_eq_tol(at(world, taken).y - before.y, 1.3, 1e-4);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, walking, (wend_point){0, 0}, NULL),
                     WEND_OK);
    before = at(world, walking);
    worlds_step(world, 10);
    ck_assert_double_eq(at(world, walking).x, before.x);
    wend_world_destroy(world);
}
END_TEST

/* A teleport ignores walls and speed limits, applies for one step, and is counted. */
START_TEST(teleport_applies_immediately) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "external");
    wend_agent agent = external_agent(world, worlds_nth_profile(0), 5, 5);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){0.05, 15}, 0, NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_double_eq_tol(at(world, agent).x, 0.05, 1e-6);
    ck_assert_double_eq_tol(at(world, agent).y, 15, 1e-6);
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 1);
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions, 0);
    worlds_step(world, 5);
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 1);
    ck_assert_double_eq_tol(at(world, agent).y, 15, 1e-6);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){5, 15}, 2, NULL),
                     WEND_OK);
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_LAYER, &event), 1);
    ck_assert_uint_eq(event.detail, 2);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, 2);
    wend_world_destroy(world);
}
END_TEST

/* An agent teleported beyond its goal has not arrived; an agent teleported into the goal has
 * arrived, and so has an agent that walks over it. */
START_TEST(teleporting_across_a_goal_is_not_an_arrival) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "external");
    wend_agent agents[3];
    for (int i = 0; i < 3; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){0, 5 * i};
        def.goal = worlds_disc(world, 50, 5 * i, 0.2);
        agents[i] = worlds_add(world, &def);
    }
    worlds_step(world, 1);
    for (int i = 0; i < 10; i++) { /* back and forth over the goal */
        wend_point point = {i % 2 ? 0 : 100, 0};
        ck_assert_int_eq(wend_world_teleport_agent(world, agents[0], point, 0, NULL), WEND_OK);
        ck_assert_uint_eq(worlds_step_counting(world, 1, WEND_EVENT_ARRIVED), 0);
        ck_assert_double_eq_tol(at(world, agents[0]).x, point.x, 1e-5);
    }
    ck_assert_int_eq(wend_world_teleport_agent(world, agents[1], (wend_point){50, 5}, 0, NULL),
                     WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 1, WEND_EVENT_ARRIVED), 1);
    ck_assert(worlds_state(world, agents[1]).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_int_eq(wend_world_teleport_agent(world, agents[2], (wend_point){49, 10}, 0, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agents[2], (wend_point){2, 0}, NULL),
                     WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 10, WEND_EVENT_ARRIVED), 1);
    ck_assert(!(worlds_state(world, agents[0]).activity == WEND_ACTIVITY_ARRIVED));
    wend_world_destroy(world);
}
END_TEST

START_TEST(velocity_applies_only_to_external_model) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    worlds_profile(world, "external");
    wend_goal goal = worlds_direction(world, 0);
    wend_agent walker = worlds_agent(world, 0, 0, goal);
    wend_agent player = external_agent(world, worlds_nth_profile(1), 0, 3);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, walker, (wend_point){0, 2}, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, player, (wend_point){0, 2}, NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_double_eq(at(world, walker).y, 0);
    ck_assert_float_eq(worlds_state(world, player).velocity.y, 2.0F);
    /* An agent with an externally set velocity changes to another model and back. It then starts
     * from rest. */
    ck_assert_int_eq(wend_world_set_agent_profile(world, player, worlds_nth_profile(0), NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_profile(world, player, worlds_nth_profile(1), NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_float_eq(worlds_state(world, player).velocity.y, 0.0F);
    wend_world_destroy(world);
}
END_TEST

/* A player in a crowd: the others see it, and only the player follows the set velocity. */
START_TEST(a_player_walks_among_others) {
    wend_registry *registry = worlds_registry();
    wend_world *world = worlds_make(worlds_room(20, 10), registry);
    worlds_profile(world, "sway");
    worlds_profile(world, "external");
    wend_goal goal = worlds_point(world, 10, 5);
    for (int i = 0; i < 40; i++) {
        worlds_agent(world, 2 + i % 8 * 0.5, 2 + i / 8, goal);
    }
    wend_agent player = external_agent(world, worlds_nth_profile(1), 19, 5);
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    uint32_t body = wend_view_find_body(view, (uint32_t)player.value);
    ck_assert(wend_body_flags(&view->bodies[body]) & WEND_BODY_ONE_SIDED);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, player, (wend_point){-1, 0}, NULL),
                     WEND_OK);
    uint64_t before = wend_world_hash(world);
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        ck_assert_double_eq_tol(at(world, player).x, 19 - 0.1 * (i + 1), 1e-4);
        ck_assert_double_eq(at(world, player).y, 5);
    }
    ck_assert_uint_ne(wend_world_hash(world), before);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- steer_every ----------------------------------------------------------------------------- */

static uint32_t choices;

static void steer_turning(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    choices++;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            float x = (float)view->step + 1.0F; /* a different velocity at each choice */
            outcomes[i - agents->first] = (wend_outcome){.velocity = {x, 0},
                                                         .displacement = {x * view->dt, 0},
                                                         .solve_status = WEND_SOLVE_RELAXED};
        }
    }
}

static const wend_steering model_turning = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "turning",
                        .summary = "another velocity in each choice"}},
    .respects_limits = true,
    .steer = steer_turning};

START_TEST(choices_are_made_in_every_nth_step) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_turning.stage.entry, NULL), 0);
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.registry = registry;
    def.steer_every = 4;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "turning");
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 0));
    double x = 0;
    for (int i = 0; i < 40; i++) {
        worlds_step(world, 1);
        ck_assert_uint_eq(choices, (uint32_t)(i / 4 + 1));
        double velocity = i / 4 * 4 + 1;
        x += velocity * 0.1;
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_double_eq((double)state.velocity.x, velocity);
        ck_assert_double_eq_tol(state.position.x, x, 1e-4);
        ck_assert_uint_eq(state.solve_status, WEND_SOLVE_RELAXED);
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* An agent that arrives between two choices stops there, and does not walk on until the next
 * choice. */
START_TEST(agent_stops_immediately_on_arrival) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.steer_every = 10;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "direct");
    for (int i = 0; i < 12; i++) {
        worlds_agent(world, 2 + 0.1 * i, 3 * i, worlds_point(world, 0, 3 * i));
    }
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 12);
    wend_agent_state states[12];
    ck_assert_uint_eq(wend_world_get_agents(world, states, 12), 12);
    for (int i = 0; i < 12; i++) {
        /* The agent stops 0.25 m plus the tolerance of 0.05 m before the point, or up to one step
         * (0.13 m) farther on. */
        ck_assert_double_le(states[i].position.x, 0.3 + 1e-5);
        ck_assert_double_ge(states[i].position.x, 0.17 - 1e-5);
        ck_assert_float_eq(states[i].velocity.x, 0.0F);
    }
    wend_world_destroy(world);
}
END_TEST

/* A velocity that a program sets applies from the next step on, regardless of the steer interval.
 */
START_TEST(externally_set_velocities_ignore_steer_interval) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.steer_every = 10;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "external");
    wend_agent agent = external_agent(world, worlds_nth_profile(0), 0, 0);
    for (int i = 1; i < 25; i++) {
        worlds_step(world, 1);
        ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){i, 0}, 0, NULL),
                         WEND_OK);
        worlds_step(world, 1);
        ck_assert_double_eq_tol(at(world, agent).x, i, 1e-5);
        ck_assert_uint_eq(wend_world_get_stats(world).teleports, (uint64_t)i);
    }
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){0, 1}, NULL),
                     WEND_OK);
    worlds_step(world, 3);
    ck_assert_double_eq_tol(at(world, agent).y, 0.3, 1e-5);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/external", externally_set_velocity_respects_limits_and_walls,
          keeps_its_velocity_until_another_is_set, teleport_applies_immediately,
          teleporting_across_a_goal_is_not_an_arrival, velocity_applies_only_to_external_model,
          a_player_walks_among_others, choices_are_made_in_every_nth_step,
          agent_stops_immediately_on_arrival, externally_set_velocities_ignore_steer_interval);
}
