/* A sheet for a map: layers side by side as in all pictures, a bar of colours and a legend below.
 */
#include "draw/map/sheet.h"
#include "base/error.h"
#include "draw/canvas/theme.h"
#include <math.h>

enum { SHEET_WIDTH = 1200 /* px */, MOST_STEPS = 6 };

static const double BAR_WIDTH = 360.0;    /* px */
static const double LINE_STRENGTH = 0.25; /* of the light end of the colours: lines are thin */

static void choose_colours(canvas *c, const map_sheet *sheet) {
    double most = sheet->limit > 0.0 ? fmin(sheet->most, sheet->limit) : sheet->most;
    ticks scale = ticks_choose(most > 0.0 ? most : 1.0, MOST_STEPS);
    colour_map_make(&c->values.map);
    c->values.used = sheet->values != NULL;
    c->values.title = sheet->values;
    c->values.first = LINE_STRENGTH;
    c->values.top = scale.top;
    c->values.step = scale.step;
    c->values.beyond = sheet->most > scale.top;
}

static void draw_header(const canvas *c, const map_sheet *sheet) {
    const char *name = sheet->recording->scenario;
    theme_text_cut(c->cr, name != NULL ? name : "", THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true,
                   THEME_TEXT, c->width - 2 * THEME_MARGIN);
    theme_text_cut(c->cr, sheet->line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   c->width - 2 * THEME_MARGIN - 240.0);
    canvas_draw_scale_bar(c, c->width - THEME_MARGIN, 50.0);
}

static double legend_height(const map_sheet *sheet) {
    return THEME_ROW + (sheet->values != NULL ? CANVAS_BAR_HEIGHT : 0.0);
}

static void draw_legend(const canvas *c, const map_sheet *sheet) {
    double y = c->height - THEME_MARGIN / 2 - legend_height(sheet);
    if (sheet->values != NULL) {
        canvas_draw_colour_bar(c, THEME_MARGIN, y, BAR_WIDTH);
        y += CANVAS_BAR_HEIGHT;
    }
    flow f = {c->cr, c->cr, THEME_MARGIN, y + THEME_ROW / 2, THEME_MARGIN, c->width - THEME_MARGIN};
    sheet->draw_words(&f, sheet->user);
}

static void draw_sheet(canvas *c, const map_sheet *sheet) {
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    draw_header(c, sheet);
    for (uint32_t i = 0; i < c->layers; i++) {
        canvas_clip(c, i);
        canvas_draw_ground(c, i, NULL);
        sheet->draw_layer(c, i, sheet->user);
        cairo_restore(c->cr);
        canvas_draw_frame(c, i);
    }
    draw_legend(c, sheet);
}

wend_result map_sheet_write(const map_sheet *sheet, draw_format format, FILE *stream,
                            wend_error *error) {
    draw_picture picture = {.recording = sheet->recording, .heap = sheet->heap};
    picture.style.width = SHEET_WIDTH;
    canvas c = {.picture = &picture};
    canvas_layout(&c, &picture, legend_height(sheet));
    choose_colours(&c, sheet);
    draw_surface surface = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = surface.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, sheet);
    }
    wend_result result = surface_finish(&surface, error);
    return result == WEND_OK && c.out_of_memory ? error_no_memory(error, "a picture") : result;
}
