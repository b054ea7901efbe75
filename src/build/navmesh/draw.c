/* A picture of a navigation mesh: its polygons, the portals between them in the colour of their
 * clearance, its outer edges, and the walls of the space below. */
#include "build/navmesh/draw.h"
#include "base/error.h"
#include "draw/canvas.h"
#include "draw/flow.h"
#include "draw/theme.h"
#include <math.h>
#include <stdio.h>

typedef struct draw_mesh {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const wend_map *map;
    uint32_t level;
} draw_mesh;

enum {
    SHEET_WIDTH = 1200, /* px */
    POLYGON_COLOUR = 0xe4eef6,
    BLOCKABLE_COLOUR = 0xf6e0c8,
    PORTAL_COLOUR = 0x3d6fb3,
    MOST_STEPS = 6
};

static const double BAR_WIDTH = 360.0;    /* px */
static const double LINE_STRENGTH = 0.25; /* of the light end of the colours: lines are thin */
static const double MOST_CLEARANCE = 5.0; /* m: more has the darkest colour */

static void trace(const canvas *c, const wend_navmesh_polygon *polygon) {
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_point at =
            canvas_at(c, polygon->layer, canvas_from_local(c->picture, polygon->points[i]));
        if (i == 0) {
            cairo_move_to(c->cr, at.x, at.y);
        } else {
            cairo_line_to(c->cr, at.x, at.y);
        }
    }
    cairo_close_path(c->cr);
}

static void fill_polygons(const canvas *c, const draw_mesh *mesh, uint32_t layer) {
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh->map, mesh->level, i);
        if (polygon.layer == layer) {
            trace(c, &polygon);
            theme_set(c->cr, polygon.blockable ? BLOCKABLE_COLOUR : POLYGON_COLOUR, 1.0);
            cairo_fill(c->cr);
        }
    }
}

static void draw_edge(const canvas *c, const wend_navmesh_polygon *polygon, uint32_t edge) {
    wend_vec2 a = polygon->points[edge], b = polygon->points[(edge + 1) % polygon->count];
    wend_point from = canvas_at(c, polygon->layer, canvas_from_local(c->picture, a));
    wend_point to = canvas_at(c, polygon->layer, canvas_from_local(c->picture, b));
    cairo_move_to(c->cr, from.x, from.y);
    cairo_line_to(c->cr, to.x, to.y);
    cairo_stroke(c->cr);
}

/* Each portal once; those of a link on both layers. */
static bool is_first(const draw_mesh *mesh, uint32_t polygon, uint32_t neighbour, uint32_t layer) {
    return polygon < neighbour ||
           wend_navmesh_polygon_at(mesh->map, mesh->level, neighbour).layer != layer;
}

static void draw_edges(const canvas *c, const draw_mesh *mesh, uint32_t layer, bool walls) {
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    double width = fmin(fmax(0.06 * c->scale, 0.35), 1.6);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh->map, mesh->level, i);
        for (uint32_t k = 0; k < polygon.count && polygon.layer == layer; k++) {
            bool wall = polygon.neighbours[k] == WEND_NO_POLYGON;
            if (wall != walls || (!wall && !is_first(mesh, i, polygon.neighbours[k], layer))) {
                continue;
            }
            bool coloured = !wall && polygon.clearances != NULL;
            theme_set(c->cr,
                      wall       ? THEME_WALL
                      : coloured ? canvas_value_colour(&c->values, (double)polygon.clearances[k])
                                 : PORTAL_COLOUR,
                      1.0);
            cairo_set_line_width(c->cr, wall ? width : coloured ? 1.2 * width : 0.7 * width);
            draw_edge(c, &polygon, k);
        }
    }
}

static void draw_layer(canvas *c, const draw_mesh *mesh, uint32_t layer) {
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer, NULL);
    fill_polygons(c, mesh, layer);
    draw_edges(c, mesh, layer, false);
    draw_edges(c, mesh, layer, true);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}

static double largest_clearance(const draw_mesh *mesh) {
    double most = 0.0;
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh->map, mesh->level, i);
        for (uint32_t k = 0; k < polygon.count && polygon.clearances != NULL; k++) {
            most = fmax(most, (double)polygon.clearances[k]);
        }
    }
    return most;
}

static void choose_colours(canvas *c, const draw_mesh *mesh) {
    double most = largest_clearance(mesh);
    ticks scale = ticks_choose(most > 0.0 ? fmin(most, MOST_CLEARANCE) : 1.0, MOST_STEPS);
    colour_map_make(&c->values.map);
    c->values.used = mesh->level == 0;
    c->values.title = "clearance of portals: the widest disc that fits through, radius in m";
    c->values.first = LINE_STRENGTH;
    c->values.top = scale.top;
    c->values.step = scale.step;
    c->values.beyond = most > scale.top;
}

static void draw_header(const canvas *c, const draw_mesh *mesh) {
    char line[160];
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    double radius = (double)wend_navmesh_level_radius(mesh->map, mesh->level);
    if (mesh->level == 0) {
        snprintf(line, sizeof line, "navigation mesh   %u polygons", count);
    } else {
        snprintf(line, sizeof line,
                 "navigation mesh   %u polygons where the centre of a disc of %.2f m may be", count,
                 radius);
    }
    theme_text_cut(c->cr, mesh->recording->scenario != NULL ? mesh->recording->scenario : "",
                   THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT,
                   c->width - 2 * THEME_MARGIN);
    theme_text_cut(c->cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   c->width - 2 * THEME_MARGIN - 240.0);
    canvas_draw_scale_bar(c, c->width - THEME_MARGIN, 50.0);
}

static double legend_height(const draw_mesh *mesh) {
    return THEME_ROW + (mesh->level == 0 ? CANVAS_BAR_HEIGHT : 0.0);
}

static bool has_blockable(const draw_mesh *mesh) {
    bool found = false;
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    for (uint32_t i = 0; i < count && !found; i++) {
        found = wend_navmesh_polygon_at(mesh->map, mesh->level, i).blockable;
    }
    return found;
}

static void draw_legend(const canvas *c, const draw_mesh *mesh) {
    double y = c->height - THEME_MARGIN / 2 - legend_height(mesh);
    if (c->values.used) {
        canvas_draw_colour_bar(c, THEME_MARGIN, y, BAR_WIDTH);
        y += CANVAS_BAR_HEIGHT;
    }
    flow f = {c->cr, c->cr, THEME_MARGIN, y + THEME_ROW / 2, THEME_MARGIN, c->width - THEME_MARGIN};
    flow_box(&f, "polygon", POLYGON_COLOUR, THEME_FRAME);
    if (has_blockable(mesh)) {
        flow_box(&f, "closed by a door or a switched obstacle", BLOCKABLE_COLOUR, THEME_FRAME);
    }
    if (!c->values.used) {
        flow_line(&f, "portal", PORTAL_COLOUR, 1.5, false);
    }
    flow_line(&f, mesh->level == 0 ? "wall" : "edge of where one may be", THEME_WALL, 2.0, false);
    if (c->picture->recording->space_def->link_count > 0) {
        flow_line(&f, "way to another layer", THEME_LINK, 2.5, true);
    }
}

static void draw_sheet(canvas *c, const draw_mesh *mesh) {
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    draw_header(c, mesh);
    for (uint32_t i = 0; i < c->layers; i++) {
        draw_layer(c, mesh, i);
    }
    draw_legend(c, mesh);
}

static wend_result write_sheet(const draw_mesh *mesh, draw_format format, FILE *stream,
                               wend_error *error) {
    draw_picture picture = {.recording = mesh->recording, .heap = mesh->heap};
    picture.style.width = SHEET_WIDTH;
    canvas c = {.picture = &picture};
    canvas_layout(&c, &picture, legend_height(mesh));
    choose_colours(&c, mesh);
    draw_surface sheet = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = sheet.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, mesh);
    }
    wend_result result = surface_finish(&sheet, error);
    return result == WEND_OK && c.out_of_memory
               ? error_set(error, WEND_ERROR_MEMORY, "out of memory for a picture")
               : result;
}

wend_result navmesh_draw(const wend_map_drawing *drawing, wend_error *error) {
    memory heap;
    memory_init(&heap, &drawing->allocator);
    draw_mesh mesh = {drawing->recording, &heap, drawing->map, drawing->level};
    return write_sheet(&mesh, drawing->vector ? DRAW_SVG : DRAW_PNG, drawing->stream, error);
}
