/* A stable sort that uses scratch memory from the caller. The C library's qsort is not stable, and
 * may allocate. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef bool sort_before(const void *left, const void *right);

/* Sorts `count` items of `size` bytes. `scratch` must have room for `count` items. Merge sort: O(n
 * log n) comparisons; equal items keep their order. */
void sort_stable(void *items, void *scratch, size_t count, size_t size, sort_before *before);

/* Like sort_stable, but takes scratch memory from `heap`. If memory runs out, returns false and
 * leaves the items unchanged. */
bool sort_stable_with(memory *heap, void *items, size_t count, size_t size, sort_before *before);

#endif
