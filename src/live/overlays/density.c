/* How crowded the ground is: the agents, each spread over the cells around it by a normal
 * distribution, per area. Walls do not stop it.
 *
 *     density(x) = sum over agents of exp(-|x - x_i|^2 / (2 s^2)) / (2 pi s^2),  s = 0.7 m
 *
 * The weights of an agent along x and y are normalised over the cells, so that all values together,
 * times the area of a cell, give the number of agents in the box. Cost: O(agents), at most 25 x 25
 * cells each. */
#include "live/overlay.h"
#include <math.h>
#include <wend/math.h>

enum { MOST_REACH = 12 /* cells */ };

static const double SPREAD = 0.7; /* m: s */
static const double REACH = 3.0;  /* in s: where an agent no longer counts */
static const double FINEST = 0.5; /* m: the smallest cell */

typedef struct density_grid {
    float *values;
    wend_vec2 low;
    double cell;
    uint32_t columns, rows;
} density_grid;

/* Computes the weights of the cells along one axis, from cell `first` on. Returns their number. */
static uint32_t weigh(double at, double cell, uint32_t cells, uint32_t *first, double *weights) {
    double reach = fmin(REACH * SPREAD, MOST_REACH * cell), sum = 0.0;
    double low = fmax(floor((at - reach) / cell), 0.0);
    double high = fmin(floor((at + reach) / cell), (double)cells - 1.0);
    uint32_t count = 0;
    *first = (uint32_t)low;
    for (double k = low; k <= high && count < 2 * MOST_REACH + 1; k += 1.0) {
        double off = ((k + 0.5) * cell - at) / SPREAD;
        weights[count] = wend_exp(-0.5 * off * off);
        sum += weights[count++];
    }
    for (uint32_t i = 0; i < count; i++) {
        weights[i] /= sum * cell;
    }
    return sum > 0.0 ? count : 0;
}

static void add_agent(const density_grid *grid, wend_vec2 at) {
    double x[2 * MOST_REACH + 1], y[2 * MOST_REACH + 1];
    uint32_t column, row;
    uint32_t wide =
        weigh((double)at.x - (double)grid->low.x, grid->cell, grid->columns, &column, x);
    uint32_t high = weigh((double)at.y - (double)grid->low.y, grid->cell, grid->rows, &row, y);
    for (uint32_t k = 0; k < high; k++) {
        float *cells = grid->values + (size_t)(row + k) * grid->columns + column;
        for (uint32_t i = 0; i < wide; i++) {
            cells[i] += (float)(x[i] * y[k]);
        }
    }
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    const wend_view *view = call->view;
    double width = (double)call->high.x - (double)call->low.x + FINEST;
    double height = (double)call->high.y - (double)call->low.y + FINEST;
    double share = width * height * call->layer_count / (0.5 * (double)LIVE_MAX_VALUES);
    double cell = fmax(FINEST, fmax(sqrt(share), fmax(width, height) / 1000.0));
    (void)error;
    out->unit = "1/m2";
    for (uint32_t layer = 0; layer < call->layer_count; layer++) {
        density_grid grid = {.low = call->low,
                             .cell = cell,
                             .columns = (uint32_t)ceil(width / cell),
                             .rows = (uint32_t)ceil(height / cell)};
        grid.values = live_sketch_grid(out, layer, grid.low, (float)cell, grid.columns, grid.rows);
        for (uint32_t i = 0; i < view->body_count && grid.values != NULL; i++) {
            const wend_body *body = &view->bodies[i];
            bool is_ghost = (wend_body_flags(body) & WEND_BODY_GHOST) != 0;
            if (!is_ghost && wend_body_layer(body) == layer) {
                add_agent(&grid, body->position);
            }
        }
    }
    return WEND_OK;
}

const live_overlay live_overlay_density = {
    .name = "density", .label = "density of agents", .scope = LIVE_OVERLAY_WORLD, .draw = draw};
