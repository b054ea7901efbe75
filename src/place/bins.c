/* A grid of square cells, each with a linked list of its items. The number of cells is bounded by
 * the number of items. */
#include "place/bins.h"
#include <math.h>
#include <string.h>

enum { CELLS_PER_ITEM = 4, CELLS_LEAST = 64 };

static uint32_t cell_of(double at, double low, double cell, uint32_t count) {
    double index = floor((at - low) / cell);
    return index < 0.0 ? 0 : index >= (double)count ? count - 1 : (uint32_t)index;
}

bool bins_init(bins *b, wend_point low, wend_point high, double cell, uint32_t capacity,
               const wend_allocator *allocator) {
    double wide = high.x - low.x, tall = high.y - low.y;
    double most = CELLS_PER_ITEM * (double)capacity + CELLS_LEAST;
    memset(b, 0, sizeof *b);
    memory_init(&b->heap, allocator);
    b->low = low;
    b->cell = fmax(cell, fmax(sqrt(wide * tall / most), fmax(wide, tall) / most));
    b->columns = (uint32_t)floor(wide / b->cell) + 1;
    b->rows = (uint32_t)floor(tall / b->cell) + 1;
    b->capacity = capacity;
    b->heads = memory_get_array(&b->heap, (size_t)b->columns * b->rows, sizeof *b->heads);
    b->next = memory_get_array(&b->heap, capacity, sizeof *b->next);
    if (b->heads == NULL || b->next == NULL) {
        bins_free(b);
        return false;
    }
    bins_clear(b);
    return true;
}

void bins_free(bins *b) {
    memory_free(&b->heap, b->heads, (size_t)b->columns * b->rows * sizeof *b->heads);
    memory_free(&b->heap, b->next, b->capacity * sizeof *b->next);
    b->heads = NULL;
    b->next = NULL;
}

void bins_clear(bins *b) {
    memset(b->heads, 0xff, (size_t)b->columns * b->rows * sizeof *b->heads);
}

void bins_add(bins *b, uint32_t index, wend_point position) {
    uint32_t column = cell_of(position.x, b->low.x, b->cell, b->columns);
    uint32_t row = cell_of(position.y, b->low.y, b->cell, b->rows);
    uint32_t *head = &b->heads[(size_t)row * b->columns + column];
    b->next[index] = *head;
    *head = index;
}

bins_span bins_around(const bins *b, wend_point position) {
    uint32_t column = cell_of(position.x, b->low.x, b->cell, b->columns);
    uint32_t row = cell_of(position.y, b->low.y, b->cell, b->rows);
    return (bins_span){column > 0 ? column - 1 : 0,
                       column + 2 < b->columns ? column + 2 : b->columns, row > 0 ? row - 1 : 0,
                       row + 2 < b->rows ? row + 2 : b->rows};
}
