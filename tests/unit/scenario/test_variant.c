/* needs: kit */
/* Worlds of a scenario with other seeds. */
#include <wend/snapshot.h>

#include "unit/scenario/lab.h"

static const char text[] =
    "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]],\n"
    "        obstacles: [[[12, 4], [16, 4], [16, 8], [12, 8]]]}\n"
    "goals: {exit: {segment: [[29, 2], [29, 10]], on_arrival: leave}}\n"
    "agents:\n"
    "  - {random: {box: [[1, 1], [8, 11]], count: 20}, goal: exit,\n"
    "     radius: {uniform: [0.2, 0.3]}, delay: {uniform: [0, 2]}}\n"
    "  - {source: {box: [[1, 1], [3, 11]], poisson: 1, until: 9}, goal: exit}\n";

static wend_scenario *load_with_seed(const char *setting) {
    wend_scenario_def def = lab_def(text);
    const char *settings[] = {setting};
    def.settings = settings;
    def.setting_count = 1;
    return lab_load_def(&def);
}

static void check_same_run(wend_world *a, wend_world *b) {
    for (int i = 0; i < 60; i++) {
        ck_assert_uint_eq(wend_world_hash(a), wend_world_hash(b));
        ck_assert_int_eq(wend_world_step(a, 1, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(b, 1, &lab_error), WEND_OK);
    }
    ck_assert_uint_gt(wend_world_agent_count(a), 20);
}

START_TEST(equals_the_scenario_loaded_with_that_seed) {
    wend_scenario *s = load_with_seed("seed=3"), *other = load_with_seed("seed=9");
    wend_world *world = lab_world(s), *expected = lab_world(other), *variant = NULL;
    ck_assert_msg(wend_scenario_create_variant(s, 9, world, &variant, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
    ck_assert_uint_eq(wend_world_seed(variant), 9);
    ck_assert_ptr_eq(wend_world_space(variant), wend_world_space(world));
    ck_assert_uint_ne(wend_world_hash(variant), wend_world_hash(world));
    check_same_run(variant, expected);
    wend_world_destroy(expected);
    wend_world_destroy(variant);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    wend_scenario_destroy(other);
}
END_TEST

START_TEST(shares_the_maps_and_outlives_its_model) {
    wend_scenario *s = load_with_seed("seed=3");
    wend_world *world = lab_world(s), *variant = NULL;
    ck_assert_int_eq(wend_scenario_create_variant(s, 3, world, &variant, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_map_count(variant), wend_world_map_count(world));
    ck_assert_ptr_eq(wend_view_map(wend_world_view(variant), 0, NULL),
                     wend_view_map(wend_world_view(world), 0, NULL));
    wend_world *expected = lab_world(s);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    check_same_run(variant, expected);
    wend_world_destroy(variant);
    wend_world_destroy(expected);
}
END_TEST

START_TEST(reports_a_seed_without_room) {
    wend_scenario *s = lab_load("space: {walkable: [[0, 0], [1.7, 0], [1.7, 1.7], [0, 1.7]]}\n"
                                "agents: [{random: {box: [[0, 0], [1.7, 1.7]], count: 5}}]\n");
    wend_world *world = lab_world(s);
    uint32_t failed = 0;
    for (uint64_t seed = 2; seed < 200; seed++) {
        wend_world *variant = NULL;
        wend_result result = wend_scenario_create_variant(s, seed, world, &variant, &lab_error);
        ck_assert((result == WEND_OK) == (variant != NULL));
        ck_assert_msg(result == WEND_OK || lab_error.line == 2, "%s", lab_error.message);
        failed += result != WEND_OK;
        wend_world_destroy(variant);
    }
    ck_assert_uint_gt(failed, 0);
    ck_assert_uint_lt(failed, 198);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(keeps_the_text_of_the_file) {
    wend_scenario *s = lab_load(text);
    ck_assert_str_eq(wend_scenario_text(s), text);
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("scenario/variant", equals_the_scenario_loaded_with_that_seed,
         shares_the_maps_and_outlives_its_model, reports_a_seed_without_room,
         keeps_the_text_of_the_file)
