/* Finds level lines on a raster of samples.
 *
 * Each cell of the raster is divided into two triangles, in which the quantity is interpolated
 * linearly, so that a line crosses a triangle at most once. Triangles with a side that crosses a
 * wall are left out: the quantity may jump there. Cost: O(samples + crossed triangles). */
#include "contour/levels.h"

#include <math.h>

#include "geom/vec.h"

enum { MAX_SIDE = 4096, MAX_LINES = 64 };

typedef struct sampled_point {
    wend_location at;
    float value; /* NAN: none */
} sampled_point;

/* Returns the point between two samples at which the quantity has a value that lies between theirs.
 */
static wend_vec2 crossing_of(const sampled_point *a, const sampled_point *b, double value) {
    double t = (value - (double)a->value) / ((double)b->value - (double)a->value);
    return vec_add(a->at.position, vec_scale(vec_sub(b->at.position, a->at.position), (float)t));
}

static bool is_between(double value, const sampled_point *a, const sampled_point *b) {
    return ((double)a->value < value) != ((double)b->value < value);
}

/* Emits the line at a value through a triangle. */
static bool trace_line(const contour_levels *levels, const sampled_point *const corners[3],
                       double value) {
    wend_vec2 ends[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const sampled_point *a = corners[i], *b = corners[(i + 1) % 3];
        if (is_between(value, a, b)) {
            ends[count++] = crossing_of(a, b, value);
        }
    }
    return count != 2 || levels->line(levels->context, ends[0], ends[1]);
}

static bool trace_triangle(const contour_levels *levels, const sampled_point *a,
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
        return true;
    }
    bool more = true;
    for (double k = first; k <= last && more; k++) {
        more = trace_line(levels, corners, k * levels->interval);
    }
    return more;
}

static void sample_row(const contour_levels *levels, float step, uint32_t row, uint32_t columns,
                       sampled_point *out) {
    for (uint32_t i = 0; i < columns; i++) {
        wend_vec2 at = {levels->low.x + (float)i * step, levels->low.y + (float)row * step};
        float value;
        out[i] = (sampled_point){{at, levels->layer}, NAN};
        if (levels->sample(levels->context, out[i].at, &value) && isfinite(value)) {
            out[i].value = value;
        }
    }
}

bool contour_trace_levels(const contour_levels *levels, memory *heap) {
    double width = (double)levels->high.x - (double)levels->low.x;
    double height = (double)levels->high.y - (double)levels->low.y;
    double step = fmax(levels->step, fmax(width, height) / (double)MAX_SIDE + 1e-9);
    uint32_t columns = (uint32_t)(width / step) + 2, rows = (uint32_t)(height / step) + 2;
    size_t size = 2 * (size_t)columns * sizeof(sampled_point);
    sampled_point *samples = memory_get(heap, size), *below = samples, *above;
    if (samples == NULL) {
        return false;
    }
    sample_row(levels, (float)step, 0, columns, below);
    bool more = true;
    for (uint32_t row = 1; row < rows && more; row++) {
        above = below == samples ? samples + columns : samples;
        sample_row(levels, (float)step, row, columns, above);
        for (uint32_t i = 0; i + 1 < columns && more; i++) {
            more = trace_triangle(levels, &below[i], &below[i + 1], &above[i + 1]) &&
                   trace_triangle(levels, &below[i], &above[i + 1], &above[i]);
        }
        below = above;
    }
    memory_free(heap, samples, size);
    return true;
}
