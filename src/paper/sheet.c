/* Draws pictures of a scenario's ground with cairo, for the figures of reproductions. */
#include "paper/sheet.h"
#include "draw/canvas/theme.h"
#include "draw/map/extent.h"
#include "draw/map/ground.h"
#include <wend/math.h>

enum { SHEET_WIDTH = 1400 };

/* px, room for the scale bar beside the line below the title */
static const double BAR_ROOM = 240.0;

static void draw_ground(paper_sheet *sheet, const char *title, const char *line) {
    canvas *c = &sheet->canvas;
    canvas_draw_title(c, title, line, BAR_ROOM);
    canvas_draw_frame(c, 0);
    canvas_clip(c, 0);
    ground_draw(c, 0, NULL);
    cairo_restore(c->cr);
}

static void set_extent(paper_sheet *sheet, const paper_extent *shown) {
    if (shown == NULL) {
        extent_add_recording(&sheet->canvas, &sheet->recording);
        return;
    }
    panel_add(&sheet->canvas.panels[0], shown->low, 0.0);
    panel_add(&sheet->canvas.panels[0], shown->high, 0.0);
}

wend_result paper_sheet_open(paper_sheet *sheet, const wend_scenario *scenario,
                             const paper_extent *shown, const char *path, const char *title,
                             const char *line, wend_error *error) {
    *sheet = (paper_sheet){0};
    wend_result result = surface_load(error);
    if (result == WEND_OK) {
        result = record_open(&sheet->file, path, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    memory_init(&sheet->heap, NULL);
    sheet->recording.scenario = title;
    sheet->recording.space = wend_scenario_space(scenario);
    sheet->recording.space_def = wend_scenario_space_def(scenario);
    canvas *c = &sheet->canvas;
    *c = canvas_of(&sheet->recording, &sheet->heap);
    set_extent(sheet, shown);
    canvas_layout(c, SHEET_WIDTH, THEME_ROW);
    sheet->surface = surface_open(DRAW_PNG, (int)c->width, (int)c->height, sheet->file.stream);
    c->cr = sheet->surface.cr;
    draw_ground(sheet, title, line);
    sheet->legend = (flow){c->cr,        c->cr,
                           THEME_MARGIN, c->height - THEME_MARGIN / 2 - THEME_ROW / 2,
                           THEME_MARGIN, c->width - THEME_MARGIN};
    return WEND_OK;
}

wend_result paper_sheet_close(paper_sheet *sheet, wend_result result, wend_error *error) {
    wend_result finished = surface_finish(&sheet->surface, result == WEND_OK ? error : NULL);
    result = result == WEND_OK ? finished : result;
    wend_result closed =
        record_close(&sheet->file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result == WEND_OK ? closed : result;
}

void paper_sheet_stroke(const paper_sheet *sheet, uint32_t colour, double width) {
    theme_set(sheet->canvas.cr, colour, 1.0);
    cairo_set_line_width(sheet->canvas.cr, width);
    cairo_stroke(sheet->canvas.cr);
}

void paper_sheet_circle(const paper_sheet *sheet, wend_point centre, double radius) {
    cairo_new_sub_path(sheet->canvas.cr);
    cairo_arc(sheet->canvas.cr, centre.x, centre.y, radius, 0.0, WEND_FULL_TURN);
}
