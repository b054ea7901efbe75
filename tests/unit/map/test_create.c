/* Checks that navmesh_create verifies meshes completely, and refuses inconsistent parts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/map.h"
#include "map/navmesh/navmesh.h"
#include "support/meshes.h"
#include "support/suite.h"

/* Makes a room of 8 x 4 m with a pillar, a zone of class 1 and a second level. */
static mesh_draft *draft_room(void) {
    mesh_draft *draft = meshes_draft(1);
    uint32_t set = meshes_class_set(draft, 1);
    meshes_door_set(draft, 0, (wend_vec2){1, 1}, (wend_vec2){2, 1});
    for (int i = 0; i < 2; i++) {
        double r = 0.25 * i;
        mesh_area *area = meshes_area(0);
        meshes_box(area, r, r, 8 - r, 4 - r);
        meshes_box(area, 3 - r, 1 - r, 4 + r, 3 + r);
        meshes_zone(area, 5, 1, 6, 2, set);
        meshes_level(draft, (float)r);
        meshes_add(draft, area);
        meshes_free_area(area);
    }
    return draft;
}

START_TEST(reports_counts_area_and_bytes) {
    wend_map *map = meshes_map(draft_room(), 77);
    wend_map_info info = wend_map_get_info(map);
    ck_assert_str_eq(info.kind, "navmesh");
    ck_assert_str_eq(wend_map_kind(map), "navmesh");
    ck_assert_double_eq(info.largest_radius, 0.25);
    ck_assert_uint_eq(info.space_hash, 77);
    ck_assert_uint_eq(info.levels, 2);
    ck_assert_double_eq_tol(info.area, 8 * 4 - 1 * 2, 1e-9);
    ck_assert_uint_eq(info.vertices, 24);
    uint64_t faces = 0, sides = 0, blockable = 0;
    for (uint32_t level = 0; level < wend_navmesh_level_count(map); level++) {
        for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, level); i++) {
            wend_navmesh_polygon polygon = wend_navmesh_polygon_at(map, level, i);
            faces++;
            blockable += polygon.blockable;
            ck_assert_uint_eq(polygon.layer, 0);
            for (uint32_t k = 0; k < polygon.count; k++) {
                sides += polygon.neighbours[k] != WEND_NO_POLYGON;
            }
        }
    }
    ck_assert_uint_eq(info.faces, faces);
    ck_assert_uint_eq(info.edges * 2, sides);
    ck_assert_uint_eq(blockable, 2);
    ck_assert_float_eq(wend_navmesh_level_radius(map, 1), 0.25F);
    ck_assert_uint_gt(info.bytes, 1000);
    wend_map_retain(map);
    wend_map_release(map);
    wend_map_release(map);
    wend_map_release(NULL);
}
END_TEST

START_TEST(twin_of_a_twin_is_the_original_edge) {
    wend_map *map = meshes_map(draft_room(), 0);
    for (uint32_t l = 0; l < 2; l++) {
        const navmesh_level *level = &navmesh_of(map)->levels[l];
        for (uint32_t i = 0; i < level->corner_count; i++) {
            uint32_t twin = level->twins[i];
            ck_assert_int_eq(twin == NAVMESH_NONE, level->neighbours[i] == NAVMESH_NONE);
            if (twin != NAVMESH_NONE) {
                const navmesh_polygon *other = &level->polygons[level->neighbours[i]];
                ck_assert_uint_eq(level->twins[twin], i);
                ck_assert(twin >= other->first && twin < other->first + other->count);
            }
        }
    }
    wend_map_release(map);
}
END_TEST

/* Paths can turn at the corners of the pillar and of the zone, but not at the corners of the room.
 */
START_TEST(marks_corners_where_paths_can_turn) {
    wend_map *map = meshes_map(draft_room(), 0);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        wend_vec2 v = level->vertices[i];
        bool corner = (v.x == 0.0F || v.x == 8.0F) && (v.y == 0.0F || v.y == 4.0F);
        ck_assert_msg(level->turning[i] == !corner, "(%g, %g)", (double)v.x, (double)v.y);
    }
    wend_map_release(map);
}
END_TEST

START_TEST(distinguishes_islands) {
    mesh_area *area = meshes_area(0);
    meshes_box(area, 0, 0, 10, 10);
    meshes_box(area, 2, 2, 8, 8);
    meshes_box(area, 4, 4, 6, 6); /* a courtyard */
    wend_map *map = meshes_of(area, 0);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    uint32_t outside = navmesh_locate(level, (wend_location){{1, 1}, 0});
    uint32_t yard = navmesh_locate(level, (wend_location){{5, 5}, 0});
    uint32_t other = navmesh_locate(level, (wend_location){{9, 9}, 0});
    ck_assert_uint_ne(level->islands[outside], level->islands[yard]);
    ck_assert_uint_eq(level->islands[outside], level->islands[other]);
    ck_assert_uint_eq(navmesh_locate(level, (wend_location){{3, 3}, 0}), NAVMESH_NONE);
    wend_map_release(map);
    meshes_free_area(area);
}
END_TEST

START_TEST(chooses_levels_by_radius) {
    wend_map *map = meshes_map(draft_room(), 0);
    ck_assert_uint_eq(navmesh_level_for(navmesh_of(map), 0.0F), 0);
    ck_assert_uint_eq(navmesh_level_for(navmesh_of(map), 0.1F), 1);
    ck_assert_uint_eq(navmesh_level_for(navmesh_of(map), 0.25005F), 1);
    ck_assert_uint_eq(navmesh_level_for(navmesh_of(map), 0.26F), NAVMESH_NONE);
    wend_map_release(map);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

typedef void damage(navmesh *mesh);

static void no_levels(navmesh *mesh) {
    mesh->level_count = 0;
}
static void too_many_layers(navmesh *mesh) {
    mesh->layer_count = 257;
}
static void first_radius_not_zero(navmesh *mesh) {
    mesh->levels[0].radius = 0.1F;
}
static void radii_descend(navmesh *mesh) {
    mesh->levels[1].radius = 0.0F;
}
static void radius_nan(navmesh *mesh) {
    mesh->levels[1].radius = NAN;
}
static void vertex_nan(navmesh *mesh) {
    mesh->levels[1].vertices[0].x = NAN;
}
static void vertex_too_far(navmesh *mesh) {
    mesh->levels[0].vertices[0].y = 1e6F;
}
static void corner_out_of_range(navmesh *mesh) {
    mesh->levels[0].corners[1] = mesh->levels[0].vertex_count;
}
static void neighbour_out_of_range(navmesh *mesh) {
    mesh->levels[0].neighbours[0] = mesh->levels[0].polygon_count;
}
static void gap_between_polygons(navmesh *mesh) {
    mesh->levels[0].polygons[1].first++;
}
static void too_many_corners(navmesh *mesh) {
    mesh->levels[0].polygons[mesh->levels[0].polygon_count - 1].count = 1U << 31;
}
static void two_corners(navmesh *mesh) {
    mesh->levels[0].polygons[0].count = 2;
}
static void corners_without_polygon(navmesh *mesh) {
    mesh->levels[0].polygon_count--;
}
static void layer_out_of_range(navmesh *mesh) {
    mesh->levels[0].polygons[0].layer = 1;
}
static void set_out_of_range(navmesh *mesh) {
    mesh->levels[0].polygons[0].set = (uint16_t)mesh->set_count;
}
static void clockwise(navmesh *mesh) {
    uint32_t *corners = mesh->levels[0].corners;
    uint32_t swap = corners[0];
    corners[0] = corners[2];
    corners[2] = swap;
}
static void one_way_neighbour(navmesh *mesh) {
    for (uint32_t i = 0; i < mesh->levels[0].corner_count; i++) {
        if (mesh->levels[0].neighbours[i] != NAVMESH_NONE) {
            mesh->levels[0].neighbours[i] = NAVMESH_NONE;
            return;
        }
    }
}
static void own_neighbour(navmesh *mesh) {
    mesh->levels[0].neighbours[0] = 0;
}
static void clearance_nan(navmesh *mesh) {
    mesh->levels[0].clearances[0] = NAN;
}
static void no_clearances(navmesh *mesh) {
    free(mesh->levels[0].clearances);
    mesh->levels[0].clearances = NULL;
}
static void member_out_of_range(navmesh *mesh) {
    mesh->members[0] = mesh->blocking.blocker_count;
}
static void set_beyond_members(navmesh *mesh) {
    mesh->sets[1].count = 3;
}
static void first_set_not_empty(navmesh *mesh) {
    mesh->sets[0].count = 1;
}
static void class_out_of_range(navmesh *mesh) {
    mesh->blocking.blockers[0].obstacle_class = 32;
}
static void door_layer_out_of_range(navmesh *mesh) {
    mesh->blocking.blockers[1].layer = 1;
}
static void door_point_not_finite(navmesh *mesh) {
    ((wend_vec2 *)(uintptr_t)mesh->blocking.blockers[1].points)[1].y = INFINITY;
}

START_TEST(refuses_inconsistent_parts) {
    damage *const damages[] = {no_levels,
                               too_many_layers,
                               first_radius_not_zero,
                               radii_descend,
                               radius_nan,
                               vertex_nan,
                               vertex_too_far,
                               corner_out_of_range,
                               neighbour_out_of_range,
                               gap_between_polygons,
                               too_many_corners,
                               two_corners,
                               corners_without_polygon,
                               layer_out_of_range,
                               set_out_of_range,
                               clockwise,
                               one_way_neighbour,
                               own_neighbour,
                               clearance_nan,
                               no_clearances,
                               member_out_of_range,
                               set_beyond_members,
                               first_set_not_empty,
                               class_out_of_range,
                               door_layer_out_of_range,
                               door_point_not_finite};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        mesh_draft *draft = draft_room();
        uint32_t levels = meshes_parts(draft)->level_count;
        uint32_t polygons = meshes_parts(draft)->levels[0].polygon_count;
        damages[i](meshes_parts(draft));
        wend_map *map = NULL;
        wend_error error = {.message = ""};
        wend_result result = navmesh_create(meshes_parts(draft), 0, NULL, &map, &error);
        ck_assert_msg(result == WEND_ERROR_FORMAT, "damage %zu is taken", i);
        ck_assert(strstr(error.message, "not valid") != NULL);
        meshes_parts(draft)->level_count = levels;
        meshes_parts(draft)->levels[0].polygon_count = polygons;
        meshes_free_draft(draft);
    }
}
END_TEST

/* A polygon that winds around twice turns left at every corner, but is not convex. */
START_TEST(refuses_a_polygon_that_winds_twice) {
    wend_vec2 vertices[5];
    uint32_t corners[5], neighbours[5];
    float clearances[5] = {0};
    for (uint32_t i = 0; i < 5; i++) {
        double angle = 6.283185307179586 * 2.0 * i / 5.0;
        vertices[i] = (wend_vec2){(float)cos(angle), (float)sin(angle)};
        corners[i] = i;
        neighbours[i] = NAVMESH_NONE;
    }
    navmesh_polygon polygon = {0, 5, 0, 0};
    navmesh_level level = {.vertices = vertices,
                           .vertex_count = 5,
                           .polygons = &polygon,
                           .polygon_count = 1,
                           .corners = corners,
                           .neighbours = neighbours,
                           .clearances = clearances,
                           .corner_count = 5};
    navmesh_set empty = {0, 0};
    navmesh mesh = {
        .levels = &level, .level_count = 1, .layer_count = 1, .sets = &empty, .set_count = 1};
    wend_map *map = NULL;
    ck_assert_int_eq(navmesh_create(&mesh, 0, NULL, &map, NULL), WEND_ERROR_FORMAT);
    for (uint32_t i = 0; i < 5; i++) {
        corners[i] = i * 3 % 5; /* reordered into the convex pentagon */
    }
    ck_assert_int_eq(navmesh_create(&mesh, 0, NULL, &map, NULL), WEND_OK);
    wend_map_release(map);
}
END_TEST

/* Two half discs with many corners, joined at their diameters. */
enum { HALF_CORNERS = 50 };

static wend_result create_half_discs(bool mutual, wend_map **map) {
    wend_vec2 vertices[2 * HALF_CORNERS];
    uint32_t corners[2 * HALF_CORNERS], neighbours[2 * HALF_CORNERS];
    float clearances[2 * HALF_CORNERS] = {0};
    for (uint32_t i = 0; i < 2 * HALF_CORNERS; i++) {
        double angle = 3.141592653589793 * (i % HALF_CORNERS) / (HALF_CORNERS - 1.0);
        double x = i % HALF_CORNERS == HALF_CORNERS - 1 ? 0.0 : sin(angle), y = cos(angle);
        vertices[i] =
            i < HALF_CORNERS ? (wend_vec2){(float)-x, (float)y} : (wend_vec2){(float)x, (float)-y};
        corners[i] = i;
        neighbours[i] = NAVMESH_NONE;
    }
    neighbours[HALF_CORNERS - 1] = 1;
    neighbours[2 * HALF_CORNERS - 1] = mutual ? 0 : NAVMESH_NONE;
    navmesh_polygon polygons[2] = {{0, HALF_CORNERS, 0, 0}, {HALF_CORNERS, HALF_CORNERS, 0, 0}};
    navmesh_level level = {.vertices = vertices,
                           .vertex_count = 2 * HALF_CORNERS,
                           .polygons = polygons,
                           .polygon_count = 2,
                           .corners = corners,
                           .neighbours = neighbours,
                           .clearances = clearances,
                           .corner_count = 2 * HALF_CORNERS};
    navmesh_set empty = {0, 0};
    navmesh mesh = {
        .levels = &level, .level_count = 1, .layer_count = 1, .sets = &empty, .set_count = 1};
    return navmesh_create(&mesh, 0, NULL, map, NULL);
}

START_TEST(pairs_the_edges_of_polygons_with_many_corners) {
    wend_map *map = NULL;
    ck_assert_int_eq(create_half_discs(true, &map), WEND_OK);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    ck_assert_uint_eq(level->twins[HALF_CORNERS - 1], 2 * HALF_CORNERS - 1);
    ck_assert_uint_eq(level->twins[2 * HALF_CORNERS - 1], HALF_CORNERS - 1);
    ck_assert_uint_eq(level->twins[0], NAVMESH_NONE);
    wend_map_release(map);
    ck_assert_int_eq(create_half_discs(false, &map), WEND_ERROR_FORMAT);
}
END_TEST

int main(void) {
    SUITE("map/create", reports_counts_area_and_bytes, twin_of_a_twin_is_the_original_edge,
          marks_corners_where_paths_can_turn, distinguishes_islands, chooses_levels_by_radius,
          refuses_inconsistent_parts, refuses_a_polygon_that_winds_twice,
          pairs_the_edges_of_polygons_with_many_corners);
}
