/* Draws a terrain map: its triangles in the colours of their types of terrain, thin lines between
 * triangles of the same type, and thick lines along the borders of types and at walls. */
#include "build/terrain/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include <math.h>
#include <stdio.h>

enum {
    TRIANGLE_COLOUR = 0xb4bcc4,
    BORDER_COLOUR = 0x6f7a52,
    BLOCKABLE_COLOUR = 0xc46a1e,
    MOST_TYPES = 24, /* in the legend */
    NAME_SIZE = 64
};

typedef struct terrain_drawing {
    const wend_recording *recording; /* gives the space and its def */
    const wend_map *map;
    uint32_t level;
    uint32_t types[MOST_TYPES]; /* in the map, ascending */
    uint32_t type_count;
    bool has_more_types, has_blockable;
} terrain_drawing;

/* What lies along an edge of a triangle. */
typedef enum edge_kind { EDGE_INNER, EDGE_BORDER, EDGE_WALL } edge_kind;

static uint32_t colour_of(uint32_t type) {
    return type == 0 ? THEME_GROUND : theme_terrain_colour(type);
}

static wend_point corner_at(const canvas *c, const wend_navmesh_polygon *triangle, uint32_t i) {
    return canvas_at(c, triangle->layer, canvas_from_local(c, triangle->points[i]));
}

static void fill_triangle(const canvas *c, const wend_navmesh_polygon *triangle) {
    for (uint32_t i = 0; i < triangle->count; i++) {
        wend_point at = corner_at(c, triangle, i);
        (i == 0 ? cairo_move_to : cairo_line_to)(c->cr, at.x, at.y);
    }
    cairo_close_path(c->cr);
    theme_set(c->cr, colour_of(triangle->terrain), 1.0);
    cairo_fill_preserve(c->cr);
    if (triangle->blockable) {
        theme_set(c->cr, BLOCKABLE_COLOUR, 0.25);
        cairo_fill_preserve(c->cr);
    }
    cairo_new_path(c->cr);
}

static edge_kind kind_of(const terrain_drawing *d, const wend_navmesh_polygon *triangle,
                         uint32_t i) {
    uint32_t beside = triangle->neighbours[i];
    if (beside == WEND_NO_POLYGON) {
        return EDGE_WALL;
    }
    wend_navmesh_polygon other = wend_navmesh_polygon_at(d->map, d->level, beside);
    return other.terrain != triangle->terrain ? EDGE_BORDER : EDGE_INNER;
}

static void draw_edges(const canvas *c, const terrain_drawing *d, uint32_t layer, edge_kind kind) {
    static const uint32_t colours[] = {TRIANGLE_COLOUR, BORDER_COLOUR, THEME_WALL};
    static const double widths[] = {0.4, 1.0, 1.4};
    double width = fmin(fmax(0.06 * c->scale, 0.35), 1.4) * widths[kind];
    theme_set(c->cr, colours[kind], 1.0);
    cairo_set_line_width(c->cr, width);
    uint32_t count = wend_navmesh_polygon_count(d->map, d->level);
    for (uint32_t t = 0; t < count; t++) {
        wend_navmesh_polygon triangle = wend_navmesh_polygon_at(d->map, d->level, t);
        for (uint32_t i = 0; i < triangle.count && triangle.layer == layer; i++) {
            if (kind_of(d, &triangle, i) != kind) {
                continue;
            }
            wend_point from = corner_at(c, &triangle, i);
            wend_point to = corner_at(c, &triangle, (i + 1) % triangle.count);
            cairo_move_to(c->cr, from.x, from.y);
            cairo_line_to(c->cr, to.x, to.y);
            cairo_stroke(c->cr);
        }
    }
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void add_type(terrain_drawing *d, uint32_t type) {
    uint32_t at = d->type_count;
    while (at > 0 && d->types[at - 1] > type) {
        at--;
    }
    if (at > 0 && d->types[at - 1] == type) {
        return;
    }
    if (d->type_count == MOST_TYPES) {
        d->has_more_types = true;
        return;
    }
    for (uint32_t i = d->type_count++; i > at; i--) {
        d->types[i] = d->types[i - 1];
    }
    d->types[at] = type;
}

static void find_types(terrain_drawing *d) {
    uint32_t count = wend_navmesh_polygon_count(d->map, d->level);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon triangle = wend_navmesh_polygon_at(d->map, d->level, i);
        d->has_blockable = d->has_blockable || triangle.blockable;
        add_type(d, triangle.terrain);
    }
}

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const terrain_drawing *d = user;
    uint32_t count = wend_navmesh_polygon_count(d->map, d->level);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon triangle = wend_navmesh_polygon_at(d->map, d->level, i);
        if (triangle.layer == layer) {
            fill_triangle(c, &triangle);
        }
    }
    draw_edges(c, d, layer, EDGE_INNER);
    draw_edges(c, d, layer, EDGE_BORDER);
    draw_edges(c, d, layer, EDGE_WALL);
}

static void write_type_name(const terrain_drawing *d, uint32_t type, char *out, size_t size) {
    const wend_space_def *def = d->recording->space_def;
    const char *name = type < def->terrain_name_count ? def->terrain_names[type] : NULL;
    if (name != NULL && name[0] != '\0') {
        snprintf(out, size, "%s", name);
    } else if (type == 0) {
        snprintf(out, size, "no terrain");
    } else {
        snprintf(out, size, "terrain %u", type);
    }
}

static void draw_legend_items(flow *f, void *user) {
    const terrain_drawing *d = user;
    for (uint32_t i = 0; i < d->type_count; i++) {
        char name[NAME_SIZE];
        write_type_name(d, d->types[i], name, sizeof name);
        flow_box(f, name, colour_of(d->types[i]), THEME_FRAME);
    }
    if (d->has_more_types) {
        flow_box(f, "more types of terrain", THEME_GROUND, THEME_FRAME);
    }
    if (d->has_blockable) {
        flow_box(f, "can be closed by a door or a switched obstacle", BLOCKABLE_COLOUR,
                 THEME_FRAME);
    }
    flow_line(f, "edge of a triangle", TRIANGLE_COLOUR, 1.0, false);
    flow_line(f, d->level == 0 ? "wall" : "boundary of the agent's centre", THEME_WALL, 2.0, false);
    if (d->recording->space_def->link_count > 0) {
        flow_line(f, "link to another layer", THEME_LINK, 2.5, true);
    }
}

static void write_title(const terrain_drawing *d, char *out, size_t size) {
    uint32_t count = wend_navmesh_polygon_count(d->map, d->level);
    int length = snprintf(out, size, "terrain map   %u triangle%s", count, count == 1 ? "" : "s");
    if (d->level > 0 && length > 0 && (size_t)length < size) {
        snprintf(out + length, size - (size_t)length,
                 " for the centre of an agent of radius %.2f m",
                 (double)wend_navmesh_level_radius(d->map, d->level));
    }
}

wend_result terrain_map_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    char line[160];
    terrain_drawing d = {
        .recording = drawing->recording, .map = drawing->map, .level = drawing->level};
    find_types(&d);
    write_title(&d, line, sizeof line);
    map_sheet sheet = {
        .line = line, .draw_layer = draw_layer, .draw_legend_items = draw_legend_items, .user = &d};
    return map_sheet_draw(&sheet, drawing, error);
}
