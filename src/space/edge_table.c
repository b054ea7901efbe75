/* Builds the table that space_nearby_at reads: for each small cell, the distance from its centre to
 * the nearest edge, and a list of the edges near it.
 *
 * The plane is divided recursively into squares of cells. Each square considers only the edges that
 * may be the nearest to some point in it, or may be in the list of some cell in it. These are the
 * edges within max(d + 2 * h, R + h) of its centre, where d is the distance from the centre to the
 * nearest edge, h is half the diagonal of the square, and R is the radius that the lists cover. A
 * square far from every edge (d > 8 * h and d > R + h) is filled from its centre in one step: at
 * each point, the distance is at least d minus the distance from the centre, and the lists are
 * empty. Cells with equal lists share one list, which is found by its hash: a small table holds
 * the newest list of each hash. Cells with equal lists are close together, so few lists are stored
 * twice. A cell with too many edges near it has no list, because the index (index.c) is finer
 * there.
 *
 * Cost: a few edges per cell, about 0.1 us each; 8 bytes per cell, at most a million cells, and 4
 * bytes per list entry, at most 4 entries per cell and 64 per edge. */
#include <string.h>

#include "base/hash.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"

/* Cell sizes, in m. Cells have the fine size if the table then has at most FINE_CELLS cells and
 * stays within the layer's budget (its share of MAX_CELLS, but at least LAYER_CELLS). Otherwise
 * they have the coarse size if the table then stays within the budget, or else a larger size. */
static const double FINE_CELL = 0.5, COARSE_CELL = 1.0;
enum { FINE_CELLS = 1 << 18, MAX_CELLS = 1 << 20, LAYER_CELLS = 1 << 15 };

enum { MAX_LIST_LENGTH = 16, ENTRIES_PER_CELL = 4, ENTRIES_PER_EDGE = 64 };

/* Number of hash values for which the newest list is remembered. */
enum { RECENT_LISTS = 4096 };

/* m: rounding may assign a point to a neighbouring cell if the point is closer than this to that
 * cell. */
static const double CELL_MARGIN = 2e-3;

/* A square is not divided if the distance from its centre to the nearest edge is more than this
 * many half diagonals. */
static const double FAR_RATIO = 8.0;

typedef struct candidate {
    uint32_t edge;
    float distance;
} candidate;

typedef struct table_builder {
    wend_space *space;
    const space_edge_table *table;
    candidate *stack;
    uint32_t capacity;
    uint32_t *near; /* all lists, one after the other */
    uint32_t near_count, near_capacity, near_limit;
    uint32_t recent[RECENT_LISTS]; /* by hash: start of the newest list; 0: none */
} table_builder;

static double cell_size(double width, double height, uint32_t layer_count) {
    double area = width * height;
    double max_cells = fmax(LAYER_CELLS, (double)MAX_CELLS / layer_count);
    double wanted = FINE_CELL;
    if (area > FINE_CELL * FINE_CELL * fmin(FINE_CELLS, max_cells)) {
        wanted = fmax(COARSE_CELL, sqrt(area / max_cells));
    }
    double cell = FINE_CELL;
    while (cell < wanted) {
        cell *= 2.0;
    }
    return cell;
}

static wend_vec2 point_in_table(const space_edge_table *f, double column, double row) {
    return (wend_vec2){(float)((double)f->low_x + column * (double)f->cell),
                       (float)((double)f->low_y + row * (double)f->cell)};
}

/* Rounds a distance down by more than all rounding errors here and in space_clearance_bound. */
static float round_down(double distance) {
    double lowered = distance - (2e-5 + 1e-6 * distance);
    return lowered > 0.0 ? (float)lowered : 0.0F;
}

/* Fills the cells of a square, given the distance from its centre to the nearest edge. */
static void fill_square(const space_edge_table *f, uint32_t column, uint32_t row, uint32_t size,
                        double distance, uint32_t list) {
    double half = 0.5 * (double)size;
    for (uint32_t j = row; j < row + size && j < f->rows; ++j) {
        for (uint32_t i = column; i < column + size && i < f->columns; ++i) {
            double x = ((double)(i - column) + 0.5 - half) * (double)f->cell;
            double y = ((double)(j - row) + 0.5 - half) * (double)f->cell;
            f->cells[j * f->columns + i] =
                (space_cell){round_down(distance - sqrt(x * x + y * y)), list};
        }
    }
}

/* Makes the list of those edges on the stack that are within `limit`. Returns false if out of
 * memory. */
static bool make_list(table_builder *d, uint32_t begin, uint32_t end, float limit, uint32_t *list) {
    uint32_t edges[MAX_LIST_LENGTH + 1], count = 0;
    for (uint32_t i = begin; i < end && count <= MAX_LIST_LENGTH; ++i) {
        if (d->stack[i].distance <= limit) {
            edges[count++] = d->stack[i].edge;
        }
    }
    if (count > MAX_LIST_LENGTH || d->near_count + count + 1 > d->near_limit) {
        *list = SPACE_NONE;
        return true;
    }
    edges[count++] = SPACE_NONE;
    size_t size = count * sizeof *edges;
    uint32_t *recent = &d->recent[hash_for_table(edges, size, 0) % RECENT_LISTS];
    *list = count == 1 ? 0 : *recent; /* list 0 is the empty list */
    if (*list + count <= d->near_count && memcmp(&d->near[*list], edges, size) == 0) {
        return true;
    }
    if (!memory_grow(&d->space->memory, (void **)&d->near, sizeof *d->near, &d->near_capacity,
                     d->near_count + count)) {
        return false;
    }
    *list = *recent = d->near_count;
    memcpy(&d->near[d->near_count], edges, size);
    d->near_count += count;
    return true;
}

/* Copies the edges of [begin, end) that are within `limit` to the stack, starting at `end`; *top is
 * the end of the copies. Returns false if out of memory. */
static bool push_within(table_builder *d, uint32_t begin, uint32_t end, float limit,
                        uint32_t *top) {
    if (!memory_grow(&d->space->memory, (void **)&d->stack, sizeof *d->stack, &d->capacity,
                     end + (end - begin))) {
        return false;
    }
    *top = end;
    for (uint32_t i = begin; i < end; ++i) {
        if (d->stack[i].distance <= limit) {
            d->stack[(*top)++] = d->stack[i];
        }
    }
    return true;
}

static bool divide(table_builder *d, uint32_t column, uint32_t row, uint32_t size, uint32_t begin,
                   uint32_t end) {
    const space_edge_table *f = d->table;
    if (column >= f->columns || row >= f->rows) {
        return true;
    }
    double half = 0.5 * (double)size;
    wend_vec2 centre = point_in_table(f, column + half, row + half);
    double nearest = (double)INFINITY;
    for (uint32_t i = begin; i < end; ++i) {
        const space_edge *e = &d->space->edges[d->stack[i].edge];
        double distance = segment_point_distance(centre, e->a, e->b);
        d->stack[i].distance = (float)distance;
        nearest = fmin(nearest, distance);
    }
    double half_diagonal = half * (double)f->cell * 1.4142136;
    double list_reach = (double)SPACE_LIST_RADIUS + half_diagonal + CELL_MARGIN;
    float list_limit = (float)(list_reach * 1.00001);
    if (size == 1 || (nearest > FAR_RATIO * half_diagonal && nearest > (double)list_limit)) {
        uint32_t list;
        bool done = make_list(d, begin, end, list_limit, &list);
        fill_square(f, column, row, size, nearest, list);
        return done;
    }
    uint32_t top;
    float limit = (float)(fmax(nearest + 2.0 * half_diagonal, list_reach) * 1.00001);
    if (!push_within(d, begin, end, limit, &top)) {
        return false;
    }
    uint32_t half_size = size / 2;
    return divide(d, column, row, half_size, end, top) &&
           divide(d, column + half_size, row, half_size, end, top) &&
           divide(d, column, row + half_size, half_size, end, top) &&
           divide(d, column + half_size, row + half_size, half_size, end, top);
}

/* Builds a layer's table by recursive division, and copies its lists to the space's arena. Returns
 * false if out of memory. */
static bool divide_layer(table_builder *d, const space_layer *layer, uint32_t **near) {
    const space_edge_table *f = &layer->edge_table;
    for (uint32_t i = 0; i < layer->edge_count; ++i) {
        d->stack[i].edge = layer->first_edge + i;
    }
    uint32_t size = 1;
    while (size < f->columns || size < f->rows) {
        size *= 2;
    }
    uint32_t nothing;
    if (!make_list(d, 0, 0, 0.0F, &nothing) || !divide(d, 0, 0, size, 0, layer->edge_count)) {
        return false;
    }
    *near = space_allocate(d->space, d->near_count, sizeof **near);
    if (*near != NULL) {
        memcpy(*near, d->near, d->near_count * sizeof **near);
    }
    return *near != NULL;
}

static bool build_layer(wend_space *space, space_layer *layer) {
    if (layer->edge_count == 0) {
        return true;
    }
    space_edge_table *f = &layer->edge_table;
    wend_vec2 low = space->edges[layer->first_edge].a, high = low;
    for (uint32_t i = layer->first_edge; i < layer->first_edge + layer->edge_count; ++i) {
        low = vec_min(low, vec_min(space->edges[i].a, space->edges[i].b));
        high = vec_max(high, vec_max(space->edges[i].a, space->edges[i].b));
    }
    double width = (double)high.x - (double)low.x, height = (double)high.y - (double)low.y;
    double cell = cell_size(width, height, space->layer_count);
    double low_x = floor((double)low.x / cell) * cell, low_y = floor((double)low.y / cell) * cell;
    f->columns = (uint32_t)(((double)high.x - low_x) / cell) + 1;
    f->rows = (uint32_t)(((double)high.y - low_y) / cell) + 1;
    f->cell = (float)cell;
    f->inverse = (float)(1.0 / cell);
    f->half_diagonal = (float)(0.7072 * cell + 2.0 * CELL_MARGIN);
    f->base_x = (float)(low_x - cell);
    f->base_y = (float)(low_y - cell);
    f->low_x = (float)low_x;
    f->low_y = (float)low_y;
    f->high_x = (float)(low_x + f->columns * cell);
    f->high_y = (float)(low_y + f->rows * cell);
    uint64_t cells = (uint64_t)f->columns * f->rows;
    uint64_t entries =
        1 + cells * ENTRIES_PER_CELL + (uint64_t)layer->edge_count * ENTRIES_PER_EDGE;
    f->cells = space_allocate(space, (size_t)cells, sizeof *f->cells);
    table_builder d = {.space = space,
                       .table = f,
                       .near_limit = entries < SPACE_NONE ? (uint32_t)entries : SPACE_NONE};
    bool done = f->cells != NULL &&
                memory_grow(&space->memory, (void **)&d.stack, sizeof *d.stack, &d.capacity,
                            layer->edge_count) &&
                divide_layer(&d, layer, &f->near);
    memory_free(&space->memory, d.stack, d.capacity * sizeof *d.stack);
    memory_free(&space->memory, d.near, d.near_capacity * sizeof *d.near);
    return done;
}

bool space_build_edge_tables(wend_space *space) {
    for (uint32_t i = 0; i < space->layer_count; ++i) {
        if (!build_layer(space, &space->layers[i])) {
            return false;
        }
    }
    return true;
}
