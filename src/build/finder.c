/* Indexes the segments of each layer by the cells that they cross. Cost of a query: O(entries in
 * the cells that meet the box), plus O(n log n) in the segments found. */
#include "build/finder.h"
#include "base/sort.h"
#include <string.h>

bool finder_make(finder *out, const cells_segment *segments, uint32_t count, uint32_t layer_count,
                 memory_arena *kept, memory *heap) {
    size_t room = (size_t)count + 1;
    *out = (finder){.count = count};
    out->found = arena_take(kept, 2 * room * sizeof *out->found, 16);
    out->seen = arena_take(kept, room * sizeof *out->seen, 16);
    if (out->found == NULL || out->seen == NULL) {
        return false;
    }
    memset(out->seen, 0, room * sizeof *out->seen);
    out->cells = cells_build_for_segments(segments, count, layer_count, kept, heap);
    return out->cells != NULL;
}

static bool number_before(const void *left, const void *right) {
    return *(const uint32_t *)left < *(const uint32_t *)right;
}

uint32_t finder_find(finder *from, uint32_t layer, wend_vec2 low, wend_vec2 high) {
    const map_cells *cells = &from->cells[layer];
    if (cells->columns == 0) {
        return 0;
    }
    uint32_t count = 0, query = ++from->query;
    uint32_t first = cells_column(cells, low.x), last = cells_column(cells, high.x);
    uint32_t top = cells_row(cells, high.y);
    for (uint32_t row = cells_row(cells, low.y); row <= top; row++) {
        uint32_t begin = cells->starts[row * cells->columns + first];
        uint32_t end = cells->starts[row * cells->columns + last + 1];
        for (uint32_t i = begin; i < end; i++) {
            uint32_t segment = cells->polygons[i];
            if (from->seen[segment] != query) {
                from->seen[segment] = query;
                from->found[count++] = segment;
            }
        }
    }
    sort_stable(from->found, from->found + from->count + 1, count, sizeof *from->found,
                number_before);
    return count;
}
