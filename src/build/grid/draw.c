/* Draws a grid: each cell whose centre is walkable, coloured by its clearance. Cells of a terrain
 * type have a dot in the colour of the type. Cells that doors and obstacle classes can limit have a
 * dark outline. A bar between two cells stands for a wall between their centres. Borders between
 * cells are drawn for all shapes but squares, and only where cells are large enough. */
#include "build/grid/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include "geom/vec.h"
#include <math.h>
#include <stdio.h>

enum { BLOCKED_COLOUR = 0xb03030, BORDER_COLOUR = 0xffffff, MAX_CORNERS = 6 };

static const double SMALLEST_DETAIL = 6.0; /* px: smaller cells have no outline */
static const double SMALLEST_BARS = 3.0;   /* px: smaller cells have no bars */
static const float TERRAIN_SHARE = 0.5F;   /* side of the terrain mark, in cells */
static const float OUTLINE_SHARE = 0.92F;  /* side of the outline, in cells */

static wend_point put(const canvas *c, uint32_t layer, wend_vec2 at) {
    return canvas_at(c, layer, canvas_from_local(c, at));
}

/* Traces the outline of a cell, scaled by a share about its centre. */
static void trace_cell(const canvas *c, const wend_map *map, uint32_t index,
                       const wend_grid_square *cell, float share) {
    wend_vec2 corners[MAX_CORNERS];
    uint32_t count = wend_grid_outline(map, index, corners);
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 at = vec_lerp(cell->centre.position, corners[i], share);
        wend_point p = put(c, cell->centre.layer, at);
        (i == 0 ? cairo_move_to : cairo_line_to)(c->cr, p.x, p.y);
    }
    cairo_close_path(c->cr);
}

/* Returns the shorter side of a cell, px. */
static double shorter_side(const canvas *c, const wend_map *map, const wend_grid_square *cell) {
    double side = (double)cell->side;
    if (wend_grid_shape_of(map) == WEND_GRID_RECTANGLES) {
        side = fmin(side, wend_grid_cell_height(map));
    }
    return side * c->scale;
}

static void draw_cell(const canvas *c, const wend_map *map, uint32_t index,
                      const wend_grid_square *cell) {
    trace_cell(c, map, index, cell, 1.0F);
    theme_set(c->cr, canvas_value_colour(&c->values, (double)cell->clearance), 1.0);
    cairo_fill(c->cr);
    if (cell->terrain != 0) {
        trace_cell(c, map, index, cell, TERRAIN_SHARE);
        theme_set(c->cr, theme_terrain_colour(cell->terrain), 1.0);
        cairo_fill(c->cr);
    }
}

/* Draws the borders between cells, and the outlines of cells that can be limited. */
static void draw_outline(const canvas *c, const wend_map *map, uint32_t index,
                         const wend_grid_square *cell) {
    if (shorter_side(c, map, cell) < SMALLEST_DETAIL) {
        return;
    }
    if (wend_grid_shape_of(map) != WEND_GRID_SQUARES) {
        trace_cell(c, map, index, cell, 1.0F);
        theme_set(c->cr, BORDER_COLOUR, 0.35);
        cairo_set_line_width(c->cr, 0.6);
        cairo_stroke(c->cr);
    }
    if (cell->blockable) {
        trace_cell(c, map, index, cell, OUTLINE_SHARE);
        theme_set(c->cr, THEME_TEXT, 0.6);
        cairo_set_line_width(c->cr, 0.8);
        cairo_stroke(c->cr);
    }
}

/* ---- Walls between cells --------------------------------------------------------------------- */

/* True if a move leads from a cell to another one. */
static bool has_move(const wend_map *map, uint32_t from, uint32_t to) {
    bool found = false;
    for (uint32_t i = 0; i < wend_grid_move_count(map, from) && !found; i++) {
        found = wend_grid_target(map, from, i) == to;
    }
    return found;
}

/* Returns the part that two parallel sides on a line have in common, as an interval of the first
 * side. */
static void common_part(wend_vec2 a, wend_vec2 b, const wend_vec2 *corners, uint32_t count,
                        float *low, float *high) {
    wend_vec2 side = vec_sub(b, a);
    float square = vec_dot(side, side), least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float share = vec_dot(vec_sub(corners[i], a), side) / square;
        least = fminf(least, share);
        most = fmaxf(most, share);
    }
    *low = fmaxf(0.0F, least);
    *high = fminf(1.0F, most);
}

/* Draws a bar on a side of a cell if a wall blocks the move to the cell across it. Cells of a
 * quadtree draw the bars to larger neighbours; among equals, one of the two does. */
static void draw_bar(const canvas *c, const wend_map *map, uint32_t index,
                     const wend_grid_square *cell, wend_vec2 a, wend_vec2 b) {
    static const float BEYOND = 0.25F; /* of the smallest cell: a point in the next cell */
    wend_vec2 middle = vec_lerp(a, b, 0.5F), side = vec_sub(b, a), corners[MAX_CORNERS];
    float step = BEYOND * (float)fmin(wend_grid_cell(map), wend_grid_cell_height(map));
    wend_vec2 out = vec_scale((wend_vec2){side.y, -side.x}, step / vec_length(side));
    wend_location next = {vec_add(middle, out), cell->centre.layer};
    uint32_t other = wend_grid_locate(map, next);
    if (other == WEND_NO_SQUARE) {
        return;
    }
    wend_grid_square across = wend_grid_square_at(map, other);
    bool mine = cell->side < across.side || (cell->side == across.side && index < other);
    if (!mine || !across.walkable || has_move(map, index, other)) {
        return;
    }
    float low, high;
    common_part(a, b, corners, wend_grid_outline(map, other, corners), &low, &high);
    wend_point p = put(c, cell->centre.layer, vec_lerp(a, b, low));
    wend_point q = put(c, cell->centre.layer, vec_lerp(a, b, high));
    cairo_move_to(c->cr, p.x, p.y);
    cairo_line_to(c->cr, q.x, q.y);
}

/* Draws bars where a wall blocks the move from a cell to one that shares a side with it. */
static void draw_blocked(const canvas *c, const wend_map *map, uint32_t index,
                         const wend_grid_square *cell) {
    wend_vec2 corners[MAX_CORNERS];
    bool drawn = shorter_side(c, map, cell) >= SMALLEST_BARS;
    uint32_t count = drawn ? wend_grid_outline(map, index, corners) : 0;
    for (uint32_t i = 0; i < count; i++) {
        draw_bar(c, map, index, cell, corners[i], corners[i + 1 < count ? i + 1 : 0]);
    }
    theme_set(c->cr, BLOCKED_COLOUR, 0.9);
    cairo_set_line_width(c->cr, 1.6);
    cairo_stroke(c->cr);
}

/* ---- The sheet ------------------------------------------------------------------------------- */

/* Draws one aspect of all walkable cells of a layer. */
static void draw_cells(const canvas *c, const wend_map *map, uint32_t layer,
                       void (*draw)(const canvas *c, const wend_map *map, uint32_t index,
                                    const wend_grid_square *cell)) {
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        wend_grid_square cell = wend_grid_square_at(map, i);
        if (cell.walkable && cell.centre.layer == layer) {
            draw(c, map, i, &cell);
        }
    }
}

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const wend_map *map = ((const wend_map_drawing *)user)->map;
    cairo_save(c->cr);
    cairo_set_antialias(c->cr, CAIRO_ANTIALIAS_NONE); /* no seams between cells */
    draw_cells(c, map, layer, draw_cell);
    cairo_restore(c->cr);
    draw_cells(c, map, layer, draw_outline);
    draw_cells(c, map, layer, draw_blocked);
}

static void draw_legend_items(flow *f, void *user) {
    const wend_map *map = ((const wend_map_drawing *)user)->map;
    if (wend_map_find_figure(map, "terrain_types") > 1.0) {
        flow_box(f, "terrain of the centre", theme_terrain_colour(1), THEME_TEXT);
    }
    flow_line(f, "wall between two centres", BLOCKED_COLOUR, 1.6, false);
}

/* Writes the size of the cells. */
static void write_size(const wend_map *map, char *out, size_t size) {
    double cell = wend_grid_cell(map);
    wend_grid_shape shape = wend_grid_shape_of(map);
    if (shape == WEND_GRID_RECTANGLES) {
        snprintf(out, size, "%g m x %g m", cell, wend_grid_cell_height(map));
    } else if (shape == WEND_GRID_QUADTREE) {
        snprintf(out, size, "%g m to %g m", cell, wend_map_find_figure(map, "largest_cell_m"));
    } else {
        snprintf(out, size, "%g m", cell);
    }
}

wend_result grid_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    const wend_map *map = drawing->map;
    static const char *const names[] = {"squares", "rectangles", "hexagons", "cells"};
    char line[200], size[64];
    double most = 0.0;
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        most = fmax(most, (double)wend_grid_square_at(map, i).clearance);
    }
    write_size(map, size, sizeof size);
    snprintf(line, sizeof line,
             "grid   %u %s of %s, %.0f walkable (%.0f free, %.0f blocked, %.0f mixed), %.0f "
             "terrain types",
             wend_grid_square_count(map), names[wend_grid_shape_of(map)], size,
             wend_map_find_figure(map, "walkable"), wend_map_find_figure(map, "free"),
             wend_map_find_figure(map, "blocked"), wend_map_find_figure(map, "mixed"),
             wend_map_find_figure(map, "terrain_types"));
    wend_map_drawing user = *drawing;
    map_sheet sheet = {.line = line,
                       .values = "clearance of a cell's centre, m",
                       .most = most,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_draw(&sheet, drawing, error);
}
