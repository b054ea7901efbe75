/* The spatial index of terrain: square cells over the regions of a layer.
 *
 * Regions are entered from the topmost to the lowest. A region enters the cells near its edges, and
 * the cells that it covers completely. The latter are then closed: nothing below the region can be
 * seen there, so later regions do not enter them. The cells in the interior of a region are found
 * row by row: no edge passes through the gap between two neighbouring spans of cells near edges, so
 * one test of a point decides for the whole gap. A union-find structure over the cells of a row
 * (Tarjan, Journal of the ACM 22 (1975)) skips closed cells, so that each cell is closed once.
 *
 * Cost of building, for n edges: O(n log n) time, and O(n) memory: about two cells per edge and at
 * most 16 list entries per edge, because cells are enlarged until this limit holds. */
#include <stdlib.h>
#include <string.h>

#include "geom/vec.h"
#include "space/space.h"

/* Consecutive cells of a row that are near an edge of the current region. */
typedef struct cell_span {
    uint32_t row, first, last;
} cell_span;

typedef struct grid_builder {
    wend_space *space;
    space_layer *layer;
    space_terrain_grid *out;
    bool writes;      /* false in the first pass, which only counts */
    uint32_t *stamp;  /* for each cell: 1 + the last region that entered it */
    uint32_t *parent; /* for each cell, and one more: itself if it is open, or a later cell */
    cell_span *spans;
    uint32_t span_count, span_capacity;
} grid_builder;

/* Returns the first open cell from `cell` on, in this row or a later one. */
static uint32_t find_open(uint32_t *parent, uint32_t cell) {
    while (parent[cell] != cell) {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    return cell;
}

static void enter_region(grid_builder *b, uint32_t cell, uint32_t item) {
    uint32_t at = b->out->grid.start[cell]++;
    if (b->writes) {
        b->out->grid.items[at] = item;
    }
}

static void enter_edge(grid_builder *b, uint32_t cell, uint32_t region, uint32_t edge) {
    if (b->parent[cell] != cell) {
        return;
    }
    uint32_t at = b->out->edge_start[cell]++;
    if (b->writes) {
        b->out->edges[at] = (space_terrain_edge){region, edge};
    }
    if (b->stamp[cell] != region + 1) {
        b->stamp[cell] = region + 1;
        enter_region(b, cell, 2 * region);
    }
}

/* Enters the edges of a region and notes their cells as spans. Returns false if out of memory. */
static bool enter_edges(grid_builder *b, uint32_t region) {
    const space_terrain *t = &b->layer->terrains[region];
    const space_grid *grid = &b->out->grid;
    b->span_count = 0;
    for (uint32_t i = 0; i < t->count; ++i) {
        wend_vec2 p = t->points[i], q = t->points[t->next[i]];
        uint32_t row, last_row;
        space_grid_rows(grid, p, q, SPACE_ENTRY_MARGIN, &row, &last_row);
        for (; row <= last_row; ++row) {
            cell_span span = {row, 0, 0};
            space_grid_span(grid, p, q, SPACE_ENTRY_MARGIN, row, &span.first, &span.last);
            for (uint32_t c = span.first; c <= span.last; ++c) {
                enter_edge(b, row * grid->columns + c, region, i);
            }
            if (span.first > span.last) {
                continue;
            }
            if (!memory_grow(&b->space->memory, (void **)&b->spans, sizeof *b->spans,
                             &b->span_capacity, b->span_count + 1)) {
                return false;
            }
            b->spans[b->span_count++] = span;
        }
    }
    return true;
}

static int compare_spans(const void *one, const void *two) {
    const cell_span *a = one, *b = two;
    uint32_t keys[3][2] = {{a->row, b->row}, {a->first, b->first}, {a->last, b->last}};
    for (int i = 0; i < 3; ++i) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* Closes the cells from `first` to `last` of a row, if the region covers them. No edge of the
 * region passes through them. */
static void close_gap(grid_builder *b, uint32_t region, uint32_t row, uint32_t first,
                      uint32_t last) {
    const space_grid *grid = &b->out->grid;
    wend_vec2 middle = {(float)(grid->low_x + (first + 0.5) * grid->cell),
                        (float)(grid->low_y + (row + 0.5) * grid->cell)};
    if (!space_terrain_covers(&b->layer->terrains[region], middle)) {
        return;
    }
    uint32_t end = row * grid->columns + last;
    uint32_t cell = find_open(b->parent, row * grid->columns + first);
    for (; cell <= end; cell = find_open(b->parent, cell)) {
        enter_region(b, cell, 2 * region + 1);
        b->parent[cell] = cell + 1;
    }
}

static void close_cells(grid_builder *b, uint32_t region) {
    if (b->span_count > 1) {
        qsort(b->spans, b->span_count, sizeof *b->spans, compare_spans);
    }
    uint32_t end = 0; /* the last cell of the row that is near an edge */
    for (uint32_t i = 0; i < b->span_count; ++i) {
        const cell_span *span = &b->spans[i];
        bool begins_row = i == 0 || b->spans[i - 1].row != span->row;
        if (!begins_row && span->first > end + 1) {
            close_gap(b, region, span->row, end + 1, span->first - 1);
        }
        end = begins_row || span->last > end ? span->last : end;
    }
}

/* Counts or writes the entries of all regions. Returns false if out of memory. */
static bool enter_all(grid_builder *b, size_t cell_count) {
    memset(b->stamp, 0, cell_count * sizeof *b->stamp);
    for (size_t i = 0; i <= cell_count; ++i) {
        b->parent[i] = (uint32_t)i;
    }
    for (uint32_t region = b->layer->terrain_count; region-- > 0;) {
        if (!enter_edges(b, region)) {
            return false;
        }
        close_cells(b, region);
    }
    return true;
}

/* Replaces counts by the index at which each list begins. Returns the sum of all counts. */
static uint32_t add_up(uint32_t *start, size_t cell_count) {
    uint32_t sum = 0;
    for (size_t i = 0; i <= cell_count; ++i) {
        uint32_t count = start[i];
        start[i] = sum;
        sum += count;
    }
    return sum;
}

/* Restores the starts after the second pass, which has moved each to the end of its list. */
static void shift_back(uint32_t *start, size_t cell_count) {
    memmove(start + 1, start, cell_count * sizeof *start);
    start[0] = 0;
}

static bool fill(grid_builder *b, size_t cell_count) {
    space_terrain_grid *out = b->out;
    out->grid.start = space_allocate(b->space, cell_count + 1, sizeof *out->grid.start);
    out->edge_start = space_allocate(b->space, cell_count + 1, sizeof *out->edge_start);
    if (out->grid.start == NULL || out->edge_start == NULL) {
        return false;
    }
    memset(out->grid.start, 0, (cell_count + 1) * sizeof *out->grid.start);
    memset(out->edge_start, 0, (cell_count + 1) * sizeof *out->edge_start);
    if (!enter_all(b, cell_count)) {
        return false;
    }
    uint32_t region_entries = add_up(out->grid.start, cell_count);
    uint32_t edge_entries = add_up(out->edge_start, cell_count);
    out->grid.items = space_allocate(b->space, region_entries, sizeof *out->grid.items);
    out->edges = space_allocate(b->space, edge_entries, sizeof *out->edges);
    if (out->grid.items == NULL || out->edges == NULL) {
        return false;
    }
    b->writes = true;
    if (!enter_all(b, cell_count)) {
        return false;
    }
    shift_back(out->grid.start, cell_count);
    shift_back(out->edge_start, cell_count);
    return true;
}

/* Returns the number of cells near edges, counted once for each edge. */
static uint64_t count_entries(const space_layer *layer, const space_grid *grid) {
    uint64_t entries = 0;
    for (uint32_t i = 0; i < layer->terrain_count; ++i) {
        const space_terrain *t = &layer->terrains[i];
        for (uint32_t k = 0; k < t->count; ++k) {
            wend_vec2 p = t->points[k], q = t->points[t->next[k]];
            uint32_t row, last_row, first, last;
            space_grid_rows(grid, p, q, SPACE_ENTRY_MARGIN, &row, &last_row);
            for (; row <= last_row; ++row) {
                space_grid_span(grid, p, q, SPACE_ENTRY_MARGIN, row, &first, &last);
                entries += first <= last ? last - first + 1 : 0;
            }
        }
    }
    return entries;
}

/* Chooses the cells. */
static void choose_cells(const space_layer *layer, space_grid *grid) {
    wend_vec2 low = layer->terrains[0].low, high = layer->terrains[0].high;
    uint32_t edges = 0;
    for (uint32_t i = 0; i < layer->terrain_count; ++i) {
        low = vec_min(low, layer->terrains[i].low);
        high = vec_max(high, layer->terrains[i].high);
        edges += layer->terrains[i].count;
    }
    double cell = space_grid_first_cell(low, high, edges);
    space_grid_fit(grid, low, high, cell);
    while (count_entries(layer, grid) > space_grid_most_entries(edges)) {
        cell *= 2.0;
        space_grid_fit(grid, low, high, cell);
    }
}

bool space_build_terrain_grid(wend_space *space, space_layer *layer) {
    if (layer->terrain_count == 0) {
        return true;
    }
    grid_builder b = {.space = space, .layer = layer, .out = &layer->terrain_grid};
    choose_cells(layer, &b.out->grid);
    size_t cell_count = (size_t)b.out->grid.columns * b.out->grid.rows;
    b.stamp = memory_get_array(&space->memory, cell_count, sizeof *b.stamp);
    b.parent = memory_get_array(&space->memory, cell_count + 1, sizeof *b.parent);
    bool made = b.stamp != NULL && b.parent != NULL && fill(&b, cell_count);
    memory_free(&space->memory, b.stamp, cell_count * sizeof *b.stamp);
    memory_free(&space->memory, b.parent, (cell_count + 1) * sizeof *b.parent);
    memory_free(&space->memory, b.spans, b.span_capacity * sizeof *b.spans);
    return made;
}
