/* Writes the key `maps`: what is needed to build the maps again. A map does not store from what it
 * was built, so the parameters are derived from the map; what they cannot give is noted. */
#include "live/scenario/scene.h"
#include <math.h>
#include <string.h>
#include <wend/grid.h>
#include <wend/guidance.h>

enum { MOST_RADII = 63 };

static void write_radii(scene *s, const wend_map *map) {
    uint32_t count = wend_navmesh_level_count(map), written = 0;
    for (uint32_t i = 0; i < count && written < MOST_RADII; i++) {
        double radius = (double)wend_navmesh_level_radius(map, i);
        if (radius > 0.0) {
            yaml_add_text(s->out, written++ == 0 ? ", radii: [" : ", ");
            yaml_single(s->out, radius);
        }
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
}

/* True if a length is a multiple of another one, up to rounding. */
static bool is_multiple(double length, double of) {
    double count = length / of;
    return fabs(count - floor(count + 0.5)) < 1e-3;
}

/* Returns how often the largest possible cells of a quadtree can be halved: the box of the first
 * layer consists of such cells. */
static uint32_t depth_of(const wend_map *map) {
    wend_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    uint32_t layer = wend_grid_square_at(map, 0).centre.layer, depth = WEND_MAX_GRID_DEPTH;
    double cell = wend_grid_cell(map);
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        wend_grid_square square = wend_grid_square_at(map, i);
        wend_vec2 at = square.centre.position;
        float half = 0.5F * square.side;
        if (square.centre.layer == layer) {
            low = (wend_vec2){fminf(low.x, at.x - half), fminf(low.y, at.y - half)};
            high = (wend_vec2){fmaxf(high.x, at.x + half), fmaxf(high.y, at.y + half)};
        }
    }
    for (; depth > 0; depth--) {
        double largest = cell * (double)(1u << depth);
        if (largest <= WEND_MAX_GRID_CELL && is_multiple((double)(high.x - low.x), largest) &&
            is_multiple((double)(high.y - low.y), largest)) {
            break;
        }
    }
    return depth;
}

static void write_grid(scene *s, const wend_map *map) {
    static const char *const shapes[] = {"square", "rectangle", "hexagon", "quadtree"};
    wend_grid_shape shape = wend_grid_shape_of(map);
    yaml_add(s->out, ", cells: %s, cell: ", shapes[shape]);
    yaml_number(s->out, wend_grid_cell(map));
    if (shape == WEND_GRID_RECTANGLES) {
        yaml_add_text(s->out, ", cell_height: ");
        yaml_number(s->out, wend_grid_cell_height(map));
    } else if (shape == WEND_GRID_QUADTREE) {
        yaml_add(s->out, ", depth: %u", depth_of(map));
    }
}

/* Appends a line from one point to another, on a layer. */
static void write_line(scene *s, uint32_t index, wend_vec2 a, wend_vec2 b, uint32_t layer) {
    const wend_point ends[] = {wend_space_from_local(s->space, a),
                               wend_space_from_local(s->space, b)};
    yaml_add_text(s->out, index == 0 ? ", lines: [" : ", ");
    if (s->has_layers && layer > 0) {
        yaml_add_text(s->out, "{points: ");
    }
    yaml_positions(s->out, s->space, ends, 2);
    if (s->has_layers && layer > 0) {
        scene_write_layer(s, layer);
        yaml_add_text(s->out, "}");
    }
}

/* Each edge of a roadmap is a line; lines are joined where they meet. */
static void write_roadmap(scene *s, const wend_map *map, const char *name) {
    enum { MOST_EDGES = 30000 };
    uint32_t count = wend_roadmap_edge_count(map), written = 0;
    for (uint32_t i = 0; i < count && written < MOST_EDGES; i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        write_line(s, written++, wend_roadmap_vertex_at(map, edge.from).position,
                   wend_roadmap_vertex_at(map, edge.to).position, edge.layer);
    }
    yaml_add_text(s->out, written > 0 ? "], source: lines" : ", source: lines");
    scene_note(s, "the roadmap '%.60s' is given by its edges: those that cross are joined there",
               name);
}

/* A guidance field is approximated by short lines along its arrows. */
static void write_guidance(scene *s, const wend_map *map, const char *name) {
    enum { MOST_LINES = 1500 };
    uint32_t count = wend_guidance_cell_count(map), stride = 1 + count / MOST_LINES, written = 0;
    double cell = 0.5, reach = 0.5;
    for (uint32_t i = 0; i < count; i += stride) {
        wend_guidance_cell at = wend_guidance_cell_at(map, i);
        double length =
            sqrt((double)at.arrow.x * (double)at.arrow.x + (double)at.arrow.y * (double)at.arrow.y);
        cell = fmin(at.width, at.height);
        if (!(length > 1e-9)) {
            continue;
        }
        float x = (float)(0.3 * cell / length) * at.arrow.x;
        float y = (float)(0.3 * cell / length) * at.arrow.y;
        wend_location from = at.centre, to = at.centre;
        from.position = (wend_vec2){from.position.x - x, from.position.y - y};
        to.position = (wend_vec2){to.position.x + x, to.position.y + y};
        if (wend_space_is_walkable(s->space, from, 1u) &&
            wend_space_is_walkable(s->space, to, 1u) &&
            wend_space_is_visible(s->space, from, to, 0.0F, 1u)) {
            write_line(s, written++, from.position, to.position, from.layer);
        }
    }
    yaml_add_text(s->out, written > 0 ? "], cell: " : ", cell: ");
    yaml_number(s->out, cell);
    reach = cell * sqrt((double)stride);
    yaml_add_text(s->out, ", reach: ");
    yaml_number(s->out, reach);
    scene_note(s, "the guidance field '%.60s' is approximated by short lines along its arrows",
               name);
}

static void write_map(scene *s, const wend_map *map, const char *name) {
    const char *kind = wend_map_kind(map);
    yaml_add_text(s->out, "  ");
    yaml_quote(s->out, name);
    yaml_add(s->out, ": {kind: %.40s", kind);
    if (strcmp(kind, "navmesh") == 0 || strcmp(kind, "terrain") == 0) {
        write_radii(s, map);
    } else if (strcmp(kind, "grid") == 0) {
        write_grid(s, map);
    } else if (strcmp(kind, "roadmap") == 0) {
        write_roadmap(s, map, name);
    } else if (strcmp(kind, "guidance") == 0) {
        write_guidance(s, map, name);
    }
    yaml_add_text(s->out, "}\n");
}

wend_result scene_write_maps(scene *s) {
    const wend_view *view = wend_world_view(s->world);
    uint32_t written = 0, maps = wend_bundle_get_info(s->live->bundle).map_count;
    for (uint32_t i = 0; i < maps && view != NULL; i++) {
        const char *name = "";
        const wend_map *map = wend_bundle_map(s->live->bundle, i, &name);
        uint32_t index;
        if (name[0] != '\0' && wend_view_find_map(view, wend_map_kind(map), name, &index) != NULL) {
            yaml_add_text(s->out, written++ == 0 ? "maps:\n" : "");
            write_map(s, map, name);
        }
    }
    return WEND_OK;
}
