/* Corner fans in meshes written by hand: they are found where they exist, and nowhere else. */
#include <math.h>
#include <string.h>

#include "map/navmesh/navmesh.h"
#include "support/suite.h"

enum { NONE = -1 };

/* A hall around a corner. Its wall runs right from (-4, 0), turns down along the vertex chain 1 2 3
 * and ends at (2, -6). The tip 9 lies in front of the chain, with polygon A above it and polygon B
 * to its right. A leads on to C, and B to D.
 *
 *          10
 *       /   C    \
 *    8 ------------- 7 --- 6
 *    |      A       /      | \
 *    0 --- 1 ---- 9    B   |D  11
 *            2    |        |  /
 *               3 |        | /
 *               4 ---------5  */
enum { VERTICES = 12, CORNERS = 23, POLYGONS = 6 };

typedef struct drawing {
    wend_vec2 vertices[VERTICES];
    uint32_t corners[CORNERS], neighbours[CORNERS];
    float clearances[CORNERS];
    navmesh_polygon polygons[POLYGONS];
    navmesh_level level;
    navmesh_set sets[2];
    uint32_t member;
    map_blocker blocker;
    navmesh mesh;
} drawing;

static void draw(drawing *d) {
    static const wend_vec2 vertices[] = {{-4, 0}, {0, 0},           {1.5F, -0.5F}, {2, -2},
                                         {2, -6}, {6, -6},          {6, 4},        {4.25F, 4},
                                         {-4, 4}, {2.125F, 0.125F}, {0, 6},        {8, -1}};
    static const uint32_t corners[] = {0, 1, 9, 7, 8, 9, 1, 2,  9, 2,  3, 4,
                                       5, 6, 7, 9, 3, 8, 7, 10, 5, 11, 6};
    static const int neighbours[] = {NONE, 1,    3, 4, NONE, 0, NONE, 2,    1,    NONE, 3, NONE,
                                     5,    NONE, 0, 2, NONE, 0, NONE, NONE, NONE, NONE, 3};
    memset(d, 0, sizeof *d);
    memcpy(d->vertices, vertices, sizeof vertices);
    memcpy(d->corners, corners, sizeof corners);
    for (uint32_t i = 0; i < CORNERS; i++) {
        d->neighbours[i] = neighbours[i] == NONE ? NAVMESH_NONE : (uint32_t)neighbours[i];
    }
    d->polygons[0] = (navmesh_polygon){.first = 0, .count = 5};
    d->polygons[1] = (navmesh_polygon){.first = 5, .count = 3};
    d->polygons[2] = (navmesh_polygon){.first = 8, .count = 3};
    d->polygons[3] = (navmesh_polygon){.first = 11, .count = 6};
    d->polygons[4] = (navmesh_polygon){.first = 17, .count = 3};
    d->polygons[5] = (navmesh_polygon){.first = 20, .count = 3};
    d->level = (navmesh_level){.vertices = d->vertices,
                               .vertex_count = VERTICES,
                               .polygons = d->polygons,
                               .polygon_count = POLYGONS,
                               .corners = d->corners,
                               .neighbours = d->neighbours,
                               .clearances = d->clearances,
                               .corner_count = CORNERS};
    d->sets[1] = (navmesh_set){0, 1};
    d->blocker = (map_blocker){.obstacle_class = 1};
    d->mesh = (navmesh){.levels = &d->level,
                        .level_count = 1,
                        .layer_count = 2,
                        .sets = d->sets,
                        .set_count = 2,
                        .members = &d->member,
                        .member_count = 1,
                        .blocking = {.blockers = &d->blocker, .blocker_count = 1}};
}

static wend_map *create(const drawing *d) {
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(navmesh_create(&d->mesh, 0, NULL, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

START_TEST(convex_chain_has_a_corner_fan) {
    drawing d;
    draw(&d);
    wend_map *map = create(&d);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    ck_assert_uint_eq(level->fan_count, 1);
    const navmesh_corner_fan *fan = &level->corner_fans[0];
    ck_assert_uint_eq(fan->count, 3);
    for (uint32_t i = 0; i < 5; i++) { /* the chain, and one wall point before and one after it */
        wend_vec2 p = level->chain_points[fan->first + i - 1];
        ck_assert_float_eq(p.x, d.vertices[i].x);
        ck_assert_float_eq(p.y, d.vertices[i].y);
    }
    ck_assert_double_eq(level->chain_lengths[fan->first], 0.0);
    ck_assert_double_eq_tol(level->chain_lengths[fan->first + 1], sqrt(2.5), 1e-12);
    ck_assert_double_eq_tol(level->chain_lengths[fan->first + 2], 2.0 * sqrt(2.5), 1e-12);
    ck_assert_uint_eq(fan->sides[0], 5);
    ck_assert_uint_eq(fan->sides[1], 10);
    ck_assert_uint_eq(fan->across[0], 1);
    ck_assert_uint_eq(fan->across[1], 15);
    ck_assert_uint_eq(fan->beyond[0], 0);
    ck_assert_uint_eq(fan->beyond[1], 3);
    ck_assert_float_eq(fan->tip.x, d.vertices[9].x);
    ck_assert_float_eq(fan->tip.y, d.vertices[9].y);
    ck_assert_uint_eq(level->fan_of[0], NAVMESH_NONE);
    ck_assert_uint_eq(level->fan_of[1], 0);
    ck_assert_uint_eq(level->fan_of[2], 0);
    ck_assert_uint_eq(level->fan_of[3], NAVMESH_NONE);
    wend_map_release(map);
}
END_TEST

static uint32_t count_fans(const drawing *d) {
    wend_map *map = create(d);
    const navmesh_level *level = &navmesh_of(map)->levels[0];
    uint32_t count = level->fan_count;
    for (uint32_t i = 0; i < level->polygon_count && count == 0; i++) {
        ck_assert_uint_eq(level->fan_of[i], NAVMESH_NONE);
    }
    wend_map_release(map);
    return count;
}

START_TEST(concave_or_straight_chain_has_no_corner_fan) {
    drawing d;
    draw(&d);
    ck_assert_uint_eq(count_fans(&d), 1);
    d.vertices[2] = (wend_vec2){0.5F, -1.5F}; /* concave: the chain turns left there */
    ck_assert_uint_eq(count_fans(&d), 0);
    draw(&d);
    d.vertices[2] = (wend_vec2){1.0F, -1.0F}; /* the chain is straight */
    ck_assert_uint_eq(count_fans(&d), 0);
}
END_TEST

START_TEST(blockers_and_links_prevent_a_corner_fan) {
    drawing d;
    for (uint32_t i = 1; i < 3; i++) {
        draw(&d);
        d.polygons[i].set = 1;
        ck_assert_uint_eq(count_fans(&d), 0);
    }
    draw(&d);
    d.polygons[3].set = 1; /* a blocker at the tip: a path may turn there */
    ck_assert_uint_eq(count_fans(&d), 0);
    draw(&d);
    d.polygons[5].set = 1; /* a blocker away from the tip does not matter */
    ck_assert_uint_eq(count_fans(&d), 1);
    for (uint32_t i = 2; i < 4; i++) {
        draw(&d);
        d.polygons[i].layer = 1;
        d.polygons[3].layer = 1;
        ck_assert_uint_eq(count_fans(&d), 0);
    }
}
END_TEST

int main(void) {
    SUITE("map/kites", convex_chain_has_a_corner_fan, concave_or_straight_chain_has_no_corner_fan,
          blockers_and_links_prevent_a_corner_fan);
}
