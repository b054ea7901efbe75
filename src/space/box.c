/* Walls in a box: those whose own box meets it, each once. For callers that look at distances
 * themselves, and at small boxes: who is there twice is found by looking through the list.
 * Cost: the edges in the cells that the box touches, times those found. */
#include "space/space.h"

static bool is_apart(const space_edge *e, wend_vec2 low, wend_vec2 high) {
    return (e->a.x < low.x && e->b.x < low.x) || (e->a.x > high.x && e->b.x > high.x) ||
           (e->a.y < low.y && e->b.y < low.y) || (e->a.y > high.y && e->b.y > high.y);
}

static bool is_listed(const uint32_t *edges, uint32_t count, uint32_t edge) {
    for (uint32_t i = 0; i < count; i++) {
        if (edges[i] == edge) {
            return true;
        }
    }
    return false;
}

uint32_t space_walls_in_box(const wend_space *space, uint32_t layer, wend_vec2 low, wend_vec2 high,
                            uint32_t classes, uint32_t *out, uint32_t capacity) {
    const space_grid *grid = &space->layers[layer].grid;
    uint32_t count = 0;
    if (grid->columns == 0) {
        return 0;
    }
    uint32_t first = space_grid_cell(grid, low), last = space_grid_cell(grid, high);
    uint32_t wide = last % grid->columns - first % grid->columns + 1;
    for (; first <= last; first += grid->columns) {
        for (uint32_t i = grid->start[first]; i < grid->start[first + wide]; i++) {
            uint32_t index = grid->items[i];
            const space_edge *e = &space->edges[index];
            if (is_apart(e, low, high) || e->link != SPACE_NONE || !space_class_on(e, classes) ||
                is_listed(out, count, index)) {
                continue;
            }
            if (count == capacity) {
                return UINT32_MAX;
            }
            out[count++] = index;
        }
    }
    return count;
}
