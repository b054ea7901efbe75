/* Bulk functions have the same effect as repeated calls for single items, and accept either all
 * items or none. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { COUNT = 40 };

typedef struct crowd {
    wend_world *world;
    wend_profile profiles[2];
    wend_goal goals[COUNT];
    wend_agent agents[COUNT];
} crowd;

static crowd crowd_make(void) {
    crowd c = {.world = worlds_make(worlds_open(), NULL)};
    wend_goal_def goals[COUNT];
    wend_point points[COUNT];
    c.profiles[0] = worlds_profile(c.world, "direct");
    wend_profile_def def = worlds_profile_def();
    def.steer.name = "external";
    def.follow.name = "external";
    c.profiles[1] = worlds_add_profile(c.world, &def);
    for (uint32_t i = 0; i < COUNT; i++) {
        points[i] = (wend_point){20.0 + i, 3.0 * i};
        goals[i] = wend_default_goal_def();
        goals[i].points = &points[i];
        goals[i].velocity = (wend_point){i % 2 ? 0.1 : 0.0, 0.0};
    }
    ck_assert_int_eq(wend_world_add_goals(c.world, goals, COUNT, c.goals, NULL), WEND_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        c.agents[i] = worlds_agent(c.world, 0.0, 2.0 * i, c.goals[0]);
    }
    worlds_step(c.world, 3);
    return c;
}

static void same_after(crowd *bulk, crowd *single, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        worlds_step(bulk->world, 1);
        worlds_step(single->world, 1);
        ck_assert_uint_eq(wend_world_hash(bulk->world), wend_world_hash(single->world));
    }
}

static void crowd_free(crowd *c) {
    wend_world_destroy(c->world);
}

START_TEST(bulk_commands_match_single_commands) {
    crowd bulk = crowd_make(), single = crowd_make();
    wend_goal goals[COUNT];
    wend_profile profiles[COUNT];
    wend_point velocities[COUNT], positions[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        goals[i] = i % 5 ? bulk.goals[COUNT - 1 - i] : (wend_goal){0};
        profiles[i] = bulk.profiles[i % 2];
        velocities[i] = (wend_point){0.5 + 0.01 * i, -0.25};
        positions[i] = (wend_point){-5.0 - i, 4.0 * i};
    }
    ck_assert_int_eq(wend_world_set_agent_goals(bulk.world, bulk.agents, goals, COUNT, NULL), 0);
    ck_assert_int_eq(wend_world_set_agent_profiles(bulk.world, bulk.agents, profiles, COUNT, NULL),
                     0);
    ck_assert_int_eq(
        wend_world_set_agent_velocities(bulk.world, bulk.agents, velocities, COUNT, NULL), 0);
    ck_assert_int_eq(wend_world_set_goal_positions(bulk.world, bulk.goals, positions, NULL,
                                                   velocities, COUNT, NULL),
                     0);
    ck_assert_int_eq(wend_world_remove_agents(bulk.world, bulk.agents + 30, 10, NULL), 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_world *world = single.world;
        ck_assert_int_eq(wend_world_set_agent_goal(world, single.agents[i], goals[i], NULL), 0);
        ck_assert_int_eq(wend_world_set_agent_profile(world, single.agents[i], profiles[i], NULL),
                         0);
        ck_assert_int_eq(
            wend_world_set_agent_velocity(world, single.agents[i], velocities[i], NULL), 0);
        ck_assert_int_eq(wend_world_set_goal_position(world, single.goals[i], positions[i], 0,
                                                      velocities[i], NULL),
                         0);
    }
    for (uint32_t i = 30; i < COUNT; i++) {
        ck_assert_int_eq(wend_world_remove_agent(single.world, single.agents[i], NULL), 0);
    }
    same_after(&bulk, &single, 20);
    ck_assert_uint_eq(wend_world_agent_count(bulk.world), 30);
    wend_agent_state state = worlds_state(bulk.world, bulk.agents[1]);
    ck_assert_double_eq_tol((double)state.velocity.x, 0.51, 1e-6); /* the commands were applied */
    crowd_free(&bulk);
    crowd_free(&single);
}
END_TEST

START_TEST(batch_with_one_bad_item_is_refused) {
    crowd bulk = crowd_make(), untouched = crowd_make();
    wend_goal goals[COUNT];
    wend_profile profiles[COUNT];
    wend_point velocities[COUNT], positions[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        goals[i] = bulk.goals[7];
        profiles[i] = bulk.profiles[1];
        velocities[i] = positions[i] = (wend_point){1.0, 1.0};
    }
    goals[COUNT - 1].value +=
        UINT64_C(1) << 32; /* the last item of each list is a stale id, a null id or NaN */
    profiles[COUNT - 1] = (wend_profile){0};
    velocities[COUNT - 1].x = (double)NAN;
    wend_world *w = bulk.world;
    ck_assert_int_eq(wend_world_set_agent_goals(w, bulk.agents, goals, COUNT, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_profiles(w, bulk.agents, profiles, COUNT, NULL),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_set_agent_velocities(w, bulk.agents, velocities, COUNT, NULL),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(
        wend_world_set_goal_positions(w, bulk.goals, positions, NULL, velocities, COUNT, NULL),
        WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_set_goal_positions(w, goals, positions, NULL, NULL, COUNT, NULL),
                     WEND_ERROR_NAME);
    same_after(&bulk, &untouched, 5);
    crowd_free(&bulk);
    crowd_free(&untouched);
}
END_TEST

START_TEST(one_bad_goal_in_a_batch_adds_no_goals) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal_def defs[3] = {wend_default_goal_def(), wend_default_goal_def(),
                             wend_default_goal_def()};
    wend_goal out[3] = {{0}};
    defs[0].name = "first";
    defs[0].capacity = 2;
    defs[1].velocity.x = 1.0;
    defs[2].tolerance = -1.0;
    for (int i = 0; i < 3; i++) { /* the name is free again in each iteration */
        ck_assert_int_eq(wend_world_add_goals(world, defs, 3, out, NULL), WEND_ERROR_INVALID);
        ck_assert_uint_eq(out[0].value, 0);
        ck_assert_uint_eq(wend_world_goal_at(world, 0).value, 0);
        ck_assert_uint_eq(wend_world_goal_at(world, 1).value, 0);
    }
    size_t held = wend_world_get_memory_use(world).held;
    ck_assert_int_eq(wend_world_add_goals(world, defs, 3, NULL, NULL), WEND_ERROR_INVALID);
    ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
    worlds_step(world, 2);
    ck_assert_int_eq(wend_world_add_goals(world, defs, 2, out, NULL), WEND_OK);
    wend_point at;
    ck_assert(wend_world_get_goal_position(world, out[1], &at, NULL));
    ck_assert_double_eq(at.x, 0.0);
    worlds_step(world, 10);
    ck_assert(wend_world_get_goal_position(world, out[1], &at, NULL));
    ck_assert_double_eq_tol(at.x, 1.0, 1e-6);
    wend_world_destroy(world);
}
END_TEST

START_TEST(empty_batch_is_allowed) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    ck_assert_int_eq(wend_world_add_goals(world, NULL, 0, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_areas(world, NULL, 0, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_areas(world, NULL, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agents(world, NULL, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_goals(world, NULL, NULL, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_profiles(world, NULL, NULL, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_velocities(world, NULL, NULL, 0, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_goal_positions(world, NULL, NULL, NULL, NULL, 0, NULL),
                     WEND_OK);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/bulk", bulk_commands_match_single_commands, batch_with_one_bad_item_is_refused,
          one_bad_goal_in_a_batch_adds_no_goals, empty_batch_is_allowed);
}
