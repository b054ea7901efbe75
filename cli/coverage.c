/* Coverage by adding up areas, exact but for rounding; of a roadmap by a raster of places. */
#include "cli/coverage.h"
#include <math.h>

/* m2 that polygons cover, and the box around them. */
typedef struct cover {
    double area;
    double low_x, low_y, high_x, high_y;
} cover;

static double twice_area(wend_vec2 o, wend_vec2 a, wend_vec2 b) {
    return ((double)a.x - (double)o.x) * ((double)b.y - (double)o.y) -
           ((double)a.y - (double)o.y) * ((double)b.x - (double)o.x);
}

/* m2 within a ring as the space has it: in single precision. */
static double area_of(const wend_space *space, const wend_ring *ring) {
    double twice = 0.0;
    wend_vec2 o = wend_space_to_local(space, ring->points[0]);
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        twice += twice_area(o, wend_space_to_local(space, ring->points[i]),
                            wend_space_to_local(space, ring->points[i + 1]));
    }
    return fabs(twice) / 2.0;
}

static void add_polygon(cover *c, const wend_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = points[i];
        c->low_x = fmin(c->low_x, (double)p.x);
        c->low_y = fmin(c->low_y, (double)p.y);
        c->high_x = fmax(c->high_x, (double)p.x);
        c->high_y = fmax(c->high_y, (double)p.y);
        c->area += twice_area(points[0], p, points[(i + 1) % count]) / 2.0;
    }
}

static void add_mesh(const wend_map *map, uint32_t layer, cover *c) {
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(map, 0, i);
        if (polygon.layer == layer) {
            add_polygon(c, polygon.points, polygon.count);
        }
    }
}

/* The cell of a piece lies between its ends and what is nearest to them. */
static void add_axis(const wend_map *map, uint32_t layer, cover *c) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < edge.events && edge.layer == layer; k++) {
            wend_corridor_sample a = wend_corridor_event_at(map, i, k);
            wend_corridor_sample b = wend_corridor_event_at(map, i, k + 1);
            wend_vec2 cell[] = {a.left, a.position, a.right, b.right, b.position, b.left};
            add_polygon(c, cell, 6);
        }
    }
}

static cover cover_of(const wend_map *map, uint32_t layer) {
    cover c = {0.0, HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    if (wend_map_read(map).kind == WEND_MAP_CORRIDOR) {
        add_axis(map, layer, &c);
    } else {
        add_mesh(map, layer, &c);
    }
    return c;
}

/* ---- Roadmaps -------------------------------------------------------------------------------- */

enum { RASTER = 64 /* places along each side of the box */, NEAREST = 16 /* edges tried */ };

/* The box around a layer's walls and a network's vertices on it. */
static cover box_of(const wend_map *map, const wend_space *space, uint32_t layer) {
    cover c = {0.0, HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        wend_vec2 ends[2] = {wall.a, wall.b};
        if (wall.layer == layer) {
            add_polygon(&c, ends, 2);
        }
    }
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
        wend_roadmap_vertex v = wend_roadmap_vertex_at(map, i);
        if (v.layer == layer) {
            add_polygon(&c, &v.position, 1);
        }
    }
    return c;
}

static bool sees_edge(const wend_map *map, const wend_space *space, wend_place from) {
    wend_roadmap_place near[NEAREST];
    uint32_t count = wend_roadmap_near(map, from, HUGE_VALF, near, NEAREST);
    for (uint32_t i = 0; i < count; i++) {
        wend_place to = {near[i].position, wend_space_layer_after(space, from, near[i].position)};
        if (wend_space_visible(space, from, to, 0.0F, 1)) {
            return true;
        }
    }
    return false;
}

static double coverage_of_roadmap(const wend_map *map, const wend_space *space) {
    uint64_t walkable = 0, covered = 0;
    for (uint32_t l = 0; l < wend_space_layer_count(space); l++) {
        cover box = box_of(map, space, l);
        for (int i = 0; i < RASTER * RASTER && box.high_x > box.low_x; i++) {
            int column = i % RASTER, row = i / RASTER;
            double x = box.low_x + (box.high_x - box.low_x) * (column + 0.5) / RASTER;
            double y = box.low_y + (box.high_y - box.low_y) * (row + 0.5) / RASTER;
            wend_place at = {{(float)x, (float)y}, l};
            bool ground = wend_space_walkable(space, at, 1);
            walkable += ground;
            covered += ground && sees_edge(map, space, at);
        }
    }
    return walkable > 0 ? (double)covered / (double)walkable : 0.0;
}

/* ---- All kinds ------------------------------------------------------------------------------- */

double coverage_of(const wend_map *map, const wend_scenario *scenario) {
    const wend_space *space = wend_scenario_space(scenario);
    const wend_space_def *def = wend_scenario_space_def(scenario);
    if (wend_map_read(map).kind == WEND_MAP_ROADMAP) {
        return coverage_of_roadmap(map, space);
    }
    double ground = 0.0, covered = 0.0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        cover c = cover_of(map, l);
        covered += c.area;
        if (layer->boundary_count == 0 && c.high_x > c.low_x) {
            ground += (c.high_x - c.low_x) * (c.high_y - c.low_y);
        }
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            ground += area_of(space, &layer->boundaries[i]);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            const wend_solid_def *solid = &layer->solids[i];
            ground -= solid->obstacle_class == 0 ? area_of(space, &solid->ring) : 0.0;
        }
    }
    return ground > 0.0 ? covered / ground : 1.0;
}
