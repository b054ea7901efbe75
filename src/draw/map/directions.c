/* Draws a field of directions as arrows and as streamlines.
 *
 * Streamlines are kept apart in the manner of B. Jobard and W. Lefer, "Creating Evenly-Spaced
 * Streamlines of Arbitrary Density" (1997), simplified: a raster remembers which streamline passes
 * through each of its cells, and a streamline ends before a cell of another one. Curves are traced
 * with the midpoint rule. Cost: the number of raster cells times the steps across one of them. */
#include "draw/map/directions.h"
#include "geom/vec.h"
#include <math.h>

enum { STEPS_PER_CELL = 2, MAX_STEPS = 4000, MAX_RASTER = 1 << 20 };

static const double ARROW_SHARE = 0.72;     /* length of an arrow, in spacings */
static const double ARROW_WIDTH = 0.9;      /* px */
static const double STREAMLINE_WIDTH = 0.8; /* px */

static bool unit_at(const draw_directions *field, wend_location at, wend_vec2 *out) {
    if (!field->sample(field->context, at, out)) {
        return false;
    }
    float length = vec_length(*out);
    *out = length > 0.0F ? vec_scale(*out, 1.0F / length) : *out;
    return length > 0.0F;
}

static wend_point picture_point(const canvas *c, wend_location at) {
    return canvas_at(c, at.layer, canvas_from_local(c, at.position));
}

/* ---- The raster ------------------------------------------------------------------------------ */

/* Points with equal distances over the box of a field. */
typedef struct raster {
    const draw_directions *field;
    uint32_t layer;
    float step; /* m */
    uint32_t columns, rows;
    uint32_t *lines; /* for each cell: the number of the streamline in it, from 1 */
} raster;

/* Returns a raster whose cells have sides of `side` px, or larger if there were too many. */
static raster raster_of(const canvas *c, uint32_t layer, const draw_directions *field,
                        double side) {
    double width = (double)field->high.x - (double)field->low.x;
    double height = (double)field->high.y - (double)field->low.y;
    double step = fmax(side / c->scale, sqrt(width * height / (double)MAX_RASTER) + 1e-9);
    return (raster){.field = field,
                    .layer = layer,
                    .step = (float)step,
                    .columns = (uint32_t)fmin(ceil(width / step), (double)MAX_RASTER),
                    .rows = (uint32_t)fmin(ceil(height / step), (double)MAX_RASTER)};
}

static wend_location raster_point(const raster *r, uint32_t column, uint32_t row) {
    wend_vec2 at = {r->field->low.x + ((float)column + 0.5F) * r->step,
                    r->field->low.y + ((float)row + 0.5F) * r->step};
    return (wend_location){at, r->layer};
}

/* Returns the cell of a position, or NULL outside the raster. */
static uint32_t *raster_cell(const raster *r, wend_vec2 at) {
    float column = floorf((at.x - r->field->low.x) / r->step);
    float row = floorf((at.y - r->field->low.y) / r->step);
    bool inside =
        column >= 0.0F && column < (float)r->columns && row >= 0.0F && row < (float)r->rows;
    return inside ? &r->lines[(size_t)row * r->columns + (size_t)column] : NULL;
}

/* ---- Arrows ---------------------------------------------------------------------------------- */

void directions_draw_arrows(const canvas *c, uint32_t layer, const draw_directions *field) {
    raster r = raster_of(c, layer, field, field->spacing);
    for (uint32_t row = 0; row < r.rows; row++) {
        for (uint32_t column = 0; column < r.columns; column++) {
            wend_location at = raster_point(&r, column, row);
            wend_vec2 direction;
            if (unit_at(field, at, &direction)) {
                wend_vec2 half = vec_scale(direction, 0.5F * (float)ARROW_SHARE * r.step);
                wend_location from = {vec_sub(at.position, half), layer};
                wend_location to = {vec_add(at.position, half), layer};
                canvas_arrow(c->cr, picture_point(c, from), picture_point(c, to), ARROW_WIDTH);
            }
        }
    }
}

/* ---- Streamlines ----------------------------------------------------------------------------- */

/* Moves one step along the field, or against it if `sign` is -1. Returns false where it ends. */
static bool advance(const raster *r, float sign, wend_location *at) {
    float step = sign * r->step / (float)STEPS_PER_CELL;
    wend_vec2 direction;
    if (!unit_at(r->field, *at, &direction)) {
        return false;
    }
    wend_location middle = {vec_add(at->position, vec_scale(direction, 0.5F * step)), at->layer};
    if (!unit_at(r->field, middle, &direction)) {
        return false;
    }
    at->position = vec_add(at->position, vec_scale(direction, step));
    return true;
}

/* Traces one half of a streamline into cairo's path, and marks its cells. */
static void trace(const canvas *c, const raster *r, uint32_t line, float sign, wend_location at) {
    wend_point first = picture_point(c, at);
    cairo_move_to(c->cr, first.x, first.y);
    uint32_t *last = raster_cell(r, at.position);
    for (uint32_t i = 0; i < MAX_STEPS && advance(r, sign, &at); i++) {
        uint32_t *cell = raster_cell(r, at.position);
        bool again = cell != NULL && cell != last && *cell == line && i > 4 * STEPS_PER_CELL;
        if (cell == NULL || again || (*cell != 0 && *cell != line)) {
            return; /* outside, a closed curve, or another streamline */
        }
        *cell = line;
        last = cell;
        wend_point to = picture_point(c, at);
        cairo_line_to(c->cr, to.x, to.y);
    }
}

void directions_draw_streamlines(canvas *c, uint32_t layer, const draw_directions *field) {
    raster r = raster_of(c, layer, field, field->spacing);
    size_t size = ((size_t)r.columns * r.rows + 1) * sizeof *r.lines;
    r.lines = memory_get_zeroed(c->heap, size);
    if (r.lines == NULL) {
        c->out_of_memory = true;
        return;
    }
    uint32_t line = 0;
    for (uint32_t i = 0; i < r.columns * r.rows; i++) {
        wend_location seed = raster_point(&r, i % r.columns, i / r.columns);
        wend_vec2 direction;
        if (r.lines[i] == 0 && unit_at(field, seed, &direction)) {
            r.lines[i] = ++line;
            trace(c, &r, line, 1.0F, seed);
            trace(c, &r, line, -1.0F, seed);
        }
    }
    cairo_set_line_width(c->cr, STREAMLINE_WIDTH);
    cairo_stroke(c->cr);
    memory_free(c->heap, r.lines, size);
}
