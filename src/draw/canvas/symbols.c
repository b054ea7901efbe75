/* Draws stars, dots and arrows with cairo. */
#include "draw/canvas/symbols.h"
#include "draw/canvas/polyline.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <wend/math.h>

void canvas_star(cairo_t *cr, double x, double y, double radius) {
    cairo_new_sub_path(cr);
    for (int i = 0; i < 10; i++) {
        double angle = WEND_PI * (i / 5.0 - 0.5);
        double reach = i % 2 == 0 ? radius : radius * 0.45;
        cairo_line_to(cr, x + reach * wend_cos(angle), y + reach * wend_sin(angle));
    }
    cairo_close_path(cr);
}

void canvas_dot(cairo_t *cr, wend_point at) {
    wend_point snapped = polyline_snap(at);
    cairo_move_to(cr, snapped.x, snapped.y);
    cairo_line_to(cr, snapped.x, snapped.y);
}

void canvas_stroke_dots(cairo_t *cr, uint32_t colour, double opacity, double radius) {
    theme_set(cr, colour, opacity);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cr, 2.0 * radius);
    cairo_stroke(cr);
}

void canvas_arrow(cairo_t *cr, wend_point from, wend_point to, double line_width) {
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    double head = fmin(4.5 * line_width, length * 0.6);
    if (!(length > 0.5)) {
        return;
    }
    x /= length;
    y /= length;
    wend_point neck = {to.x - head * x, to.y - head * y};
    cairo_set_line_width(cr, line_width);
    cairo_move_to(cr, from.x, from.y);
    cairo_line_to(cr, neck.x, neck.y);
    cairo_stroke(cr);
    cairo_move_to(cr, to.x, to.y);
    cairo_line_to(cr, neck.x - 0.45 * head * y, neck.y + 0.45 * head * x);
    cairo_line_to(cr, neck.x + 0.45 * head * y, neck.y - 0.45 * head * x);
    cairo_close_path(cr);
    cairo_fill(cr);
}
