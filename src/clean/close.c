/* Finds chains that come close to each other, using a grid of vertices.
 *
 * The vertices are sorted into about as many cells as there are vertices. For each edge, the
 * vertices in the cells within its reach are tested. The number of tests is limited by a budget
 * proportional to the number of vertices.
 *
 * Cost: O(n), with a large factor in the worst case. */
#include "clean/close.h"

#include "geom/point.h"
#include <math.h>
#include <string.h>

enum { CHECKS_PER_VERTEX = 256, SPARE_CHECKS = 1000000, MOST_CELLS = 1 << 20 };

typedef struct vertex {
    uint32_t chain, index;
} vertex;

typedef struct close_grid {
    wend_point low;
    double scale, reach; /* `scale`: cells per metre; `reach`: m */
    uint32_t columns, rows;
    uint32_t *start; /* per cell: its first entry in `items` */
    vertex *items;
    uint64_t check_count;
} close_grid;

static uint32_t clamp(double value, uint32_t count) {
    return value <= 0.0 ? 0 : value >= count ? count - 1 : (uint32_t)value;
}

static uint32_t column_of(const close_grid *g, double x) {
    return clamp((x - g->low.x) * g->scale, g->columns);
}

static uint32_t row_of(const close_grid *g, double y) {
    return clamp((y - g->low.y) * g->scale, g->rows);
}

static double distance_squared(wend_point p, wend_point a, wend_point b) {
    wend_point away = point_sub(point_nearest(p, a, b), p);
    return point_dot(away, away);
}

/* Finds the columns in a row of cells that are within reach of the segment ab. */
static void columns_in_row(const close_grid *g, wend_point a, wend_point b, uint32_t row,
                           uint32_t *first, uint32_t *last) {
    double bottom = g->low.y + row / g->scale - 2.0 * g->reach;
    double top = g->low.y + (row + 1.0) / g->scale + 2.0 * g->reach;
    double dy = b.y - a.y, t0 = 0.0, t1 = 1.0;
    if (dy != 0.0) {
        t0 = fmin(fmax((bottom - a.y) / dy, 0.0), 1.0);
        t1 = fmin(fmax((top - a.y) / dy, 0.0), 1.0);
    }
    double x0 = a.x + t0 * (b.x - a.x), x1 = a.x + t1 * (b.x - a.x);
    *first = column_of(g, fmin(x0, x1) - 2.0 * g->reach);
    *last = column_of(g, fmax(x0, x1) + 2.0 * g->reach);
}

static void check_cell(close_grid *g, close_chain *chains, vertex edge, uint32_t next,
                       uint32_t cell) {
    close_chain *own = &chains[edge.chain];
    g->check_count += g->start[cell + 1] - g->start[cell] + 1;
    for (uint32_t i = g->start[cell]; i < g->start[cell + 1]; i++) {
        vertex v = g->items[i];
        close_chain *other = &chains[v.chain];
        if (v.chain == edge.chain && (v.index == edge.index || v.index == next)) {
            continue;
        }
        if (distance_squared(other->points[v.index], own->points[edge.index], own->points[next]) <=
            g->reach * g->reach) {
            own->close = true;
            other->close = true;
        }
    }
}

static void check_along(close_grid *g, close_chain *chains, vertex edge, uint32_t next) {
    wend_point a = chains[edge.chain].points[edge.index], b = chains[edge.chain].points[next];
    uint32_t last_row = row_of(g, fmax(a.y, b.y) + g->reach);
    for (uint32_t row = row_of(g, fmin(a.y, b.y) - g->reach); row <= last_row; row++) {
        uint32_t first = 0, last = 0;
        columns_in_row(g, a, b, row, &first, &last);
        for (uint32_t column = first; column <= last; column++) {
            check_cell(g, chains, edge, next, row * g->columns + column);
        }
    }
}

/* Tests all edges against nearby vertices. Returns false if there are more tests than allowed. */
static bool find_conflicts(close_grid *g, close_chain *chains, uint32_t count, uint64_t vertices) {
    uint64_t most = vertices * CHECKS_PER_VERTEX + SPARE_CHECKS;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t edges = chains[c].count - (chains[c].closed || chains[c].count == 0 ? 0 : 1);
        for (uint32_t i = 0; i < edges; i++) {
            check_along(g, chains, (vertex){c, i}, i + 1 < chains[c].count ? i + 1 : 0);
            if (g->check_count > most) {
                return false;
            }
        }
    }
    return true;
}

static void choose_cells(close_grid *g, const close_chain *chains, uint32_t count,
                         uint32_t vertices) {
    shapes_box box = {0};
    for (uint32_t c = 0; c < count; c++) {
        for (uint32_t i = 0; i < chains[c].count; i++) {
            shapes_include(&box, chains[c].points[i]);
        }
    }
    double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
    double wanted = fmin((double)vertices + 1.0, MOST_CELLS);
    double size = fmax(sqrt(width * height / wanted), fmax(width, height) / wanted);
    size = size > 0.0 ? size : 1.0;
    g->low = box.low;
    g->scale = 1.0 / size;
    g->columns = (uint32_t)(width / size) + 1;
    g->rows = (uint32_t)(height / size) + 1;
}

static uint32_t cell_of(const close_grid *g, wend_point p) {
    return row_of(g, p.y) * g->columns + column_of(g, p.x);
}

/* Sorts the vertices into cells with a counting sort. `start` must be zeroed and have two more
 * entries than there are cells. */
static void sort_into_cells(close_grid *g, const close_chain *chains, uint32_t count) {
    uint32_t cells = g->columns * g->rows;
    for (uint32_t c = 0; c < count; c++) {
        for (uint32_t i = 0; i < chains[c].count; i++) {
            g->start[cell_of(g, chains[c].points[i]) + 2]++;
        }
    }
    for (uint32_t i = 0; i < cells; i++) {
        g->start[i + 2] += g->start[i + 1];
    }
    for (uint32_t c = 0; c < count; c++) {
        for (uint32_t i = 0; i < chains[c].count; i++) {
            g->items[g->start[cell_of(g, chains[c].points[i]) + 1]++] = (vertex){c, i};
        }
    }
}

static bool find_close(close_chain *chains, uint32_t count, double reach, uint32_t vertices,
                       memory *heap) {
    close_grid g = {.reach = reach};
    choose_cells(&g, chains, count, vertices);
    size_t start_size = ((size_t)g.columns * g.rows + 2) * sizeof *g.start;
    g.start = memory_get_zeroed(heap, start_size);
    g.items = memory_get_array(heap, vertices, sizeof *g.items);
    bool taken = g.start != NULL && g.items != NULL, done = false;
    if (taken) {
        sort_into_cells(&g, chains, count);
        done = find_conflicts(&g, chains, count, vertices);
    }
    for (uint32_t c = 0; c < count && !done; c++) {
        chains[c].close = true;
    }
    memory_free(heap, g.start, start_size);
    memory_free(heap, g.items, vertices * sizeof *g.items);
    return taken;
}

bool close_find(close_chain *chains, uint32_t count, double reach, memory *heap) {
    uint64_t vertices = 0;
    for (uint32_t c = 0; c < count; c++) {
        chains[c].close = chains[c].count < (chains[c].closed ? 3U : 2U);
        vertices += chains[c].count;
    }
    if (vertices == 0 || vertices > UINT32_MAX) {
        return vertices == 0;
    }
    return find_close(chains, count, reach, (uint32_t)vertices, heap);
}
