/* What a steering model receives, and which parts of its choice are stored: speeds, regions,
 * solve_status. */
#include <math.h>
#include <stdlib.h>

#include "support/suite.h"
#include "support/worlds.h"

/* ---- Test entries ---------------------------------------------------------------------------- */

static float speed_got;
static uint32_t chosen_before, region_to_choose, solve_status_to_report, calls;

/* Heads for the goal, and offers two more regions. */
static void follow_offering(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_region *more = wend_view_scratch(view, agents->worker, 2 * sizeof *more);
            wend_region region = *wend_view_goal_region(view, wend_view_goal(view, i));
            more[0] = more[1] = region;
            intents[i - agents->first] =
                (wend_intent){.region = region, .more = more, .more_count = 2, .speed = 50.0F};
        }
    }
}

static void modify_fast(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first].speed = 50.0F;
        }
    }
}

static void steer_noting(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            calls++;
            float speed = intents[i - agents->first].speed;
            speed_got = speed;
            chosen_before = wend_view_chosen_region(view, i);
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = {speed, 0},
                               .displacement = {speed * view->dt, 0},
                               .region = (uint16_t)region_to_choose,
                               .solve_status = (uint8_t)solve_status_to_report};
        }
    }
}

static const wend_follower follower_offering = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "offering",
                        .summary = "offers three regions"}},
    .follow = follow_offering};
static const wend_modifier modifier_fast = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "fast",
                        .summary = "50 m/s, whoever it is"}},
    .modify = modify_fast};
static const wend_steering model_noting = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "noting",
                        .summary = "notes what it gets"}},
    .respects_limits = true,
    .steer = steer_noting};

static wend_registry *choices_registry(void) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_offering.stage.entry, NULL), 0);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_MODIFIER, &modifier_fast.stage.entry, NULL), 0);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_noting.stage.entry, NULL), 0);
    return registry;
}

static wend_world *choices_world(const wend_registry *registry, uint32_t steer_every) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.registry = registry;
    def.steer_every = steer_every;
    return worlds_from(&def);
}

/* ---- Speeds ---------------------------------------------------------------------------------- */

START_TEST(preferred_speed_is_limited_to_max_speed) {
    wend_registry *registry = choices_registry();
    static const char *const followers[] = {"waypoint", "offering"};
    for (uint32_t i = 0; i < 4; i++) {
        wend_world *world = choices_world(registry, 1);
        wend_profile_def def = wend_default_profile_def();
        def.preferred_speed = wend_constant(10.0);
        def.max_speed = wend_constant(1.75);
        def.follow.name = followers[i % 2];
        def.steer.name = "noting";
        def.modify[0].name = "fast";
        def.modify_count = i / 2;
        worlds_add_profile(world, &def);
        wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 500, 0));
        worlds_step(world, 2);
        ck_assert_float_eq(speed_got, 1.75F);
        ck_assert_float_eq(worlds_state(world, agent).velocity.x, 1.75F);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* A preferred speed below the limit is not raised. */
START_TEST(preferred_speed_below_max_speed_is_kept) {
    wend_registry *registry = choices_registry();
    wend_world *world = choices_world(registry, 1);
    wend_profile_def def = wend_default_profile_def();
    def.steer.name = "noting";
    worlds_add_profile(world, &def);
    worlds_agent(world, 0, 0, worlds_point(world, 500, 0));
    worlds_step(world, 1);
    ck_assert_float_eq(speed_got, 1.3F);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(arrived_agent_stands_still_despite_a_modifier) {
    wend_registry *registry = choices_registry();
    wend_world *world = choices_world(registry, 1);
    wend_profile_def def = wend_default_profile_def();
    def.steer.name = "noting";
    def.modify[0].name = "fast";
    def.modify_count = 1;
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 2, 0));
    ck_assert_uint_eq(worlds_step_counting(world, 12, WEND_EVENT_ARRIVED), 1);
    speed_got = -1.0F;
    double x = worlds_state(world, agent).position.x;
    for (int i = 0; i < 5; i++) {
        worlds_step(world, 1);
        ck_assert_float_eq(speed_got, 0.0F);
        ck_assert_double_eq(worlds_state(world, agent).position.x, x);
    }
    /* With a new goal, the agent walks again; without one, it stands still. */
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, worlds_point(world, 99, 0), NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_float_eq(speed_got, 2.0F);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, (wend_goal){0}, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_float_eq(speed_got, 0.0F);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The region chosen last ------------------------------------------------------------------ */

static uint32_t region_in_view(wend_world *world, wend_agent agent) {
    const wend_view *view = wend_world_view(world);
    return wend_view_chosen_region(view, wend_view_find_body(view, (uint32_t)agent.value));
}

START_TEST(the_region_chosen_last_is_kept) {
    wend_registry *registry = choices_registry();
    wend_world *world = choices_world(registry, 4);
    wend_profile_def def = wend_default_profile_def();
    def.follow.name = "offering";
    def.steer.name = "noting";
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 500, 0));
    uint32_t last = 0;
    for (uint32_t step = 0; step < 40; step++) {
        region_to_choose =
            1 + step % 2; /* changes every step; the model chooses only every fourth step */
        region_to_choose = step % 12 == 8 ? 0 : region_to_choose;
        chosen_before = WEND_NONE;
        uint32_t before = last;
        last = step % 4 == 0 ? region_to_choose : last;
        if (step % 3 == 1) { /* reloads a snapshot, sometimes between two choices and sometimes
                                directly before one */
            wend_world *copy = worlds_reload(world, registry);
            wend_world_destroy(world);
            world = copy;
        }
        worlds_step(world, 1);
        ck_assert_uint_eq(chosen_before, step % 4 == 0 ? before : WEND_NONE);
        ck_assert_uint_eq(worlds_state(world, agent).region, last);
        ck_assert_uint_eq(region_in_view(world, agent), last);
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* A new agent in a reused slot does not inherit the choice of the previous agent. */
START_TEST(a_new_agent_has_chosen_nothing) {
    wend_registry *registry = choices_registry();
    wend_world *world = choices_world(registry, 1);
    wend_profile_def def = wend_default_profile_def();
    def.follow.name = "offering";
    def.steer.name = "noting";
    worlds_add_profile(world, &def);
    wend_goal goal = worlds_point(world, 500, 0);
    region_to_choose = 2;
    wend_agent first = worlds_agent(world, 0, 0, goal);
    worlds_step(world, 3);
    ck_assert_uint_eq(chosen_before, 2);
    ck_assert_int_eq(wend_world_remove_agent(world, first, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_agent second = worlds_agent(world, 0, 0, goal);
    ck_assert_uint_eq((uint32_t)second.value, (uint32_t)first.value);
    worlds_step(world, 1);
    ck_assert_uint_eq(chosen_before, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Infeasible choices ---------------------------------------------------------------------- */

START_TEST(infeasible_choices_are_counted_once) {
    wend_registry *registry = choices_registry();
    static const uint32_t every[] = {1, 5};
    for (int i = 0; i < 2; i++) {
        wend_world *world = choices_world(registry, every[i]);
        wend_profile_def def = wend_default_profile_def();
        def.steer.name = "noting";
        worlds_add_profile(world, &def);
        wend_goal goal = worlds_point(world, 500, 0);
        for (int k = 0; k < 3; k++) {
            worlds_agent(world, 0, 2 * k, goal);
        }
        calls = 0;
        solve_status_to_report = WEND_SOLVE_INFEASIBLE;
        worlds_step(world, 20);
        ck_assert_uint_eq(calls, 3 * 20 / every[i]);
        ck_assert_uint_eq(wend_world_get_stats(world).infeasible_steps, calls);
        wend_agent_state states[3];
        ck_assert_uint_eq(wend_world_get_agents(world, states, 3), 3);
        ck_assert_uint_eq(states[2].solve_status,
                          WEND_SOLVE_INFEASIBLE); /* the status is also kept between choices */
        solve_status_to_report = WEND_SOLVE_RELAXED;
        worlds_step(world, 20);
        ck_assert_uint_eq(wend_world_get_stats(world).infeasible_steps, 3 * 20 / every[i]);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/choices", preferred_speed_is_limited_to_max_speed,
          preferred_speed_below_max_speed_is_kept, arrived_agent_stands_still_despite_a_modifier,
          the_region_chosen_last_is_kept, a_new_agent_has_chosen_nothing,
          infeasible_choices_are_counted_once);
}
