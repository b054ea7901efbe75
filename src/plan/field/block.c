/* The memory of a field: one block with the struct and its arrays, so that saving is one copy.
 * Cost: O(cells). */
#include <math.h>
#include <string.h>

#include "plan/field/field.h"

enum { MAX_CELLS = 1 << 30, MAX_CROSSINGS = 1 << 28, ALIGNMENT = 16 };

static size_t aligned(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Places the arrays of a field after the struct, and sets their size. */
static void place(field *f) {
    const field_head *head = &f->head;
    char *base = (char *)f + aligned(sizeof *f);
    size_t at = 0;
    f->layers = (grid_layer *)(void *)base;
    at += aligned(head->layer_count * sizeof *f->layers);
    f->distances = (float *)(void *)(base + at);
    at += aligned(head->cell_count * sizeof *f->distances);
    f->costs = head->is_weighted ? (float *)(void *)(base + at) : NULL;
    at += head->is_weighted ? aligned(head->cell_count * sizeof *f->costs) : 0;
    f->moves = (uint16_t *)(void *)(base + at);
    at += aligned(head->cell_count * sizeof *f->moves);
    f->flags = (uint8_t *)(void *)(base + at);
    at += aligned(head->cell_count * sizeof *f->flags);
    f->crossings = (field_crossing *)(void *)(base + at);
    f->array_size = at + aligned(head->crossing_count * sizeof *f->crossings);
}

static size_t size_of(const field_head *head) {
    field layout = {.head = *head};
    place(&layout);
    return aligned(sizeof layout) + layout.array_size;
}

static field *allocate(const field_head *head, const wend_allocator *allocator) {
    size_t size = size_of(head);
    field *f = allocator->allocate(allocator->user, size);
    if (f != NULL) {
        memset(f, 0, size);
        f->head = *head;
        place(f);
    }
    return f;
}

field *field_create(const grid *map, bool is_weighted, const wend_allocator *allocator) {
    const field_head head = {.width = map->cell,
                             .height = map->cell_height,
                             .uniform_cost = 1.0F,
                             .layer_count = map->layer_count,
                             .cell_count = map->square_count,
                             .crossing_count = map->crossing_count,
                             .is_weighted = is_weighted};
    field *f = allocate(&head, allocator);
    if (f == NULL) {
        return NULL;
    }
    memcpy(f->layers, map->layers, map->layer_count * sizeof *map->layers);
    for (uint32_t i = 0; i < head.cell_count; i++) {
        f->distances[i] = INFINITY;
    }
    return f;
}

void field_free(field *f, const wend_allocator *allocator) {
    if (f != NULL) {
        allocator->release(allocator->user, f, size_of(&f->head));
    }
}

/* ---- Positions ------------------------------------------------------------------------------- */

uint32_t field_layer_of(const field *f, uint32_t cell) {
    uint32_t low = 0, high = f->head.layer_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = f->layers[middle].first <= cell;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    return low;
}

wend_vec2 field_centre(const field *f, uint32_t layer, uint32_t cell) {
    const grid_layer *l = &f->layers[layer];
    uint32_t at = cell - l->first;
    int64_t column = (int64_t)l->column + at % l->columns, row = (int64_t)l->row + at / l->columns;
    return (wend_vec2){(float)(((double)column + 0.5) * f->head.width),
                       (float)(((double)row + 0.5) * f->head.height)};
}

uint32_t field_crossings_of(const field *f, uint32_t cell, const field_crossing **out) {
    uint32_t low = 0, high = f->head.crossing_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool before = f->crossings[middle].from < cell;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    uint32_t end = low;
    while (end < f->head.crossing_count && f->crossings[end].from == cell) {
        end++;
    }
    *out = &f->crossings[low];
    return end - low;
}

void field_steps(const field *f, uint32_t layer, int32_t steps[WEND_GRID_MOVES]) {
    int32_t columns = (int32_t)f->layers[layer].columns;
    for (int k = 0; k < WEND_GRID_MOVES; k++) {
        steps[k] = grid_offsets[k].row * columns + grid_offsets[k].column;
    }
}

/* ---- Saving and loading ---------------------------------------------------------------------- */

size_t field_save(const field *f, void *out, size_t capacity) {
    size_t size = sizeof f->head + f->array_size;
    if (capacity >= size) {
        memcpy(out, &f->head, sizeof f->head);
        memcpy((char *)out + sizeof f->head, f->layers, f->array_size);
    }
    return size;
}

static bool is_side(double side) {
    return side >= WEND_MIN_GRID_CELL && side <= WEND_MAX_GRID_CELL;
}

static bool is_head_sound(const field_head *head) {
    return is_side(head->width) && is_side(head->height) && head->radius >= 0.0F &&
           head->reach >= 0.0F && head->reach < 1e6F && head->uniform_cost > 0.0F &&
           head->layer_count > 0 && head->layer_count <= 256 && head->cell_count <= MAX_CELLS &&
           head->crossing_count <= MAX_CROSSINGS && head->is_weighted <= 1;
}

static bool are_layers_sound(const field *f) {
    uint64_t first = 0;
    for (uint32_t i = 0; i < f->head.layer_count; i++) {
        const grid_layer *l = &f->layers[i];
        bool near = l->column > -(1 << 29) && l->column < 1 << 29 && l->row > -(1 << 29) &&
                    l->row < 1 << 29 && l->columns < 1U << 29;
        if (!near || l->first != first) {
            return false;
        }
        first += (uint64_t)l->columns * l->rows;
        if (first > f->head.cell_count) {
            return false;
        }
    }
    return first == f->head.cell_count;
}

/* True if no move of a cell leaves its layer's box. */
static bool are_moves_sound(const field *f, const grid_layer *l, uint32_t at) {
    int64_t column = at % l->columns, row = at / l->columns;
    uint32_t moves = f->moves[l->first + at];
    bool sound = true;
    for (int k = 0; k < WEND_GRID_MOVES && sound; k++) {
        int64_t c = column + grid_offsets[k].column, r = row + grid_offsets[k].row;
        sound = !(moves >> k & 1U) || (c >= 0 && c < l->columns && r >= 0 && r < l->rows);
    }
    return sound;
}

static bool are_cells_sound(const field *f) {
    for (uint32_t i = 0; i < f->head.layer_count; i++) {
        const grid_layer *l = &f->layers[i];
        for (uint32_t at = 0; at < l->columns * l->rows; at++) {
            uint32_t cell = l->first + at;
            /* Solid cells have no cost: no move and no agent enters them. */
            bool is_used = f->flags[cell] & (FIELD_OPEN | FIELD_DONE);
            bool cost = !f->costs || !is_used || f->costs[cell] > 0.0F;
            /* Samples use the cells of a square or a fan without looking at their moves. */
            bool flags = (!(f->flags[cell] & FIELD_QUAD) || (f->moves[cell] & 7) == 7) &&
                         (!(f->flags[cell] & FIELD_FAN) || (f->moves[cell] & 0xff) == 0xff);
            if (!(f->distances[cell] >= 0.0F) || !cost || !flags || !are_moves_sound(f, l, at)) {
                return false;
            }
        }
    }
    for (uint32_t i = 0; i < f->head.crossing_count; i++) {
        const field_crossing *c = &f->crossings[i];
        if (c->from >= f->head.cell_count || c->to >= f->head.cell_count || !(c->length >= 0.0F) ||
            (i > 0 && c->from < c[-1].from)) {
            return false;
        }
    }
    return true;
}

field *field_load(const void *bytes, size_t size, const wend_allocator *allocator) {
    field_head head;
    if (size < sizeof head) {
        return NULL;
    }
    memcpy(&head, bytes, sizeof head);
    field layout = {.head = head};
    bool fits = is_head_sound(&head);
    if (fits) {
        place(&layout);
        fits = layout.array_size == size - sizeof head;
    }
    field *f = fits ? allocate(&head, allocator) : NULL;
    if (f == NULL) {
        return NULL;
    }
    memcpy(f->layers, (const char *)bytes + sizeof head, f->array_size);
    if (!are_layers_sound(f) || !are_cells_sound(f)) {
        field_free(f, allocator);
        return NULL;
    }
    return f;
}
