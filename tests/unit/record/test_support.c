/* Tests the helpers that output formats share: frame numbers, consecutive numbers for agent keys,
 * and the ground as text. */
#include "record/file/clock.h"
#include "record/file/keys.h"
#include "record/file/walkable.h"
#include "unit/scenario/lab.h"
#include <math.h>

static int64_t number_at(record_clock *clock, double time) {
    int64_t number = -2;
    ck_assert_int_eq(clock_number(clock, time, &number, &lab_error), WEND_OK);
    return number;
}

START_TEST(frames_are_numbered_by_their_time) {
    record_clock clock;
    wend_recording recording = {.frame_interval = 0.25};
    clock_init(&clock, &recording);
    ck_assert_double_eq(clock_rate(&clock), 4.0);
    static const double times[] = {7.0, 7.3, 7.5, 7.8, 8.0, 8.12, 9.0, 9.01};
    static const int64_t numbers[] = {0, 1, 2, 3, 4, -1, 8, -1};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        ck_assert_int_eq(number_at(&clock, times[i]), numbers[i]);
    }
    int64_t number = 0;
    ck_assert_int_eq(clock_number(&clock, 1e30, &number, &lab_error), WEND_ERROR_LIMIT);
    ck_assert_int_eq(clock_number(&clock, NAN, &number, &lab_error), WEND_ERROR_LIMIT);
    recording.frame_interval = 0.0;
    clock_init(&clock, &recording);
    ck_assert_double_eq(clock_rate(&clock), 1.0);
    /* A long run at an interval that is not a binary fraction. */
    recording.frame_interval = 0.1;
    clock_init(&clock, &recording);
    double time = 0.0;
    for (int64_t i = 0; i < 200000; i++, time += 0.1) {
        ck_assert_int_eq(number_at(&clock, time), i);
    }
}
END_TEST

START_TEST(keys_are_numbered_in_order_of_first_appearance) {
    enum { KEYS = 5000 };
    static uint64_t keys[KEYS];
    memory heap;
    key_table table;
    memory_init(&heap, NULL);
    keys_init(&table, &heap);
    for (uint32_t i = 0; i < KEYS; i++) {
        /* Some keys are small, and some differ only in their high bits; 0 and the largest key are
         * among them. */
        keys[i] = i % 2 == 0 ? i / 2 : UINT64_MAX - ((uint64_t)i << 40);
    }
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < KEYS; i++) {
            uint32_t number = UINT32_MAX;
            ck_assert(keys_number(&table, keys[i], &number));
            ck_assert_uint_eq(number, i);
        }
    }
    ck_assert_uint_eq(table.count, KEYS);
    keys_free(&table);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

static const char *ground_of(const wend_space_def *def, record_box *bounds) {
    static char text[2000];
    memory heap;
    memory_init(&heap, NULL);
    char *made = NULL;
    record_box seen = box_empty();
    ck_assert(box_is_empty(&seen));
    box_add(&seen, (wend_point){2, 3});
    ck_assert(!box_is_empty(&seen));
    wend_result result = walkable_text(def, &seen, &heap, &made, bounds, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    snprintf(text, sizeof text, "%s", made);
    memory_free_text(&heap, made);
    ck_assert_uint_eq(heap.held, 0);
    return text;
}

/* Writes courtyards in solids, solids in courtyards, solids that touch, and switchable solids. */
START_TEST(writes_nested_solids_and_courtyards) {
    static const wend_point outer[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}},
                            house[] = {{2, 2}, {18, 2}, {18, 18}, {2, 18}},
                            yard[] = {{4, 4}, {16, 4}, {16, 16}, {4, 16}},
                            tree[] = {{6, 6}, {7, 6}, {7, 7}, {6, 7}},
                            bush[] = {{7, 7}, {8, 7}, {8, 8}, {7, 8}},
                            entrance[] = {{10, 10}, {12, 10}, {12, 12}, {10, 12}};
    const wend_ring boundaries[] = {{yard, 4}, {outer, 4}};
    const wend_solid_def solids[] = {
        {{tree, 4}, 0}, {{bush, 4}, 0}, {{house, 4}, 0}, {{entrance, 4}, 1}};
    const wend_layer_def layer = {
        .boundaries = boundaries, .boundary_count = 2, .solids = solids, .solid_count = 4};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    ck_assert_msg(wend_space_create(&def, &space, &lab_error) == WEND_OK, "%s", lab_error.message);
    record_box bounds;
    ck_assert_str_eq(ground_of(&def, &bounds),
                     "MULTIPOLYGON (((4 4, 4 16, 16 16, 16 4, 4 4), (7 7, 8 7, 8 8, 7 8, 7 7), "
                     "(6 6, 7 6, 7 7, 6 7, 6 6)), ((0 0, 0 20, 20 20, 20 0, 0 0), (2 2, 18 2, 18 "
                     "18, 2 18, 2 2)))");
    ck_assert(bounds.low.x == 0 && bounds.low.y == 0 && bounds.high.x == 20 && bounds.high.y == 20);
    /* The ground in the text has an area of 400 - 256 + 144 - 2. The area that the space itself
     * reports is smaller by the 4 m^2 of the switchable solid. */
    ck_assert_double_eq_tol(wend_space_area(space, 0), 286 - 4, 1e-6);
    wend_space_release(space);
}
END_TEST

START_TEST(open_ground_is_written_as_bounding_box) {
    record_box bounds;
    ck_assert_str_eq(ground_of(NULL, &bounds), "POLYGON ((1 2, 1 4, 3 4, 3 2, 1 2))");
    static const wend_point block[] = {{8, 8}, {9, 8}, {9, 9}, {8, 9}};
    const wend_solid_def solid = {{block, 4}, 0};
    const wend_layer_def layer = {.solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_str_eq(ground_of(&def, &bounds),
                     "POLYGON ((1 2, 1 10, 10 10, 10 2, 1 2), (8 8, 9 8, 9 9, 8 9, 8 8))");
    ck_assert(bounds.low.x == 1 && bounds.low.y == 2 && bounds.high.x == 10 && bounds.high.y == 10);
}
END_TEST

LAB_MAIN("support", frames_are_numbered_by_their_time,
         keys_are_numbered_in_order_of_first_appearance, writes_nested_solids_and_courtyards,
         open_ground_is_written_as_bounding_box)
