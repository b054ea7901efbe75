/* The table behind space_free_radius: distances from cell centres to the nearest edge.
 *
 * The plane is divided recursively into squares of cells. A square is given the edges that may be
 * nearest to some place in it: if the nearest edge is d away from its centre and its half diagonal
 * is h, no others than those within d + 2 h. A square far from every edge (d > 8 h) is filled from
 * its centre at once: the distance is at least d less the distance from the centre.
 *
 * Cost: a few edges per cell, about 0.1 us each; 4 bytes per cell, at most a million cells. */
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"

/* Cells of half a metre as long as the table fits a near cache, of a metre as long as it fits the
 * budget; larger ones beyond. */
static const double FINE_CELL = 0.5, COARSE_CELL = 1.0;
enum { FINE_CELLS = 1 << 16, MOST_CELLS = 1 << 20 };

/* A square at least this many times its half diagonal away is not divided. */
static const double FAR_RATIO = 8.0;

typedef struct candidate {
    uint32_t edge;
    float distance;
} candidate;

typedef struct divider {
    wend_space *space;
    const space_free *free;
    candidate *stack;
    uint32_t capacity;
} divider;

static double cell_size(double width, double height, uint32_t layer_count) {
    double area = width * height;
    double most = fmax(FINE_CELLS, (double)MOST_CELLS / layer_count);
    double wanted = FINE_CELL;
    if (area > FINE_CELL * FINE_CELL * FINE_CELLS) {
        wanted = fmax(COARSE_CELL, sqrt(area / most));
    }
    double cell = FINE_CELL;
    while (cell < wanted) {
        cell *= 2.0;
    }
    return cell;
}

static wend_vec2 place_in(const space_free *f, double column, double row) {
    return (wend_vec2){(float)((double)f->low_x + column * (double)f->cell),
                       (float)((double)f->low_y + row * (double)f->cell)};
}

/* Makes up for all rounding here and in space_free_radius. */
static float rounded_down(double distance) {
    double lowered = distance - (2e-5 + 1e-6 * distance);
    return lowered > 0.0 ? (float)lowered : 0.0F;
}

/* Fills the cells of a square from the distance at its centre. */
static void fill_square(const space_free *f, uint32_t column, uint32_t row, uint32_t size,
                        double distance) {
    double half = 0.5 * (double)size;
    for (uint32_t j = row; j < row + size && j < f->rows; ++j) {
        for (uint32_t i = column; i < column + size && i < f->columns; ++i) {
            double x = ((double)(i - column) + 0.5 - half) * (double)f->cell;
            double y = ((double)(j - row) + 0.5 - half) * (double)f->cell;
            f->distance[j * f->columns + i] = rounded_down(distance - sqrt(x * x + y * y));
        }
    }
}

static bool divide(divider *d, uint32_t column, uint32_t row, uint32_t size, uint32_t begin,
                   uint32_t end) {
    const space_free *f = d->free;
    if (column >= f->columns || row >= f->rows) {
        return true;
    }
    double half = 0.5 * (double)size;
    wend_vec2 centre = place_in(f, column + half, row + half);
    double nearest = (double)INFINITY;
    for (uint32_t i = begin; i < end; ++i) {
        const space_edge *e = &d->space->edges[d->stack[i].edge];
        double distance = segment_point_distance(centre, e->a, e->b);
        d->stack[i].distance = (float)distance;
        nearest = fmin(nearest, distance);
    }
    double reach = half * (double)f->cell * 1.4142136;
    if (size == 1 || nearest > FAR_RATIO * reach) {
        fill_square(f, column, row, size, nearest);
        return true;
    }
    if (!memory_grow(&d->space->memory, (void **)&d->stack, sizeof *d->stack, &d->capacity,
                     end + (end - begin))) {
        return false;
    }
    float limit = (float)((nearest + 2.0 * reach) * 1.00001);
    uint32_t top = end;
    for (uint32_t i = begin; i < end; ++i) {
        if (d->stack[i].distance <= limit) {
            d->stack[top++] = d->stack[i];
        }
    }
    uint32_t part = size / 2;
    return divide(d, column, row, part, end, top) &&
           divide(d, column + part, row, part, end, top) &&
           divide(d, column, row + part, part, end, top) &&
           divide(d, column + part, row + part, part, end, top);
}

static bool build_layer(wend_space *space, space_layer *layer) {
    if (layer->edge_count == 0) {
        return true;
    }
    space_free *f = &layer->free;
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
    f->low_x = (float)low_x;
    f->low_y = (float)low_y;
    f->high_x = (float)(low_x + f->columns * cell);
    f->high_y = (float)(low_y + f->rows * cell);
    f->distance = space_take(space, (size_t)f->columns * f->rows, sizeof *f->distance);
    divider d = {.space = space, .free = f};
    if (f->distance == NULL || !memory_grow(&space->memory, (void **)&d.stack, sizeof *d.stack,
                                            &d.capacity, layer->edge_count)) {
        return false;
    }
    for (uint32_t i = 0; i < layer->edge_count; ++i) {
        d.stack[i].edge = layer->first_edge + i;
    }
    uint32_t size = 1;
    while (size < f->columns || size < f->rows) {
        size *= 2;
    }
    bool done = divide(&d, 0, 0, size, 0, layer->edge_count);
    memory_free(&space->memory, d.stack, d.capacity * sizeof *d.stack);
    return done;
}

bool space_build_free(wend_space *space) {
    for (uint32_t i = 0; i < space->layer_count; ++i) {
        if (!build_layer(space, &space->layers[i])) {
            return false;
        }
    }
    return true;
}
