/* needs: kit */
/* Damaged and hostile bundles: each is refused with a message that states what is wrong and where,
 * or gives worlds that step, are saved and load again. */
/* cost: 5 */
#include "support/kit/saved_bundles.h"

#include <stdlib.h>

#include "support/spaces.h"
#include "support/trials.h"
#include "support/worlds.h"
#include "unit/scenario/lab.h"

enum { HEADER = 24, SEED = 11 };

static uint8_t *bytes;
static size_t size;

static void set_up(void) {
    lab_set_up();
    bytes = saved_bundle_make(lab_registry, &size);
}

static void tear_down(void) {
    free(bytes);
    lab_tear_down();
}

static wend_result load(const uint8_t *from, size_t length) {
    wend_bundle *bundle = NULL;
    lab_error.message[0] = 0;
    wend_result result = wend_bundle_load(from, length, NULL, &bundle, &lab_error);
    ck_assert_msg((result == WEND_OK) == (bundle != NULL), "%d", (int)result);
    wend_bundle_destroy(bundle);
    return result;
}

/* Returns a copy whose end a sanitizer watches. */
static uint8_t *copy_bytes(size_t length) {
    uint8_t *copy = malloc(length);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, length);
    return copy;
}

static bool mentions(const char *what) {
    return strstr(lab_error.message, what) != NULL;
}

/* Returns a bundle of a few kilobytes, with a room and one agent; the caller frees it. */
static uint8_t *make_small(size_t *length) {
    wend_scenario *s = lab_load("space: {walkable: [[0, 0], [9, 0], [9, 5], [0, 5]]}\n"
                                "plan: straight\n"
                                "agents: [{at: [2, 2], goal: [8, 2]}]\n");
    wend_world *world = lab_world(s);
    wend_bundle_def def = wend_default_bundle_def();
    def.space_def = wend_scenario_space_def(s);
    def.starts = &world;
    def.start_count = 1;
    uint8_t *small = saved_bundle_bytes(&def, length);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return small;
}

START_TEST(each_flipped_byte_is_detected) {
    size_t length;
    uint8_t *small = make_small(&length);
    for (size_t at = 0; at < length; at++) {
        small[at] ^= (uint8_t)(1U << at % 8);
        ck_assert_msg(load(small, length) == WEND_ERROR_FORMAT, "byte %zu", at);
        ck_assert_msg(mentions("the bundle"), "%s", lab_error.message);
        small[at] ^= (uint8_t)(1U << at % 8);
    }
    free(small);
}
END_TEST

START_TEST(each_flipped_byte_behind_the_checksums_is_refused_or_harmless) {
    size_t length;
    uint8_t *small = make_small(&length);
    saved_bundle_part parts[SAVED_BUNDLE_PARTS];
    uint32_t count = saved_bundle_parts(small, parts), refused = 0;
    ck_assert_uint_eq(count, 2);
    for (size_t at = HEADER; at < length; at++) {
        uint8_t *copy = malloc(length);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, small, length);
        copy[at] ^= (uint8_t)(1U << at % 8);
        for (uint32_t i = 0; i < count; i++) {
            saved_bundle_seal_part(copy + parts[i].at, parts[i].size);
        }
        saved_bundle_seal(copy, length);
        refused += saved_bundle_use(copy, length, lab_registry, &lab_error) != WEND_OK;
        free(copy);
    }
    ck_assert_uint_gt(refused, length / 4);
    ck_assert_uint_lt(refused, length);
    free(small);
}
END_TEST

START_TEST(truncated_bundles_are_refused) {
    for (size_t length = 0; length < size; length += 1 + length / 53) {
        uint8_t *copy = length > 0 ? copy_bytes(length) : NULL;
        ck_assert_int_eq(load(copy, length), WEND_ERROR_FORMAT);
        if (length >= HEADER) {
            saved_bundle_seal(copy, length);
            ck_assert_msg(load(copy, length) == WEND_ERROR_FORMAT, "%zu bytes", length);
            ck_assert_msg(mentions("byte "), "%s", lab_error.message);
        }
        free(copy);
    }
}
END_TEST

START_TEST(damage_behind_the_checksums_is_refused_or_harmless) {
    saved_bundle_part parts[SAVED_BUNDLE_PARTS];
    uint32_t count = saved_bundle_parts(bytes, parts), refused = 0, taken = 0;
    dice from = {SEED};
    for (uint32_t i = 0; i < trials(3000); i++) {
        uint8_t *copy = copy_bytes(size);
        const saved_bundle_part *part = &parts[i % count];
        copy[part->at + HEADER + dice_below(&from, (uint32_t)part->size - HEADER)] =
            (uint8_t)dice_bits(&from);
        saved_bundle_seal_part(copy + part->at, part->size);
        saved_bundle_seal(copy, size);
        bool is_taken = saved_bundle_use(copy, size, lab_registry, &lab_error) == WEND_OK;
        taken += is_taken;
        refused += !is_taken;
        ck_assert_msg(is_taken || mentions(" at byte "), "%s", lab_error.message);
        free(copy);
    }
    ck_assert_uint_gt(refused, trials_bound(1000));
    ck_assert_uint_gt(taken, trials_bound(100));
}
END_TEST

START_TEST(damage_between_the_parts_is_refused_or_harmless) {
    saved_bundle_part parts[SAVED_BUNDLE_PARTS];
    uint32_t count = saved_bundle_parts(bytes, parts);
    static const uint32_t numbers[] = {0, 1, 63, 65, 4097, 0x7fffffff, 0x80000000, 0xffffffff};
    for (uint32_t k = 0; k < count; k++) {
        size_t end = parts[k].at, begin = k > 0 ? parts[k - 1].at + parts[k - 1].size : HEADER;
        for (size_t at = begin; at + 4 <= end; at++) {
            uint8_t *copy = copy_bytes(size);
            memcpy(copy + at, &numbers[at % 8], 4);
            saved_bundle_seal(copy, size);
            saved_bundle_use(copy, size, lab_registry, &lab_error);
            ck_assert_ptr_null(strstr(lab_error.message, "out of memory"));
            free(copy);
        }
    }
}
END_TEST

START_TEST(messages_state_what_is_wrong_and_where) {
    saved_bundle_part parts[SAVED_BUNDLE_PARTS];
    uint32_t count = saved_bundle_parts(bytes, parts);
    const uint32_t many = 0xffffff00;
    char place[40];
    memcpy(bytes + parts[0].at - 4, &many, 4); /* the size of the space */
    saved_bundle_seal(bytes, size);
    ck_assert_int_eq(load(bytes, size), WEND_ERROR_FORMAT);
    snprintf(place, sizeof place, "a count is too large (byte %zu)", parts[0].at);
    ck_assert_msg(mentions(place), "%s", lab_error.message);
    uint32_t right = (uint32_t)parts[0].size;
    memcpy(bytes + parts[0].at - 4, &right, 4);

    bytes[parts[2].at + HEADER + 9] ^= 1; /* in the map `axis` */
    saved_bundle_seal(bytes, size);
    ck_assert_int_eq(load(bytes, size), WEND_ERROR_FORMAT);
    snprintf(place, sizeof place, "map axis of the bundle, at byte %zu: ", parts[2].at);
    ck_assert_msg(mentions(place) && mentions("checksum"), "%s", lab_error.message);
    bytes[parts[2].at + HEADER + 9] ^= 1;

    bytes[parts[2].at + HEADER] ^= 1; /* the hash of the space */
    saved_bundle_seal_part(bytes + parts[2].at, parts[2].size);
    saved_bundle_seal(bytes, size);
    ck_assert_int_eq(load(bytes, size), WEND_ERROR_FORMAT);
    ck_assert_msg(mentions(place) && mentions("built for another space"), "%s", lab_error.message);
    bytes[parts[2].at + HEADER] ^= 1;
    saved_bundle_seal_part(bytes + parts[2].at, parts[2].size);

    bytes[parts[count - 1].at + HEADER + 100] ^= 1; /* in start 1 */
    saved_bundle_seal(bytes, size);
    ck_assert_int_eq(load(bytes, size), WEND_OK); /* snapshots are read later */
    ck_assert_int_eq(saved_bundle_use(bytes, size, lab_registry, &lab_error), WEND_ERROR_FORMAT);
    snprintf(place, sizeof place, "start 1 of the bundle, at byte %zu: ", parts[count - 1].at);
    ck_assert_msg(mentions(place), "%s", lab_error.message);
}
END_TEST

START_TEST(other_files_are_not_bundles) {
    ck_assert_int_eq(load((const uint8_t *)"WENDMAP", 7), WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.message, "the bundle cannot be read: it is not a bundle");
    bytes[8]++;
    ck_assert_int_eq(load(bytes, size), WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.message, "the bundle has version 2, this library reads version 1");
}
END_TEST

START_TEST(extra_bytes_are_refused) {
    uint8_t *longer = calloc(1, size + 4);
    ck_assert_ptr_nonnull(longer);
    memcpy(longer, bytes, size);
    saved_bundle_seal(longer, size + 4);
    ck_assert_int_eq(load(longer, size + 4), WEND_ERROR_FORMAT);
    ck_assert_msg(mentions("extra bytes at its end"), "%s", lab_error.message);
    free(longer);
}
END_TEST

START_TEST(two_maps_of_one_name_are_refused) {
    for (size_t at = HEADER; at + 5 < size; at++) { /* both names have four letters */
        if (memcmp(bytes + at, "axis", 5) == 0) {
            memcpy(bytes + at, "mesh", 5);
        }
    }
    saved_bundle_seal(bytes, size);
    ck_assert_int_eq(load(bytes, size), WEND_ERROR_FORMAT);
    ck_assert_msg(mentions("two maps have the same name"), "%s", lab_error.message);
}
END_TEST

START_TEST(running_out_of_memory_is_reported) {
    bool done = false;
    for (unsigned long fails_at = 1; !done; fails_at++) {
        worlds_heap heap = {.fails_at = fails_at};
        wend_allocator allocator = worlds_allocator(&heap);
        wend_bundle *bundle = NULL;
        wend_result result = wend_bundle_load(bytes, size, &allocator, &bundle, &lab_error);
        done = result == WEND_OK;
        ck_assert(done || result == WEND_ERROR_MEMORY || mentions("out of memory"));
        wend_bundle_destroy(bundle);
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/damage");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, each_flipped_byte_is_detected);
    tcase_add_test(all, each_flipped_byte_behind_the_checksums_is_refused_or_harmless);
    tcase_add_test(all, truncated_bundles_are_refused);
    tcase_add_test(all, damage_behind_the_checksums_is_refused_or_harmless);
    tcase_add_test(all, damage_between_the_parts_is_refused_or_harmless);
    tcase_add_test(all, messages_state_what_is_wrong_and_where);
    tcase_add_test(all, other_files_are_not_bundles);
    tcase_add_test(all, extra_bytes_are_refused);
    tcase_add_test(all, two_maps_of_one_name_are_refused);
    tcase_add_test(all, running_out_of_memory_is_reported);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
