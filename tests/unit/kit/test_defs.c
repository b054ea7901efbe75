/* Every function that takes a def refuses a def without a size and a def that is too large; the
 * error names the function that makes a default def. Every such function accepts the smaller defs
 * of older headers. These tests use only the public interface. */
/* needs: kit */
#include "unit/scenario/lab.h"
#include <stdlib.h>
#include <wend/snapshot.h>

static wend_space *space;
static wend_world *world;
static wend_scenario *scenario;

static void set_up(void) {
    lab_set_up();
    wend_space_def space_def = wend_default_space_def();
    ck_assert_int_eq(wend_space_create(&space_def, &space, &lab_error), WEND_OK);
    wend_world_def def = wend_default_world_def();
    def.space = space;
    ck_assert_int_eq(wend_world_create(&def, &world, &lab_error), WEND_OK);
    scenario = lab_load("agents: [{at: [0, 0], goal: [2, 0]}]\n");
}

static void tear_down(void) {
    wend_scenario_destroy(scenario);
    wend_world_destroy(world);
    wend_space_release(space);
    lab_tear_down();
}

static void expect_refusal(wend_result result, const char *name) {
    char text[64];
    snprintf(text, sizeof text, "wend_default_%s_def()", name);
    ck_assert_msg(result == WEND_ERROR_INVALID, "%s: %s", name, wend_result_text(result));
    ck_assert_msg(strstr(lab_error.message, text) != NULL, "%s: %s", name, lab_error.message);
    memset(&lab_error, 0, sizeof lab_error);
}

/* Calls a function with a def of each invalid size. */
#define REFUSES(name, call)                                                                        \
    do {                                                                                           \
        wend_##name##_def def = wend_default_##name##_def();                                       \
        ck_assert_uint_eq(def.size, sizeof def);                                                   \
        const uint32_t sizes[] = {0, sizeof def + 8};                                              \
        for (int i = 0; i < 2; i++) {                                                              \
            def.size = sizes[i];                                                                   \
            expect_refusal(call, #name);                                                           \
        }                                                                                          \
    } while (0)

START_TEST(the_core_refuses_defs_without_a_known_size) {
    wend_space *no_space = NULL;
    wend_world *no_world = NULL;
    REFUSES(space, wend_space_create(&def, &no_space, &lab_error));
    REFUSES(world, (def.space = space, wend_world_create(&def, &no_world, &lab_error)));
    REFUSES(world, wend_world_load(&def, "", 0, &no_world, &lab_error));
    REFUSES(world, wend_world_load_file(&def, "none.snap", &no_world, &lab_error));
    REFUSES(profile, wend_world_add_profile(world, &def, NULL, &lab_error));
    REFUSES(goal, wend_world_add_goal(world, &def, NULL, &lab_error));
    REFUSES(obstacle, wend_world_add_obstacle(world, &def, NULL, &lab_error));
    REFUSES(agent, wend_world_add_agents(world, &def, 1, NULL, &lab_error));
    REFUSES(ghost, wend_world_set_ghosts(world, &def, 1, &lab_error));
    ck_assert_ptr_null(no_space);
    ck_assert_ptr_null(no_world);
    wend_space_def space_def = wend_default_space_def();
    ck_assert_uint_gt(wend_space_def_save(&space_def, NULL, 0), 0);
    space_def.size = 0;
    ck_assert_uint_eq(wend_space_def_save(&space_def, NULL, 0), 0);
    wend_goal_def goal = wend_default_goal_def();
    goal.velocity.x = 3.0;
    ck_assert_double_eq(wend_goal_translation(&goal, 2.0).x, 6.0);
    goal.size = 0;
    ck_assert_double_eq(wend_goal_translation(&goal, 2.0).x, 0.0);
}
END_TEST

START_TEST(the_kit_refuses_defs_without_a_known_size) {
    wend_map *map = NULL;
    wend_scenario *no_scenario = NULL;
    wend_summary *summary = NULL;
    wend_paper_result *paper = NULL;
    wend_explanation explanation;
    REFUSES(convert, wend_convert(&def, NULL, &lab_error));
    REFUSES(navmesh, wend_navmesh_build(&def, &map, &lab_error));
    REFUSES(corridor, wend_corridor_build(&def, &map, &lab_error));
    REFUSES(roadmap, wend_roadmap_build(&def, &map, &lab_error));
    REFUSES(grid, wend_grid_build(&def, &map, &lab_error));
    REFUSES(scenario, wend_scenario_load(&def, &no_scenario, &lab_error));
    REFUSES(map, wend_scenario_build_map(&def, &map, &lab_error));
    REFUSES(route_drawing, wend_scenario_draw_route(&def, "a.svg", &lab_error));
    REFUSES(run, wend_run_scenario(&def, &summary, &lab_error));
    REFUSES(paper, wend_paper_run(&def, &paper, &lab_error));
    REFUSES(explain, wend_explain_scenario(&def, &explanation, &lab_error));
    wend_map_query *query = NULL;
    wend_path_result found;
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_obstacle_def door = wend_default_obstacle_def();
    mesh.space = space;
    mesh.high = (wend_point){5.0, 5.0};
    mesh.doors = &door;
    mesh.door_count = 1;
    door.size = 0;
    expect_refusal(wend_navmesh_build(&mesh, &map, &lab_error), "obstacle");
    mesh.door_count = 0;
    ck_assert_int_eq(wend_navmesh_build(&mesh, &map, &lab_error), WEND_OK);
    REFUSES(path, wend_map_find_path(map, space, &def, query, NULL, 0, &found, &lab_error));
    wend_map_release(map);
}
END_TEST

/* The agent defs have the size that they had in older headers: they end before the member `group`.
 * The array ends with the last agent, so reading beyond it is an error. */
START_TEST(agent_arrays_of_older_headers_are_read_with_their_own_stride) {
    enum { COUNT = 5, OLD = offsetof(wend_agent_def, group) };
    wend_profile_def profile = wend_default_profile_def();
    profile.size = offsetof(wend_profile_def, variant_of);
    profile.variant_of = "nobody"; /* a member beyond the end of the old def */
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &lab_error), WEND_OK);
    unsigned char *bytes = malloc((size_t)COUNT * OLD);
    ck_assert_ptr_nonnull(bytes);
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.size = OLD;
        def.key = 10 + i;
        def.position = (wend_point){2.0 * i, 1.0};
        memcpy(bytes + (size_t)i * OLD, &def, OLD);
    }
    wend_result result = wend_world_add_agents(world, (const wend_agent_def *)(const void *)bytes,
                                               COUNT, NULL, &lab_error);
    free(bytes);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    wend_agent_state states[COUNT];
    ck_assert_uint_eq(wend_world_get_agents(world, states, COUNT), COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        ck_assert_uint_eq(states[i].key, 10 + i);
        ck_assert_double_eq(states[i].position.x, 2.0 * i);
    }
}
END_TEST

START_TEST(one_invalid_def_prevents_adding_any_agent) {
    wend_profile_def profile = wend_default_profile_def();
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &lab_error), WEND_OK);
    wend_agent_def defs[3] = {wend_default_agent_def(), wend_default_agent_def(),
                              wend_default_agent_def()};
    const uint32_t sizes[] = {0, 4, sizeof(wend_agent_def) - 8, sizeof(wend_agent_def) + 8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        defs[2].size = sizes[i];
        expect_refusal(wend_world_add_agents(world, defs, 3, NULL, &lab_error), "agent");
    }
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_agent_count(world), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kit/defs");
    TCase *cases = tcase_create("defs");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, the_core_refuses_defs_without_a_known_size);
    tcase_add_test(cases, the_kit_refuses_defs_without_a_known_size);
    tcase_add_test(cases, agent_arrays_of_older_headers_are_read_with_their_own_stride);
    tcase_add_test(cases, one_invalid_def_prevents_adding_any_agent);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
