#include "support/kit/overlapping_terrain.h"
#include "support/kit/maps.h"
#include "support/mesh_checks.h"
#include <math.h>
#include <string.h>

/* Writes a star-shaped polygon around a point; it does not cross itself. */
static uint32_t write_star(wend_point *out, wend_point at, double least, double most, double flat,
                           uint64_t *state) {
    uint32_t count = 3 + (uint32_t)(mesh_random(state) * (OVERLAP_WORLD_CORNERS - 3));
    double turn = mesh_random(state);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.2831853 * (i + turn) / count;
        double reach = least + (most - least) * mesh_random(state);
        out[i] = (wend_point){at.x + reach * cos(angle), at.y + flat * reach * sin(angle)};
    }
    return count;
}

static uint32_t write_box(wend_point *out, double x, double y, double width, double height) {
    out[0] = (wend_point){x, y};
    out[1] = (wend_point){x + width, y};
    out[2] = (wend_point){x + width, y + height};
    out[3] = (wend_point){x, y + height};
    return 4;
}

static void add_solids(overlap_world *w, uint64_t *state) {
    for (uint32_t i = 0; i < OVERLAP_WORLD_SOLIDS; i++) {
        wend_point *points = w->solid_points[w->layer.solid_count];
        double x = 2.5 + 5.0 * (i % 4), y = 2.5 + 5.0 * (i / 4 % 4);
        if (mesh_random(state) < 0.5) {
            continue;
        }
        uint32_t count = mesh_random(state) < 0.5
                             ? write_box(points, x - 1.5, y - 1.0, 3.0, 2.0)
                             : write_star(points, (wend_point){x, y}, 0.3, 2.2, 1.0, state);
        w->solids[w->layer.solid_count++].ring = (wend_ring){points, count};
    }
}

/* Makes a region of any shape. */
static void make_shape(overlap_world *w, uint32_t i, uint64_t *state) {
    wend_terrain_def *region = &w->terrains[i];
    wend_point at = {-3.0 + 26.0 * mesh_random(state), -3.0 + 26.0 * mesh_random(state)};
    double kind = mesh_random(state);
    if (kind < 0.4) { /* edges on a grid of half a metre: many of them coincide */
        double x = floor(2.0 * at.x) / 2.0, y = floor(2.0 * at.y) / 2.0;
        double width = 0.5 + floor(16.0 * mesh_random(state)) / 2.0;
        region->ring.count =
            write_box(w->points[i], x, y, width, 0.5 + floor(16.0 * mesh_random(state)) / 2.0);
        return;
    }
    double size = 0.5 + 5.0 * mesh_random(state), flat = kind > 0.9 ? 0.001 : 1.0;
    region->ring.count = write_star(w->points[i], at, 0.5 * size, size, flat, state);
    if (kind < 0.6) {
        w->holes[i].count = write_star(w->hole_points[i], at, 0.1 * size, 0.2 * size, 1.0, state);
        w->holes[i].points = w->hole_points[i];
        region->holes = &w->holes[i];
        region->hole_count = 1;
    }
}

/* Repeats an earlier region, in the same position or a millimetre beside it. */
static void repeat_shape(overlap_world *w, uint32_t i, uint64_t *state) {
    uint32_t from = (uint32_t)(mesh_random(state) * i);
    double shift = mesh_random(state) < 0.5 ? 0.0 : 0.001;
    w->terrains[i].ring.count = w->terrains[from].ring.count;
    for (uint32_t k = 0; k < w->terrains[from].ring.count; k++) {
        w->points[i][k] = (wend_point){w->points[from][k].x + shift, w->points[from][k].y + shift};
    }
}

static void add_region(overlap_world *w, uint64_t *state) {
    uint32_t i = w->layer.terrain_count++;
    if (i > 0 && mesh_random(state) < 0.15) {
        repeat_shape(w, i, state);
    } else {
        make_shape(w, i, state);
    }
    w->terrains[i].ring.points = w->points[i];
    w->terrains[i].type = 1 + (uint32_t)(mesh_random(state) * (OVERLAP_WORLD_TYPES - 1));
}

void overlap_world_make(overlap_world *w, uint64_t seed) {
    uint64_t state = seed * 9176543 + 17;
    memset(w, 0, sizeof *w);
    write_box(w->outer, 0.0, 0.0, 20.0, 20.0);
    w->boundary = (wend_ring){w->outer, 4};
    w->layer.boundaries = &w->boundary;
    w->layer.boundary_count = 1;
    w->layer.solids = w->solids;
    w->layer.terrains = w->terrains;
    add_solids(w, &state);
    uint32_t count = (uint32_t)(mesh_random(&state) * 30.0);
    for (uint32_t i = 0; i < count; i++) {
        add_region(w, &state);
    }
    w->def = wend_default_space_def();
    w->def.layers = &w->layer;
    w->def.layer_count = 1;
}

wend_map *overlap_world_map(wend_space *space, const double *radii, uint32_t radius_count,
                            bool with_terrain) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = radii;
    def.radius_count = radius_count;
    def.with_terrain = with_terrain;
    return maps_navmesh(&def);
}

static double to_edge(wend_point at, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, squared = x * x + y * y;
    double t = squared > 0.0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / squared : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(at.x - a.x - t * x, at.y - a.y - t * y);
}

static bool is_in_ring(const wend_ring *ring, wend_point at, double *distance) {
    bool inside = false;
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        *distance = fmin(*distance, to_edge(at, a, b));
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

uint32_t terrain_scan(const wend_layer_def *layer, wend_point at, double *distance) {
    uint32_t type = 0;
    *distance = INFINITY;
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        const wend_terrain_def *region = &layer->terrains[i];
        bool inside = is_in_ring(&region->ring, at, distance);
        for (uint32_t k = 0; k < region->hole_count; k++) {
            inside ^= is_in_ring(&region->holes[k], at, distance);
        }
        type = inside ? region->type : type;
    }
    return type;
}
