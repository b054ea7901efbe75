/* Corner fans at the arcs of inset levels: they are at corners, are left out where they do not fit,
 * and do not change the area that the mesh covers. */
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

#include "map/navmesh/navmesh.h"
#include "support/spaces.h"
#include "support/suite.h"

static const double RADIUS = 0.25;

static wend_map *build(wend_space *space, const wend_obstacle_def *doors, uint32_t door_count) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &RADIUS;
    def.radius_count = 1;
    def.doors = doors;
    def.door_count = door_count;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static sketch *hall(void) {
    sketch *s = malloc(sizeof *s);
    sketch_start(s);
    sketch_box_boundary(s, 0, 0, 0, 12, 12);
    return s;
}

static wend_map *build_sketch(sketch *s) {
    wend_space *space = sketch_space(s);
    wend_map *map = build(space, NULL, 0);
    wend_space_release(space);
    free(s);
    return map;
}

static double distance(wend_vec2 a, double x, double y) {
    return hypot((double)a.x - x, (double)a.y - y);
}

/* Counts the corner fans whose vertex chain lies completely on the arc around a point, with the tip
 * outside the arc. */
static uint32_t count_corner_fans_around(const navmesh_level *level, double x, double y) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < level->fan_count; i++) {
        const navmesh_corner_fan *fan = &level->corner_fans[i];
        bool round = true;
        for (uint32_t k = 0; k < fan->count; k++) {
            double at = distance(level->chain_points[fan->first + k], x, y);
            /* Arcs are polygons circumscribed about their circle, with an error of at most 0.25 mm.
             */
            round &= at > RADIUS - 1e-5 && at < RADIUS + 0.00026;
        }
        double tip = distance(level->points[fan->sides[0]], x, y);
        found += round && tip > RADIUS && tip < 2.0 * RADIUS;
    }
    return found;
}

/* Checks that the polygons of a level cover the same area that its walls enclose. Returns this
 * area. */
static double check_area(const navmesh_level *level) {
    double inside = 0.0, round = 0.0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *p = &level->polygons[i];
        for (uint32_t k = 0; k < p->count; k++) {
            wend_vec2 a = level->points[p->first + k];
            wend_vec2 b = level->points[p->first + (k + 1) % p->count];
            double part = ((double)a.x * (double)b.y - (double)b.x * (double)a.y) / 2.0;
            inside += part;
            round += level->neighbours[p->first + k] == NAVMESH_NONE ? part : 0.0;
        }
    }
    ck_assert_double_eq_tol(inside, round, 1e-9);
    return inside;
}

/* Checks that the vertices that touch no wall are exactly the tips of corner fans: a fan that is
 * left out leaves no vertex behind. */
static void check_tips(const navmesh_level *level) {
    bool *walled = calloc(level->vertex_count, sizeof *walled);
    uint32_t tips = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *p = &level->polygons[i];
        for (uint32_t k = 0; k < p->count; k++) {
            if (level->neighbours[p->first + k] == NAVMESH_NONE) {
                walled[level->corners[p->first + k]] = true;
                walled[level->corners[p->first + (k + 1) % p->count]] = true;
            }
        }
    }
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        tips += !walled[i];
    }
    free(walled);
    ck_assert_uint_eq(tips, level->fan_count);
}

/* Checks that the corners of fan triangles are stored after the corners of all other polygons. */
static void check_free_corners(const navmesh_level *level) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *p = &level->polygons[i];
        if (level->fan_of[i] == NAVMESH_NONE) {
            last = p->first + p->count;
        } else {
            ck_assert_uint_ge(p->first, level->first_fan_corner);
        }
    }
    ck_assert_uint_eq(level->first_fan_corner, last); /* rejected fans leave no gap */
}

START_TEST(each_box_corner_has_a_corner_fan) {
    sketch *s = hall();
    sketch_box(s, 0, 0, 4, 5, 7, 8);
    wend_map *map = build_sketch(s);
    const navmesh_level *level = &navmesh_of(map)->levels[1];
    ck_assert_uint_eq(navmesh_of(map)->levels[0].fan_count, 0);
    ck_assert_uint_eq(level->fan_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        double x = i % 2 ? 4 : 7, y = i / 2 ? 5 : 8;
        ck_assert_uint_eq(count_corner_fans_around(level, x, y), 1);
    }
    for (uint32_t i = 0; i < 4; i++) { /* each arc is a quarter circle between two walls */
        const navmesh_corner_fan *fan = &level->corner_fans[i];
        ck_assert_uint_ge(fan->count, 12);
        /* At each end of the arc, half a piece continues along the wall. */
        ck_assert_double_eq_tol(level->chain_lengths[fan->first + fan->count - 1],
                                RADIUS * acos(-1.0) / 2.0 * (fan->count - 1) / fan->count, 0.001);
    }
    /* The area of the inset hall, minus the area of the box after it is grown by the radius with
     * round corners. */
    double area = 11.5 * 11.5 - (3.5 * 3.5 - (4 - acos(-1.0)) * RADIUS * RADIUS);
    ck_assert_double_eq_tol(check_area(level), area, 0.001);
    check_free_corners(level);
    ck_assert_uint_eq(navmesh_of(map)->levels[0].first_fan_corner,
                      navmesh_of(map)->levels[0].corner_count);
    wend_map_release(map);
}
END_TEST

START_TEST(reflex_corners_have_no_corner_fan) {
    sketch *s = hall();
    double nook[] = {3, 3, 9, 3, 9, 9, 8, 9, 8, 4, 3, 4}; /* an L: one reflex corner at (8, 4) */
    sketch_solid(s, 0, 0, nook, 6);
    wend_map *map = build_sketch(s);
    const navmesh_level *level = &navmesh_of(map)->levels[1];
    ck_assert_uint_eq(level->fan_count, 5);
    ck_assert_uint_eq(count_corner_fans_around(level, 8, 4), 0);
    check_area(level);
    check_tips(level);
    wend_map_release(map);
}
END_TEST

/* A sharp corner turns by a larger angle than one corner fan can cover. */
START_TEST(sharp_corners_have_several_corner_fans) {
    sketch *s = hall();
    double wedge[] = {2, 5, 9, 6, 2, 7};
    sketch_solid(s, 0, 0, wedge, 3);
    wend_map *map = build_sketch(s);
    const navmesh_level *level = &navmesh_of(map)->levels[1];
    ck_assert_uint_eq(count_corner_fans_around(level, 9, 6), 2);
    ck_assert_uint_ge(count_corner_fans_around(level, 2, 5), 1);
    check_area(level);
    wend_map_release(map);
}
END_TEST

/* Two rooms, joined by a narrow passage past a slanted wall. The polygons at the tip of a corner
 * fan continue along the walls on both sides of the fan's arc, and only some of these polygons
 * belong to the fan. */
START_TEST(only_some_polygons_at_a_tip_belong_to_its_corner_fan) {
    sketch *s = malloc(sizeof *s);
    sketch_start(s);
    double rooms[] = {0, 0, 4, 0, 4, 4, 8, 4, 8, 8, 4, 8, 4, 5, 3, 4, 0, 4};
    sketch_boundary(s, 0, rooms, 9);
    wend_map *map = build_sketch(s);
    const navmesh_level *level = &navmesh_of(map)->levels[1];
    ck_assert_uint_eq(count_corner_fans_around(level, 4, 5), 1);
    ck_assert_uint_eq(count_corner_fans_around(level, 3, 4), 1);
    ck_assert_uint_eq(level->fan_count, 3); /* the third is at (4, 4) */
    check_area(level);
    check_tips(level);
    wend_map_release(map);
}
END_TEST

/* Opposite corners at a gap 2 cm wider than the disc: their corner fans would cross, so they are
 * left out. */
START_TEST(leaves_out_corner_fans_that_would_meet) {
    double gap = (2.0 * RADIUS + 0.02) / sqrt(2.0);
    for (int apart = 0; apart < 2; apart++) {
        sketch *s = hall();
        double shift = gap + apart;
        sketch_box(s, 0, 0, 2, 2, 5, 5);
        sketch_box(s, 0, 0, 5 + shift, 5 + shift, 9, 9);
        wend_map *map = build_sketch(s);
        const navmesh_level *level = &navmesh_of(map)->levels[1];
        ck_assert_uint_eq(level->fan_count, apart ? 8 : 6);
        ck_assert_uint_eq(count_corner_fans_around(level, 5, 5), apart ? 1 : 0);
        ck_assert_uint_eq(count_corner_fans_around(level, 2, 2), 1);
        /* The gap is open for the disc whether or not there are corner fans. */
        uint32_t below = navmesh_locate(level, (wend_location){{8, 2}, 0});
        uint32_t above = navmesh_locate(level, (wend_location){{2, 8}, 0});
        ck_assert_uint_eq(level->islands[below], level->islands[above]);
        check_area(level);
        check_tips(level);
        wend_map_release(map);
    }
}
END_TEST

/* A door ends at a corner and covers the area in which the corner fan would be. */
START_TEST(corner_fans_do_not_extend_into_doors) {
    sketch *s = hall();
    sketch_box(s, 0, 0, 1, 5, 5, 7);
    sketch_box(s, 0, 0, 7, 5, 11, 7);
    wend_space *space = sketch_space(s);
    wend_point ends[] = {{5, 5}, {7, 5}};
    wend_obstacle_def door = sketch_door(ends, 2);
    wend_map *map = build(space, &door, 1);
    const navmesh_level *level = &navmesh_of(map)->levels[1];
    ck_assert_uint_eq(count_corner_fans_around(level, 5, 5), 0);
    ck_assert_uint_eq(count_corner_fans_around(level, 7, 5), 0);
    ck_assert_uint_eq(count_corner_fans_around(level, 5, 7), 1);
    ck_assert_uint_eq(count_corner_fans_around(level, 7, 7), 1);
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        ck_assert(level->fan_of[i] == NAVMESH_NONE || level->polygons[i].set == 0);
    }
    check_area(level);
    wend_map_release(map);
    wend_space_release(space);
    free(s);
}
END_TEST

int main(void) {
    SUITE("build/navmesh_kites", each_box_corner_has_a_corner_fan,
          reflex_corners_have_no_corner_fan, sharp_corners_have_several_corner_fans,
          only_some_polygons_at_a_tip_belong_to_its_corner_fan,
          leaves_out_corner_fans_that_would_meet, corner_fans_do_not_extend_into_doors);
}
