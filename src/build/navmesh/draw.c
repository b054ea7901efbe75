/* Draws a navigation mesh: its polygons, the portals between them (coloured by clearance), its
 * outer edges and, beneath all of these, the walls of the space. */
#include "build/navmesh/draw.h"
#include "draw/canvas/theme.h"
#include "draw/map/sheet.h"
#include "draw/map/terrain.h"
#include <math.h>
#include <stdio.h>

typedef struct mesh_drawing {
    const wend_recording *recording; /* gives the space and its def */
    const wend_map *map;
    uint32_t level;
} mesh_drawing;

enum { POLYGON_COLOUR = 0xe4eef6, BLOCKABLE_COLOUR = 0xf6e0c8, PORTAL_COLOUR = 0x3d6fb3 };

static const double MOST_CLEARANCE = 5.0; /* m: larger clearances have the darkest colour */

static void trace(const canvas *c, const wend_navmesh_polygon *polygon) {
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_point at = canvas_at(c, polygon->layer, canvas_from_local(c, polygon->points[i]));
        if (i == 0) {
            cairo_move_to(c->cr, at.x, at.y);
        } else {
            cairo_line_to(c->cr, at.x, at.y);
        }
    }
    cairo_close_path(c->cr);
}

static void fill_polygons(const canvas *c, const mesh_drawing *mesh, uint32_t layer) {
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    double opacity = terrain_cover_opacity(c, layer);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh->map, mesh->level, i);
        if (polygon.layer == layer) {
            trace(c, &polygon);
            theme_set(c->cr, polygon.blockable ? BLOCKABLE_COLOUR : POLYGON_COLOUR, opacity);
            cairo_fill(c->cr);
        }
    }
}

static void draw_edge(const canvas *c, const wend_navmesh_polygon *polygon, uint32_t edge) {
    wend_vec2 a = polygon->points[edge], b = polygon->points[(edge + 1) % polygon->count];
    wend_point from = canvas_at(c, polygon->layer, canvas_from_local(c, a));
    wend_point to = canvas_at(c, polygon->layer, canvas_from_local(c, b));
    cairo_move_to(c->cr, from.x, from.y);
    cairo_line_to(c->cr, to.x, to.y);
    cairo_stroke(c->cr);
}

/* True if a portal is drawn from this polygon. Each portal is drawn once, except portals on links,
 * which are drawn on both layers. */
static bool is_drawn_from(const mesh_drawing *mesh, uint32_t polygon, uint32_t neighbour,
                          uint32_t layer) {
    return polygon < neighbour ||
           wend_navmesh_polygon_at(mesh->map, mesh->level, neighbour).layer != layer;
}

static void draw_edges(const canvas *c, const mesh_drawing *mesh, uint32_t layer, bool walls) {
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    double width = fmin(fmax(0.06 * c->scale, 0.35), 1.6);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh->map, mesh->level, i);
        for (uint32_t k = 0; k < polygon.count && polygon.layer == layer; k++) {
            bool wall = polygon.neighbours[k] == WEND_NO_POLYGON;
            if (wall != walls || (!wall && !is_drawn_from(mesh, i, polygon.neighbours[k], layer))) {
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

static double largest_clearance(const mesh_drawing *mesh) {
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

static bool has_blockable(const mesh_drawing *mesh) {
    bool found = false;
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    for (uint32_t i = 0; i < count && !found; i++) {
        found = wend_navmesh_polygon_at(mesh->map, mesh->level, i).blockable;
    }
    return found;
}

/* ---- The sheet ------------------------------------------------------------------------------- */

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const mesh_drawing *mesh = user;
    fill_polygons(c, mesh, layer);
    draw_edges(c, mesh, layer, false);
    draw_edges(c, mesh, layer, true);
}

static void draw_legend_items(flow *f, void *user) {
    const mesh_drawing *mesh = user;
    flow_box(f, "polygon", POLYGON_COLOUR, THEME_FRAME);
    if (has_blockable(mesh)) {
        flow_box(f, "can be closed by a door or a switched obstacle", BLOCKABLE_COLOUR,
                 THEME_FRAME);
    }
    if (mesh->level > 0) {
        flow_line(f, "portal", PORTAL_COLOUR, 1.5, false);
    }
    flow_line(f, mesh->level == 0 ? "wall" : "boundary of the agent's centre", THEME_WALL, 2.0,
              false);
    if (mesh->recording->space_def->link_count > 0) {
        flow_line(f, "link to another layer", THEME_LINK, 2.5, true);
    }
}

static void write_title(const mesh_drawing *mesh, char *out, size_t size) {
    uint32_t count = wend_navmesh_polygon_count(mesh->map, mesh->level);
    if (mesh->level == 0) {
        snprintf(out, size, "navigation mesh   %u polygon%s", count, count == 1 ? "" : "s");
    } else {
        snprintf(out, size,
                 "navigation mesh   %u polygon%s for the centre of an agent of radius %.2f m",
                 count, count == 1 ? "" : "s",
                 (double)wend_navmesh_level_radius(mesh->map, mesh->level));
    }
}

wend_result navmesh_draw(const wend_map_drawing *drawing, void *entry_user, wend_error *error) {
    (void)entry_user;
    static const char values[] =
        "clearance of portals: the widest disc that fits through, radius in m";
    char line[160];
    mesh_drawing mesh = {drawing->recording, drawing->map, drawing->level};
    write_title(&mesh, line, sizeof line);
    map_sheet sheet = {.line = line,
                       .values = mesh.level == 0 ? values : NULL,
                       .most = largest_clearance(&mesh),
                       .limit = MOST_CLEARANCE,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &mesh};
    return map_sheet_draw(&sheet, drawing, error);
}
