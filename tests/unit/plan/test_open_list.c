/* The open list of searches over nets: items come out in the order of a sorted list. */
#include "plan/weighted/open_list.h"

#include <stdlib.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 300 };

typedef struct entry {
    float f;
    uint32_t index;
} entry;

static int compare(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->f != y->f) {
        return x->f < y->f ? -1 : 1;
    }
    return (x->index > y->index) - (x->index < y->index);
}

START_TEST(pops_smallest_f_then_lowest_index) {
    for (uint64_t seed = 1; seed <= trials(300); seed++) {
        dice random = {seed};
        entry entries[MOST];
        open_item heap[MOST];
        uint32_t count = 0, size = 1 + dice_below(&random, MOST);
        for (uint32_t i = 0; i < size; i++) {
            /* Few values, so that many are equal; zero, subnormal and large ones too. */
            static const float values[8] = {0.0F, 1e-42F, 1e-3F, 0.5F, 1.0F, 1.5F, 3e7F, 3e38F};
            float f = dice_below(&random, 2) == 0 ? values[dice_below(&random, 8)]
                                                  : (float)dice_between(&random, 0.0, 100.0);
            entries[i] = (entry){f, i * 2654435761U};
            open_list_push(heap, &count, open_item_of(f, entries[i].index));
        }
        qsort(entries, size, sizeof *entries, compare);
        for (uint32_t i = 0; i < size; i++) {
            open_item item = open_list_pop(heap, &count);
            ck_assert_msg(open_item_index(item) == entries[i].index &&
                              open_item_f(item) == entries[i].f,
                          "seed %u, item %u", (unsigned)seed, (unsigned)i);
        }
        ck_assert_uint_eq(count, 0);
    }
}
END_TEST

/* Pushes between pops, as a search makes them: f never falls below that of the last item. */
START_TEST(pops_never_descend_in_a_search) {
    for (uint64_t seed = 1; seed <= trials(300); seed++) {
        dice random = {seed};
        open_item heap[MOST];
        uint32_t count = 0;
        float last = 0.0F;
        open_list_push(heap, &count, open_item_of(0.0F, 0));
        for (uint32_t i = 1; count > 0 && i < 5 * MOST; i++) {
            float f = open_item_f(open_list_pop(heap, &count));
            ck_assert_msg(f >= last, "seed %u, pop %u", (unsigned)seed, (unsigned)i);
            last = f;
            for (uint32_t k = dice_below(&random, 4); k > 0 && count < MOST; k--) {
                open_list_push(heap, &count,
                               open_item_of(f + (float)dice_between(&random, 0.0, 1.0), i));
            }
        }
    }
}
END_TEST

int main(void) {
    SUITE("plan/open_list", pops_smallest_f_then_lowest_index, pops_never_descend_in_a_search);
}
