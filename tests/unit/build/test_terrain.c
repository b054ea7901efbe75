/* Terrain maps of random overlapping terrain: areas by type are compared with an overlay by GEOS,
 * points with a scan of all regions, the ground with that of a navigation mesh. */
/* cost: 4 */
#include "clean/geos.h"
#include "support/kit/maps.h"
#include "support/kit/overlapping_terrain.h"
#include "support/mesh_checks.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>

/* m: the size of a grid unit in a space of 20 x 20 m. Snap rounding moves lines by at most 0.71
 * units. */
static const double UNIT = 0x1p-19;

static memory heap;
static wend_error error;

static double area_of(const wend_navmesh_polygon *p) {
    double ax = (double)p->points[0].x, ay = (double)p->points[0].y;
    double bx = (double)p->points[1].x, by = (double)p->points[1].y;
    double cx = (double)p->points[2].x, cy = (double)p->points[2].y;
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2.0;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static GEOSGeometry *make_area(geos *g, const wend_ring *ring) {
    shapes_ring points = {(wend_point *)ring->points, ring->count};
    shapes_polygon polygon = {.rings = &points, .ring_count = 1};
    bool shortened = false;
    return geos_polygon_as_given(g, &polygon, &shortened);
}

static GEOSGeometry *make_ground(geos *g, const wend_layer_def *layer) {
    GEOSGeometry *ground = make_area(g, &layer->boundaries[0]);
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        ground = geos_subtract(g, ground, make_area(g, &layer->solids[i].ring));
    }
    return ground;
}

/* Adds up the visible area of each type, from the last region to the first. */
static void measure_overlay(geos *g, const wend_layer_def *layer, double *areas) {
    GEOSGeometry *rest = make_ground(g, layer);
    for (uint32_t i = layer->terrain_count; i-- > 0;) {
        const wend_terrain_def *region = &layer->terrains[i];
        GEOSGeometry *area = make_area(g, &region->ring);
        for (uint32_t k = 0; k < region->hole_count; k++) {
            area = geos_subtract(g, area, make_area(g, &region->holes[k]));
        }
        double before = geos_area(g, rest);
        rest = geos_subtract(g, rest, area);
        areas[region->type] += before - geos_area(g, rest);
    }
    areas[0] = geos_area(g, rest);
    geos_free(g, rest);
}

static double ring_length(const wend_ring *ring) {
    double length = 0.0;
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        length += hypot(b.x - a.x, b.y - a.y);
    }
    return length;
}

static double length_of_lines(const wend_layer_def *layer) {
    double length = ring_length(&layer->boundaries[0]);
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        length += ring_length(&layer->solids[i].ring);
    }
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        length += ring_length(&layer->terrains[i].ring);
        for (uint32_t k = 0; k < layer->terrains[i].hole_count; k++) {
            length += ring_length(&layer->terrains[i].holes[k]);
        }
    }
    return length;
}

static void check_areas(const wend_map *map, const wend_layer_def *layer, uint64_t seed) {
    double expected[OVERLAP_WORLD_TYPES] = {0.0}, found[OVERLAP_WORLD_TYPES] = {0.0};
    geos g;
    ck_assert_int_eq(geos_open(&g, 0x1p-30, &heap, &error), WEND_OK);
    measure_overlay(&g, layer, expected);
    ck_assert(!g.failed);
    geos_close(&g);
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon triangle = wend_navmesh_polygon_at(map, 0, i);
        ck_assert_uint_eq(triangle.count, 3);
        ck_assert_uint_lt(triangle.terrain, OVERLAP_WORLD_TYPES);
        found[triangle.terrain] += area_of(&triangle);
    }
    double tolerance = UNIT * length_of_lines(layer);
    for (uint32_t i = 0; i < OVERLAP_WORLD_TYPES; i++) {
        ck_assert_msg(fabs(found[i] - expected[i]) <= tolerance,
                      "seed %d: type %u covers %.9g m2, expected %.9g", (int)seed, i, found[i],
                      expected[i]);
    }
}

START_TEST(areas_by_type_match_an_overlay) {
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        overlap_world w;
        overlap_world_make(&w, seed);
        wend_space *space = maps_space(&w.def);
        wend_map *map = overlap_world_map(space, NULL, 0, true);
        check_areas(map, &w.layer, seed);
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Points ---------------------------------------------------------------------------------- */

/* Tests random points of random triangles against the scan. */
static void check_points(const wend_map *map, uint32_t level, const wend_layer_def *layer,
                         uint64_t seed, uint32_t *tested) {
    uint64_t state = seed;
    uint32_t count = wend_navmesh_polygon_count(map, level);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, level, i);
        double u = mesh_random(&state), v = (1.0 - u) * mesh_random(&state), t = 1.0 - u - v;
        wend_point at = {
            u * (double)p.points[0].x + v * (double)p.points[1].x + t * (double)p.points[2].x,
            u * (double)p.points[0].y + v * (double)p.points[1].y + t * (double)p.points[2].y};
        double distance = 0.0;
        uint32_t type = terrain_scan(layer, at, &distance);
        if (distance > UNIT) {
            ck_assert_msg(type == p.terrain,
                          "seed %d, level %u, triangle %u: type %u at (%.9g, %.9g), expected %u",
                          (int)seed, level, i, p.terrain, at.x, at.y, type);
            ++*tested;
        }
    }
}

static void check_same_ground(const wend_map *map, const wend_map *mesh, uint32_t level,
                              const wend_space_def *def, uint64_t seed) {
    double area = mesh_area(map, level), expected = mesh_area(mesh, level);
    double tolerance = 2.0 * UNIT * length_of_lines(&def->layers[0]);
    ck_assert_msg(fabs(area - expected) <= tolerance,
                  "seed %d, level %u: area %.9g m2, expected %.9g", (int)seed, level, area,
                  expected);
    uint64_t state = seed;
    for (int i = 0; i < 100; i++) {
        wend_vec2 at = {(float)(20.0 * mesh_random(&state)), (float)(20.0 * mesh_random(&state))};
        bool doubtful = false, ignored = false;
        uint32_t count = mesh_count_polygons(mesh, level, at, 0, &doubtful);
        uint32_t found = mesh_count_polygons(map, level, at, 0, &ignored);
        if (!doubtful && !ignored) {
            ck_assert_msg(found == count, "seed %d, level %u: (%g, %g) lies in %u triangles",
                          (int)seed, level, (double)at.x, (double)at.y, found);
        }
    }
}

START_TEST(each_triangle_lies_on_one_type) {
    static const double radii[] = {0.25, 0.6};
    uint32_t tested = 0;
    for (uint64_t seed = 1; seed <= trials(30); seed++) {
        overlap_world w;
        overlap_world_make(&w, seed);
        wend_space *space = maps_space(&w.def);
        wend_map *map = overlap_world_map(space, radii, 2, true);
        wend_map *mesh = overlap_world_map(space, radii, 2, false);
        char what[40];
        snprintf(what, sizeof what, "seed %d", (int)seed);
        mesh_check_neighbours(map, what);
        for (uint32_t level = 0; level < 3; level++) {
            check_points(map, level, &w.layer, seed, &tested);
            check_same_ground(map, mesh, level, &w.def, seed);
        }
        wend_map_release(mesh);
        wend_map_release(map);
        wend_space_release(space);
    }
    ck_assert_uint_gt(tested, trials_bound(15000));
}
END_TEST

int main(void) {
    memory_init(&heap, NULL);
    SUITE("build/terrain", areas_by_type_match_an_overlay, each_triangle_lies_on_one_type);
}
