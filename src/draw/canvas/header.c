/* Draws everything around the panels: title, names of layers, scale bar. */
#include "draw/canvas/axes.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <stdio.h>

static const double LONGEST_BAR = 160.0; /* px, largest length of the scale bar */

/* Returns the length that the scale bar shows, m. */
static double bar_length(const canvas *c) {
    double widest = 0.0;
    for (uint32_t i = 0; i < c->layers; i++) {
        widest = fmax(widest, c->panels[i].width);
    }
    return ticks_below(fmin(LONGEST_BAR, widest / 3) / c->scale);
}

double canvas_bar_width(const canvas *c) {
    return bar_length(c) * c->scale;
}

void canvas_draw_scale_bar(const canvas *c, double right, double bottom) {
    double length = bar_length(c);
    double wide = length * c->scale, x = right - wide;
    char text[TICKS_TEXT_SIZE];
    bool far = length >= 1000.0;
    ticks_text(far ? length / 1000.0 : length, far ? "km" : "m", text);
    theme_set(c->cr, THEME_TEXT, 1.0);
    cairo_set_line_width(c->cr, 2.0);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_MITER);
    /* The strokes are inset by half their width, so the outer edges of the bar are exactly `wide`
     * apart. */
    cairo_move_to(c->cr, x + 1.0, bottom - 6.0);
    cairo_line_to(c->cr, x + 1.0, bottom);
    cairo_line_to(c->cr, right - 1.0, bottom);
    cairo_line_to(c->cr, right - 1.0, bottom - 6.0);
    cairo_stroke(c->cr);
    theme_text(c->cr, text, x + 6.0, bottom - 6.0, THEME_TEXT_SIZE - 1.0, false, THEME_TEXT);
}

void canvas_draw_title(const canvas *c, const char *title, const char *line, double bar_room) {
    double room = c->width - 2 * THEME_MARGIN;
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    theme_text_cut(c->cr, title, THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT, room);
    theme_text_cut(c->cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   room - bar_room);
    canvas_draw_scale_bar(c, c->width - THEME_MARGIN, 50.0);
}

void canvas_draw_frame(const canvas *c, uint32_t layer) {
    const world_panel *p = canvas_panel(c, layer);
    cairo_rectangle(c->cr, p->corner.x + 0.5, p->corner.y + 0.5, p->width - 1.0, p->height - 1.0);
    theme_set(c->cr, THEME_FRAME, 1.0);
    cairo_set_line_width(c->cr, 1.0);
    cairo_stroke(c->cr);
    if (c->axes) {
        axes_panels all = {c->panels, c->layers, c->scale};
        axes_draw(c->cr, &all, p);
    }
    if (c->named_panels) {
        const char *name = canvas_layer_name(c, layer);
        char number[32];
        snprintf(number, sizeof number, "layer %u", layer);
        theme_text_cut(c->cr, name[0] != '\0' ? name : number, p->corner.x, p->corner.y - 6.0,
                       THEME_TEXT_SIZE, true, THEME_TEXT, p->width);
    }
}
