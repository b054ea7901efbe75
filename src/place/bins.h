/* A grid of square cells over a box, which finds the items near a point. */
#ifndef PLACE_BINS_H
#define PLACE_BINS_H

#include "base/memory.h"
#include <wend/base.h>

enum { BINS_END = UINT32_MAX };

typedef struct bins {
    memory heap;
    wend_point low;
    double cell;
    uint32_t columns, rows, capacity;
    uint32_t *heads; /* per cell: the first item of its list */
    uint32_t *next;  /* per item: the next item in its cell */
} bins;

/* A rectangle of cells. The ends of both ranges are excluded. */
typedef struct bins_span {
    uint32_t column_begin, column_end, row_begin, row_end;
} bins_span;

/* Makes empty bins for the items 0 to `capacity - 1`. Cells are at least `cell` wide, and wider if
 * the box would otherwise need many more cells than there are items. Returns false if out of
 * memory. */
bool bins_init(bins *b, wend_point low, wend_point high, double cell, uint32_t capacity,
               const wend_allocator *allocator);
void bins_free(bins *b);
void bins_clear(bins *b);
/* Adds an item. If its position is outside the box, it goes into the nearest cell. */
void bins_add(bins *b, uint32_t index, wend_point position);
/* Returns the cells that contain all items within one cell's width of a point. */
bins_span bins_around(const bins *b, wend_point position);

static inline uint32_t bins_first(const bins *b, uint32_t column, uint32_t row) {
    return b->heads[(size_t)row * b->columns + column];
}

#endif
