/* Snapshots: a loaded world continues with bit-identical results, and a damaged snapshot is
 * refused. */
/* label: threads */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "base/hash.h"
#include "support/busy.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { HEADER_SIZE = 24 };

/* Returns the version of the format, as stored in the snapshot. */
static uint32_t version_of(const uint8_t *bytes) {
    uint32_t version;
    memcpy(&version, bytes + 8, sizeof version);
    return version;
}

static void step(busy_world *busy, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        wend_error error = {0};
        busy_command(busy, wend_world_step_count(busy->world));
        ck_assert_msg(wend_world_step(busy->world, 1, &error) == WEND_OK, "%s", error.message);
    }
}

static void *save(const wend_world *world, size_t *size) {
    *size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(*size);
    ck_assert_uint_eq(wend_world_save(world, bytes, *size), *size);
    return bytes;
}

static wend_world_def def_for(wend_space *space, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.threads = threads;
    return def;
}

/* Loads a copy that shares the space. */
static busy_world load(const busy_world *from, const void *bytes, size_t size, uint32_t threads) {
    busy_world copy = *from;
    wend_error error = {0};
    wend_world_def def = def_for(from->space, threads);
    ck_assert_msg(wend_world_load(&def, bytes, size, &copy.world, &error) == WEND_OK, "%s",
                  error.message);
    wend_space_retain(copy.space);
    return copy;
}

START_TEST(loaded_world_continues_bit_for_bit) {
    uint64_t total = 200, at = (uint64_t)_i * 10;
    busy_world whole = busy_create(1, 1);
    step(&whole, at);
    /* Commands of the next step are queued when the snapshot is taken. */
    busy_command(&whole, at);
    size_t size;
    void *bytes = save(whole.world, &size);
    busy_world copy = load(&whole, bytes, size, 1 + (uint32_t)_i % 3);
    ck_assert_uint_eq(wend_world_hash(copy.world), wend_world_hash(whole.world));
    ck_assert_uint_eq(wend_world_agent_count(copy.world), wend_world_agent_count(whole.world));
    wend_error error;
    ck_assert_int_eq(wend_world_step(whole.world, 1, &error), WEND_OK);
    ck_assert_int_eq(wend_world_step(copy.world, 1, &error), WEND_OK);
    for (uint64_t i = at + 1; i < total; i++) {
        step(&whole, 1);
        step(&copy, 1);
        ck_assert_msg(wend_world_hash(copy.world) == wend_world_hash(whole.world),
                      "hashes differ after step %llu", (unsigned long long)i);
    }
    wend_stats a = wend_world_get_stats(whole.world), b = wend_world_get_stats(copy.world);
    ck_assert_mem_eq(&a, &b, sizeof a);
    free(bytes);
    busy_destroy(&copy);
    busy_destroy(&whole);
}
END_TEST

/* The scene must contain everything that a snapshot stores; otherwise the test above proves little.
 */
START_TEST(busy_scene_contains_enough_events) {
    busy_world busy = busy_create(1, 1);
    uint32_t seen[WEND_EVENT_COUNT] = {0}, waiting = 0;
    for (int i = 0; i < 200; i++) {
        step(&busy, 1);
        const wend_event *events;
        uint32_t count = wend_world_get_events(busy.world, &events);
        for (uint32_t k = 0; k < count; k++) {
            seen[events[k].kind]++;
        }
        wend_agent_state states[BUSY_AGENTS + 20];
        uint32_t agents = wend_world_get_agents(busy.world, states, BUSY_AGENTS + 20);
        for (uint32_t k = 0; k < agents; k++) {
            waiting += states[k].activity == WEND_ACTIVITY_WAITING;
        }
    }
    wend_stats stats = wend_world_get_stats(busy.world);
    ck_assert_uint_gt(seen[WEND_EVENT_ARRIVED], 10);
    ck_assert_uint_gt(seen[WEND_EVENT_LEFT], 5);
    ck_assert_uint_gt(seen[WEND_EVENT_LAYER], 0);
    ck_assert_uint_gt(seen[WEND_EVENT_GOAL], 100);
    ck_assert_uint_gt(stats.wall_interventions, 10);
    ck_assert_uint_eq(stats.teleports, 1);
    ck_assert_uint_gt(waiting, 0);
    busy_destroy(&busy);
}
END_TEST

START_TEST(loaded_world_saves_the_same_bytes) {
    busy_world busy = busy_create(2, 1);
    step(&busy, 60);
    size_t size, again;
    void *bytes = save(busy.world, &size);
    busy_world copy = load(&busy, bytes, size, 1);
    void *second = save(copy.world, &again);
    ck_assert_uint_eq(size, again);
    ck_assert_mem_eq(bytes, second, size);
    free(bytes);
    free(second);
    busy_destroy(&copy);
    busy_destroy(&busy);
}
END_TEST

START_TEST(snapshot_file_loads_again) {
    busy_world busy = busy_create(1, 1);
    step(&busy, 30);
    wend_error error = {0};
    ck_assert_msg(wend_world_save_file(busy.world, "world.snap", &error) == WEND_OK, "%s",
                  error.message);
    FILE *part = fopen("world.snap.part", "rb");
    ck_assert_ptr_null(part);
    wend_world *copy;
    wend_world_def def = def_for(busy.space, 1);
    ck_assert_msg(wend_world_load_file(&def, "world.snap", &copy, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(busy.world));
    wend_world_destroy(copy);
    ck_assert_int_eq(wend_world_load_file(&def, "missing.snap", &copy, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.path, "missing.snap");
    ck_assert_int_eq(wend_world_save_file(busy.world, "no/such/folder/x.snap", &error),
                     WEND_ERROR_IO);
    ck_assert_int_eq(wend_world_load_file(&def, ".", &copy, &error), WEND_ERROR_IO);
    remove("world.snap");
    busy_destroy(&busy);
}
END_TEST

START_TEST(refuses_another_space_or_map) {
    busy_world busy = busy_create(1, 1);
    size_t size;
    void *bytes = save(busy.world, &size);
    wend_layer_def layer = {0};
    wend_space_def other = wend_default_space_def();
    other.layers = &layer;
    other.layer_count = 1;
    wend_space *space;
    wend_error error;
    ck_assert_int_eq(wend_space_create(&other, &space, &error), WEND_OK);
    wend_world_def def = def_for(space, 1);
    wend_world *world = NULL;
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &world, &error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "another space"));
    ck_assert_ptr_null(world);
    busy_world copy = load(&busy, bytes, size, 1);
    int object = 0;
    ck_assert_int_eq(wend_world_restore_map(copy.world, "plan", 98, &object, &error),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_restore_map(copy.world, "plans", 99, &object, &error),
                     WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_restore_map(copy.world, "plan", 99, &object, &error), WEND_OK);
    ck_assert_ptr_eq(wend_view_map(wend_world_view(copy.world),
                                   wend_world_map_index(copy.world, copy.map), NULL),
                     &object);
    free(bytes);
    wend_space_release(space);
    busy_destroy(&copy);
    busy_destroy(&busy);
}
END_TEST

START_TEST(refuses_entries_that_are_not_registered) {
    busy_world busy = busy_create(1, 1);
    size_t size;
    uint8_t *bytes = save(busy.world, &size);
    /* "waypoint" becomes "waypoinx", so the entry is missing from the registry. */
    bool found = false;
    for (size_t i = HEADER_SIZE; i + 8 < size && !found; i++) {
        if (memcmp(bytes + i, "waypoint", 8) == 0) {
            bytes[i + 7] = 'x';
            found = true;
        }
    }
    ck_assert(found);
    uint64_t checksum = hash_bytes(bytes + HEADER_SIZE, size - HEADER_SIZE, version_of(bytes));
    memcpy(bytes + 16, &checksum, sizeof checksum);
    wend_world_def def = def_for(busy.space, 1);
    wend_world *world = NULL;
    wend_error error;
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &world, &error), WEND_ERROR_FORMAT);
    ck_assert_ptr_nonnull(strstr(error.message, "not registered"));
    free(bytes);
    busy_destroy(&busy);
}
END_TEST

START_TEST(refuses_truncated_bytes_and_any_damaged_byte) {
    busy_world busy = busy_create(1, 1);
    step(&busy, 12);
    size_t size;
    uint8_t *bytes = save(busy.world, &size);
    wend_world_def def = def_for(busy.space, 1);
    wend_error error;
    for (size_t cut = 0; cut < size; cut += 1 + size / 400) {
        wend_world *world = NULL;
        ck_assert_int_eq(wend_world_load(&def, bytes, cut, &world, &error), WEND_ERROR_FORMAT);
    }
    for (size_t at = 0; at < size; at += 1 + size / 400) {
        if (at >= 12 && at < 16) {
            continue; /* reserved, never read */
        }
        wend_world *world = NULL;
        bytes[at] ^= 0x10;
        ck_assert_int_eq(wend_world_load(&def, bytes, size, &world, &error), WEND_ERROR_FORMAT);
        bytes[at] ^= 0x10;
    }
    free(bytes);
    busy_destroy(&busy);
}
END_TEST

/* If the checksum matches, validation must detect the damage, or the damage must do no harm. */
START_TEST(survives_damage_with_a_matching_checksum) {
    busy_world busy = busy_create(1, 1);
    step(&busy, 25);
    busy_command(&busy, 45);
    size_t size;
    uint8_t *bytes = save(busy.world, &size);
    uint8_t *damaged = malloc(size);
    uint32_t refused = 0, taken = 0;
    for (uint64_t round = 0; round < 1500; round++) {
        memcpy(damaged, bytes, size);
        size_t length = size;
        for (uint32_t k = 0; k <= round % 4; k++) {
            uint64_t bits = wend_random_bits(5, round, k, 0);
            damaged[HEADER_SIZE + bits % (size - HEADER_SIZE)] = (uint8_t)(bits >> 56);
        }
        if (round % 7 == 6) {
            length = HEADER_SIZE + wend_random_bits(6, round, 0, 0) % (size - HEADER_SIZE);
        }
        uint64_t checksum =
            hash_bytes(damaged + HEADER_SIZE, length - HEADER_SIZE, version_of(damaged));
        memcpy(damaged + 16, &checksum, sizeof checksum);
        wend_world_def def = def_for(busy.space, 1);
        wend_world *world = NULL;
        wend_error error = {0};
        if (wend_world_load(&def, damaged, length, &world, &error) == WEND_OK) {
            taken++;
            wend_world_step(world, 3, &error);
            wend_world_destroy(world);
        } else {
            refused++;
            ck_assert_uint_gt(strlen(error.message), 10);
        }
    }
    ck_assert_uint_gt(refused, 200);
    ck_assert_uint_gt(taken, 200);
    free(damaged);
    free(bytes);
    busy_destroy(&busy);
}
END_TEST

/* The id of a queued agent is changed so that its slot lies beyond the table. */
START_TEST(refuses_an_added_agent_without_a_slot) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent waiting = worlds_agent(world, 1.0, 2.0, worlds_point(world, 5.0, 5.0));
    size_t size;
    uint8_t *bytes = save(world, &size);
    size_t last = 0; /* commands are at the end */
    for (size_t i = HEADER_SIZE; i + 8 <= size; i++) {
        last = memcmp(bytes + i, &waiting.value, 8) == 0 ? i : last;
    }
    ck_assert_uint_gt(last, 0);
    memset(bytes + last, 0xff, 4);
    uint64_t checksum = hash_bytes(bytes + HEADER_SIZE, size - HEADER_SIZE, version_of(bytes));
    memcpy(bytes + 16, &checksum, sizeof checksum);
    wend_space *space = worlds_open();
    wend_world_def def = def_for(space, 1);
    wend_world *loaded = NULL;
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, &error), WEND_ERROR_FORMAT);
    ck_assert_msg(strstr(error.message, "a queued command is not valid") != NULL, "%s",
                  error.message);
    wend_space_release(space);
    free(bytes);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("snapshot");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, loaded_world_continues_bit_for_bit, 0, 20);
    tcase_add_test(all, busy_scene_contains_enough_events);
    tcase_add_test(all, loaded_world_saves_the_same_bytes);
    tcase_add_test(all, snapshot_file_loads_again);
    tcase_add_test(all, refuses_another_space_or_map);
    tcase_add_test(all, refuses_entries_that_are_not_registered);
    tcase_add_test(all, refuses_truncated_bytes_and_any_damaged_byte);
    tcase_add_test(all, survives_damage_with_a_matching_checksum);
    tcase_add_test(all, refuses_an_added_agent_without_a_slot);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
