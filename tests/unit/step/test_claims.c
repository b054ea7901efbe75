/* label: threads */
/* Compares claims with a plain model, which first applies all releases, then one sorted list of
 * claims. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "step/claims.h"
#include "support/budget.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "task/pool.h"

enum { RESOURCES = 6, SLOTS = 40, WORKERS = 8, MOST = 400 };

static uint64_t key_of(uint32_t slot) {
    return (slot * 7919U) % 1009U + 1; /* the order of keys differs from that of slots */
}

/* ---- The model ------------------------------------------------------------------------------- */

typedef struct model {
    uint32_t capacity[RESOURCES];
    bool holds[SLOTS][RESOURCES];
} model;

static uint32_t held_of(const model *m, uint32_t resource) {
    uint32_t held = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        held += m->holds[slot][resource];
    }
    return held;
}

static int compare(const void *left, const void *right) {
    const claim_proposal *a = left, *b = right;
    if (a->priority != b->priority) {
        return a->priority < b->priority ? -1 : 1;
    }
    return a->key < b->key ? -1 : a->key > b->key;
}

static void commit_plainly(model *m, const claim_proposal *proposals, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (proposals[i].is_release) {
            m->holds[proposals[i].slot][proposals[i].resource] = false;
        }
    }
    for (uint32_t resource = 0; resource < RESOURCES; resource++) {
        claim_proposal mine[MOST];
        uint32_t own = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (!proposals[i].is_release && proposals[i].resource == resource) {
                mine[own++] = proposals[i];
            }
        }
        qsort(mine, own, sizeof *mine, compare);
        for (uint32_t i = 0; i < own; i++) {
            if (held_of(m, resource) < m->capacity[resource]) {
                m->holds[mine[i].slot][resource] = true;
            }
        }
    }
}

/* ---- Trials ---------------------------------------------------------------------------------- */

typedef struct batch {
    claim_table *table;
    claim_proposal proposals[MOST];
    uint32_t count;
} batch;

static void propose(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    batch *r = context;
    for (uint32_t i = begin; i < end; i++) {
        claims_propose(r->table, worker, r->proposals[i]);
    }
}

static void compare_tables(const claim_table *table, const uint32_t *heads, const model *m) {
    for (uint32_t resource = 0; resource < RESOURCES; resource++) {
        uint32_t held = held_of(m, resource), holder = CLAIM_NONE;
        ck_assert_uint_le(held, m->capacity[resource]);
        ck_assert_uint_eq(claims_capacity_left(table, resource), m->capacity[resource] - held);
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            ck_assert_int_eq(claims_holds(table, heads[slot], resource), m->holds[slot][resource]);
            holder = m->holds[slot][resource] && m->capacity[resource] == 1 ? slot : holder;
        }
        ck_assert_uint_eq(claims_find_holder(table, resource), holder);
    }
}

START_TEST(grants_match_plain_model) {
    static batch r;
    memory from;
    memory_init(&from, NULL);
    task_pool *pool = task_pool_create(&from, WORKERS);
    wend_task_system tasks = task_pool_system(pool);
    size_t before = from.held;
    claim_table table;
    model m = {.capacity = {0, 1, 2, 5, 30, 1000}};
    uint32_t heads[SLOTS];
    dice random = {(uint64_t)_i};
    ck_assert(claims_init(&table, &from, WORKERS));
    for (uint32_t i = 0; i < RESOURCES; i++) {
        ck_assert_uint_eq(claims_add_resources(&table, 1, m.capacity[i]), i);
    }
    memset(heads, 0xff, sizeof heads);
    uint64_t calls = 0;
    for (int step = 0; step < 300; step++) {
        r.table = &table;
        r.count = dice_below(&random, MOST);
        for (uint32_t i = 0; i < r.count; i++) {
            uint32_t slot = dice_below(&random, SLOTS);
            r.proposals[i] = (claim_proposal){.resource = dice_below(&random, RESOURCES),
                                              .priority = dice_below(&random, 3),
                                              .key = key_of(slot),
                                              .slot = slot,
                                              .is_release = dice_below(&random, 3) == 0};
        }
        task_run(&tasks, propose, &r, r.count, 7);
        ck_assert(claims_commit(&table, heads));
        commit_plainly(&m, r.proposals, r.count);
        if (step % 10 == 0) { /* an agent leaves */
            uint32_t slot = dice_below(&random, SLOTS);
            claims_release_all(&table, &heads[slot]);
            ck_assert_uint_eq(heads[slot], CLAIM_NONE);
            memset(m.holds[slot], 0, sizeof m.holds[slot]);
        }
        compare_tables(&table, heads, &m);
        ck_assert_uint_le(table.holding_count, SLOTS * RESOURCES);
        calls = step == 299 ? calls : from.calls;
    }
    ck_assert_uint_le(from.calls, calls + WORKERS);
    claims_free(&table);
    ck_assert_uint_eq(from.held, before);
    task_pool_destroy(pool);
}
END_TEST

START_TEST(order_of_proposals_does_not_matter) {
    memory from;
    memory_init(&from, NULL);
    uint32_t heads[2][SLOTS];
    for (int turn = 0; turn < 2; turn++) {
        claim_table table;
        ck_assert(claims_init(&table, &from, 2));
        claims_add_resources(&table, 1, 3);
        memset(heads[turn], 0xff, sizeof heads[turn]);
        for (uint32_t i = 0; i < SLOTS; i++) {
            uint32_t slot = turn ? SLOTS - 1 - i : i;
            claims_propose(&table, (i + (uint32_t)turn) % 2,
                           (claim_proposal){.key = key_of(slot), .slot = slot});
        }
        ck_assert(claims_commit(&table, heads[turn]));
        uint32_t granted = 0;
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            granted += claims_holds(&table, heads[turn][slot], 0);
        }
        ck_assert_uint_eq(granted, 3);
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            ck_assert_int_eq(heads[0][slot] == CLAIM_NONE, heads[turn][slot] == CLAIM_NONE);
        }
        claims_free(&table);
    }
}
END_TEST

/* ---- Memory that runs out -------------------------------------------------------------------- */

static uint64_t allowed;

START_TEST(commit_changes_nothing_when_out_of_memory) {
    wend_allocator allocator = budget_allocator(&allowed);
    bool good = false;
    for (uint64_t limit = 0; !good; limit++) {
        memory from;
        claim_table table;
        uint32_t heads[SLOTS];
        memory_init(&from, &allocator);
        allowed = limit;
        memset(heads, 0xff, sizeof heads);
        if (claims_init(&table, &from, 1) && claims_add_resources(&table, 1, 1000) != CLAIM_NONE) {
            for (uint32_t slot = 0; slot < SLOTS; slot++) {
                claims_propose(&table, 0, (claim_proposal){.key = key_of(slot), .slot = slot});
            }
            good = claims_commit(&table, heads);
            uint32_t granted = 0;
            for (uint32_t slot = 0; slot < SLOTS; slot++) {
                granted += heads[slot] != CLAIM_NONE;
            }
            ck_assert_uint_eq(granted, good ? SLOTS : 0);
            ck_assert_uint_eq(table.resources[0].held, granted);
            allowed = 100; /* the proposals of the failed commit were discarded */
            ck_assert(claims_commit(&table, heads));
            ck_assert_uint_eq(table.resources[0].held, granted);
        }
        claims_free(&table);
        ck_assert_uint_eq(from.held, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("claims");
    TCase *tests = tcase_create("claims");
    tcase_set_timeout(tests, 60.0);
    tcase_add_loop_test(tests, grants_match_plain_model, 0, 4);
    tcase_add_test(tests, order_of_proposals_does_not_matter);
    tcase_add_test(tests, commit_changes_nothing_when_out_of_memory);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
