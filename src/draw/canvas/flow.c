/* Lays out the items of a legend in rows. Each item is a symbol followed by text. */
#include "draw/canvas/flow.h"
#include "draw/canvas/symbols.h"
#include "draw/canvas/theme.h"

static const double SWATCH_WIDTH = 22.0; /* px */

bool flow_item(flow *f, const char *text, wend_point *symbol) {
    double room = f->right - f->left - SWATCH_WIDTH;
    double wide = SWATCH_WIDTH + theme_text_width(f->ruler, text, THEME_TEXT_SIZE, false) + 18.0;
    if (f->x > f->left && f->x + wide - 18.0 > f->right) {
        f->x = f->left;
        f->y += THEME_ROW;
    }
    *symbol = (wend_point){f->x + 8.0, f->y};
    if (f->cr != NULL) {
        theme_text_cut(f->cr, text, f->x + SWATCH_WIDTH, f->y + 4.5, THEME_TEXT_SIZE, false,
                       THEME_TEXT, room);
    }
    f->x += wide;
    return f->cr != NULL;
}

double flow_height(flow_items items, void *user, double left, double right) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *ruler = cairo_create(surface);
    flow f = {NULL, ruler, left, 0.0, left, right};
    items(&f, user);
    cairo_destroy(ruler);
    cairo_surface_destroy(surface);
    return f.x > f.left ? f.y + THEME_ROW : 0.0;
}

void flow_dot(flow *f, const char *text, double radius, uint32_t edge, double inner,
              uint32_t fill) {
    wend_point at;
    if (!flow_item(f, text, &at)) {
        return;
    }
    canvas_dot(f->cr, at);
    canvas_stroke_dots(f->cr, edge, 1.0, radius);
    if (inner > 0.0) {
        canvas_dot(f->cr, at);
        canvas_stroke_dots(f->cr, fill, 1.0, inner);
    }
}

void flow_line(flow *f, const char *text, uint32_t colour, double width, bool dashed) {
    static const double dashes[] = {4.0, 3.0};
    wend_point at;
    if (!flow_item(f, text, &at)) {
        return;
    }
    cairo_set_line_cap(f->cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(f->cr, dashes, dashed ? 2 : 0, 0.0);
    cairo_move_to(f->cr, at.x - 7.0, at.y);
    cairo_line_to(f->cr, at.x + 7.0, at.y);
    cairo_set_line_width(f->cr, width);
    theme_set(f->cr, colour, 1.0);
    cairo_stroke(f->cr);
    cairo_set_dash(f->cr, NULL, 0, 0.0);
}

void flow_box(flow *f, const char *text, uint32_t colour, uint32_t edge) {
    wend_point at;
    if (!flow_item(f, text, &at)) {
        return;
    }
    cairo_rectangle(f->cr, at.x - 7.5, at.y - 6.5, 15.0, 12.0);
    theme_set(f->cr, colour, 1.0);
    cairo_fill_preserve(f->cr);
    theme_set(f->cr, edge, 1.0);
    cairo_set_line_width(f->cr, 1.0);
    cairo_stroke(f->cr);
}
