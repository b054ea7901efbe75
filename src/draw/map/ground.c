/* Draws the static parts of a space: ground, terrain, obstacles, belts, walls, links and
 * connections. */
#include "draw/map/ground.h"
#include "base/sort.h"
#include "draw/canvas/theme.h"
#include "draw/map/connections.h"
#include "draw/map/terrain.h"
#include "geom/polygon.h"
#include <math.h>
#include <string.h>

/* A closed ring of the space that cannot be switched off. The inside of a boundary is walkable; the
 * inside of a solid is not. A boundary may lie inside a solid, and a solid inside a boundary. */
typedef struct fixed_ring {
    const wend_ring *ring;
    double area; /* m^2 */
    bool is_boundary;
} fixed_ring;

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/* Returns the line width of walls. Walls are thinner at small scales, where a building is only a
 * few px wide. */
static double wall_width(const canvas *c, double most) {
    return clamp(0.12 * c->scale, most * 0.35, most);
}

/* Orders rings by decreasing area, so that a ring comes before the rings that it encloses. */
static bool is_larger(const void *left, const void *right) {
    return ((const fixed_ring *)left)->area > ((const fixed_ring *)right)->area;
}

static uint32_t collect_rings(const wend_layer_def *def, fixed_ring *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->boundary_count; i++) {
        const wend_ring *ring = &def->boundaries[i];
        out[count++] = (fixed_ring){ring, fabs(polygon_area_wide(ring->points, ring->count)), true};
    }
    for (uint32_t i = 0; i < def->solid_count; i++) {
        const wend_ring *ring = &def->solids[i].ring;
        if (def->solids[i].obstacle_class == 0) {
            out[count++] =
                (fixed_ring){ring, fabs(polygon_area_wide(ring->points, ring->count)), false};
        }
    }
    return count;
}

static void trace_ring(const canvas *c, uint32_t layer, const wend_ring *ring) {
    canvas_trace(c, layer, ring->points, ring->count, true);
}

/* Paints walkable ground, its terrain and the heat map over the current clip region. */
static void paint_walkable(const canvas *c, uint32_t layer, const wend_layer_def *def,
                           cairo_surface_t *heat) {
    theme_set(c->cr, THEME_GROUND, 1.0);
    cairo_paint(c->cr);
    if (def != NULL) {
        terrain_draw(c, layer, def);
    }
    if (heat != NULL) {
        wend_point corner = canvas_panel(c, layer)->corner;
        cairo_set_source_surface(c->cr, heat, corner.x, corner.y);
        cairo_paint(c->cr);
    }
}

/* Paints rings from the largest to the smallest, so that a courtyard is visible inside its
 * building. Consecutive rings of the same kind are painted together. */
static void paint_rings(const canvas *c, uint32_t layer, const wend_layer_def *def,
                        const fixed_ring *rings, uint32_t count, cairo_surface_t *heat) {
    for (uint32_t begin = 0; begin < count;) {
        uint32_t end = begin;
        while (end < count && rings[end].is_boundary == rings[begin].is_boundary) {
            trace_ring(c, layer, rings[end++].ring);
        }
        if (rings[begin].is_boundary) {
            cairo_save(c->cr);
            cairo_clip(c->cr);
            paint_walkable(c, layer, def, heat);
            cairo_restore(c->cr);
        } else {
            theme_set(c->cr, THEME_SOLID, 1.0);
            cairo_fill(c->cr);
        }
        begin = end;
    }
}

static void draw_fixed_rings(canvas *c, uint32_t layer, const wend_layer_def *def,
                             cairo_surface_t *heat) {
    uint32_t most = def->boundary_count + def->solid_count;
    size_t size = most * sizeof(fixed_ring);
    memory *heap = c->heap;
    fixed_ring *rings = memory_get(heap, size), *scratch = memory_get(heap, size);
    if (def->boundary_count == 0) {
        paint_walkable(c, layer, def, heat);
    }
    if (rings != NULL && scratch != NULL) {
        uint32_t count = collect_rings(def, rings);
        sort_stable(rings, scratch, count, sizeof *rings, is_larger);
        paint_rings(c, layer, def, rings, count, heat);
    } else {
        c->out_of_memory = c->out_of_memory || most > 0;
    }
    memory_free(heap, rings, size);
    memory_free(heap, scratch, size);
}

static void draw_switched_solids(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    for (uint32_t i = 0; i < def->solid_count; i++) {
        if (def->solids[i].obstacle_class != 0) {
            trace_ring(c, layer, &def->solids[i].ring);
            theme_set(c->cr, THEME_SWITCHED, 1.0);
            cairo_fill(c->cr);
        }
    }
}

static void draw_walls(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    theme_set(c->cr, THEME_WALL, 1.0);
    cairo_set_line_width(c->cr, wall_width(c, 1.2));
    for (uint32_t i = 0; i < def->solid_count; i++) {
        trace_ring(c, layer, &def->solids[i].ring);
    }
    cairo_stroke(c->cr);
    cairo_set_line_width(c->cr, wall_width(c, 2.0));
    for (uint32_t i = 0; i < def->boundary_count; i++) {
        trace_ring(c, layer, &def->boundaries[i]);
    }
    for (uint32_t i = 0; i < def->open_wall_count; i++) {
        canvas_trace(c, layer, def->open_walls[i].points, def->open_walls[i].count, false);
    }
    cairo_stroke(c->cr);
}

/* Draws the walls of a space if its definition is not available. */
static void draw_bare_walls(const canvas *c, uint32_t layer) {
    const wend_space *space = c->space;
    theme_set(c->cr, THEME_WALL, 1.0);
    cairo_set_line_width(c->cr, wall_width(c, 2.0));
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.layer == layer) {
            wend_point ends[2] = {wend_space_from_local(space, wall.a),
                                  wend_space_from_local(space, wall.b)};
            canvas_trace(c, layer, ends, 2, false);
        }
    }
    cairo_stroke(c->cr);
}

static void draw_links(const canvas *c, uint32_t layer) {
    static const double dashes[] = {6.0, 4.0};
    const wend_space_def *def = c->space_def;
    for (uint32_t i = 0; i < def->link_count; i++) {
        const wend_link_def *link = &def->links[i];
        if (link->left_layer != layer && link->right_layer != layer) {
            continue;
        }
        wend_point ends[2] = {link->a, link->b};
        cairo_set_line_width(c->cr, 4.0);
        canvas_trace(c, layer, ends, 2, false);
        theme_set(c->cr, THEME_GROUND, 1.0);
        cairo_stroke_preserve(c->cr);
        cairo_set_line_width(c->cr, 2.5);
        cairo_set_dash(c->cr, dashes, 2, 0.0);
        theme_set(c->cr, THEME_LINK, 1.0);
        cairo_stroke(c->cr);
        cairo_set_dash(c->cr, NULL, 0, 0.0);
    }
}

void ground_draw(canvas *c, uint32_t layer, cairo_surface_t *heat) {
    const wend_layer_def *def = canvas_layer_def(c, layer);
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    if (def != NULL) {
        draw_fixed_rings(c, layer, def, heat);
        draw_switched_solids(c, layer, def);
        belts_draw(c, layer);
        draw_walls(c, layer, def);
        draw_links(c, layer);
        connections_draw(c, layer);
        return;
    }
    paint_walkable(c, layer, NULL, heat);
    if (c->space != NULL) {
        draw_bare_walls(c, layer);
    }
}
