/* Stable merge sort: sorts short runs by insertion, then merges them, alternating between the items
 * and the scratch memory. */
#include "base/sort.h"

#include <string.h>

/* Runs of this many items are sorted by insertion before they are merged. */
enum { INSERTION_RUN = 8 };

static void sort_by_insertion(char *items, char *scratch, size_t count, size_t size,
                              sort_before *before) {
    for (size_t i = 1; i < count; i++) {
        size_t index = i;
        while (index > 0 && before(items + i * size, items + (index - 1) * size)) {
            index--;
        }
        if (index < i) {
            memcpy(scratch, items + i * size, size);
            memmove(items + (index + 1) * size, items + index * size, (i - index) * size);
            memcpy(items + index * size, scratch, size);
        }
    }
}

/* Merges [left, middle) and [middle, right) of `from` into `to`. */
static void merge(const char *from, char *to, size_t left, size_t middle, size_t right, size_t size,
                  sort_before *before) {
    size_t a = left, b = middle;
    for (size_t out = left; out < right; out++) {
        bool take_right = a == middle || (b < right && before(from + b * size, from + a * size));
        size_t source = take_right ? b++ : a++;
        memcpy(to + out * size, from + source * size, size);
    }
}

void sort_stable(void *items, void *scratch, size_t count, size_t size, sort_before *before) {
    char *from = items, *to = scratch;
    if (count < 2) {
        return;
    }
    for (size_t begin = 0; begin < count; begin += INSERTION_RUN) {
        size_t run = count - begin < INSERTION_RUN ? count - begin : INSERTION_RUN;
        sort_by_insertion(from + begin * size, to, run, size, before);
    }
    for (size_t width = INSERTION_RUN; width < count; width *= 2) {
        for (size_t left = 0; left < count; left += 2 * width) {
            size_t middle = left + width < count ? left + width : count;
            size_t right = left + 2 * width < count ? left + 2 * width : count;
            merge(from, to, left, middle, right, size, before);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, count * size);
    }
}

bool sort_stable_with(memory *heap, void *items, size_t count, size_t size, sort_before *before) {
    void *scratch = memory_get_array(heap, count + 1, size);
    if (scratch != NULL) {
        sort_stable(items, scratch, count, size, before);
        memory_free(heap, scratch, (count + 1) * size);
    }
    return scratch != NULL;
}
