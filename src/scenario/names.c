/* Indexes names, finds them by binary search, and suggests the most similar name for an unknown
 * one.
 *
 * Cost: O(n log n) for a file with n names. */
#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "scenario/read.h"
#include <string.h>
#include <wend/kit.h>

typedef struct indexed_name {
    const char *name;
    uint32_t index;
} indexed_name;

static bool name_before(const void *left, const void *right) {
    return strcmp(((const indexed_name *)left)->name, ((const indexed_name *)right)->name) < 0;
}

void read_names_init(reader *r, read_names *names, uint32_t capacity) {
    names->names = read_allocate(r, capacity, sizeof *names->names);
    names->sorted = read_allocate(r, capacity, sizeof *names->sorted);
    names->count = 0;
    names->capacity = reader_ok(r) ? capacity : 0;
}

void read_names_add(read_names *names, const char *name) {
    if (names->count < names->capacity) {
        names->names[names->count++] = name;
    }
}

void read_names_sort(reader *r, read_names *names) {
    indexed_name *items = read_allocate(r, names->count, sizeof *items);
    indexed_name *scratch = read_allocate(r, names->count, sizeof *scratch);
    if (!reader_ok(r) || names->count == 0) {
        return;
    }
    for (uint32_t i = 0; i < names->count; i++) {
        items[i] = (indexed_name){names->names[i], i};
    }
    sort_stable(items, scratch, names->count, sizeof *items, name_before);
    for (uint32_t i = 0; i < names->count; i++) {
        names->sorted[i] = items[i].index;
    }
}

uint32_t read_names_find(const read_names *names, const char *name) {
    uint32_t low = 0, high = names->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(names->names[names->sorted[middle]], name);
        if (order == 0) {
            return names->sorted[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return UINT32_MAX;
}

uint32_t read_name(reader *r, const node *value, const char *what, const read_names *names) {
    const char *text = read_text(r, value, what);
    if (!reader_ok(r)) {
        return 0;
    }
    uint32_t found = read_names_find(names, text);
    if (found != UINT32_MAX) {
        return found;
    }
    char hint[300];
    read_fail(r, value, WEND_ERROR_NAME, "there is no %s '%.60s'%s", what, text,
              text_suggest(text, names->names, names->count, hint, sizeof hint));
    return 0;
}

const char *wend_suggest_name(const char *word, const char *const *names, size_t count, char *out,
                              size_t size) {
    WEND_ASSERT(word != NULL && (names != NULL || count == 0) && out != NULL && size > 0);
    return text_suggest(word, names, count, out, size);
}
