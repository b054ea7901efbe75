/* Makes the grid of the crowd's density, and fills it from the bodies: see wend/density.h.
 *
 * Each body adds to the sums of four cells. Its position between their centres is rounded to 1/256
 * of a cell, and the share of its speed that it lacks to 1/256, so that all sums are integers and
 * independent of the order of the bodies. Areas are measured when a cell is first needed, on a
 * lattice of 4 x 4 points.
 *
 * Cost: O(bodies + cells in rows with bodies) each time; no memory is allocated. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "geom/vec.h"
#include "state/ground.h"

enum {
    UNIT = 256,       /* of fractions of a cell and of shares of a speed */
    AREA_POINTS = 4,  /* per axis of a cell */
    KERNEL_WEIGHT = 4 /* 1 + 2 + 1: the weights of the smoothing along one axis */
};

/* Smallest area by which a sum is divided, as a share of a cell: agents in slivers of ground
 * between walls do not count as a crowd. */
static const double LEAST_AREA = 0.125;

/* ---- Making ---------------------------------------------------------------------------------- */

static wend_result measure_grid(const wend_space *space, density_grid *grid, wend_error *error) {
    wend_vec2 low, high;
    if (!wend_space_bounds(space, &low, &high)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "density_cell is %g m, but the space has no walls: a grid of the crowd's "
                         "density needs a bounded space",
                         grid->cell);
    }
    double columns = ceil(((double)high.x - (double)low.x) / grid->cell) + 1 + 2 * DENSITY_MARGIN;
    double rows = ceil(((double)high.y - (double)low.y) / grid->cell) + 1 + 2 * DENSITY_MARGIN;
    grid->layer_count = wend_space_layer_count(space);
    double cells = columns * rows * grid->layer_count;
    if (cells > WEND_MAX_DENSITY_CELLS) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "density_cell is %g m, which makes %.0f cells, but at most %d are "
                         "allowed: choose larger cells",
                         grid->cell, cells, WEND_MAX_DENSITY_CELLS);
    }
    grid->x = (double)low.x - DENSITY_MARGIN * grid->cell;
    grid->y = (double)low.y - DENSITY_MARGIN * grid->cell;
    grid->columns = (uint32_t)columns;
    grid->rows = (uint32_t)rows;
    grid->cell_count = (uint32_t)cells;
    return WEND_OK;
}

static void clear_boxes(density_grid *grid) {
    for (uint32_t i = 0; i < grid->layer_count; i++) {
        grid->boxes[i] = (density_box){{(double)INFINITY, (double)INFINITY},
                                       {(double)-INFINITY, (double)-INFINITY}};
    }
}

wend_result density_create(wend_world *world, const wend_world_def *def, wend_error *error) {
    density_grid *grid = &world->density;
    *grid = (density_grid){.cell = def->density_cell,
                           .period = def->density_period,
                           .gain = def->density_gain,
                           .period_steps =
                               (uint32_t)fmax(1.0, floor(def->density_period / def->dt + 0.5))};
    if (grid->cell == 0.0) {
        return WEND_OK;
    }
    wend_result result = measure_grid(world->space, grid, error);
    if (result != WEND_OK) {
        return result;
    }
    memory *from = &world->memory;
    size_t count = grid->cell_count, rows = (size_t)grid->layer_count * grid->rows;
    grid->values = memory_get_zeroed(from, count * sizeof *grid->values);
    grid->delays = memory_get_zeroed(from, count * sizeof *grid->delays);
    grid->boxes = memory_get_zeroed(from, grid->layer_count * sizeof *grid->boxes);
    grid->sums = memory_get_zeroed(from, count * sizeof *grid->sums);
    grid->used_rows = memory_get_zeroed(from, rows * sizeof *grid->used_rows);
    grid->areas = memory_get_zeroed(from, count * sizeof *grid->areas);
    if (!grid->values || !grid->delays || !grid->boxes || !grid->sums || !grid->used_rows ||
        !grid->areas) {
        return error_no_memory(error, "the density of the crowd");
    }
    memset(grid->areas, DENSITY_UNKNOWN_AREA, count);
    clear_boxes(grid);
    return WEND_OK;
}

void density_free(wend_world *world) {
    density_grid *grid = &world->density;
    memory *from = &world->memory;
    size_t count = grid->cell_count, rows = (size_t)grid->layer_count * grid->rows;
    memory_free(from, grid->values, count * sizeof *grid->values);
    memory_free(from, grid->delays, count * sizeof *grid->delays);
    memory_free(from, grid->boxes, grid->layer_count * sizeof *grid->boxes);
    memory_free(from, grid->sums, count * sizeof *grid->sums);
    memory_free(from, grid->used_rows, rows * sizeof *grid->used_rows);
    memory_free(from, grid->areas, count * sizeof *grid->areas);
    *grid = (density_grid){0};
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* Returns the share of its preferred speed that an agent lacks, in units of 1 / UNIT. */
static uint64_t missing_speed(const wend_world *world, const wend_body *body) {
    wend_column speeds =
        attribute_column(world, wend_body_profile(body), ATTRIBUTE_PREFERRED_SPEED);
    float preferred = wend_column_at(speeds, body->slot), speed = vec_length(body->velocity);
    if (!(speed < preferred)) {
        return preferred > 0.0F ? 0 : UNIT;
    }
    return (uint64_t)((double)UNIT * (1.0 - (double)speed / (double)preferred) + 0.5);
}

static void add_body(wend_world *world, const wend_body *body) {
    density_grid *grid = &world->density;
    uint32_t column = 0, row = 0, layer = wend_body_layer(body);
    double right = 0.0, up = 0.0;
    if (!density_locate(grid, body->position, &column, &row, &right, &up)) {
        return;
    }
    uint64_t slow = missing_speed(world, body);
    uint64_t x[2], y[2];
    x[1] = (uint64_t)(UNIT * right + 0.5);
    y[1] = (uint64_t)(UNIT * up + 0.5);
    x[0] = UNIT - x[1];
    y[0] = UNIT - y[1];
    for (uint32_t i = 0; i < 2; i++) {
        size_t in_row = (size_t)layer * grid->rows + row + i;
        grid->used_rows[in_row] = true;
        for (uint32_t k = 0; k < 2; k++) {
            density_sum *sum = &grid->sums[in_row * grid->columns + column + k];
            sum->agents += x[k] * y[i] * UNIT;
            sum->slow += x[k] * y[i] * slow;
        }
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Returns the number of points of a lattice in the cell that are walkable. */
static uint8_t area_of(wend_world *world, uint32_t layer, uint32_t row, uint32_t column) {
    density_grid *grid = &world->density;
    uint8_t *area = &grid->areas[((size_t)layer * grid->rows + row) * grid->columns + column];
    if (*area != DENSITY_UNKNOWN_AREA) {
        return *area;
    }
    *area = 0;
    double step = grid->cell / AREA_POINTS;
    for (uint32_t i = 0; i < AREA_POINTS * AREA_POINTS; i++) {
        uint32_t across = i % AREA_POINTS, up = i / AREA_POINTS;
        double x = grid->x + column * grid->cell + (across + 0.5) * step;
        double y = grid->y + row * grid->cell + (up + 0.5) * step;
        wend_location at = {{(float)x, (float)y}, layer};
        *area = (uint8_t)(*area + wend_space_is_walkable(world->space, at, 1U));
    }
    return *area;
}

/* Computes the values of a cell, smoothed over its neighbours. Cells at the edge of the grid lie
 * off the ground, and stay 0. */
static void fill_cell(wend_world *world, uint32_t layer, uint32_t row, uint32_t column) {
    density_grid *grid = &world->density;
    size_t cell = ((size_t)layer * grid->rows + row) * grid->columns + column;
    uint64_t agents = 0, slow = 0, area = 0;
    for (uint32_t i = 0; i < 9; i++) {
        uint64_t weight = (i % 3 == 1 ? 2U : 1U) * (i / 3 == 1 ? 2U : 1U);
        size_t other = cell + (size_t)(i / 3) * grid->columns + i % 3 - grid->columns - 1;
        agents += weight * grid->sums[other].agents;
        slow += weight * grid->sums[other].slow;
    }
    if (agents == 0) {
        return;
    }
    for (uint32_t i = 0; i < 9; i++) {
        uint64_t weight = (i % 3 == 1 ? 2U : 1U) * (i / 3 == 1 ? 2U : 1U);
        area += weight * area_of(world, layer, row + i / 3 - 1, column + i % 3 - 1);
    }
    double kernel = KERNEL_WEIGHT * KERNEL_WEIGHT;
    double share = fmax((double)area / (kernel * AREA_POINTS * AREA_POINTS), LEAST_AREA);
    double unit = kernel * (double)UNIT * UNIT * UNIT * share * grid->cell * grid->cell;
    grid->values[cell] =
        (density_value){(float)((double)agents / unit), (float)((double)slow / unit)};
}

/* Sets the delay of a cell and extends the box of its layer. Values of a cell count up to the
 * centres of its neighbours. */
static void set_delay(density_grid *grid, uint32_t layer, uint32_t row, uint32_t column) {
    size_t cell = ((size_t)layer * grid->rows + row) * grid->columns + column;
    float delay = density_delay(grid->values[cell].congestion);
    grid->delays[cell] = delay;
    if (!(delay > 0.0F)) {
        return;
    }
    density_box *box = &grid->boxes[layer];
    double centre[2] = {grid->x + (column + 0.5) * grid->cell, grid->y + (row + 0.5) * grid->cell};
    for (int axis = 0; axis < 2; axis++) {
        box->low[axis] = fmin(box->low[axis], centre[axis] - grid->cell);
        box->high[axis] = fmax(box->high[axis], centre[axis] + grid->cell);
    }
}

void density_set_delays(density_grid *grid) {
    clear_boxes(grid);
    for (uint32_t i = 0; i < grid->cell_count; i++) {
        grid->delays[i] = 0.0F;
        if (grid->values[i].congestion > 0.0F) {
            uint32_t line = i / grid->columns;
            set_delay(grid, line / grid->rows, line % grid->rows, i % grid->columns);
        }
    }
}

void density_fill(wend_world *world) {
    density_grid *grid = &world->density;
    size_t count = grid->cell_count, lines = (size_t)grid->layer_count * grid->rows;
    memset(grid->sums, 0, count * sizeof *grid->sums);
    memset(grid->used_rows, 0, lines * sizeof *grid->used_rows);
    memset(grid->values, 0, count * sizeof *grid->values);
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (!(wend_body_flags(&world->bodies[i]) & (WEND_BODY_GHOST | WEND_BODY_REMOVED))) {
            add_body(world, &world->bodies[i]);
        }
    }
    for (size_t line = 1; line + 1 < lines; line++) {
        uint32_t layer = (uint32_t)(line / grid->rows), row = (uint32_t)(line % grid->rows);
        bool used = grid->used_rows[line - 1] || grid->used_rows[line] || grid->used_rows[line + 1];
        for (uint32_t i = 1; i + 1 < grid->columns && used && row > 0 && row + 1 < grid->rows;
             i++) {
            fill_cell(world, layer, row, i);
        }
    }
    density_set_delays(grid);
    grid->generation++;
}
