/* Overlays of maps: what they draw are the polygons, edges, discs, cells and arrows of the maps. */
#include "unit/live/drawing.h"
#include <string.h>
#include <wend/grid.h>

static double gap(wend_vec2 a, wend_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static const wend_map *find_map(live_lab *lab, const char *kind) {
    uint32_t index;
    const wend_map *map = wend_view_find_map(wend_world_view(lab->world), kind, NULL, &index);
    ck_assert_ptr_nonnull(map);
    return map;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static void check_mesh(live_lab *lab, const char *kind, const char *name) {
    const wend_map *map = find_map(lab, kind);
    double length = 0.0;
    uint32_t sides = 0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 0, i);
        for (uint32_t k = 0; k < p.count; k++) {
            bool portal = p.neighbours[k] != WEND_NO_POLYGON;
            sides += portal;
            length += portal ? gap(p.points[k], p.points[(k + 1) % p.count]) : 0.0;
        }
    }
    drawing d = draw(lab, name);
    ck_assert_uint_gt(sides, 0);
    ck_assert_uint_eq(2 * d.line_count, sides);
    ck_assert_uint_eq(d.strong_count, 0);
    ck_assert_double_eq_tol(2.0 * length_of(d.lines, d.line_count), length, 1e-3 * length);
    drop(&d);
}

START_TEST(meshes_have_all_portals_once) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    check_mesh(&lab, "navmesh", "map:mesh");
    check_mesh(&lab, "terrain", "map:ground");
    live_lab_close(&lab);
}
END_TEST

/* The border of a level encloses the area that the level covers. */
START_TEST(levels_of_a_mesh_have_their_border) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "navmesh");
    ck_assert_uint_ge(wend_navmesh_level_count(map), 2);
    double twice = 0.0, expected = 0.0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 1); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 1, i);
        for (uint32_t k = 0; k < p.count; k++) {
            wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
            expected += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'map:mesh','level':1}");
    static double lines[MOST];
    uint32_t count = live_lab_numbers(answer, "strong", lines, MOST) / 4;
    for (uint32_t i = 0; i < count; i++) {
        twice += lines[4 * i] * lines[4 * i + 3] - lines[4 * i + 1] * lines[4 * i + 2];
    }
    ck_assert_double_gt(expected, 100.0);
    ck_assert_double_eq_tol(twice, expected, 1e-3 * expected);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'map:mesh','level':9}"),
                     "level 9") != NULL);
    live_lab_close(&lab);
}
END_TEST

START_TEST(roadmap_has_all_edges_and_vertices) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "roadmap");
    double length = 0.0;
    uint32_t blockable = 0, edges = wend_roadmap_edge_count(map);
    for (uint32_t i = 0; i < edges; i++) {
        length += (double)wend_roadmap_edge_at(map, i).length;
        blockable += wend_roadmap_edge_at(map, i).blockable;
    }
    drawing d = draw(&lab, "map:points");
    ck_assert_uint_eq(d.strong_count, blockable);
    ck_assert_uint_eq(d.line_count + d.strong_count, edges);
    ck_assert_uint_eq(d.point_count, wend_roadmap_vertex_count(map));
    double drawn = length_of(d.lines, d.line_count) + length_of(d.strong, d.strong_count);
    ck_assert_double_eq_tol(drawn, length, 1e-4 * length);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The axis has its length, and no disc reaches across a wall. */
START_TEST(medial_axis_has_its_length_and_clearance) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "corridor");
    double dead = 0.0, alive = 0.0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        *(edge.dead_end ? &dead : &alive) += (double)edge.length;
    }
    drawing d = draw(&lab, "map:axis");
    ck_assert_double_eq_tol(length_of(d.lines, d.line_count), dead, 0.01 * dead);
    ck_assert_double_eq_tol(length_of(d.strong, d.strong_count), alive, 0.01 * alive);
    ck_assert_uint_ge(d.disc_count, 4);
    for (uint32_t i = 0; i < d.disc_count; i++) {
        wend_location at = {{(float)d.discs[3 * i], (float)d.discs[3 * i + 1]}, 0};
        /* The axis includes no switched class. */
        float clearance = wend_space_clearance(wend_world_space(lab.world), at, 100.0F, 1u);
        ck_assert_double_eq_tol((double)clearance, d.discs[3 * i + 2], 1e-3);
    }
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* Each strong line lies between a walkable cell and ground that no walkable cell covers, and there
 * are as many as brute force finds. */
static void check_grid(live_lab *lab, const wend_map *map, const char *name, bool is_tree) {
    drawing d = draw(lab, name);
    uint32_t walkable = 0;
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        walkable += wend_grid_square_at(map, i).walkable;
    }
    ck_assert_uint_gt(walkable, 100);
    ck_assert_uint_gt(d.strong_count, 50);
    ck_assert_int_eq(d.line_count > 0, is_tree);
    for (uint32_t i = 0; i < d.strong_count; i++) {
        const double *l = d.strong + 4 * i;
        double along = hypot(l[2] - l[0], l[3] - l[1]), step = 0.02 / along;
        double x = (l[0] + l[2]) / 2.0, y = (l[1] + l[3]) / 2.0;
        double nx = (l[3] - l[1]) * step, ny = (l[0] - l[2]) * step; /* outwards */
        wend_location in = {{(float)(x - nx), (float)(y - ny)}, 0};
        wend_location out = {{(float)(x + nx), (float)(y + ny)}, 0};
        uint32_t a = wend_grid_locate(map, in), b = wend_grid_locate(map, out);
        ck_assert(a != WEND_NO_SQUARE && wend_grid_square_at(map, a).walkable);
        ck_assert(b == WEND_NO_SQUARE || !wend_grid_square_at(map, b).walkable);
    }
    drop(&d);
}

START_TEST(grids_have_the_border_of_their_walkable_cells) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    uint32_t index;
    const wend_view *view = wend_world_view(lab.world);
    const wend_map *cells = wend_view_find_map(view, "grid", "cells", &index);
    check_grid(&lab, cells, "map:cells", false);
    check_grid(&lab, wend_view_find_map(view, "grid", "tree", &index), "map:tree", true);
    /* Squares of half a metre: the room has 120 sides on its border. Those of the pillar are four
     * cells long, along its sides of two and four half metres. */
    drawing d = draw(&lab, "map:cells");
    ck_assert_uint_eq(d.strong_count, 120 + 2 * 2 + 2 * 4);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

START_TEST(guidance_arrows_point_along_the_field) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "guidance");
    drawing d = draw(&lab, "map:marks");
    ck_assert_uint_gt(d.line_count, 300);
    ck_assert_uint_eq(d.line_count % 3, 0);
    for (uint32_t i = 0; i < d.line_count; i += 3) {
        wend_vec2 direction;
        const double *arrow = d.lines + 4 * i;
        ck_assert(wend_guidance_sample(map, wend_world_space(lab.world), middle_of(arrow), false,
                                       &direction));
        ck_assert_double_gt(agreement(arrow, direction), 0.999);
    }
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {meshes_have_all_portals_once,
                                  levels_of_a_mesh_have_their_border,
                                  roadmap_has_all_edges_and_vertices,
                                  medial_axis_has_its_length_and_clearance,
                                  grids_have_the_border_of_their_walkable_cells,
                                  guidance_arrows_point_along_the_field};
    return suite_run("live overlays of maps", tests, sizeof tests / sizeof tests[0]);
}
