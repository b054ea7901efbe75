/* Compares the ids of a table with a list of all ids ever issued. */
#include "state/ids.h"
#include "support/spaces.h"
#include "support/suite.h"

enum { ROUNDS = 3000, MOST = 8192 };

START_TEST(only_live_ids_have_an_index) {
    memory from;
    memory_init(&from, NULL);
    id_table table = {0};
    static uint64_t given[MOST];
    static bool lives[MOST];
    uint32_t count = 0, live_count = 0, most_live = 0;
    dice random = {11};
    for (int round = 0; round < ROUNDS; round++) {
        if (live_count == 0 || dice_below(&random, 5) > 1) {
            ck_assert(ids_reserve(&table, &from));
            uint32_t next = ids_next(&table);
            uint32_t index = ids_take(&table);
            ck_assert_uint_eq(index, next);
            given[count] = ids_at(&table, index);
            lives[count++] = true;
            live_count++;
        } else {
            uint32_t which = dice_below(&random, count);
            if (lives[which]) {
                ids_release(&table, (uint32_t)given[which]);
                lives[which] = false;
                live_count--;
            }
        }
        most_live = live_count > most_live ? live_count : most_live;
    }
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_ne(given[i], 0);
        ck_assert_uint_eq(ids_index(&table, given[i]), lives[i] ? (uint32_t)given[i] : ID_NONE);
        for (uint32_t k = 0; k < i; k++) {
            ck_assert_uint_ne(given[i], given[k]);
        }
    }
    ck_assert_uint_eq(table.count, most_live); /* free indices are reused first */
    ck_assert_uint_eq(table.count - table.free_count, live_count);
    ids_free(&table, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(null_and_unknown_ids_have_no_index) {
    memory from;
    memory_init(&from, NULL);
    id_table table = {0};
    ck_assert_uint_eq(ids_index(&table, 0), ID_NONE);
    ck_assert_uint_eq(ids_at(&table, 0), 0);
    ck_assert(ids_reserve(&table, &from));
    uint32_t index = ids_take(&table);
    uint64_t id = ids_at(&table, index);
    ck_assert_uint_eq(id, (uint64_t)1 << 32);
    ck_assert_uint_eq(ids_index(&table, 0), ID_NONE);
    ck_assert_uint_eq(ids_index(&table, id + 1), ID_NONE);
    ck_assert_uint_eq(ids_index(&table, (uint64_t)2 << 32), ID_NONE);
    ck_assert_uint_eq(ids_at(&table, ID_NONE), 0);
    ids_release(&table, index);
    ck_assert_uint_eq(ids_at(&table, index), 0);
    table.slots[index].generation = UINT32_MAX; /* as after 2^32 removals */
    ids_take(&table);
    ids_release(&table, index);
    ids_take(&table);
    ck_assert_uint_eq(ids_at(&table, index), (uint64_t)1 << 32);
    ids_free(&table, &from);
}
END_TEST

int main(void) {
    SUITE("state/ids", only_live_ids_have_an_index, null_and_unknown_ids_have_no_index);
}
