/* Draws a grid: each square whose centre is walkable, coloured by its clearance. Squares of a
 * terrain type have a dot in the colour of the type. Squares that doors and obstacle classes can
 * limit have a dark outline. Moves are drawn where they are few enough to be seen: blocked moves
 * between neighbouring squares are shown as bars across the line between their centres. */
#include "build/grid/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include <math.h>
#include <stdio.h>

enum { BLOCKED_COLOUR = 0xb03030 };

static const double SMALLEST_DETAIL = 6.0; /* px: smaller squares have no outline and no bars */
static const double TERRAIN_SHARE = 0.5;   /* side of the terrain mark, in squares */

/* The shape of one square on the sheet. */
static void trace_square(const canvas *c, const wend_grid_square *square, double half) {
    wend_vec2 at = square->centre.position;
    const wend_vec2 low = {at.x - (float)half, at.y - (float)half};
    const wend_vec2 high = {at.x + (float)half, at.y + (float)half};
    wend_point a = canvas_at(c, square->centre.layer, canvas_from_local(c, low));
    wend_point b = canvas_at(c, square->centre.layer, canvas_from_local(c, high));
    cairo_rectangle(c->cr, fmin(a.x, b.x), fmin(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y));
}

static void draw_square(const canvas *c, const wend_grid_square *square, double cell) {
    bool detailed = cell * c->scale >= SMALLEST_DETAIL;
    trace_square(c, square, 0.5 * cell);
    theme_set(c->cr, canvas_value_colour(&c->values, (double)square->clearance), 1.0);
    cairo_fill(c->cr);
    if (square->terrain != 0) {
        trace_square(c, square, 0.5 * TERRAIN_SHARE * cell);
        theme_set(c->cr, theme_terrain_colour(square->terrain), 1.0);
        cairo_fill(c->cr);
    }
    if (square->blockable && detailed) {
        trace_square(c, square, 0.46 * cell);
        theme_set(c->cr, THEME_TEXT, 0.6);
        cairo_set_line_width(c->cr, 0.8);
        cairo_stroke(c->cr);
    }
}

/* Draws bars where a wall blocks the move from a square to its neighbour in x or in y. */
static void draw_blocked(const canvas *c, const wend_map *map, uint32_t index, double cell) {
    wend_grid_square from = wend_grid_square_at(map, index);
    const float half = (float)(0.5 * cell);
    for (uint32_t move = 0; move < 4 && cell * c->scale >= SMALLEST_DETAIL; move += 2) {
        float x = move == 0 ? half : 0.0F, y = move == 0 ? 0.0F : half;
        wend_vec2 at = from.centre.position;
        wend_location to = {{at.x + 2.0F * x, at.y + 2.0F * y}, from.centre.layer};
        uint32_t other = wend_grid_locate(map, to);
        if (other == WEND_NO_SQUARE || !wend_grid_square_at(map, other).walkable ||
            (from.moves >> move & 1U)) {
            continue;
        }
        wend_vec2 a = {at.x + x - y, at.y + y - x}, b = {at.x + x + y, at.y + y + x};
        wend_point p = canvas_at(c, from.centre.layer, canvas_from_local(c, a));
        wend_point q = canvas_at(c, from.centre.layer, canvas_from_local(c, b));
        cairo_move_to(c->cr, p.x, p.y);
        cairo_line_to(c->cr, q.x, q.y);
    }
    theme_set(c->cr, BLOCKED_COLOUR, 0.9);
    cairo_set_line_width(c->cr, 1.6);
    cairo_stroke(c->cr);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const wend_map *map = ((const wend_map_drawing *)user)->map;
    double cell = wend_grid_cell(map);
    uint32_t count = wend_grid_square_count(map);
    cairo_save(c->cr);
    cairo_set_antialias(c->cr, CAIRO_ANTIALIAS_NONE); /* no seams between squares */
    for (uint32_t i = 0; i < count; i++) {
        wend_grid_square square = wend_grid_square_at(map, i);
        if (square.walkable && square.centre.layer == layer) {
            draw_square(c, &square, cell);
        }
    }
    cairo_restore(c->cr);
    for (uint32_t i = 0; i < count; i++) {
        wend_grid_square square = wend_grid_square_at(map, i);
        if (square.walkable && square.centre.layer == layer) {
            draw_blocked(c, map, i, cell);
        }
    }
}

static void draw_legend_items(flow *f, void *user) {
    const wend_map *map = ((const wend_map_drawing *)user)->map;
    if (wend_map_find_figure(map, "terrain_types") > 1.0) {
        flow_box(f, "terrain of the centre", theme_terrain_colour(1), THEME_TEXT);
    }
    flow_line(f, "wall between two centres", BLOCKED_COLOUR, 1.6, false);
}

wend_result grid_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    const wend_map *map = drawing->map;
    char line[160];
    double most = 0.0;
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        most = fmax(most, (double)wend_grid_square_at(map, i).clearance);
    }
    snprintf(line, sizeof line, "grid   %u squares of %g m, %.0f walkable, %.0f terrain types",
             wend_grid_square_count(map), wend_grid_cell(map),
             wend_map_find_figure(map, "walkable"), wend_map_find_figure(map, "terrain_types"));
    wend_map_drawing user = *drawing;
    map_sheet sheet = {.line = line,
                       .values = "clearance of a square's centre, m",
                       .most = most,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_draw(&sheet, drawing, error);
}
