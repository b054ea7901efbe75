/* Arcs that are left out of the triangulation: the mesh must be the same as if all arcs had been
 * triangulated. This is what happens on a layer with a link. So the same hall is built twice, with
 * an island beside it that has a link in one of the two spaces. */
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/math.h>

#include "map/navmesh/navmesh.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST_CORNERS = 9 };

static const double HALL = 20.0; /* m: length of its sides */

static void add_solid(sketch *s, dice *random) {
    double xy[2 * MOST_CORNERS], size = dice_between(random, 0.1, 1.5);
    double x = dice_between(random, 2.0, HALL - 2.0), y = dice_between(random, 2.0, HALL - 2.0);
    uint32_t count = 3 + dice_below(random, MOST_CORNERS - 2);
    double turn = dice_between(random, 0.0, 6.0), least = dice_between(random, 0.3, 1.5);
    for (uint32_t i = 0; i < count; i++) {
        double at = turn + 2.0 * WEND_PI * i / count, pull = dice_between(random, least, 1.0);
        pull = size * (pull < 1.0 ? pull : 1.0);
        xy[2 * i] = x + pull * wend_cos(at);
        xy[2 * i + 1] = y + pull * wend_sin(at);
    }
    sketch_solid(s, 0, 0, xy, count);
}

static wend_space *sample_space(uint64_t seed, bool linked) {
    static const double island[] = {30, 0, 34, 0, 34, 4, 30, 4},
                        beyond[] = {34, 0, 38, 0, 38, 4, 34, 4};
    sketch *s = malloc(sizeof *s);
    dice random = {seed};
    sketch_start(s);
    sketch_box_boundary(s, 0, 0, 0, HALL, HALL);
    sketch_boundary(s, 0, island, 4);
    if (linked) {
        sketch_boundary(s, 1, beyond, 4);
        sketch_link(s, 34, 0, 34, 4, 0, 1);
    }
    for (uint32_t i = 2 + dice_below(&random, 25); i > 0; i--) {
        add_solid(s, &random);
    }
    if (dice_below(&random, 3) == 0) {
        sketch_line(s, 0, 0, 1.0, 1.0, 1.0 + dice_between(&random, 0.5, 2.0), 1.0);
    }
    wend_space *space = sketch_try(s);
    free(s);
    return space;
}

static wend_map *build(wend_space *space, double radius) {
    wend_navmesh_def def = wend_default_navmesh_def();
    wend_obstacle_def door = wend_default_obstacle_def();
    const wend_point points[2] = {{5.0, 6.0}, {8.0, 6.5}};
    door.kind = WEND_OBSTACLE_DOOR;
    door.points = points;
    door.point_count = 2;
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    def.doors = &door;
    def.door_count = 1;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

/* Numbers the polygons in the hall. Returns how many there are. */
static uint32_t number_hall(const navmesh_level *level, uint32_t *numbers) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        bool inside = (double)level->points[level->polygons[i].first].x < HALL + 1.0;
        numbers[i] = inside ? count++ : NAVMESH_NONE;
    }
    return count;
}

static void check_same(const navmesh_level *a, const navmesh_level *b, uint32_t trial) {
    uint32_t *in_a = malloc(a->polygon_count * sizeof *in_a);
    uint32_t *in_b = malloc(b->polygon_count * sizeof *in_b);
    uint32_t count = number_hall(a, in_a), j = 0;
    ck_assert_msg(count == number_hall(b, in_b), "trial %u", trial);
    for (uint32_t i = 0; i < a->polygon_count; i++) {
        if (in_a[i] == NAVMESH_NONE) {
            continue;
        }
        while (in_b[j] != in_a[i]) {
            j++;
        }
        const navmesh_polygon *p = &a->polygons[i], *q = &b->polygons[j];
        ck_assert_msg(p->count == q->count && memcmp(a->points + p->first, b->points + q->first,
                                                     p->count * sizeof *a->points) == 0,
                      "trial %u: polygon %u", trial, i);
        for (uint32_t k = 0; k < p->count; k++) {
            uint32_t u = a->neighbours[p->first + k], v = b->neighbours[q->first + k];
            ck_assert((u == NAVMESH_NONE) == (v == NAVMESH_NONE));
            ck_assert(u == NAVMESH_NONE || in_a[u] == in_b[v]);
        }
    }
    free(in_a);
    free(in_b);
}

START_TEST(matches_a_triangulation_of_all_arcs) {
    uint32_t fans = 0, compared = 0;
    for (uint32_t trial = 0; trial < trials(150); trial++) {
        static const double radii[] = {0.1, 0.25, 0.4, 0.8};
        wend_space *plain = sample_space(trial, false), *linked = sample_space(trial, true);
        if (plain != NULL && linked != NULL) {
            wend_map *a = build(plain, radii[trial % 4]), *b = build(linked, radii[trial % 4]);
            const navmesh_level *level = &navmesh_of(a)->levels[1];
            check_same(level, &navmesh_of(b)->levels[1], trial);
            fans += level->fan_count;
            compared++;
            wend_map_release(a);
            wend_map_release(b);
        }
        wend_space_release(plain);
        wend_space_release(linked);
    }
    ck_assert_uint_ge(compared, trials_bound(30));
    ck_assert_uint_ge(fans, 5 * trials_bound(30));
}
END_TEST

int main(void) {
    SUITE("build/navmesh_arcs", matches_a_triangulation_of_all_arcs);
}
