/* Draws line charts with cairo and writes them as PNG. */
#include "paper/chart.h"
#include "base/ticks.h"
#include "draw/canvas/surface.h"
#include "draw/canvas/theme.h"
#include "record/file/file.h"

enum { CHART_WIDTH = 900, CHART_HEIGHT = 480, CHART_STEPS = 8 };

/* Edges of the plot area, px. */
static const double left = 84.0, right = CHART_WIDTH - 24.0, top = 64.0,
                    bottom = CHART_HEIGHT - 72.0;

typedef struct chart_axes {
    ticks x, y;
} chart_axes;

static chart_axes choose_axes(const chart *c) {
    double most_x = 0.0, most_y = 0.0;
    for (uint32_t i = 0; i < c->line_count; i++) {
        for (uint32_t k = 0; k < c->lines[i].count; k++) {
            most_x = c->lines[i].x[k] > most_x ? c->lines[i].x[k] : most_x;
            most_y = c->lines[i].y[k] > most_y ? c->lines[i].y[k] : most_y;
        }
    }
    return (chart_axes){ticks_choose(most_x > 0.0 ? most_x : 1.0, CHART_STEPS),
                        ticks_choose(most_y > 0.0 ? most_y : 1.0, CHART_STEPS)};
}

static double pixel_x(const chart_axes *axes, double x) {
    return left + (right - left) * x / axes->x.top;
}

static double pixel_y(const chart_axes *axes, double y) {
    return bottom - (bottom - top) * y / axes->y.top;
}

static void draw_axes(cairo_t *cr, const chart *c, const chart_axes *axes) {
    char text[TICKS_TEXT_SIZE];
    cairo_set_line_width(cr, 1.0);
    for (int i = 0; i * axes->x.step <= axes->x.top * 1.0001; i++) {
        double x = pixel_x(axes, i * axes->x.step);
        theme_text_middle(cr, ticks_text(i * axes->x.step, "", text), x, bottom + 20.0,
                          THEME_TEXT_SIZE, THEME_FAINT);
    }
    for (int i = 0; i * axes->y.step <= axes->y.top * 1.0001; i++) {
        double y = pixel_y(axes, i * axes->y.step);
        theme_set(cr, THEME_FRAME, 1.0);
        cairo_move_to(cr, left, y);
        cairo_line_to(cr, right, y);
        cairo_stroke(cr);
        ticks_text(i * axes->y.step, "", text);
        theme_text(cr, text, left - 8.0 - theme_text_width(cr, text, THEME_TEXT_SIZE, false),
                   y + 4.0, THEME_TEXT_SIZE, false, THEME_FAINT);
    }
    theme_text(cr, c->title, THEME_MARGIN, 30.0, THEME_TITLE_SIZE, true, THEME_TEXT);
    theme_text(cr, c->y_title, THEME_MARGIN, 50.0, THEME_TEXT_SIZE, false, THEME_FAINT);
    theme_text_middle(cr, c->x_title, (left + right) / 2.0, bottom + 40.0, THEME_TEXT_SIZE,
                      THEME_FAINT);
}

static void draw_lines(cairo_t *cr, const chart *c, const chart_axes *axes) {
    double at = left;
    cairo_set_line_width(cr, 1.8);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (uint32_t i = 0; i < c->line_count; i++) {
        const chart_line *line = &c->lines[i];
        uint32_t colour = theme_group_colour(i);
        theme_set(cr, colour, 1.0);
        cairo_new_path(cr); /* earlier text has left a current point */
        for (uint32_t k = 0; k < line->count; k++) {
            cairo_line_to(cr, pixel_x(axes, line->x[k]), pixel_y(axes, line->y[k]));
        }
        cairo_stroke(cr);
        double y = CHART_HEIGHT - 14.0;
        cairo_move_to(cr, at, y - 4.0);
        cairo_line_to(cr, at + 22.0, y - 4.0);
        cairo_stroke(cr);
        theme_text(cr, line->name, at + 28.0, y, THEME_TEXT_SIZE, false, THEME_TEXT);
        at += 48.0 + theme_text_width(cr, line->name, THEME_TEXT_SIZE, false);
    }
}

wend_result chart_write(const chart *c, const char *path, wend_error *error) {
    record_file file = {0};
    wend_result result = surface_load(error);
    if (result == WEND_OK) {
        result = record_open(&file, path, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    draw_surface sheet = surface_open(DRAW_PNG, CHART_WIDTH, CHART_HEIGHT, file.stream);
    chart_axes axes = choose_axes(c);
    theme_set(sheet.cr, THEME_GROUND, 1.0);
    cairo_paint(sheet.cr);
    draw_axes(sheet.cr, c, &axes);
    draw_lines(sheet.cr, c, &axes);
    result = surface_finish(&sheet, error);
    wend_result closed = record_close(&file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result == WEND_OK ? closed : result;
}
