/* Draws a roadmap: its vertices, and its edges coloured by their clearance. Behind each edge it
 * draws the area that a disc with that clearance as its radius sweeps along the edge; not on dense
 * roadmaps, where these areas would cover the ground. Edges that doors and obstacle classes can
 * limit are dashed. */
#include "build/roadmap/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include <math.h>
#include <stdio.h>

enum { SWEPT_COLOUR = 0xe4eef6, SWEPT_EDGE = 0xa9c4dd };

static const double EDGE_WIDTH = 2.2, THIN_EDGE_WIDTH = 0.9; /* px; thin: on dense roadmaps */
static const double DOT_SIZE = 2.0, SMALL_DOT_SIZE = 1.2;    /* px */
static const double DENSE = 3.0; /* edges per vertex of a roadmap that is drawn as dense */
static const double DASH = 5.0;  /* px: length of a dash */

static bool is_dense(const wend_map *map) {
    return (double)wend_roadmap_edge_count(map) > DENSE * (double)wend_roadmap_vertex_count(map);
}

static wend_point position_of(const canvas *c, const wend_map *map, uint32_t layer,
                              uint32_t vertex) {
    wend_vec2 at = wend_roadmap_vertex_at(map, vertex).position;
    return canvas_at(c, layer, canvas_from_local(c, at));
}

static void trace_edge(const canvas *c, const wend_map *map, const wend_roadmap_edge *e) {
    wend_point from = position_of(c, map, e->layer, e->from),
               to = position_of(c, map, e->layer, e->to);
    cairo_move_to(c->cr, from.x, from.y);
    cairo_line_to(c->cr, to.x, to.y);
}

/* Draws the area that the discs sweep along all edges, as one shape. */
static void draw_swept(const canvas *c, const wend_map *map, uint32_t layer, bool outline) {
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        if (e.layer == layer && e.clearance < WEND_ROADMAP_MAX_CLEARANCE) {
            trace_edge(c, map, &e);
            theme_set(c->cr, outline ? SWEPT_EDGE : SWEPT_COLOUR, 1.0);
            cairo_set_line_width(c->cr,
                                 2.0 * (double)e.clearance * c->scale + (outline ? 1.6 : 0.0));
            cairo_stroke(c->cr);
        }
    }
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
}

static void draw_edges(const canvas *c, const wend_map *map, uint32_t layer) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        if (e.layer != layer) {
            continue;
        }
        trace_edge(c, map, &e);
        theme_set(c->cr, canvas_value_colour(&c->values, (double)e.clearance), 1.0);
        cairo_set_line_width(c->cr, is_dense(map) ? THIN_EDGE_WIDTH : EDGE_WIDTH);
        cairo_set_dash(c->cr, &DASH, e.blockable ? 1 : 0, 0.0);
        cairo_stroke(c->cr);
    }
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void draw_vertices(const canvas *c, const wend_map *map, uint32_t layer) {
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
        if (wend_roadmap_vertex_at(map, i).layer == layer) {
            canvas_dot(c->cr, position_of(c, map, layer, i));
        }
    }
    canvas_stroke_dots(c->cr, THEME_TEXT, 1.0, is_dense(map) ? SMALL_DOT_SIZE : DOT_SIZE);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const wend_map *map = ((const wend_map_drawing *)user)->map;
    if (!is_dense(map)) {
        draw_swept(c, map, layer, true);
        draw_swept(c, map, layer, false);
    }
    draw_edges(c, map, layer);
    draw_vertices(c, map, layer);
}

static void draw_legend_items(flow *f, void *user) {
    if (!is_dense(((const wend_map_drawing *)user)->map)) {
        flow_box(f, "area swept by that disc", SWEPT_COLOUR, SWEPT_EDGE);
    }
    flow_line(f, "narrowed by doors or switched obstacles", THEME_TEXT, 1.5, true);
    flow_dot(f, "vertex", 2.5, THEME_TEXT, 0.0, THEME_TEXT);
}

wend_result roadmap_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    const wend_map *map = drawing->map;
    char line[160];
    double most = 0.0;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        most = fmax(most, (double)wend_roadmap_edge_at(map, i).clearance);
    }
    wend_map_info info = wend_map_get_info(map);
    snprintf(line, sizeof line,
             "roadmap   %llu vertices, %llu edges, %.4g m, %.0f cycles, %.0f pieces",
             (unsigned long long)info.vertices, (unsigned long long)info.edges,
             wend_map_find_figure(map, "length_m"), wend_map_find_figure(map, "cycles"),
             wend_map_find_figure(map, "pieces"));
    wend_map_drawing user = *drawing;
    map_sheet sheet = {.line = line,
                       .values =
                           "clearance of an edge: radius of the largest disc that fits along it, m",
                       .most = most,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_draw(&sheet, drawing, error);
}
