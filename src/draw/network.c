/* A picture of a roadmap: edges in the colour of their clearance, each on the ground that a disc of
 * that radius sweeps over along it, what doors and switched obstacles can narrow dashed, vertices.
 */
#include "draw/network.h"
#include "base/error.h"
#include "draw/canvas.h"
#include "draw/flow.h"
#include "draw/theme.h"
#include <math.h>
#include <stdio.h>

enum {
    SHEET_WIDTH = 1200, /* px */
    SWEPT_COLOUR = 0xe4eef6,
    SWEPT_EDGE = 0xa9c4dd,
    MOST_STEPS = 6
};

static const double BAR_WIDTH = 360.0;    /* px */
static const double LINE_STRENGTH = 0.25; /* of the light end of the colours: lines are thin */
static const double EDGE_WIDTH = 2.2;     /* px */
static const double DASH = 5.0;           /* px */

static wend_point place_of(const canvas *c, const draw_network *n, uint32_t layer,
                           uint32_t vertex) {
    wend_vec2 at = wend_roadmap_vertex_at(n->map, vertex).position;
    return canvas_at(c, layer, canvas_from_local(c->picture, at));
}

static void trace_edge(const canvas *c, const draw_network *n, const wend_roadmap_edge *e) {
    wend_point from = place_of(c, n, e->layer, e->from), to = place_of(c, n, e->layer, e->to);
    cairo_move_to(c->cr, from.x, from.y);
    cairo_line_to(c->cr, to.x, to.y);
}

/* What discs sweep over, all edges as one shape. */
static void draw_swept(const canvas *c, const draw_network *n, uint32_t layer, bool outline) {
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (uint32_t i = 0; i < wend_roadmap_edge_count(n->map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(n->map, i);
        if (e.layer == layer && e.clearance < WEND_ROADMAP_FARTHEST) {
            trace_edge(c, n, &e);
            theme_set(c->cr, outline ? SWEPT_EDGE : SWEPT_COLOUR, 1.0);
            cairo_set_line_width(c->cr,
                                 2.0 * (double)e.clearance * c->scale + (outline ? 1.6 : 0.0));
            cairo_stroke(c->cr);
        }
    }
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
}

static void draw_edges(const canvas *c, const draw_network *n, uint32_t layer) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(n->map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(n->map, i);
        if (e.layer != layer) {
            continue;
        }
        trace_edge(c, n, &e);
        theme_set(c->cr, canvas_value_colour(&c->values, (double)e.clearance), 1.0);
        cairo_set_line_width(c->cr, EDGE_WIDTH);
        cairo_set_dash(c->cr, &DASH, e.blockable ? 1 : 0, 0.0);
        cairo_stroke(c->cr);
    }
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void draw_vertices(const canvas *c, const draw_network *n, uint32_t layer) {
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(n->map); i++) {
        if (wend_roadmap_vertex_at(n->map, i).layer == layer) {
            canvas_dot(c->cr, place_of(c, n, layer, i));
        }
    }
    canvas_stroke_dots(c->cr, THEME_TEXT, 1.0, 2.0);
}

static void draw_layer(canvas *c, const draw_network *n, uint32_t layer) {
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer, NULL);
    draw_swept(c, n, layer, true);
    draw_swept(c, n, layer, false);
    draw_edges(c, n, layer);
    draw_vertices(c, n, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void choose_colours(canvas *c, const draw_network *n) {
    double most = 0.0;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(n->map); i++) {
        most = fmax(most, (double)wend_roadmap_edge_at(n->map, i).clearance);
    }
    ticks scale = ticks_choose(most > 0.0 ? most : 1.0, MOST_STEPS);
    colour_map_make(&c->values.map);
    c->values.used = true;
    c->values.title = "clearance of an edge: radius of the largest disc that can go along, m";
    c->values.first = LINE_STRENGTH;
    c->values.top = scale.top;
    c->values.step = scale.step;
    c->values.beyond = most > scale.top;
}

static void draw_header(const canvas *c, const draw_network *n) {
    char line[160];
    wend_map_facts facts = wend_map_read(n->map);
    snprintf(line, sizeof line, "roadmap   %llu vertices, %llu edges, %.4g m, %llu cycles",
             (unsigned long long)facts.vertices, (unsigned long long)facts.edges, facts.length,
             (unsigned long long)facts.cycles);
    theme_text_cut(c->cr, n->recording->scenario != NULL ? n->recording->scenario : "",
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
    flow_box(&f, "what that disc sweeps over", SWEPT_COLOUR, SWEPT_EDGE);
    flow_line(&f, "narrowed by doors or switched obstacles", THEME_TEXT, 1.5, true);
    flow_dot(&f, "vertex", 2.5, THEME_TEXT, 0.0, THEME_TEXT);
}

static void draw_sheet(canvas *c, const draw_network *n) {
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    draw_header(c, n);
    for (uint32_t i = 0; i < c->layers; i++) {
        draw_layer(c, n, i);
    }
    draw_legend(c);
}

wend_result draw_network_write(const draw_network *network, draw_format format, FILE *stream,
                               wend_error *error) {
    draw_picture picture = {.recording = network->recording, .heap = network->heap};
    picture.style.width = SHEET_WIDTH;
    canvas c = {.picture = &picture};
    canvas_layout(&c, &picture, LEGEND);
    choose_colours(&c, network);
    draw_surface sheet = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = sheet.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, network);
    }
    wend_result result = surface_finish(&sheet, error);
    return result == WEND_OK && c.out_of_memory
               ? error_set(error, WEND_ERROR_MEMORY, "out of memory for a picture")
               : result;
}
