/* A loaded world continues like the saved world. Each test reproduces a situation, found by
 * adversarial trials, in which the two worlds once differed or saving crashed. */
#include "support/floors.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

/* Steps a world and a copy of it, which was saved and loaded, side by side. */
static void check_continues_alike(wend_world *world, uint32_t steps) {
    wend_world *loaded = worlds_reload(world, NULL);
    for (uint32_t i = 0; i < steps; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        ck_assert_uint_eq(wend_world_get_stats(world).plans, wend_world_get_stats(loaded).plans);
    }
    wend_world_destroy(loaded);
}

/* In a space with connections, an agent's leg stores the number of points of its path. */
START_TEST(loaded_world_continues_identically_after_path_removal) {
    for (int round = 0; round < 3; round++) {
        wend_connection_def ladder = floors_ladder(5, 5, 1.0);
        wend_world *world = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
        const wend_point points[] = {{3, 4}, {6, 2}};
        wend_path path;
        ck_assert_int_eq(wend_world_add_path(world, points, NULL, 2, &path, NULL), WEND_OK);
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){1, 1};
        def.path = path;
        def.goal = round == 2 ? (wend_goal){0} : floors_goal(world, 18, 6, 0);
        worlds_add(world, &def);
        worlds_step(world, round == 1 ? 5 : 0);
        ck_assert_int_eq(wend_world_remove_path(world, path, NULL), WEND_OK);
        check_continues_alike(world, 1);
        check_continues_alike(world, 40);
        wend_world_destroy(world);
    }
}
END_TEST

/* A teleported agent with the model `external` appears to move to its new position in one step, at
 * whatever speed that takes. */
START_TEST(loaded_world_continues_identically_with_very_fast_carrier) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "external");
    wend_goal_def def = wend_default_goal_def();
    def.carrier = 1;
    worlds_add_goal(world, &def);
    wend_agent_def carrier = wend_default_agent_def();
    carrier.key = 1;
    wend_agent agent = worlds_add(world, &carrier);
    worlds_step(world, 2);
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){500, 0}, 0, NULL),
                     WEND_OK);
    worlds_step(world, 1);
    ck_assert_float_gt(worlds_state(world, agent).velocity.x, 1000.0F);
    check_continues_alike(world, 3);
    wend_ghost_def ghost; /* the ghost of such a fast agent is accepted too */
    ck_assert_int_eq(wend_world_teleport_agent(world, agent, (wend_point){0, 0}, 0, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(wend_world_get_agent_ghost(world, agent, &ghost));
    ghost.key = 2;
    ck_assert_int_eq(wend_world_set_ghosts(world, &ghost, 1, NULL), WEND_OK);
    check_continues_alike(world, 3);
    wend_world_destroy(world);
}
END_TEST

/* A goal rests at the end of its motion. Loading it there must not count as motion, or agents that
 * could not reach it would request a route again. */
START_TEST(loaded_world_continues_identically_after_an_unreachable_goal_stops) {
    const wend_point rooms[2][4] = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}},
                                    {{11, 0}, {30, 0}, {30, 10}, {11, 10}}};
    const wend_ring rings[] = {{rooms[0], 4}, {rooms[1], 4}};
    wend_layer_def layer = {.boundaries = rings, .boundary_count = 2};
    wend_space_def space_def = wend_default_space_def();
    space_def.layers = &layer;
    space_def.layer_count = 1;
    wend_space *space;
    ck_assert_int_eq(wend_space_create(&space_def, &space, NULL), WEND_OK);
    wend_world *world = worlds_make(space, NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.select.name = "cycle";
    profile.plan.name = "sight";
    worlds_add_profile(world, &profile);
    const wend_point way[] = {{0, 0}, {2, 0}};
    wend_goal_def moving = wend_default_goal_def();
    moving.points = &(wend_point){20, 5};
    moving.path = way;
    moving.path_count = 2;
    moving.path_speed = 10.0;
    wend_goal goals[] = {worlds_add_goal(world, &moving), worlds_point(world, 25, 8)};
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, goals, 2);
    for (uint32_t i = 1; i < 8; i++) {
        def.key = i;
        def.position = (wend_point){2, i};
        worlds_add(world, &def);
    }
    worlds_step(world, 60);
    ck_assert(worlds_state(world, wend_world_find_agent(world, 1)).activity ==
              WEND_ACTIVITY_STRANDED);
    check_continues_alike(world, 40);
    wend_world_destroy(world);
}
END_TEST

/* A model that returns an invalid solve status. */
static void steer_badly(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){.solve_status = 200};
        }
    }
}

static const wend_steering bad_status = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "bad_status", .summary = "status 200"}},
    .steer = steer_badly};

START_TEST(saves_invalid_solve_status_as_infeasible) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &bad_status.stage.entry, NULL),
                     WEND_OK);
    wend_world *world = worlds_make(worlds_open(), registry);
    worlds_profile(world, "bad_status");
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 5, 0));
    worlds_step(world, 2);
    ck_assert_uint_eq(worlds_state(world, agent).solve_status, WEND_SOLVE_INFEASIBLE);
    wend_world *loaded = worlds_reload(world, registry);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    wend_world_destroy(loaded);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/reload", loaded_world_continues_identically_after_path_removal,
          loaded_world_continues_identically_with_very_fast_carrier,
          loaded_world_continues_identically_after_an_unreachable_goal_stops,
          saves_invalid_solve_status_as_infeasible);
}
