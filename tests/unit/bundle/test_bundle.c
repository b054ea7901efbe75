/* needs: kit */
/* Saves worlds with their space and maps as bundles, and loads them. */
#include "support/kit/saved_bundles.h"

#include <math.h>
#include <stdlib.h>

#include "support/kit/saved_worlds.h"
#include "support/worlds.h"
#include "unit/scenario/lab.h"

enum { STEPS = 120, HEADER = 24 };

static wend_scenario *scenario;
static wend_world *worlds[SAVED_BUNDLE_STARTS];
static wend_bundle_def def;
static uint8_t *bytes;
static size_t size;
static wend_bundle *bundle;

static void set_up(void) {
    lab_set_up();
    scenario = saved_bundle_scenario(lab_registry, 1);
    saved_bundle_worlds(lab_registry, worlds);
    def = wend_default_bundle_def();
    def.space_def = wend_scenario_space_def(scenario);
    def.starts = worlds;
    def.start_count = SAVED_BUNDLE_STARTS;
    def.title = "everything";
    def.text = "# a text\n";
    def.end = 12.5;
    def.final_step = 7;
    def.final_hash = UINT64_C(0xfedcba9876543210);
    bytes = saved_bundle_bytes(&def, &size);
    bundle = NULL;
    ck_assert_msg(wend_bundle_load(bytes, size, NULL, &bundle, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
}

static void tear_down(void) {
    wend_bundle_destroy(bundle);
    free(bytes);
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        wend_world_destroy(worlds[i]);
    }
    wend_scenario_destroy(scenario);
    lab_tear_down();
}

static wend_world *create(uint32_t start, uint32_t threads) {
    wend_world_def made = wend_default_world_def();
    wend_world *world = NULL;
    made.registry = lab_registry;
    made.threads = threads;
    ck_assert_msg(wend_bundle_create_world(bundle, &made, start, &world, &lab_error) == WEND_OK,
                  "%s", lab_error.message);
    return world;
}

/* Steps both worlds, and compares the hash of every step. */
static void check_same_run(wend_world *a, wend_world *b, uint32_t steps) {
    ck_assert_uint_eq(wend_world_hash(a), wend_world_hash(b));
    for (uint32_t i = 0; i < steps; i++) {
        ck_assert_msg(wend_world_step(a, 1, &lab_error) == WEND_OK, "%s", lab_error.message);
        ck_assert_msg(wend_world_step(b, 1, &lab_error) == WEND_OK, "%s", lab_error.message);
        ck_assert_msg(wend_world_hash(a) == wend_world_hash(b), "step %u", i);
    }
}

/* ---- Contents -------------------------------------------------------------------------------- */

START_TEST(holds_the_properties) {
    wend_bundle_info info = wend_bundle_get_info(bundle);
    ck_assert_str_eq(info.title, "everything");
    ck_assert_str_eq(info.text, "# a text\n");
    ck_assert_double_eq(info.end, 12.5);
    ck_assert_uint_eq(info.final_step, 7);
    ck_assert_uint_eq(info.final_hash, UINT64_C(0xfedcba9876543210));
    ck_assert_uint_eq(info.start_count, SAVED_BUNDLE_STARTS);
    ck_assert_uint_eq(info.map_count, 6);
}
END_TEST

START_TEST(a_bundle_without_texts_never_ends) {
    wend_bundle_def plain = wend_default_bundle_def();
    plain.space_def = def.space_def;
    plain.starts = worlds;
    plain.start_count = 1;
    size_t length;
    uint8_t *small = saved_bundle_bytes(&plain, &length);
    wend_bundle *loaded = NULL;
    ck_assert_int_eq(wend_bundle_load(small, length, NULL, &loaded, &lab_error), WEND_OK);
    wend_bundle_info info = wend_bundle_get_info(loaded);
    ck_assert_str_eq(info.title, "");
    ck_assert_ptr_null(info.text);
    ck_assert(isinf(info.end) && info.end > 0);
    ck_assert_uint_eq(info.final_step, 0);
    ck_assert_uint_eq(info.start_count, 1);
    wend_bundle_destroy(loaded);
    free(small);
}
END_TEST

START_TEST(holds_the_space) {
    const wend_space_def *loaded = wend_bundle_space_def(bundle);
    ck_assert_uint_eq(wend_space_hash(wend_bundle_space(bundle)),
                      wend_space_hash(wend_scenario_space(scenario)));
    size_t length = wend_space_def_save(def.space_def, NULL, 0);
    ck_assert_uint_eq(wend_space_def_save(loaded, NULL, 0), length);
    uint8_t *before = malloc(length), *after = malloc(length);
    ck_assert(before != NULL && after != NULL);
    wend_space_def_save(def.space_def, before, length);
    wend_space_def_save(loaded, after, length);
    ck_assert_mem_eq(before, after, length);
    ck_assert_uint_gt(loaded->layers[0].height_count, 0);
    ck_assert_uint_gt(loaded->layers[0].terrains[0].hole_count, 0);
    ck_assert_uint_gt(loaded->connection_count, 0);
    free(before);
    free(after);
}
END_TEST

START_TEST(holds_one_map_of_each_kind) {
    static const char *const names[] = {"mesh", "axis", "network", "ground", "cells", "arrows"};
    static const char *const kinds[] = {"navmesh", "corridor", "roadmap",
                                        "terrain", "grid",     "guidance"};
    for (uint32_t i = 0; i < 6; i++) {
        const char *name = NULL;
        const wend_map *map = wend_bundle_map(bundle, i, &name);
        ck_assert_str_eq(name, names[i]);
        ck_assert_str_eq(wend_map_kind(map), kinds[i]);
        ck_assert_ptr_eq(wend_bundle_map(bundle, i, NULL), map);
    }
}
END_TEST

START_TEST(saves_to_the_same_bytes_after_loading) {
    wend_world *again[SAVED_BUNDLE_STARTS];
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        again[i] = create(i, 1);
    }
    def.starts = again;
    def.space_def = wend_bundle_space_def(bundle);
    size_t length;
    uint8_t *copy = saved_bundle_bytes(&def, &length);
    ck_assert_uint_eq(length, size);
    ck_assert_mem_eq(copy, bytes, size);
    free(copy);
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        wend_world_destroy(again[i]);
    }
}
END_TEST

START_TEST(writes_nothing_into_a_small_buffer) {
    uint8_t byte = 0xee;
    size_t length = 0;
    ck_assert_int_eq(wend_bundle_save(&def, &byte, 1, &length, NULL), WEND_OK);
    ck_assert_uint_eq(byte, 0xee);
    ck_assert_uint_eq(length, size);
}
END_TEST

START_TEST(the_end_of_a_run_can_be_set_later) {
    def.final_step = 99;
    def.final_hash = 5;
    size_t length;
    uint8_t *other = saved_bundle_bytes(&def, &length);
    uint8_t *changed = malloc(size);
    ck_assert_ptr_nonnull(changed);
    memcpy(changed, bytes, size);
    ck_assert_int_eq(wend_bundle_set_final(changed, size, 99, 5, &lab_error), WEND_OK);
    ck_assert_uint_eq(length, size);
    ck_assert_mem_eq(changed, other, size);
    changed[100] ^= 1;
    other[100] ^= 1;
    ck_assert_int_eq(wend_bundle_set_final(changed, size, 1, 1, &lab_error), WEND_ERROR_FORMAT);
    ck_assert_mem_eq(changed, other, size);
    for (size_t length_left = HEADER; length_left < HEADER + 24; length_left++) {
        uint8_t *part = malloc(length_left); /* a sanitizer watches its end */
        ck_assert_ptr_nonnull(part);
        memcpy(part, bytes, length_left);
        saved_bundle_seal(part, length_left);
        ck_assert_int_eq(wend_bundle_set_final(part, length_left, 1, 1, &lab_error),
                         WEND_ERROR_FORMAT);
        free(part);
    }
    free(changed);
    free(other);
}
END_TEST

/* ---- Worlds ---------------------------------------------------------------------------------- */

START_TEST(each_start_continues_bit_for_bit) {
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        wend_world *world = create(i, 1 + i);
        ck_assert_uint_eq(wend_world_seed(world), i + 1);
        check_same_run(worlds[i], world, STEPS);
        ck_assert_uint_gt(wend_world_agent_count(world), 0);
        wend_world_destroy(world);
    }
    ck_assert_uint_ne(wend_world_hash(worlds[0]), wend_world_hash(worlds[1]));
}
END_TEST

START_TEST(snapshots_of_its_worlds_load) {
    wend_world_def made = wend_default_world_def();
    made.registry = lab_registry;
    wend_world *world = create(0, 1), *again = NULL;
    for (uint32_t i = 0; i < 4; i++) {
        worlds_step(world, 15);
        size_t length;
        uint8_t *saved = saved_world_bytes(world, &length);
        ck_assert_msg(wend_bundle_load_world(bundle, &made, saved, length, &again, &lab_error) ==
                          WEND_OK,
                      "%s", lab_error.message);
        check_same_run(world, again, 20);
        wend_world_destroy(again);
        free(saved);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(worlds_outlive_their_bundle) {
    wend_world *world = create(1, 1);
    wend_bundle_destroy(bundle);
    bundle = NULL;
    check_same_run(worlds[1], world, STEPS);
    wend_world_destroy(world);
}
END_TEST

START_TEST(snapshots_of_other_worlds_are_refused) {
    wend_world_def made = wend_default_world_def();
    wend_world *other = worlds_make(worlds_open(), NULL), *world = NULL;
    size_t length;
    uint8_t *saved = saved_world_bytes(other, &length);
    ck_assert_int_eq(wend_bundle_load_world(bundle, &made, saved, length, &world, &lab_error),
                     WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(lab_error.message, "another space"));
    free(saved);
    wend_world_destroy(other);
    worlds_step(worlds[0], 1);
    wend_map *map = NULL;
    wend_map_def navmesh = wend_default_map_def();
    navmesh.scenario = scenario;
    ck_assert_int_eq(wend_scenario_build_map(&navmesh, &map, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(worlds[0], "more", map, NULL, &lab_error), WEND_OK);
    saved = saved_world_bytes(worlds[0], &length);
    made.registry = lab_registry;
    ck_assert_int_eq(wend_bundle_load_world(bundle, &made, saved, length, &world, &lab_error),
                     WEND_ERROR_NAME);
    ck_assert_str_eq(lab_error.message, "the bundle has no map 'more'");
    free(saved);
    wend_map_release(map);
}
END_TEST

/* ---- Definitions that are refused ------------------------------------------------------------ */

static void check_refused(wend_result code, const char *why) {
    size_t length = 0;
    wend_result result = wend_bundle_save(&def, bytes, size, &length, &lab_error);
    ck_assert_msg(result == code, "%d instead of: %s", (int)result, why);
    ck_assert_msg(strstr(lab_error.message, why) != NULL, "%s", lab_error.message);
    ck_assert_uint_eq(length, 0);
}

START_TEST(refuses_values_out_of_range) {
    wend_bundle_def good = def;
    def.start_count = 0;
    check_refused(WEND_ERROR_INVALID, "0 starts, expected between 1 and 64");
    def.start_count = WEND_MAX_BUNDLE_STARTS + 1;
    check_refused(WEND_ERROR_INVALID, "65 starts");
    def = good;
    def.end = (double)NAN;
    check_refused(WEND_ERROR_INVALID, "the end time of a bundle is");
    def.end = -1;
    check_refused(WEND_ERROR_INVALID, "is -1 s, expected 0 or more");
    def = good;
    def.size = 0;
    check_refused(WEND_ERROR_INVALID, "wend_default_bundle_def()");
}
END_TEST

START_TEST(refuses_long_texts) {
    size_t length = (size_t)WEND_MAX_BUNDLE_TEXT + 1;
    char *text = malloc(length + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', length);
    text[length] = 0;
    def.text = text;
    check_refused(WEND_ERROR_LIMIT, "the scenario text of a bundle has 16777217 bytes");
    text[4096] = 0;
    def.title = text;
    check_refused(WEND_ERROR_LIMIT, "the title of a bundle has 4096 bytes, expected at most 4095");
    free(text);
}
END_TEST

START_TEST(refuses_worlds_of_different_spaces_and_maps) {
    wend_world *good = worlds[1];
    worlds[1] = worlds_make(worlds_open(), NULL);
    check_refused(WEND_ERROR_INVALID, "start 1 of a bundle has another space than start 0");
    wend_world_destroy(worlds[1]);
    wend_world_def plain = wend_default_world_def();
    plain.space = wend_scenario_space(scenario);
    ck_assert_int_eq(wend_world_create(&plain, &worlds[1], &lab_error), WEND_OK);
    check_refused(WEND_ERROR_INVALID, "start 1 of a bundle has other maps than start 0");
    wend_world_destroy(worlds[1]);
    worlds[1] = good;
    wend_space_def nothing = wend_default_space_def();
    def.space_def = &nothing;
    check_refused(WEND_ERROR_INVALID, "gives another space than that of its worlds");
}
END_TEST

START_TEST(refuses_a_queued_replacement_of_a_map) {
    wend_map_slot slot = wend_world_map_at(worlds[1], 0);
    wend_map *map = wend_bundle_map(bundle, 0, NULL);
    ck_assert_int_eq(
        wend_world_replace_map(worlds[1], slot, wend_map_get_info(map).hash, map, &lab_error),
        WEND_OK);
    check_refused(WEND_ERROR_INVALID, "start 1 of a bundle has a queued replacement of a map");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/bundle");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, holds_the_properties);
    tcase_add_test(all, a_bundle_without_texts_never_ends);
    tcase_add_test(all, holds_the_space);
    tcase_add_test(all, holds_one_map_of_each_kind);
    tcase_add_test(all, saves_to_the_same_bytes_after_loading);
    tcase_add_test(all, writes_nothing_into_a_small_buffer);
    tcase_add_test(all, the_end_of_a_run_can_be_set_later);
    tcase_add_test(all, each_start_continues_bit_for_bit);
    tcase_add_test(all, snapshots_of_its_worlds_load);
    tcase_add_test(all, worlds_outlive_their_bundle);
    tcase_add_test(all, snapshots_of_other_worlds_are_refused);
    tcase_add_test(all, refuses_values_out_of_range);
    tcase_add_test(all, refuses_long_texts);
    tcase_add_test(all, refuses_worlds_of_different_spaces_and_maps);
    tcase_add_test(all, refuses_a_queued_replacement_of_a_map);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
