/* Samples the grid of the crowd's density for models: see wend/density.h.
 *
 * Speed at a density: U. Weidmann, "Transporttechnik der Fussgänger" (1993), which fits the speeds
 * of 25 studies by the formula below. Lines are clipped to the box of all delays of the layer, so
 * that lines far from congestion cost nothing. */
#include "step/ground/density.h"

#include <math.h>

#include <wend/math.h>

#include "geom/point.h"
#include "step/internals.h"

static const double STEEPNESS = 1.913;   /* 1/m^2: parameter of the fundamental diagram */
static const double JAM_DENSITY = 5.4;   /* 1/m^2: density at which no agent moves */
static const double LEAST_SPEED = 0.05;  /* of the free speed; bounds the delay */
static const double PIECES_PER_CELL = 2; /* of a line */
enum { MAX_PIECES = 1 << 20 };           /* of a line; no line in a grid has more */

float density_delay(float congestion) {
    double density = (double)congestion;
    if (!(density > 0.0)) {
        return 0.0F;
    }
    double speed = density < JAM_DENSITY
                       ? 1.0 - wend_exp(-STEEPNESS * (1.0 / density - 1.0 / JAM_DENSITY))
                       : 0.0;
    return (float)(1.0 / fmax(speed, LEAST_SPEED) - 1.0);
}

bool density_locate(const density_grid *grid, wend_vec2 position, uint32_t *column, uint32_t *row,
                    double *right, double *up) {
    double u = ((double)position.x - grid->x) / grid->cell - 0.5;
    double v = ((double)position.y - grid->y) / grid->cell - 0.5;
    if (!(u >= 0.0 && v >= 0.0 && u < (double)(grid->columns - 1) &&
          v < (double)(grid->rows - 1))) {
        return false;
    }
    *column = (uint32_t)u;
    *row = (uint32_t)v;
    *right = u - (double)*column;
    *up = v - (double)*row;
    return true;
}

/* Interpolates between the centres of four cells. `first` is the value of the first cell of the
 * grid; the values of two cells are `stride` floats apart. */
static double interpolate(const density_grid *grid, const float *first, uint32_t stride,
                          wend_location at) {
    uint32_t column = 0, row = 0;
    double right = 0.0, up = 0.0;
    if (at.layer >= grid->layer_count ||
        !density_locate(grid, at.position, &column, &row, &right, &up)) {
        return 0.0;
    }
    size_t cell = ((size_t)at.layer * grid->rows + row) * grid->columns + column;
    const float *low = &first[cell * stride], *high = &low[(size_t)grid->columns * stride];
    double below = (double)low[0] + right * ((double)low[stride] - (double)low[0]);
    double above = (double)high[0] + right * ((double)high[stride] - (double)high[0]);
    return below + up * (above - below);
}

static const density_grid *grid_of(const wend_view *view) {
    const density_grid *grid = view->internals->density;
    return grid && grid->values ? grid : NULL;
}

uint64_t wend_view_density_generation(const wend_view *view) {
    const density_grid *grid = grid_of(view);
    return grid ? grid->generation : 0;
}

enum { VALUE_STRIDE = sizeof(density_value) / sizeof(float) };

float wend_view_density(const wend_view *view, wend_location location) {
    const density_grid *grid = grid_of(view);
    return grid ? (float)interpolate(grid, &grid->values->density, VALUE_STRIDE, location) : 0.0F;
}

float wend_view_congestion(const wend_view *view, wend_location location) {
    const density_grid *grid = grid_of(view);
    return grid ? (float)interpolate(grid, &grid->values->congestion, VALUE_STRIDE, location)
                : 0.0F;
}

float wend_view_delay(const wend_view *view, wend_location location) {
    const density_grid *grid = grid_of(view);
    return grid ? (float)interpolate(grid, grid->delays, 1, location) : 0.0F;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Reduces the fractions `begin` and `end` of a line to the part between two bounds on an axis. */
static void clip(double from, double along, double low, double high, double *begin, double *end) {
    if (along == 0.0) {
        *end = from < low || from > high ? -1.0 : *end;
        return;
    }
    double first = (low - from) / along, last = (high - from) / along;
    *begin = fmax(*begin, fmin(first, last));
    *end = fmin(*end, fmax(first, last));
}

double wend_view_line_delay(const wend_view *view, wend_location from, wend_vec2 to) {
    const density_grid *grid = grid_of(view);
    if (!grid || from.layer >= grid->layer_count) {
        return 0.0;
    }
    double begin = 0.0, end = 1.0, length = wide_distance(from.position, to);
    double x = (double)from.position.x, y = (double)from.position.y;
    double dx = (double)to.x - x, dy = (double)to.y - y;
    bool has_links = wend_space_link_count(view->space) > 0;
    if (!has_links) { /* otherwise other layers count too */
        const density_box *box = &grid->boxes[from.layer];
        clip(x, dx, box->low[0], box->high[0], &begin, &end);
        clip(y, dy, box->low[1], box->high[1], &begin, &end);
    }
    double inside = length * (end - begin);
    if (!(inside > 0.0)) {
        return 0.0;
    }
    double count = fmin(ceil(PIECES_PER_CELL * inside / grid->cell), MAX_PIECES), sum = 0.0;
    wend_location at = from;
    for (double i = 0.5; i < count; i += 1.0) {
        double share = begin + (end - begin) * i / count;
        wend_vec2 next = {(float)(x + share * dx), (float)(y + share * dy)};
        at.layer = has_links ? wend_space_layer_after(view->space, at, next) : at.layer;
        at.position = next;
        sum += interpolate(grid, grid->delays, 1, at);
    }
    return sum * inside / count;
}
