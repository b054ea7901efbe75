/* Draws a corridor map: the medial axis, coloured by its clearance; the edges that run into
 * corners, drawn faintly; lines from breakpoints to the nearest wall points; and a selection of
 * clearance discs in which no disc contains the centre of another. */
#include "build/corridor/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

enum {
    DISC_COLOUR = 0xe4eef6,
    DISC_EDGE = 0xa9c4dd,
    DEAD_END_COLOUR = 0xb9b3a8,
    SPOKE_COLOUR = 0xe2a078,
    MOST_DISCS = 256,
    CURVE_STEPS = 16
};

static const double FLAT = 0.15; /* px: a curve that deviates from its chord by less than this is
                                    drawn as a straight line */
static const double LEAST_DISC = 2.0; /* px: smallest radius of a disc that is drawn */

static wend_point point_at(const canvas *c, uint32_t layer, wend_vec2 at) {
    return canvas_at(c, layer, canvas_from_local(c, at));
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

static void choose_discs(const canvas *c, const wend_map *map, disc_list *list) {
    uint32_t count = wend_corridor_vertex_count(map);
    for (uint32_t i = 0; i < count && list->count < MOST_DISCS; i++) {
        wend_corridor_vertex vertex = wend_corridor_vertex_at(map, i);
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
        wend_point at = point_at(c, layer, list->items[i].position);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, at.x, at.y, (double)list->items[i].clearance * c->scale, 0.0,
                  WEND_FULL_TURN);
        theme_set(c->cr, DISC_COLOUR, 1.0);
        cairo_fill_preserve(c->cr);
        theme_set(c->cr, DISC_EDGE, 1.0);
        cairo_set_line_width(c->cr, 0.8);
        cairo_stroke(c->cr);
    }
}

/* ---- The axis -------------------------------------------------------------------------------- */

static void draw_spokes(const canvas *c, const wend_map *map, uint32_t edge,
                        const wend_corridor_edge *e) {
    for (uint32_t i = 0; i < e->breakpoint_count; i++) {
        wend_corridor_sample s = wend_corridor_breakpoint_at(map, edge, i);
        wend_point at = point_at(c, e->layer, s.position);
        wend_point left = point_at(c, e->layer, s.left), right = point_at(c, e->layer, s.right);
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

static void draw_piece(const canvas *c, const wend_map *map, uint32_t edge, uint32_t piece,
                       const wend_corridor_edge *e) {
    wend_corridor_sample a = wend_corridor_breakpoint_at(map, edge, piece);
    wend_corridor_sample b = wend_corridor_breakpoint_at(map, edge, piece + 1);
    wend_corridor_sample half = wend_corridor_sample_at(map, edge, piece, 0.5);
    wend_point from = point_at(c, e->layer, a.position), to = point_at(c, e->layer, b.position);
    bool flat = is_flat(from, point_at(c, e->layer, half.position), to);
    cairo_move_to(c->cr, from.x, from.y);
    for (int i = 1; i < CURVE_STEPS && !flat; i++) {
        wend_corridor_sample s = wend_corridor_sample_at(map, edge, piece, i / (double)CURVE_STEPS);
        wend_point at = point_at(c, e->layer, s.position);
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

static void draw_edges(const canvas *c, const wend_map *map, uint32_t layer, bool dead_ends) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        if (e.layer != layer || e.dead_end != dead_ends) {
            continue;
        }
        if (!dead_ends) {
            draw_spokes(c, map, i, &e);
        }
        for (uint32_t k = 0; k + 1 < e.breakpoint_count; k++) {
            draw_piece(c, map, i, k, &e);
        }
    }
}

static void draw_vertices(const canvas *c, const wend_map *map, uint32_t layer) {
    for (uint32_t i = 0; i < wend_corridor_vertex_count(map); i++) {
        wend_corridor_vertex v = wend_corridor_vertex_at(map, i);
        if (v.layer == layer && v.clearance > 0.0F) {
            canvas_dot(c->cr, point_at(c, layer, v.position));
        }
    }
    canvas_stroke_dots(c->cr, THEME_TEXT, 1.0, 1.8);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

/* The map to draw, and its clearance discs, which are chosen when the first layer is drawn. */
typedef struct axis_sheet {
    const wend_map *map;
    disc_list discs;
} axis_sheet;

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    axis_sheet *sheet = user;
    if (layer == 0) {
        choose_discs(c, sheet->map, &sheet->discs);
    }
    draw_discs(c, &sheet->discs, layer);
    draw_edges(c, sheet->map, layer, true);
    draw_edges(c, sheet->map, layer, false);
    draw_vertices(c, sheet->map, layer);
}

static void draw_legend_items(flow *f, void *user) {
    (void)user;
    flow_box(f, "clearance disc", DISC_COLOUR, DISC_EDGE);
    flow_line(f, "to the nearest points on walls", SPOKE_COLOUR, 1.0, false);
    flow_line(f, "axis into a corner", DEAD_END_COLOUR, 1.5, false);
    flow_dot(f, "vertex", 2.5, THEME_TEXT, 0.0, THEME_TEXT);
}

wend_result corridor_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    const wend_map *map = drawing->map;
    char line[160];
    double most = 0.0;
    for (uint32_t i = 0; i < wend_corridor_vertex_count(map); i++) {
        most = fmax(most, (double)wend_corridor_vertex_at(map, i).clearance);
    }
    wend_map_info info = wend_map_get_info(map);
    snprintf(line, sizeof line, "corridor map   %llu vertices, %llu edges, %.0f cycles",
             (unsigned long long)info.vertices, (unsigned long long)info.edges,
             wend_map_find_figure(map, "cycles"));
    axis_sheet user = {map, {.count = 0}};
    map_sheet sheet = {.line = line,
                       .values = "clearance of the axis: distance to the nearest walls, m",
                       .most = most,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_draw(&sheet, drawing, error);
}
