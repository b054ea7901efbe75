/* Non-finite numbers stop the run; the values used to create a world are checked. */
/* label: threads */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

static float bad_velocity, bad_displacement;
static uint64_t bad_step = 3, bad_key = 700;

static void steer_bad(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            bool bad = view->step == bad_step && wend_view_key(view, i) == bad_key;
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = {1, bad ? bad_velocity : 0},
                               .displacement = {bad ? bad_displacement : 0.1F, 0}};
        }
    }
}

static const wend_steering model_bad = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "bad",
                        .summary = "divides by zero now and then"}},
    .respects_limits = true,
    .steer = steer_bad};

static wend_world *bad_world(const wend_registry *registry, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_room(100, 100);
    def.registry = registry;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "bad");
    wend_goal goal = worlds_direction(world, 0);
    for (uint64_t key = 1; key <= 1000; key++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.goal = goal;
        agent.position = (wend_point){1 + (double)(key % 32), 1 + (double)(key / 32)};
        worlds_add(world, &agent);
    }
    return world;
}

START_TEST(non_finite_number_stops_run) {
    static const float bad[][2] = {{NAN, 0.1F}, {INFINITY, 0.1F}, {0, NAN}, {0, -INFINITY}};
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &model_bad.stage.entry, NULL),
                     WEND_OK);
    for (uint32_t i = 0; i < 4; i++) {
        bad_velocity = bad[i][0];
        bad_displacement = bad[i][1];
        wend_world *world = bad_world(registry, 1 + i % 3);
        worlds_step(world, 3);
        uint64_t hash = wend_world_hash(world);
        static wend_agent_state before[1000], after[1000];
        ck_assert_uint_eq(wend_world_get_agents(world, before, 1000), 1000);
        wend_error error = {0};
        ck_assert_int_eq(wend_world_step(world, 10, &error), WEND_ERROR_NUMBER);
        ck_assert_int_eq(error.code, WEND_ERROR_NUMBER);
        ck_assert_msg(strstr(error.message, "agent 700") && strstr(error.message, "step 3"), "%s",
                      error.message);
        ck_assert_uint_eq(wend_world_step_count(world), 3);
        ck_assert_uint_eq(wend_world_hash(world), hash);
        ck_assert_uint_eq(wend_world_get_agents(world, after, 1000), 1000);
        for (int k = 0; k < 1000; k++) {
            ck_assert_uint_eq(after[k].key, before[k].key);
            ck_assert_double_eq(after[k].position.x, before[k].position.x);
            ck_assert_double_eq(after[k].position.y, before[k].position.y);
            ck_assert_float_eq(after[k].velocity.y, before[k].velocity.y);
        }
        /* The run stops again at the same point, and continues once that agent has been removed. */
        ck_assert_int_eq(wend_world_step(world, 1, &error), WEND_ERROR_NUMBER);
        wend_agent agent = wend_world_find_agent(world, bad_key);
        ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
        worlds_step(world, 5);
        ck_assert_uint_eq(wend_world_step_count(world), 8);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* Finite steps that add up to an infinite position are detected as well. */
START_TEST(infinite_position_stops_run) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &model_bad.stage.entry, NULL),
                     WEND_OK);
    bad_velocity = 3e38F;
    bad_displacement = 3e38F;
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.registry = registry;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "bad");
    wend_agent_def agent = wend_default_agent_def();
    agent.key = bad_key;
    agent.goal = worlds_direction(world, 0);
    wend_agent id = worlds_add(world, &agent);
    wend_result result = WEND_OK;
    for (int i = 0; i < 20 && result == WEND_OK; i++) {
        bad_step = (uint64_t)i;
        result = wend_world_step(world, 1, NULL);
        ck_assert(isfinite(worlds_state(world, id).position.x));
    }
    ck_assert_int_eq(result, WEND_ERROR_NUMBER);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

static void expect_refused(wend_world_def def, const char *says) {
    wend_world *world = NULL;
    wend_error error = {0};
    ck_assert_int_eq(wend_world_create(&def, &world, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, says), "%s", error.message);
    ck_assert_ptr_null(world);
}

START_TEST(invalid_world_defs_are_refused) {
    wend_world_def good = wend_default_world_def(), def;
    good.space = worlds_open();
    def = good, def.dt = 0;
    expect_refused(def, "dt");
    def = good, def.dt = NAN;
    expect_refused(def, "dt");
    def = good, def.dt = 11;
    expect_refused(def, "dt");
    def = good, def.steer_every = 0;
    expect_refused(def, "steer_every");
    def = good, def.obstacle_rest_time = -1.0;
    expect_refused(def, "obstacle_rest_time");
    def = good, def.reach = NAN;
    expect_refused(def, "reach");
    def = good, def.reach = 1001;
    expect_refused(def, "reach");
    def = good, def.threads = 0;
    expect_refused(def, "threads");
    def = good, def.threads = 257;
    expect_refused(def, "threads");
    wend_world *world = worlds_from(&good);
    ck_assert_double_eq(wend_world_time(world), 0);
    worlds_step(world, 7);
    ck_assert_double_eq_tol(wend_world_time(world), 0.7, 1e-12);
    ck_assert_uint_eq(wend_world_step_count(world), 7);
    wend_world_destroy(world);
    wend_world_destroy(NULL);
}
END_TEST

int main(void) {
    SUITE("world/numbers", non_finite_number_stops_run, infinite_position_stops_run,
          invalid_world_defs_are_refused);
}
