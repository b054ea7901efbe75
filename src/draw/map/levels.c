/* Draws level lines. */
#include "draw/map/levels.h"
#include "contour/levels.h"

static const double LINE_WIDTH = 0.9; /* px */

typedef struct drawing {
    const canvas *canvas;
    const draw_levels *levels;
    uint32_t layer;
} drawing;

static bool sample(void *context, wend_location at, float *out) {
    const draw_levels *levels = ((const drawing *)context)->levels;
    return levels->sample(levels->context, at, out);
}

static bool is_joined(void *context, wend_location a, wend_location b) {
    const draw_levels *levels = ((const drawing *)context)->levels;
    return levels->is_joined(levels->context, a, b);
}

/* Adds a piece of a line to cairo's path. */
static bool add_line(void *context, wend_vec2 a, wend_vec2 b) {
    const drawing *d = context;
    wend_point from = canvas_at(d->canvas, d->layer, canvas_from_local(d->canvas, a));
    wend_point to = canvas_at(d->canvas, d->layer, canvas_from_local(d->canvas, b));
    cairo_move_to(d->canvas->cr, from.x, from.y);
    cairo_line_to(d->canvas->cr, to.x, to.y);
    return true;
}

void levels_draw(canvas *c, uint32_t layer, const draw_levels *levels) {
    drawing d = {c, levels, layer};
    const contour_levels contour = {.sample = sample,
                                    .is_joined = is_joined,
                                    .line = add_line,
                                    .context = &d,
                                    .low = levels->low,
                                    .high = levels->high,
                                    .layer = layer,
                                    .step = levels->spacing / c->scale,
                                    .interval = levels->interval};
    if (!contour_trace_levels(&contour, c->heap)) {
        c->out_of_memory = true;
        return;
    }
    cairo_set_line_width(c->cr, LINE_WIDTH);
    cairo_stroke(c->cr);
}
