/* Maps values to colours and draws the colour bar. */
#include "draw/canvas/scale.h"
#include "draw/canvas/theme.h"

uint32_t canvas_value_colour(const canvas_scale *values, double value) {
    double share = value / values->top;
    return colour_map_at(&values->map,
                         values->skipped_share + (1.0 - values->skipped_share) * share);
}

/* Draws each colour of the map as a stripe that extends to the end of the bar, so that no gaps are
 * left between the stripes. */
static void draw_stripes(cairo_t *cr, const canvas_scale *values, double x, double y, double wide,
                         double tall) {
    for (int i = 0; i < COLOUR_MAP_SIZE; i++) {
        double share = (double)i / COLOUR_MAP_SIZE;
        cairo_rectangle(cr, x + wide * share, y, wide * (1.0 - share), tall);
        theme_set(cr, canvas_value_colour(values, share * values->top), 1.0);
        cairo_fill(cr);
    }
}

void canvas_draw_colour_bar(cairo_t *cr, const canvas_scale *values, double x, double y,
                            double wide) {
    double bar = y + 20.0, tall = 12.0;
    theme_text(cr, values->title, x, y + 12.0, THEME_TEXT_SIZE, false, THEME_TEXT);
    draw_stripes(cr, values, x, bar, wide, tall);
    cairo_set_line_width(cr, 1.0);
    uint32_t count = (uint32_t)(values->top / values->step + 1e-6);
    for (uint32_t i = 0; i <= count; i++) {
        char number[TICKS_TEXT_SIZE];
        double at = x + wide * (i * values->step / values->top);
        bool last = i == count && values->beyond;
        ticks_text(i * values->step, last ? "or more" : "", number);
        theme_set(cr, THEME_TEXT, 1.0);
        cairo_move_to(cr, at, bar + tall);
        cairo_line_to(cr, at, bar + tall + 4.0);
        cairo_stroke(cr);
        theme_text_middle(cr, number, at, bar + tall + 16.0, THEME_TEXT_SIZE - 2.0, THEME_TEXT);
    }
}
