/* Draws routes, paths and choices of characters with cairo. */
#include "paper/miran/sheet.h"
#include "draw/canvas/polyline.h"
#include "draw/canvas/theme.h"

static const double LABEL_SIZE = 15.0;            /* px */
static const double LABEL_OFFSET = 9.0;           /* px, from the centre of a dot */
static const double dash_pattern[2] = {8.0, 5.0}; /* px */

static wend_point pixel(const paper_sheet *sheet, wend_point at) {
    return canvas_at(&sheet->canvas, 0, at);
}

static void set_dashes(const paper_sheet *sheet, bool dashed) {
    cairo_set_dash(sheet->canvas.cr, dash_pattern, dashed ? 2 : 0, 0.0);
}

void miran_draw_line(paper_sheet *sheet, const miran_line *line, const char *name, uint32_t colour,
                     double width, bool dashed) {
    polyline drawn = {.cr = sheet->canvas.cr};
    canvas_clip(&sheet->canvas, 0);
    set_dashes(sheet, dashed);
    polyline_begin(&drawn, pixel(sheet, line->points[0]));
    for (uint32_t i = 1; i < line->count; i++) {
        polyline_add(&drawn, pixel(sheet, line->points[i]));
    }
    polyline_end(&drawn);
    paper_sheet_stroke(sheet, colour, width);
    set_dashes(sheet, false);
    cairo_restore(sheet->canvas.cr);
    if (name != NULL) {
        flow_line(&sheet->legend, name, colour, width, dashed);
    }
}

void miran_draw_segment(paper_sheet *sheet, wend_point a, wend_point b, uint32_t colour,
                        double width, bool dashed) {
    wend_point from = pixel(sheet, a), to = pixel(sheet, b);
    canvas_clip(&sheet->canvas, 0);
    set_dashes(sheet, dashed);
    cairo_move_to(sheet->canvas.cr, from.x, from.y);
    cairo_line_to(sheet->canvas.cr, to.x, to.y);
    paper_sheet_stroke(sheet, colour, width);
    set_dashes(sheet, false);
    cairo_restore(sheet->canvas.cr);
}

void miran_draw_label(paper_sheet *sheet, wend_point at, double right, double down, uint32_t colour,
                      const char *label) {
    wend_point centre = pixel(sheet, at);
    if (label != NULL) {
        theme_text(sheet->canvas.cr, label, centre.x + right, centre.y + down, LABEL_SIZE, true,
                   colour);
    }
}

void miran_draw_dot(paper_sheet *sheet, wend_point at, double radius, uint32_t colour,
                    const char *label) {
    miran_draw_label(sheet, at, LABEL_OFFSET, -LABEL_OFFSET, colour, label);
    wend_point centre = pixel(sheet, at);
    paper_sheet_circle(sheet, centre, radius);
    theme_set(sheet->canvas.cr, colour, 1.0);
    cairo_fill(sheet->canvas.cr);
}

void miran_draw_terrain_names(paper_sheet *sheet) {
    const wend_space *space = sheet->recording.space;
    for (uint32_t i = 0; i < wend_space_terrain_name_count(space); i++) {
        const char *name = wend_space_terrain_name(space, i);
        if (name[0] != '\0') {
            flow_box(&sheet->legend, name, theme_terrain_colour(i), theme_terrain_colour(i));
        }
    }
}
