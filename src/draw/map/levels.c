/* Draws level lines on a raster of samples.
 *
 * Each cell of the raster is divided into two triangles, in which the quantity is interpolated
 * linearly, so that a line crosses a triangle at most once. Triangles with a side that crosses a
 * wall are left out: the quantity may jump there. Cost: O(samples + crossed triangles). */
#include "draw/map/levels.h"
#include "geom/vec.h"
#include <math.h>

enum { MAX_SIDE = 4096, MAX_LINES = 64 };

static const double LINE_WIDTH = 0.9; /* px */

typedef struct sampled_point {
    wend_location at;
    float value; /* NAN: none */
} sampled_point;

/* Returns the point between two samples at which the quantity has a value that lies between theirs.
 */
static wend_point crossing_of(const canvas *c, const sampled_point *a, const sampled_point *b,
                              double value) {
    double t = (value - (double)a->value) / ((double)b->value - (double)a->value);
    wend_vec2 at =
        vec_add(a->at.position, vec_scale(vec_sub(b->at.position, a->at.position), (float)t));
    return canvas_at(c, a->at.layer, canvas_from_local(c, at));
}

static bool is_between(double value, const sampled_point *a, const sampled_point *b) {
    return ((double)a->value < value) != ((double)b->value < value);
}

/* Adds the line at a value through a triangle to cairo's path. */
static void trace_line(const canvas *c, const sampled_point *const corners[3], double value) {
    wend_point ends[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const sampled_point *a = corners[i], *b = corners[(i + 1) % 3];
        if (is_between(value, a, b)) {
            ends[count++] = crossing_of(c, a, b, value);
        }
    }
    if (count == 2) {
        cairo_move_to(c->cr, ends[0].x, ends[0].y);
        cairo_line_to(c->cr, ends[1].x, ends[1].y);
    }
}

static void trace_triangle(const canvas *c, const draw_levels *levels, const sampled_point *a,
                           const sampled_point *b, const sampled_point *d) {
    const sampled_point *const corners[3] = {a, b, d};
    double low = fmin(fmin((double)a->value, (double)b->value), (double)d->value);
    double high = fmax(fmax((double)a->value, (double)b->value), (double)d->value);
    bool has_values = !isnan(a->value) && !isnan(b->value) && !isnan(d->value);
    double first = ceil(low / levels->interval), last = floor(high / levels->interval);
    if (!has_values || !(last >= first) || last - first > MAX_LINES ||
        !levels->is_joined(levels->context, a->at, b->at) ||
        !levels->is_joined(levels->context, b->at, d->at) ||
        !levels->is_joined(levels->context, d->at, a->at)) {
        return;
    }
    for (double k = first; k <= last; k++) {
        trace_line(c, corners, k * levels->interval);
    }
}

static sampled_point sample_at(const draw_levels *levels, wend_location at) {
    sampled_point point = {at, NAN};
    float value;
    if (levels->sample(levels->context, at, &value) && isfinite(value)) {
        point.value = value;
    }
    return point;
}

static void sample_row(const draw_levels *levels, uint32_t layer, float step, uint32_t row,
                       uint32_t columns, sampled_point *out) {
    for (uint32_t i = 0; i < columns; i++) {
        wend_vec2 at = {levels->low.x + (float)i * step, levels->low.y + (float)row * step};
        out[i] = sample_at(levels, (wend_location){at, layer});
    }
}

void levels_draw(canvas *c, uint32_t layer, const draw_levels *levels) {
    double width = (double)levels->high.x - (double)levels->low.x;
    double height = (double)levels->high.y - (double)levels->low.y;
    double step = fmax(levels->spacing / c->scale, fmax(width, height) / (double)MAX_SIDE + 1e-9);
    uint32_t columns = (uint32_t)(width / step) + 2, rows = (uint32_t)(height / step) + 2;
    size_t size = 2 * (size_t)columns * sizeof(sampled_point);
    sampled_point *samples = memory_get(c->heap, size), *below = samples, *above;
    if (samples == NULL) {
        c->out_of_memory = true;
        return;
    }
    sample_row(levels, layer, (float)step, 0, columns, below);
    for (uint32_t row = 1; row < rows; row++) {
        above = below == samples ? samples + columns : samples;
        sample_row(levels, layer, (float)step, row, columns, above);
        for (uint32_t i = 0; i + 1 < columns; i++) {
            trace_triangle(c, levels, &below[i], &below[i + 1], &above[i + 1]);
            trace_triangle(c, levels, &below[i], &above[i + 1], &above[i]);
        }
        below = above;
    }
    cairo_set_line_width(c->cr, LINE_WIDTH);
    cairo_stroke(c->cr);
    memory_free(c->heap, samples, size);
}
