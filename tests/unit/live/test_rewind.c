/* Rewinding: a step that is reached in any way has the same hash, frames and counts as in a
 * straight run; changes are kept or undone; and a small budget only shortens the history. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "support/kit/live_lab.h"
#include "support/kit/saved_bundles.h"
#include "support/suite.h"
#include "support/trials.h"

enum { LAST = 200 };

/* A lab with the bundle that has everything, and a budget for snapshots. */
static void open_everything(live_lab *lab, size_t history_bytes) {
    wend_error error = {.message = ""};
    size_t size = 0;
    memset(lab, 0, sizeof *lab);
    ck_assert_int_eq(wend_registry_create(NULL, &lab->registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(lab->registry, NULL), WEND_OK);
    lab->bytes = saved_bundle_make(lab->registry, &size);
    ck_assert_int_eq(wend_bundle_load(lab->bytes, size, NULL, &lab->bundle, &error), WEND_OK);
    wend_live_def def = wend_default_live_def();
    def.bundle = lab->bundle;
    def.registry = lab->registry;
    def.history_bytes = history_bytes;
    ck_assert_msg(wend_live_create(&def, &lab->live, &error) == WEND_OK, "%s", error.message);
    lab->world = wend_live_world(lab->live);
}

static uint64_t hash_of(live_lab *lab) {
    return wend_world_hash(wend_live_world(lab->live));
}

static uint64_t step_of(live_lab *lab) {
    return wend_world_step_count(wend_live_world(lab->live));
}

/* Changes that influence the agents; the number of the change selects one. */
static void change(live_lab *lab, uint32_t which) {
    switch (which % 4) {
    case 0:
        live_lab_expect(lab, "{'do':'set_door','obstacle':0,'closed':true}");
        break;
    case 1:
        live_lab_expect(lab, "{'do':'move_goal','goal':2,'at':[15,8]}");
        break;
    case 2:
        live_lab_expect(lab, "{'do':'set_class','class':1,'on':true}");
        break;
    default:
        live_lab_expect(lab, "{'do':'set_door','obstacle':0,'closed':false}");
        break;
    }
}

/* Makes a straight run, with a change before each step that a bit of `changes` names (64 equal
 * parts of the run), and stores the hash of each step. */
static void run(live_lab *lab, uint64_t changes, uint64_t hashes[LAST + 1]) {
    for (uint32_t i = 0; i <= LAST; i++) {
        hashes[i] = hash_of(lab);
        if (i % 4 == 3 && changes >> (i / 4) & 1) {
            change(lab, i / 4);
        }
        live_lab_expect(lab, "{'do':'step'}");
    }
}

START_TEST(every_step_has_one_hash) {
    static uint64_t hashes[LAST + 1];
    live_lab lab;
    open_everything(&lab, (size_t)64 << 20);
    run(&lab, 0, hashes);
    for (uint32_t i = 0; i < trials(60); i++) {
        uint32_t step = (uint32_t)(wend_random_bits(7, 1, (uint64_t)i, 0) % (LAST + 1));
        const char *state = live_lab_expect(&lab, "{'do':'seek','step':%u}", step);
        ck_assert_double_eq(live_lab_number(state, "step"), step);
        ck_assert_double_eq(live_lab_number(state, "earliest"), 0);
        ck_assert_msg(hash_of(&lab) == hashes[step], "step %u", step);
    }
    live_lab_close(&lab);
}
END_TEST

START_TEST(changes_are_kept_when_going_back_and_forth_after_them) {
    static uint64_t hashes[LAST + 1];
    for (uint32_t trial = 0; trial < trials(4); trial++) {
        uint64_t changes =
            wend_random_bits(8, 2, (uint64_t)trial, 0) & wend_random_bits(8, 3, (uint64_t)trial, 0);
        live_lab lab;
        open_everything(&lab, (size_t)64 << 20);
        run(&lab, changes, hashes);
        uint32_t low = LAST; /* the steps before it have been reached again without changes */
        for (int i = 0; i < 20; i++) {
            uint32_t last = 0;
            for (uint32_t k = 3; k < LAST; k += 4) {
                last = changes >> (k / 4) & 1 ? k : last;
            }
            /* Only steps after the last change, so that nothing is undone. */
            uint32_t span = LAST + 1 - last - 1;
            low =
                last + 1 + (uint32_t)(wend_random_bits(9, (uint64_t)trial, (uint64_t)i, 0) % span);
            live_lab_expect(&lab, "{'do':'seek','step':%u}", low);
            ck_assert_msg(hash_of(&lab) == hashes[low], "trial %u, step %u", trial, low);
        }
        live_lab_close(&lab);
    }
}
END_TEST

START_TEST(seeking_before_a_change_undoes_it) {
    static uint64_t plain[LAST + 1], changed[LAST + 1];
    live_lab lab;
    open_everything(&lab, (size_t)64 << 20);
    run(&lab, 0, plain);
    live_lab_expect(&lab, "{'do':'restart','start':0}");
    run(&lab, (uint64_t)1 << 9, changed); /* before step 39 is made */
    ck_assert_uint_eq(plain[39], changed[39]);
    ck_assert_uint_ne(plain[LAST], changed[LAST]);
    live_lab_expect(&lab, "{'do':'seek','step':60}");
    ck_assert_uint_eq(hash_of(&lab), changed[60]);
    const char *state = live_lab_expect(&lab, "{'do':'seek','step':39}");
    ck_assert(live_lab_bool(state, "changed")); /* the change is about to take effect */
    state = live_lab_expect(&lab, "{'do':'seek','step':38}");
    ck_assert(!live_lab_bool(state, "changed"));
    for (uint32_t i = 39; i <= LAST; i += 13) {
        live_lab_expect(&lab, "{'do':'seek','step':%u}", i);
        ck_assert_msg(hash_of(&lab) == plain[i], "step %u", i);
    }
    live_lab_close(&lab);
}
END_TEST

START_TEST(a_change_in_the_past_replaces_the_future) {
    static uint64_t plain[LAST + 1], changed[LAST + 1];
    live_lab lab;
    open_everything(&lab, (size_t)64 << 20);
    run(&lab, (uint64_t)1 << 9, changed);
    live_lab_expect(&lab, "{'do':'restart'}");
    run(&lab, 0, plain);
    live_lab_expect(&lab, "{'do':'seek','step':39}");
    change(&lab, 39 / 4);
    for (uint32_t i = LAST; i >= 39; i -= 11) { /* at once to the end, past old snapshots */
        live_lab_expect(&lab, "{'do':'seek','step':%u}", i);
        ck_assert_msg(hash_of(&lab) == changed[i], "step %u", i);
    }
    live_lab_close(&lab);
}
END_TEST

START_TEST(random_changes_and_seeks_equal_a_straight_run) {
    for (uint32_t trial = 0; trial < trials(6); trial++) {
        uint64_t changes = 0, seen[LAST + 1];
        live_lab lab, straight;
        open_everything(&lab, (size_t)(trial % 2 == 0 ? 64 << 20 : 200000));
        for (uint64_t i = 0; i < 30; i++) {
            uint64_t bits = wend_random_bits(10, (uint64_t)trial, i, 0);
            uint32_t now = (uint32_t)step_of(&lab);
            if (bits % 3 == 0 && now % 4 == 3 && now < LAST) {
                changes |= (uint64_t)1 << (now / 4 % 64);
                change(&lab, now / 4);
                live_lab_expect(&lab, "{'do':'step'}");
                continue;
            }
            uint32_t to = (uint32_t)((bits >> 8) % LAST / 4 * 4 + 3);
            const char *state = live_lab_expect(&lab, "{'do':'state'}");
            if (to < live_lab_number(state, "earliest") || to >= LAST) {
                continue;
            }
            live_lab_expect(&lab, "{'do':'seek','step':%u}", to);
            if (to < now) { /* changes from there on are undone; that at `to` itself is not */
                changes &= ((uint64_t)2 << (to / 4)) - 1;
            }
        }
        uint32_t end = (uint32_t)step_of(&lab);
        open_everything(&straight, 0);
        run(&straight, changes, seen);
        ck_assert_msg(hash_of(&lab) == seen[end], "trial %u, step %u, changes %" PRIx64, trial, end,
                      changes);
        live_lab_close(&lab);
        live_lab_close(&straight);
    }
}
END_TEST

START_TEST(a_small_budget_only_shortens_the_history) {
    static uint64_t hashes[LAST + 1];
    live_lab lab;
    open_everything(&lab, 0);
    run(&lab, 0, hashes);
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_double_eq(live_lab_number(state, "earliest"), LAST + 1); /* there is no history */
    ck_assert_ptr_nonnull(strstr(live_lab_refuse(&lab, "{'do':'seek','step':10}"), "earliest"));
    ck_assert_uint_eq(step_of(&lab), LAST + 1);
    live_lab_close(&lab);
    for (size_t budget = 20000; budget < 400000; budget *= 2) {
        open_everything(&lab, budget);
        for (uint32_t i = 0; i < LAST; i++) {
            live_lab_expect(&lab, "{'do':'step'}");
            if (i % 40 == 11) {
                live_lab_expect(&lab, "{'do':'set_class','class':1,'on':true}");
            }
        }
        state = live_lab_expect(&lab, "{'do':'state'}");
        uint32_t earliest = (uint32_t)live_lab_number(state, "earliest");
        wend_memory_use use = wend_world_get_memory_use(wend_live_world(lab.live));
        ck_assert_uint_gt(use.held, 0);
        if (earliest > 0) {
            live_lab_refuse(&lab, "{'do':'seek','step':%u}", earliest - 1);
        }
        state = live_lab_expect(&lab, "{'do':'seek','step':%u}", earliest);
        ck_assert_double_eq(live_lab_number(state, "step"), earliest);
        live_lab_close(&lab);
    }
}
END_TEST

START_TEST(counts_are_those_of_the_step) {
    live_lab lab;
    double left[LAST / 10 + 1], arrived[LAST / 10 + 1], entered[LAST / 10 + 1];
    open_everything(&lab, (size_t)64 << 20);
    for (uint32_t i = 0; i <= LAST / 10; i++) {
        const char *state = live_lab_expect(&lab, "{'do':'seek','step':%u}", i * 10);
        left[i] = live_lab_number(state, "left");
        arrived[i] = live_lab_number(state, "goals.0.arrived");
        entered[i] = live_lab_number(state, "entered");
    }
    ck_assert_double_gt(left[LAST / 10], 0.0);
    for (uint32_t i = LAST / 10 + 1; i-- > 0;) {
        const char *state = live_lab_expect(&lab, "{'do':'seek','step':%u}", i * 10);
        ck_assert_double_eq(live_lab_number(state, "left"), left[i]);
        ck_assert_double_eq(live_lab_number(state, "goals.0.arrived"), arrived[i]);
        ck_assert_double_eq(live_lab_number(state, "entered"), entered[i]);
    }
    live_lab_close(&lab);
}
END_TEST

/* ---- Steps, restarts and saving -------------------------------------------------------------- */

START_TEST(steps_are_bounded) {
    live_lab lab;
    open_everything(&lab, (size_t)64 << 20);
    live_lab_refuse(&lab, "{'do':'step','count':10001}");
    live_lab_refuse(&lab, "{'do':'step','count':-1}");
    live_lab_refuse(&lab, "{'do':'step','count':1.5}");
    live_lab_refuse(&lab, "{'do':'step','count':'7'}");
    live_lab_refuse(&lab, "{'do':'seek'}");
    live_lab_refuse(&lab, "{'do':'seek','step':0.5}");
    live_lab_refuse(&lab, "{'do':'seek','step':-1}");
    live_lab_refuse(&lab, "{'do':'seek','step':1e300}");
    ck_assert_uint_eq(step_of(&lab), 0);
    live_lab_expect(&lab, "{'do':'step','count':0}");
    ck_assert_uint_eq(step_of(&lab), 0);
    const char *state = live_lab_expect(&lab, "{'do':'seek','step':100000}");
    ck_assert_double_eq(live_lab_number(state, "step"), WEND_MAX_LIVE_STEPS);
    live_lab_close(&lab);
}
END_TEST

START_TEST(a_restart_takes_another_seed) {
    live_lab lab;
    open_everything(&lab, (size_t)64 << 20);
    live_lab_expect(&lab, "{'do':'step','count':9}");
    uint64_t first = hash_of(&lab);
    live_lab_expect(&lab, "{'do':'set_door','obstacle':0,'closed':true}");
    const char *state = live_lab_expect(&lab, "{'do':'restart','start':1}");
    ck_assert_double_eq(live_lab_number(state, "step"), 0);
    ck_assert_double_eq(live_lab_number(state, "start"), 1);
    ck_assert(!live_lab_bool(state, "changed"));
    ck_assert_str_eq(live_lab_text(live_lab_expect(&lab, "{'do':'describe'}"), "seed"), "2");
    live_lab_expect(&lab, "{'do':'step','count':9}");
    ck_assert_uint_ne(hash_of(&lab), first);
    live_lab_expect(&lab, "{'do':'restart'}");
    live_lab_expect(&lab, "{'do':'step','count':9}");
    ck_assert_uint_eq(hash_of(&lab), first);
    live_lab_refuse(&lab, "{'do':'restart','start':2}");
    ck_assert_uint_eq(step_of(&lab), 9);
    live_lab_close(&lab);
}
END_TEST

static uint8_t *save(live_lab *lab, size_t *size) {
    *size = wend_live_save(lab->live, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(wend_live_save(lab->live, bytes, *size - 1), *size); /* writes nothing */
    ck_assert_uint_eq(wend_live_save(lab->live, bytes, *size), *size);
    return bytes;
}

START_TEST(a_saved_live_world_continues_in_another_one) {
    live_lab one, two;
    size_t size = 0;
    open_everything(&one, 0);
    open_everything(&two, 0);
    live_lab_expect(&one, "{'do':'step','count':30}");
    change(&one, 0);
    uint8_t *bytes = save(&one, &size);
    ck_assert_int_eq(wend_live_load(two.live, bytes, size, NULL), WEND_OK);
    char *first = strdup(live_lab_expect(&one, "{'do':'step','count':50}"));
    const char *second = live_lab_expect(&two, "{'do':'step','count':50}");
    ck_assert_str_eq(live_lab_text(first, "hash"), live_lab_text(second, "hash"));
    ck_assert(live_lab_bool(second, "changed"));
    ck_assert_double_eq(live_lab_number(first, "entered"), live_lab_number(second, "entered"));
    free(first);
    free(bytes);
    live_lab_close(&one);
    live_lab_close(&two);
}
END_TEST

START_TEST(damaged_snapshots_change_nothing) {
    live_lab lab;
    wend_error error = {0};
    size_t size = 0;
    open_everything(&lab, 0);
    live_lab_expect(&lab, "{'do':'step','count':30}");
    uint8_t *bytes = save(&lab, &size);
    uint64_t hash = hash_of(&lab);
    for (size_t cut = 0; cut < size; cut += cut < 400 ? 1 : 997) {
        ck_assert_int_eq(wend_live_load(lab.live, bytes, cut, &error), WEND_ERROR_FORMAT);
    }
    size_t head = size - wend_world_save(lab.world, NULL, 0);
    for (size_t at = 0; at < size; at += at < head ? 1 : 499) {
        bytes[at] ^= 0x5a;
        wend_result result = wend_live_load(lab.live, bytes, size, &error);
        /* Some of what is counted is not checked; the world is. */
        ck_assert_msg(result == WEND_ERROR_FORMAT || at < head, "byte %zu: %d", at, result);
        bytes[at] ^= 0x5a;
        ck_assert_uint_eq(hash_of(&lab), hash);
    }
    free(bytes);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    SUITE("live/rewind", every_step_has_one_hash,
          changes_are_kept_when_going_back_and_forth_after_them, seeking_before_a_change_undoes_it,
          a_change_in_the_past_replaces_the_future, random_changes_and_seeks_equal_a_straight_run,
          a_small_budget_only_shortens_the_history, counts_are_those_of_the_step, steps_are_bounded,
          a_restart_takes_another_seed, a_saved_live_world_continues_in_another_one,
          damaged_snapshots_change_nothing);
}
