/* Compares the stable sort with insertion into a list, for all small sizes. */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "support/spaces.h"
#include "support/suite.h"

typedef struct item {
    uint32_t value;
    uint32_t order;
    uint8_t padding[5];
} item;

static bool is_less(const void *left, const void *right) {
    return ((const item *)left)->value < ((const item *)right)->value;
}

/* Inserts each item after all items that are not larger. */
static void sort_by_insertion(const item *items, uint32_t count, item *out) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = i;
        while (index > 0 && out[index - 1].value > items[i].value) {
            out[index] = out[index - 1];
            index--;
        }
        out[index] = items[i];
    }
}

START_TEST(sort_is_stable) {
    static const uint32_t spreads[] = {1, 2, 7, 1000};
    static item items[201], scratch[201], expected[201];
    for (uint32_t count = 0; count <= 200; count++) {
        for (int i = 0; i < 4; i++) {
            dice from = {count * 4 + (uint64_t)i};
            memset(items, 0, sizeof items);
            for (uint32_t k = 0; k < count; k++) {
                items[k].value = dice_below(&from, spreads[i]);
                items[k].order = k;
                items[k].padding[k % 5] = (uint8_t)k;
            }
            items[count].value = 12345; /* a guard past the end */
            sort_by_insertion(items, count, expected);
            sort_stable(items, scratch, count, sizeof *items, is_less);
            ck_assert_msg(memcmp(items, expected, count * sizeof *items) == 0, "%u items of %u",
                          count, spreads[i]);
            ck_assert_uint_eq(items[count].value, 12345);
        }
    }
}
END_TEST

START_TEST(sorted_and_reversed_lists_come_out_sorted) {
    static item items[100], scratch[100];
    for (uint32_t i = 0; i < 100; i++) {
        items[i] = (item){.value = 99 - i, .order = i};
    }
    for (int round = 0; round < 2; round++) {
        sort_stable(items, scratch, 100, sizeof *items, is_less);
        for (uint32_t i = 0; i < 100; i++) {
            ck_assert_uint_eq(items[i].value, i);
        }
    }
}
END_TEST

int main(void) {
    SUITE("base/sort", sort_is_stable, sorted_and_reversed_lists_come_out_sorted);
}
