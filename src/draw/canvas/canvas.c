/* Lays out the panels of a picture and converts coordinates. */
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"
#include <math.h>

#define LEAST_EXTENT   4.0  /* m, smallest width and height of the part of the world shown */
#define LARGEST_ASPECT 1.4  /* largest ratio of the total panel height to the picture width */
#define LEAST_PANEL    48.0 /* px, minimum height of a panel; overrides LARGEST_ASPECT */

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

/* Adds a margin around the content, and enlarges the part shown to at least LEAST_EXTENT. */
static void add_margin(canvas *c) {
    double wide = c->high.x - c->low.x, tall = c->high.y - c->low.y;
    double room = fmax(wide, tall) * 0.02;
    double x = fmax(room, (LEAST_EXTENT - wide) / 2), y = fmax(room, (LEAST_EXTENT - tall) / 2);
    c->low = (wend_point){c->low.x - x, c->low.y - y};
    c->high = (wend_point){c->high.x + x, c->high.y + y};
}

/* Returns the scale (px per m) for panels that are arranged in this number of columns. */
static double find_scale(const canvas *c, uint32_t columns) {
    uint32_t rows = (c->layers + columns - 1) / columns;
    double wide = (c->width - 2 * THEME_MARGIN - THEME_GAP * (columns - 1)) / columns;
    double tall = (c->width * LARGEST_ASPECT - (THEME_GAP + THEME_PANEL_NAME) * rows) / rows;
    tall = fmax(tall, LEAST_PANEL);
    return fmin(wide / (c->high.x - c->low.x), tall / (c->high.y - c->low.y));
}

static void choose_columns(canvas *c) {
    c->scale = 0.0;
    for (uint32_t columns = 1; columns <= c->layers; columns++) {
        double scale = find_scale(c, columns);
        if (columns == 1 || scale > c->scale * 1.001) {
            c->scale = scale;
            c->columns = columns;
        }
    }
    c->rows = (c->layers + c->columns - 1) / c->columns;
}

canvas canvas_of(const wend_recording *recording, memory *heap) {
    canvas c = {.space = recording->space, .space_def = recording->space_def, .heap = heap};
    c.layers = c.space_def != NULL ? c.space_def->layer_count
               : c.space != NULL   ? wend_space_layer_count(c.space)
                                   : 1;
    c.layers = c.layers > 0 ? c.layers : 1;
    return c;
}

void canvas_layout(canvas *c, canvas_box shown, double width, double legend_height) {
    c->low = shown.low;
    c->high = shown.high;
    add_margin(c);
    c->width = width;
    c->named_panels = c->layers > 1;
    c->corner = (wend_point){THEME_MARGIN, THEME_HEADER};
    choose_columns(c);
    /* If the content is narrower than its panel, the panel shows more ground on both sides. */
    c->panel_width = (c->width - 2 * THEME_MARGIN - THEME_GAP * (c->columns - 1)) / c->columns;
    c->panel_height = c->scale * (c->high.y - c->low.y);
    double missing = c->panel_width / c->scale - (c->high.x - c->low.x);
    c->low.x -= missing / 2;
    c->high.x += missing / 2;
    double name = c->named_panels ? THEME_PANEL_NAME : 0.0;
    c->height = ceil(THEME_HEADER + c->rows * (c->panel_height + name + THEME_GAP) + legend_height +
                     THEME_MARGIN / 2);
}

wend_point canvas_panel(const canvas *c, uint32_t layer) {
    if (c->one_panel) {
        return c->corner;
    }
    uint32_t column = layer % c->columns, row = layer / c->columns;
    double name = c->named_panels ? THEME_PANEL_NAME : 0.0;
    return (wend_point){c->corner.x + column * (c->panel_width + THEME_GAP),
                        c->corner.y + row * (c->panel_height + name + THEME_GAP) + name};
}

wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world) {
    wend_point corner = canvas_panel(c, layer);
    return (wend_point){corner.x + (world.x - c->low.x) * c->scale,
                        corner.y + (c->high.y - world.y) * c->scale};
}

wend_point canvas_from_local(const canvas *c, wend_vec2 local) {
    return c->space != NULL ? wend_space_from_local(c->space, local)
                            : (wend_point){(double)local.x, (double)local.y};
}

void canvas_clip(const canvas *c, uint32_t layer) {
    wend_point corner = canvas_panel(c, layer);
    cairo_save(c->cr);
    cairo_rectangle(c->cr, corner.x, corner.y, c->panel_width, c->panel_height);
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
