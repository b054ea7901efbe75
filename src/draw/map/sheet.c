/* Draws the sheet of a map or a route: the title, one panel for each layer, and below them a legend
 * and, if there are values, a colour bar. */
#include "draw/map/sheet.h"
#include "draw/canvas/theme.h"
#include "draw/map/extent.h"
#include "draw/map/ground.h"
#include "draw/map/terrain.h"
#include <math.h>

enum { MOST_STEPS = 6 };

static const double BAR_ROOM = 240.0;  /* px, width that is kept free for the scale bar */
static const double BAR_WIDTH = 360.0; /* px */

static void choose_colours(canvas *c, const map_sheet *sheet) {
    double most = sheet->limit > 0.0 ? fmin(sheet->most, sheet->limit) : sheet->most;
    ticks scale = ticks_choose(most > 0.0 ? most : 1.0, MOST_STEPS);
    colour_map_make(&c->values.map);
    c->values.used = sheet->values != NULL;
    c->values.title = sheet->values;
    c->values.skipped_share = CANVAS_LINE_STRENGTH;
    c->values.top = scale.top;
    c->values.step = scale.step;
    c->values.beyond = sheet->most > scale.top;
}

/* Adds the items of a map or a route, then those of the ground. */
static void flow_legend(flow *f, void *user) {
    const map_sheet *sheet = user;
    sheet->draw_legend_items(f, sheet->user);
    terrain_flow(f, sheet->recording);
}

static double legend_height(const map_sheet *sheet) {
    if (sheet->no_legend) {
        return 0.0;
    }
    map_sheet own = *sheet;
    double rows = flow_height(flow_legend, &own, THEME_MARGIN, sheet->width - THEME_MARGIN);
    return rows + (sheet->values != NULL ? CANVAS_BAR_HEIGHT : 0.0);
}

static void draw_legend(const canvas *c, const map_sheet *sheet) {
    if (sheet->no_legend) {
        return;
    }
    double y = c->height - THEME_MARGIN / 2 - legend_height(sheet);
    if (sheet->values != NULL) {
        canvas_draw_colour_bar(c->cr, &c->values, THEME_MARGIN, y, BAR_WIDTH);
        y += CANVAS_BAR_HEIGHT;
    }
    flow f = {c->cr, c->cr, THEME_MARGIN, y + THEME_ROW / 2, THEME_MARGIN, c->width - THEME_MARGIN};
    map_sheet own = *sheet;
    flow_legend(&f, &own);
}

static void draw_sheet(canvas *c, const map_sheet *sheet) {
    const char *name = sheet->recording->scenario;
    canvas_draw_title(c, name != NULL ? name : "", sheet->line, BAR_ROOM);
    for (uint32_t i = 0; i < c->layers; i++) {
        canvas_clip(c, i);
        ground_draw(c, i, NULL);
        sheet->draw_layer(c, i, sheet->user);
        cairo_restore(c->cr);
        canvas_draw_frame(c, i);
    }
    draw_legend(c, sheet);
}

/* Extends the panels to show everything that is drawn. Goals that are carried by agents are not
 * shown, because the picture has no agents. */
static void find_extent(canvas *c, const map_sheet *sheet) {
    extent_add_recording(c, sheet->recording);
    for (uint32_t i = 0; i < sheet->recording->goal_count; i++) {
        const wend_goal_def *goal = &sheet->recording->goals[i];
        if (goal->carrier == 0) {
            extent_add_goal(c, goal, wend_goal_translation(goal, 0.0));
        }
    }
    extent_add_overlay(c, &sheet->overlay);
    if (sheet->add_extent != NULL) {
        sheet->add_extent(c, sheet->user);
    }
}

wend_result map_sheet_write(const map_sheet *sheet, draw_format format, FILE *stream,
                            wend_error *error) {
    wend_result result = surface_load(error);
    if (result != WEND_OK) {
        return result;
    }
    canvas c = canvas_of(sheet->recording, sheet->heap);
    find_extent(&c, sheet);
    c.axes = sheet->axes;
    canvas_layout(&c, sheet->width, legend_height(sheet));
    result = surface_check_size(format, c.width, c.height, error);
    if (result != WEND_OK) {
        return result;
    }
    choose_colours(&c, sheet);
    draw_surface surface = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = surface.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, sheet);
    }
    surface.out_of_memory = c.out_of_memory;
    return surface_finish(&surface, error);
}

wend_result map_sheet_draw(const map_sheet *sheet, const wend_map_drawing *drawing,
                           wend_error *error) {
    memory heap;
    memory_init(&heap, &drawing->allocator);
    map_sheet own = *sheet;
    own.recording = drawing->recording;
    own.heap = &heap;
    own.width = drawing->width;
    own.axes = drawing->axes;
    own.no_legend = drawing->no_legend;
    return map_sheet_write(&own, drawing->vector ? DRAW_SVG : DRAW_PNG, drawing->stream, error);
}
