/* needs: kit */
/* Damage that a checksum does not reveal, in snapshots and packed agents of a world with machines,
 * signals, queues, sources, doors, a connection, belts and a density grid: what is damaged is
 * refused, or loads as a world that steps, is saved and loads again as the same world. */
/* cost: 3 */
#include "support/kit/saved_worlds.h"

#include <math.h>
#include <stdlib.h>
#include <wend/attributes.h>
#include <wend/machine.h>
#include <wend/names.h>
#include <wend/random.h>

#include "unit/scenario/lab.h"

enum {
    HEADER = 24,
    CLOCK = HEADER + 24, /* offset of the clock of the world in which an agent was packed */
    AGENTS = 100
};

static wend_world *world;
static wend_world_def def;
static uint8_t *whole; /* the snapshot of the world */
static size_t size;

static void set_up(uint64_t steps) {
    world = saved_world_create(lab_registry, steps);
    def = saved_world_def(world, lab_registry);
    whole = saved_world_bytes(world, &size);
}

static void clean_up(void) {
    free(whole);
    wend_world_destroy(world);
}

static uint8_t *copy_bytes(const uint8_t *from, size_t count) {
    uint8_t *bytes = malloc(count);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, from, count);
    return bytes;
}

/* Writes one of several numbers over the bytes at an offset. */
static void damage(uint8_t *bytes, size_t count, size_t at, uint32_t how) {
    static const uint32_t numbers[] = {0, 1, 2, 200, 255, 0x7fffffff, 0x80000000, 0xffffffff};
    static const float singles[] = {-1.0F, 1e30F, NAN, INFINITY, 0.0F};
    static const double doubles[] = {-1.0, 1e300, (double)NAN, (double)INFINITY, 0.0, 1e9};
    uint8_t value[8];
    size_t length = 4;
    if (how % 19 < 8) {
        memcpy(value, &numbers[how % 19], 4);
    } else if (how % 19 < 13) {
        memcpy(value, &singles[how % 19 - 8], 4);
    } else {
        length = 8;
        memcpy(value, &doubles[how % 19 - 13], 8);
    }
    memcpy(bytes + at, value, length < count - at ? length : count - at);
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* Loads damaged bytes, and uses the world. Returns false if they are refused. */
static bool load(uint8_t *bytes, size_t count) {
    wend_error error = {.message = ""};
    wend_world *loaded = NULL;
    saved_bytes_seal(bytes, count);
    wend_result result = wend_world_load(&def, bytes, count, &loaded, &error);
    ck_assert_msg(result == WEND_OK || result == WEND_ERROR_FORMAT || result == WEND_ERROR_NAME,
                  "%s", error.message);
    if (result == WEND_OK) {
        saved_world_use(&def, loaded);
        wend_world_destroy(loaded);
    } else {
        ck_assert_uint_gt(strlen(error.message), 10);
    }
    return result == WEND_OK;
}

START_TEST(a_snapshot_with_everything_continues_bit_for_bit) {
    set_up(_i == 0 ? SAVED_EARLY : SAVED_LATE);
    def.threads = 3;
    wend_world *loaded = NULL;
    ck_assert_int_eq(wend_world_load(&def, whole, size, &loaded, &lab_error), WEND_OK);
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(loaded, 1, &lab_error), WEND_OK);
        ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    }
    wend_world_destroy(loaded);
    clean_up();
}
END_TEST

START_TEST(truncated_snapshots_are_refused) {
    set_up(SAVED_LATE);
    for (size_t count = HEADER; count < size; count += 1 + count % 37) {
        uint8_t *bytes = copy_bytes(whole, count); /* a sanitizer sees reads beyond the end */
        ck_assert_msg(!load(bytes, count), "%zu of %zu bytes load", count, size);
        free(bytes);
    }
    clean_up();
}
END_TEST

START_TEST(damaged_snapshots_are_refused_or_harmless) {
    set_up(_i == 0 ? SAVED_EARLY : SAVED_LATE);
    uint32_t refused = 0, taken = 0;
    for (size_t at = HEADER; at < size; at += 13) {
        uint8_t *bytes = copy_bytes(whole, size);
        damage(bytes, size, at, (uint32_t)wend_random_bits(7, at, (uint64_t)_i, 0));
        bool is_taken = load(bytes, size);
        taken += is_taken;
        refused += !is_taken;
        free(bytes);
    }
    ck_assert_uint_gt(refused, 300);
    ck_assert_uint_gt(taken, 300);
    clean_up();
}
END_TEST

/* The numbers of an obstacle come before its name. Since a time that was not in the past, the cart
 * would have moved by an infinite distance; walls were then read beyond the end of their array. */
START_TEST(obstacles_that_move_since_a_future_time_are_refused) {
    static const char name[] = "cart";
    set_up(SAVED_LATE);
    const double later = 1e300;
    size_t at = HEADER, refused = 0;
    while (at + sizeof name < size && memcmp(whole + at, name, sizeof name) != 0) {
        at++;
    }
    ck_assert_uint_lt(at + sizeof name, size);
    for (size_t back = 8; back < 140; back++) {
        uint8_t *bytes = copy_bytes(whole, size);
        memcpy(bytes + at - back, &later, sizeof later);
        refused += !load(bytes, size);
        free(bytes);
    }
    ck_assert_uint_gt(refused, 40);
    clean_up();
}
END_TEST

/* A circle in the list of free indices, with a huge length, took forever to follow. */
START_TEST(circles_of_free_indices_are_refused) {
    static const uint32_t table[] = {2, 1, 0, 2, UINT32_MAX, 1, UINT32_MAX - 1};
    static const uint32_t circle[] = {2, UINT32_MAX, 0, 2, 0, 1, UINT32_MAX - 1};
    wend_scenario *s = lab_load("goals: {a: [1, 1], b: [2, 2]}");
    world = lab_world(s);
    wend_scenario_destroy(s);
    wend_goal first = wend_world_find_goal(world, "a");
    ck_assert_int_eq(wend_world_remove_goal(world, first, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    def = saved_world_def(world, lab_registry);
    whole = saved_world_bytes(world, &size);
    uint32_t found = 0;
    for (size_t at = HEADER; at + sizeof table <= size; at++) {
        if (memcmp(whole + at, table, sizeof table) == 0) {
            memcpy(whole + at, circle, sizeof circle);
            ck_assert(!load(whole, size));
            found++;
        }
    }
    ck_assert_uint_eq(found, 1);
    clean_up();
}
END_TEST

/* ---- Packed agents --------------------------------------------------------------------------- */

/* Unpacks damaged bytes in a copy of the world without the agent, and uses that world. Returns
 * false if they are refused. */
static bool unpack(wend_agent agent, uint8_t *bytes, size_t count) {
    wend_error error = {.message = ""};
    wend_world *other = NULL;
    ck_assert_int_eq(wend_world_load(&def, whole, size, &other, &error), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(other, agent, &error), WEND_OK);
    ck_assert_int_eq(wend_world_step(other, 1, &error), WEND_OK);
    saved_bytes_seal(bytes, count);
    wend_result result = wend_world_unpack_agent(other, bytes, count, NULL, &error);
    ck_assert_msg(result == WEND_OK || result == WEND_ERROR_FORMAT || result == WEND_ERROR_NAME,
                  "%s", error.message);
    saved_world_use(&def, other); /* also if the agent was refused */
    wend_world_destroy(other);
    return result == WEND_OK;
}

/* Calls a function for each agent of the world. Returns their number. */
static uint32_t for_each_agent(void (*call)(wend_agent agent)) {
    static wend_agent_state agents[AGENTS];
    uint32_t count = wend_world_get_agents(world, agents, AGENTS);
    ck_assert_uint_le(count, AGENTS);
    for (uint32_t i = 0; i < count; i++) {
        call(agents[i].agent);
    }
    return count;
}

static uint32_t refused_agents, taken_agents;

static void damage_agent(wend_agent agent) {
    size_t count;
    uint8_t *packed = saved_agent_bytes(world, agent, &count);
    for (uint32_t how = 0; how < 19; how++) {
        uint8_t *bytes = copy_bytes(packed, count);
        damage(bytes, count, CLOCK, how);
        unpack(agent, bytes, count);
        free(bytes);
    }
    for (size_t at = HEADER; at < count; at += 13) {
        uint8_t *bytes = copy_bytes(packed, count);
        damage(bytes, count, at, (uint32_t)wend_random_bits(9, at, agent.value, 0));
        bool is_taken = unpack(agent, bytes, count);
        taken_agents += is_taken;
        refused_agents += !is_taken;
        free(bytes);
    }
    uint8_t *bytes = copy_bytes(packed, count / 2);
    ck_assert(!unpack(agent, bytes, count / 2));
    free(bytes);
    free(packed);
}

START_TEST(damaged_agents_are_refused_or_harmless) {
    set_up(_i == 0 ? SAVED_EARLY : SAVED_LATE);
    refused_agents = taken_agents = 0;
    ck_assert_uint_gt(for_each_agent(damage_agent), 10);
    ck_assert_uint_gt(refused_agents, 200);
    ck_assert_uint_gt(taken_agents, 100);
    clean_up();
}
END_TEST

static bool has_machine(wend_agent agent) {
    wend_agent_visit visit;
    return wend_world_get_agent_visit(world, agent, &visit) && visit.machine.value != 0;
}

/* Flips each single bit of the first agent that has a machine. */
static void flip_bits(wend_agent agent) {
    size_t count;
    uint8_t *packed = saved_agent_bytes(world, agent, &count);
    for (size_t bit = 8 * (size_t)HEADER; bit < 8 * count && has_machine(agent) && taken_agents < 1;
         bit++) {
        uint8_t *bytes = copy_bytes(packed, count);
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        refused_agents += !unpack(agent, bytes, count);
        free(bytes);
    }
    taken_agents += has_machine(agent); /* one agent is enough */
    free(packed);
}

START_TEST(no_single_bit_of_an_agent_with_a_machine_does_harm) {
    set_up(SAVED_LATE);
    refused_agents = taken_agents = 0;
    for_each_agent(flip_bits);
    ck_assert_uint_gt(refused_agents, 500);
    clean_up();
}
END_TEST

/* What the machine of an agent knows: its visit, and an attribute that an action has changed. */
typedef struct machine_facts {
    wend_agent_visit visit;
    float speed;
} machine_facts;

static machine_facts facts_of(const wend_world *of, uint64_t key) {
    machine_facts facts;
    memset(&facts, 0, sizeof facts);
    wend_agent agent = wend_world_find_agent(of, key);
    ck_assert(wend_world_get_agent_visit(of, agent, &facts.visit));
    wend_agent_attributes attributes;
    ck_assert(wend_world_get_agent_attributes(of, agent, &attributes));
    facts.speed = attributes.preferred_speed;
    return facts;
}

static uint32_t agents_of_machines;

/* Moves an agent into a copy of the world in which it has been removed. In the step in which it
 * enters there, no transition of its own world is taken, if it is packed a step later. */
static void migrate(wend_agent agent) {
    uint64_t key = 0;
    wend_agent_state state;
    wend_world *here = NULL, *there = NULL;
    ck_assert(wend_world_get_agent(world, agent, &state));
    key = state.key;
    ck_assert_int_eq(wend_world_load(&def, whole, size, &here, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_load(&def, whole, size, &there, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_remove_agent(there, agent, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_step(there, 1, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_step(here, 1, &lab_error), WEND_OK);
    wend_agent mover = wend_world_find_agent(here, key);
    if (mover.value != 0 && facts_of(here, key).visit.machine.value != 0) {
        size_t count;
        uint8_t *bytes = saved_agent_bytes(here, mover, &count);
        ck_assert_msg(wend_world_unpack_agent(there, bytes, count, NULL, &lab_error) == WEND_OK,
                      "%s", lab_error.message);
        free(bytes);
        ck_assert_int_eq(wend_world_step(there, 1, &lab_error), WEND_OK);
        machine_facts before = facts_of(here, key), after = facts_of(there, key);
        ck_assert_uint_eq(after.visit.machine.value, before.visit.machine.value);
        ck_assert_uint_eq(after.visit.state, before.visit.state);
        ck_assert_uint_eq(after.visit.previous, before.visit.previous);
        ck_assert_double_eq_tol(after.visit.entered, before.visit.entered, 1e-9);
        ck_assert(after.speed == before.speed);
        agents_of_machines++;
    }
    wend_world_destroy(here);
    wend_world_destroy(there);
}

START_TEST(agents_keep_their_states_when_they_migrate) {
    set_up(_i == 0 ? SAVED_EARLY : SAVED_LATE);
    agents_of_machines = 0;
    for_each_agent(migrate);
    ck_assert_uint_gt(agents_of_machines, 8);
    clean_up();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/damage");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    tcase_add_loop_test(all, a_snapshot_with_everything_continues_bit_for_bit, 0, 2);
    tcase_add_test(all, truncated_snapshots_are_refused);
    tcase_add_loop_test(all, damaged_snapshots_are_refused_or_harmless, 0, 2);
    tcase_add_test(all, obstacles_that_move_since_a_future_time_are_refused);
    tcase_add_test(all, circles_of_free_indices_are_refused);
    tcase_add_loop_test(all, damaged_agents_are_refused_or_harmless, 0, 2);
    tcase_add_test(all, no_single_bit_of_an_agent_with_a_machine_does_harm);
    tcase_add_loop_test(all, agents_keep_their_states_when_they_migrate, 0, 2);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
