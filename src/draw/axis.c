/* A picture of a corridor map: the medial axis in the colour of its clearance, edges into corners
 * faintly, ways from its events to the nearest places on walls, and some discs of clearance that do
 * not hold each other's centres. */
#include "draw/axis.h"
#include "base/error.h"
#include "draw/canvas.h"
#include "draw/flow.h"
#include "draw/theme.h"
#include <math.h>
#include <stdio.h>

enum {
    SHEET_WIDTH = 1200, /* px */
    DISC_COLOUR = 0xe4eef6,
    DISC_EDGE = 0xa9c4dd,
    DEAD_END_COLOUR = 0xb9b3a8,
    SPOKE_COLOUR = 0xe2a078,
    MOST_STEPS = 6,
    MOST_DISCS = 256,
    CURVE_STEPS = 16
};

static const double BAR_WIDTH = 360.0;    /* px */
static const double LINE_STRENGTH = 0.25; /* of the light end of the colours: lines are thin */
static const double FLAT = 0.15;          /* px: a curve that bends less is drawn straight */
static const double LEAST_DISC = 2.0;     /* px */

static wend_point place_at(const canvas *c, uint32_t layer, wend_vec2 at) {
    return canvas_at(c, layer, canvas_from_local(c->picture, at));
}

/* ---- Discs ----------------------------------------------------------------------------------- */

typedef struct disc_list {
    wend_corridor_vertex items[MOST_DISCS];
    uint32_t count;
} disc_list;

static bool is_free(const disc_list *list, const wend_corridor_vertex *vertex) {
    for (uint32_t i = 0; i < list->count; i++) {
        const wend_corridor_vertex *other = &list->items[i];
        double x = (double)vertex->position.x - (double)other->position.x;
        double y = (double)vertex->position.y - (double)other->position.y;
        double reach = (double)other->clearance + 0.5 * (double)vertex->clearance;
        if (other->layer == vertex->layer && x * x + y * y < reach * reach) {
            return false;
        }
    }
    return true;
}

static void choose_discs(const canvas *c, const draw_axis *axis, disc_list *list) {
    uint32_t count = wend_corridor_vertex_count(axis->map);
    for (uint32_t i = 0; i < count && list->count < MOST_DISCS; i++) {
        wend_corridor_vertex vertex = wend_corridor_vertex_at(axis->map, i);
        if ((double)vertex.clearance * c->scale > LEAST_DISC && is_free(list, &vertex)) {
            list->items[list->count++] = vertex;
        }
    }
}

static void draw_discs(const canvas *c, const disc_list *list, uint32_t layer) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].layer != layer) {
            continue;
        }
        wend_point at = place_at(c, layer, list->items[i].position);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, at.x, at.y, (double)list->items[i].clearance * c->scale, 0.0,
                  6.283185307179586);
        theme_set(c->cr, DISC_COLOUR, 1.0);
        cairo_fill_preserve(c->cr);
        theme_set(c->cr, DISC_EDGE, 1.0);
        cairo_set_line_width(c->cr, 0.8);
        cairo_stroke(c->cr);
    }
}

/* ---- The axis -------------------------------------------------------------------------------- */

static void draw_spokes(const canvas *c, const draw_axis *axis, uint32_t edge,
                        const wend_corridor_edge *e) {
    for (uint32_t i = 0; i < e->events; i++) {
        wend_corridor_sample s = wend_corridor_event_at(axis->map, edge, i);
        wend_point at = place_at(c, e->layer, s.position);
        wend_point left = place_at(c, e->layer, s.left), right = place_at(c, e->layer, s.right);
        cairo_move_to(c->cr, left.x, left.y);
        cairo_line_to(c->cr, at.x, at.y);
        cairo_line_to(c->cr, right.x, right.y);
    }
    theme_set(c->cr, SPOKE_COLOUR, 0.7);
    cairo_set_line_width(c->cr, 0.5);
    cairo_stroke(c->cr);
}

static bool is_flat(wend_point from, wend_point middle, wend_point to) {
    return fabs((from.x + to.x) / 2.0 - middle.x) + fabs((from.y + to.y) / 2.0 - middle.y) < FLAT;
}

static void draw_piece(const canvas *c, const draw_axis *axis, uint32_t edge, uint32_t piece,
                       const wend_corridor_edge *e) {
    wend_corridor_sample a = wend_corridor_event_at(axis->map, edge, piece);
    wend_corridor_sample b = wend_corridor_event_at(axis->map, edge, piece + 1);
    wend_corridor_sample half = wend_corridor_sample_at(axis->map, edge, piece, 0.5);
    wend_point from = place_at(c, e->layer, a.position), to = place_at(c, e->layer, b.position);
    bool flat = is_flat(from, place_at(c, e->layer, half.position), to);
    cairo_move_to(c->cr, from.x, from.y);
    for (int i = 1; i < CURVE_STEPS && !flat; i++) {
        wend_corridor_sample s =
            wend_corridor_sample_at(axis->map, edge, piece, i / (double)CURVE_STEPS);
        wend_point at = place_at(c, e->layer, s.position);
        cairo_line_to(c->cr, at.x, at.y);
    }
    cairo_line_to(c->cr, to.x, to.y);
    theme_set(c->cr,
              e->dead_end ? DEAD_END_COLOUR
                          : canvas_value_colour(&c->values, (double)half.clearance),
              1.0);
    cairo_set_line_width(c->cr, e->dead_end ? 0.8 : 1.8);
    cairo_stroke(c->cr);
}

static void draw_edges(const canvas *c, const draw_axis *axis, uint32_t layer, bool dead_ends) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(axis->map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(axis->map, i);
        if (e.layer != layer || e.dead_end != dead_ends) {
            continue;
        }
        if (!dead_ends) {
            draw_spokes(c, axis, i, &e);
        }
        for (uint32_t k = 0; k + 1 < e.events; k++) {
            draw_piece(c, axis, i, k, &e);
        }
    }
}

static void draw_vertices(const canvas *c, const draw_axis *axis, uint32_t layer) {
    for (uint32_t i = 0; i < wend_corridor_vertex_count(axis->map); i++) {
        wend_corridor_vertex v = wend_corridor_vertex_at(axis->map, i);
        if (v.layer == layer && v.clearance > 0.0F) {
            canvas_dot(c->cr, place_at(c, layer, v.position));
        }
    }
    canvas_stroke_dots(c->cr, THEME_TEXT, 1.0, 1.8);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void draw_layer(canvas *c, const draw_axis *axis, const disc_list *discs, uint32_t layer) {
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer, NULL);
    draw_discs(c, discs, layer);
    draw_edges(c, axis, layer, true);
    draw_edges(c, axis, layer, false);
    draw_vertices(c, axis, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}

static void choose_colours(canvas *c, const draw_axis *axis) {
    double most = 0.0;
    for (uint32_t i = 0; i < wend_corridor_vertex_count(axis->map); i++) {
        most = fmax(most, (double)wend_corridor_vertex_at(axis->map, i).clearance);
    }
    ticks scale = ticks_choose(most > 0.0 ? most : 1.0, MOST_STEPS);
    colour_map_make(&c->values.map);
    c->values.used = true;
    c->values.title = "clearance of the axis: distance to the nearest walls, m";
    c->values.first = LINE_STRENGTH;
    c->values.top = scale.top;
    c->values.step = scale.step;
    c->values.beyond = most > scale.top;
}

static void draw_header(const canvas *c, const draw_axis *axis) {
    char line[160];
    wend_map_facts facts = wend_map_read(axis->map);
    snprintf(line, sizeof line, "corridor map   %llu vertices, %llu edges, %llu cycles",
             (unsigned long long)facts.vertices, (unsigned long long)facts.edges,
             (unsigned long long)facts.cycles);
    theme_text_cut(c->cr, axis->recording->scenario != NULL ? axis->recording->scenario : "",
                   THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT,
                   c->width - 2 * THEME_MARGIN);
    theme_text_cut(c->cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   c->width - 2 * THEME_MARGIN - 240.0);
    canvas_draw_scale_bar(c, c->width - THEME_MARGIN, 50.0);
}

static const double LEGEND = THEME_ROW + CANVAS_BAR_HEIGHT; /* px */

static void draw_legend(const canvas *c) {
    double y = c->height - THEME_MARGIN / 2 - LEGEND;
    canvas_draw_colour_bar(c, THEME_MARGIN, y, BAR_WIDTH);
    flow f = {c->cr,        c->cr,
              THEME_MARGIN, y + CANVAS_BAR_HEIGHT + THEME_ROW / 2,
              THEME_MARGIN, c->width - THEME_MARGIN};
    flow_box(&f, "disc of clearance", DISC_COLOUR, DISC_EDGE);
    flow_line(&f, "to the nearest places", SPOKE_COLOUR, 1.0, false);
    flow_line(&f, "axis into a corner", DEAD_END_COLOUR, 1.5, false);
    flow_dot(&f, "vertex", 2.5, THEME_TEXT, 0.0, THEME_TEXT);
}

static void draw_sheet(canvas *c, const draw_axis *axis) {
    disc_list discs = {.count = 0};
    choose_discs(c, axis, &discs);
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    draw_header(c, axis);
    for (uint32_t i = 0; i < c->layers; i++) {
        draw_layer(c, axis, &discs, i);
    }
    draw_legend(c);
}

wend_result draw_axis_write(const draw_axis *axis, draw_format format, FILE *stream,
                            wend_error *error) {
    draw_picture picture = {.recording = axis->recording, .heap = axis->heap};
    picture.style.width = SHEET_WIDTH;
    canvas c = {.picture = &picture};
    canvas_layout(&c, &picture, LEGEND);
    choose_colours(&c, axis);
    draw_surface sheet = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = sheet.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, axis);
    }
    wend_result result = surface_finish(&sheet, error);
    return result == WEND_OK && c.out_of_memory
               ? error_set(error, WEND_ERROR_MEMORY, "out of memory for a picture")
               : result;
}
