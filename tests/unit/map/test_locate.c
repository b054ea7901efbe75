/* Compares point location in a mesh with a scan of all polygons. */
#include <math.h>

#include "geom/segment.h"
#include "map/navmesh/navmesh.h"
#include "support/meshes.h"
#include "support/suite.h"
#include "support/trials.h"

static double distance_to(const navmesh_level *level, uint32_t index, wend_vec2 p) {
    const navmesh_polygon *polygon = &level->polygons[index];
    double best = navmesh_contains(level, index, p) ? 0.0 : INFINITY;
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_vec2 a = level->vertices[level->corners[polygon->first + i]];
        wend_vec2 b = level->vertices[level->corners[polygon->first + (i + 1) % polygon->count]];
        best = fmin(best, segment_point_distance(p, a, b));
    }
    return best;
}

/* Returns the distance from a point to the nearest open polygon. */
static double nearest_by_scan(const navmesh_level *level, const float *left, wend_vec2 p) {
    double best = INFINITY;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        if (left[level->polygons[i].set] > 0.0F) {
            best = fmin(best, distance_to(level, i, p));
        }
    }
    return best;
}

static void check_location(const mesh_area *area, const navmesh_level *level, wend_vec2 p) {
    static const float open[2] = {INFINITY, INFINITY}, zone_closed[2] = {INFINITY, 0.0F};
    wend_location location = {p, 0};
    uint32_t found = navmesh_locate(level, location);
    double nearest = nearest_by_scan(level, open, p),
           open_only = nearest_by_scan(level, zone_closed, p);
    ck_assert_msg((found != NAVMESH_NONE) == (nearest == 0.0), "(%.9g, %.9g): %u, %g", (double)p.x,
                  (double)p.y, found, nearest);
    ck_assert(found == NAVMESH_NONE || navmesh_contains(level, found, p));
    (void)area;
    const navmesh_filter filter = {.remaining = zone_closed};
    const float reaches[] = {0.0F, 0.1F, 2.0F, 50.0F};
    for (int i = 0; i < 4; i++) {
        wend_vec2 out = p;
        uint32_t polygon = navmesh_nearest(level, &filter, location, reaches[i], &out);
        ck_assert_msg((polygon != NAVMESH_NONE) == (open_only <= (double)reaches[i]),
                      "(%.9g, %.9g) within %g: %u, %g", (double)p.x, (double)p.y,
                      (double)reaches[i], polygon, open_only);
        if (polygon != NAVMESH_NONE) {
            double x = (double)out.x - (double)p.x, y = (double)out.y - (double)p.y;
            ck_assert_double_eq_tol(sqrt(x * x + y * y), open_only, 1e-5);
            ck_assert_double_le(distance_to(level, polygon, out), 1e-5);
            ck_assert_uint_eq(level->polygons[polygon].set, 0);
        }
    }
}

START_TEST(matches_full_scan) {
    for (uint64_t trial = 0; trial < trials(40); trial++) {
        meshes_seed(trial);
        mesh_area *area = meshes_random_area(3, 8.0, trial % 2);
        meshes_zone(area, 11.7, 0.05, 12.3, 0.09, 1);
        mesh_draft *draft = meshes_draft(1);
        meshes_class_set(draft, 1);
        meshes_level(draft, 0.0F);
        meshes_add(draft, area);
        wend_map *map = meshes_map(draft, 0);
        const navmesh_level *level = &navmesh_of(map)->levels[0];
        for (int i = 0; i < 60; i++) {
            wend_vec2 p = {(float)(meshes_random() * 28.0 - 2.0),
                           (float)(meshes_random() * 28.0 - 2.0)};
            check_location(area, level, p);
        }
        for (uint32_t i = 0; i < level->vertex_count; i += 3) {
            check_location(area, level, level->vertices[i]);
        }
        check_location(area, level, (wend_vec2){12.0F, 0.07F}); /* in the zone */
        wend_map_release(map);
        meshes_free_area(area);
    }
}
END_TEST

START_TEST(finds_nothing_far_away) {
    mesh_area *area = meshes_area(0);
    meshes_box(area, 0, 0, 10, 10);
    wend_map *map = meshes_of(area, 0);
    const wend_vec2 positions[] = {{1e30F, 0}, {-1e30F, 1e30F}, {NAN, 5}, {5, INFINITY}, {5, 11}};
    for (int i = 0; i < 5; i++) {
        wend_vec2 out;
        wend_location location = {positions[i], 0};
        ck_assert_uint_eq(wend_navmesh_locate(map, 0, location), WEND_NO_POLYGON);
        ck_assert_uint_eq(navmesh_nearest(&navmesh_of(map)->levels[0], NULL, location, 0.5F, &out),
                          NAVMESH_NONE);
    }
    ck_assert_uint_eq(wend_navmesh_locate(map, 0, (wend_location){{5, 5}, 1}), WEND_NO_POLYGON);
    ck_assert_uint_eq(wend_navmesh_locate(map, 0, (wend_location){{5, 5}, 0}), 0);
    wend_map_release(map);
    meshes_free_area(area);
}
END_TEST

/* Long polygons side by side would each be listed in many small cells, so larger cells are chosen.
 */
START_TEST(long_polygons_are_listed_in_few_cells) {
    mesh_area *area = meshes_area(0);
    meshes_box(area, 0, 0, 1000, 1000);
    for (int i = 0; i < 300; i++) {
        double x = 1 + 3.3 * i;
        const double slit[][2] = {{x, 1}, {x + 0.5, 1}, {x + 5.5, 999}, {x + 5, 999}};
        meshes_ring(area, slit, 4);
    }
    wend_map *map = meshes_of(area, 0);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    const map_cells *cells = &level->cells[0];
    uint32_t entries = cells->starts[cells->columns * cells->rows];
    ck_assert_uint_le(entries, 9 * level->polygon_count);
    ck_assert_uint_gt(cells->columns * cells->rows, 20);
    wend_map_release(map);
    meshes_free_area(area);
}
END_TEST

int main(void) {
    SUITE("map/locate", matches_full_scan, finds_nothing_far_away,
          long_polygons_are_listed_in_few_cells);
}
