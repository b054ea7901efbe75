/* A hash grid of discs with one level per power of two of the diameter. Discs of all layers share
 * one table of cells. */
#include "geom/discs.h"
#include "base/hash.h"
#include <math.h>
#include <string.h>

#define SMALLEST_CELL 0.02 /* m: diameter of the smallest agent */

static double cell_size(uint32_t level) {
    return SMALLEST_CELL * (double)(1u << level);
}

static uint32_t level_of(double radius) {
    uint32_t level = 0;
    while (level + 1 < DISC_LEVELS && cell_size(level) < 2.0 * radius) {
        level++;
    }
    return level;
}

static uint32_t cell_of(const disc_index *grid, int64_t x, int64_t y, uint32_t layer,
                        uint32_t level) {
    uint64_t hash =
        hash_combine(hash_combine(((uint64_t)layer << 8) | level, (uint64_t)x), (uint64_t)y);
    return (uint32_t)(hash & (grid->cell_count - 1));
}

bool discs_init(disc_index *grid, uint32_t capacity, const wend_allocator *allocator) {
    memset(grid, 0, sizeof *grid);
    memory_init(&grid->heap, allocator);
    grid->capacity = capacity == 0 ? 1 : capacity;
    grid->cell_count = 16;
    while (grid->cell_count < grid->capacity) {
        grid->cell_count *= 2;
    }
    grid->discs = memory_get_array(&grid->heap, grid->capacity, sizeof *grid->discs);
    grid->cells = memory_get_array(&grid->heap, grid->cell_count, sizeof *grid->cells);
    if (grid->discs == NULL || grid->cells == NULL) {
        discs_free(grid);
        return false;
    }
    memset(grid->cells, 0xff, grid->cell_count * sizeof *grid->cells);
    memset(grid->level_first, 0xff, sizeof grid->level_first);
    return true;
}

void discs_free(disc_index *grid) {
    memory_free(&grid->heap, grid->discs, grid->capacity * sizeof *grid->discs);
    memory_free(&grid->heap, grid->cells, grid->cell_count * sizeof *grid->cells);
    grid->discs = NULL;
    grid->cells = NULL;
}

void discs_clear(disc_index *grid) {
    if (grid->count == 0) {
        return;
    }
    memset(grid->cells, 0xff, grid->cell_count * sizeof *grid->cells);
    memset(grid->level_first, 0xff, sizeof grid->level_first);
    memset(grid->level_count, 0, sizeof grid->level_count);
    grid->count = 0;
}

bool discs_grow(disc_index *grid) {
    disc_index larger;
    if (!discs_init(&larger, grid->capacity * 2, &grid->heap.allocator)) {
        return false;
    }
    for (uint32_t i = 0; i < grid->count; i++) {
        const disc_entry *disc = &grid->discs[i];
        discs_add(&larger, disc->centre, disc->radius, disc->layer);
    }
    discs_free(grid);
    *grid = larger;
    return true;
}

typedef struct overlap_query {
    wend_point centre;
    double radius, share;
    uint32_t layer;
    uint32_t found;
} overlap_query;

static void check_disc(const disc_index *grid, uint32_t index, overlap_query *a) {
    const disc_entry *disc = &grid->discs[index];
    if (disc->layer != a->layer || index >= a->found) {
        return;
    }
    double x = disc->centre.x - a->centre.x, y = disc->centre.y - a->centre.y;
    double smaller = disc->radius < a->radius ? disc->radius : a->radius;
    double least = disc->radius + a->radius - a->share * smaller;
    if (x * x + y * y < least * least) {
        a->found = index;
    }
}

static void search_level(const disc_index *grid, uint32_t level, overlap_query *a) {
    double size = cell_size(level), reach = a->radius + size / 2.0;
    double wide = 2.0 * reach / size + 2.0;
    if (wide * wide > (double)grid->level_count[level]) {
        for (uint32_t i = grid->level_first[level]; i != UINT32_MAX;
             i = grid->discs[i].next_of_level) {
            check_disc(grid, i, a);
        }
        return;
    }
    int64_t x0 = (int64_t)floor((a->centre.x - reach) / size);
    int64_t x1 = (int64_t)floor((a->centre.x + reach) / size);
    int64_t y0 = (int64_t)floor((a->centre.y - reach) / size);
    int64_t y1 = (int64_t)floor((a->centre.y + reach) / size);
    for (int64_t y = y0; y <= y1; y++) {
        for (int64_t x = x0; x <= x1; x++) {
            uint32_t cell = cell_of(grid, x, y, a->layer, level);
            for (uint32_t i = grid->cells[cell]; i != UINT32_MAX; i = grid->discs[i].next) {
                check_disc(grid, i, a);
            }
        }
    }
}

uint32_t discs_find_overlap(const disc_index *grid, wend_point centre, double radius,
                            uint32_t layer, double share) {
    overlap_query a = {centre, radius, share, layer, UINT32_MAX};
    for (uint32_t level = 0; level < DISC_LEVELS; level++) {
        if (grid->level_count[level] > 0) {
            search_level(grid, level, &a);
        }
    }
    return a.found;
}

void discs_add(disc_index *grid, wend_point centre, double radius, uint32_t layer) {
    uint32_t level = level_of(radius), index = grid->count++;
    double size = cell_size(level);
    uint32_t cell = cell_of(grid, (int64_t)floor(centre.x / size), (int64_t)floor(centre.y / size),
                            layer, level);
    grid->discs[index] = (disc_entry){
        centre, radius, layer, grid->cells[cell], grid->level_first[level], (uint8_t)level};
    grid->cells[cell] = index;
    grid->level_first[level] = index;
    grid->level_count[level]++;
}
