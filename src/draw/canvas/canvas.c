/* Lays out the panels of a picture and converts coordinates. */
#include "draw/canvas/canvas.h"
#include "draw/canvas/axes.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <string.h>

#define LARGEST_ASPECT 1.4 /* largest ratio of the total panel height to the picture width */

const wend_layer_def *canvas_layer_def(const canvas *c, uint32_t layer) {
    const wend_space_def *def = c->space_def;
    return def != NULL && layer < def->layer_count ? &def->layers[layer] : NULL;
}

const char *canvas_layer_name(const canvas *c, uint32_t layer) {
    const wend_layer_def *def = canvas_layer_def(c, layer);
    const wend_space *space = c->space;
    if (def != NULL && def->name != NULL) {
        return def->name;
    }
    return def == NULL && space != NULL ? wend_space_layer_name(space, layer) : "";
}

canvas canvas_of(const wend_recording *recording, memory *heap) {
    canvas c = {.space = recording->space,
                .space_def = recording->space_def,
                .recording = recording,
                .heap = heap};
    c.layers = c.space_def != NULL ? c.space_def->layer_count
               : c.space != NULL   ? wend_space_layer_count(c.space)
                                   : 1;
    c.layers = c.layers > 0 ? c.layers : 1;
    for (uint32_t i = 0; i < WEND_MAX_LAYERS; i++) {
        panel_empty(&c.panels[i]);
    }
    return c;
}

/* Arranges the panels. Returns the height of their rows, px. The room for axes depends on their
 * numbers, and these depend on the arrangement, so the panels are arranged again until the numbers
 * fit. */
static double arrange_panels(canvas *c, panels_page *page) {
    enum { MOST_ROUNDS = 5 };
    world_panel given[WEND_MAX_LAYERS];
    double rows = 0.0, needed = 0.0;
    memcpy(given, c->panels, c->layers * sizeof *given);
    page->below = c->axes ? AXES_BELOW : 0.0;
    for (int i = 0; i < MOST_ROUNDS; i++) {
        page->left = needed;
        memcpy(c->panels, given, c->layers * sizeof *given);
        c->scale = panels_arrange(c->panels, c->layers, page, &rows);
        axes_panels all = {c->panels, c->layers, c->scale};
        needed = c->axes ? axes_left(&all) : 0.0;
        if (needed <= page->left) {
            break;
        }
    }
    return rows;
}

void canvas_layout(canvas *c, double width, double legend_height) {
    c->width = width;
    c->named_panels = c->layers > 1;
    panels_add_margins(c->panels, c->layers);
    panels_page page = {.corner = {THEME_MARGIN, THEME_HEADER},
                        .width = width - 2 * THEME_MARGIN,
                        .max_height = width * LARGEST_ASPECT,
                        .above = c->named_panels ? THEME_PANEL_NAME : 0.0,
                        .gap = THEME_GAP};
    double rows = arrange_panels(c, &page);
    c->height = ceil(THEME_HEADER + rows + legend_height + THEME_MARGIN / 2);
}

const world_panel *canvas_panel(const canvas *c, uint32_t layer) {
    return &c->panels[c->one_panel ? 0 : layer];
}

wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world) {
    const world_panel *p = canvas_panel(c, layer);
    return (wend_point){p->corner.x + (world.x - p->low.x) * c->scale,
                        p->corner.y + (p->high.y - world.y) * c->scale};
}

wend_point canvas_from_local(const canvas *c, wend_vec2 local) {
    return c->space != NULL ? wend_space_from_local(c->space, local)
                            : (wend_point){(double)local.x, (double)local.y};
}

void canvas_clip(const canvas *c, uint32_t layer) {
    const world_panel *p = canvas_panel(c, layer);
    cairo_save(c->cr);
    cairo_rectangle(c->cr, p->corner.x, p->corner.y, p->width, p->height);
    cairo_clip(c->cr);
}

void canvas_trace(const canvas *c, uint32_t layer, const wend_point *points, uint32_t count,
                  bool closed) {
    cairo_new_sub_path(c->cr);
    for (uint32_t i = 0; i < count; i++) {
        wend_point at = canvas_at(c, layer, points[i]);
        cairo_line_to(c->cr, at.x, at.y);
    }
    if (closed) {
        cairo_close_path(c->cr);
    }
}
