/* Compares the wall planes of eight agents at once with those of single agents. The bits are equal
 * wherever the SIMD version gives an answer, and it does so for most agents that walk along
 * streets. (On a machine without SIMD code there is nothing to compare.) */
#include <check.h>
#include <stdlib.h>

#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#include "steer/solve/walls/lanes.h"
#endif
#include "steer/solve/walls/planes.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

#ifdef QUAD_SIMD

enum { UNITS = 4000 };

typedef struct tally {
    uint32_t none, one, left; /* number of lanes: without planes, with one, left to scalar code */
} tally;

/* Makes nine blocks with 4 m wide streets between them, and a thin wall with corners beside them.
 * Some blocks are of class 1. The whole space is rotated and translated. */
static wend_space *draw_streets(double turn, double shift) {
    static sketch s;
    static const double bent[] = {1.2, 1.0, 2.0, 1.5, 2.9, 1.1};
    sketch_start(&s);
    sketch_set_transform(&s, turn, shift, -shift);
    sketch_box_boundary(&s, 0, 0, 0, 40, 40);
    sketch_open(&s, 0, 0, bent, 3);
    for (int i = 0; i < 9; i++) {
        double x = 4.0 + 12.0 * (i % 3), y = 4.0 + 12.0 * (i / 3);
        sketch_box(&s, 0, i % 2 ? 1 : 0, x, y, x + 8.0, y + 8.0);
    }
    return sketch_space(&s);
}

/* Where agents are, and how far ahead they look. */
typedef struct scene {
    double turn, shift; /* rotation and translation of the space */
    double low, high;   /* range of x and y before that transformation */
    double longest;     /* longest horizon, in s */
    uint32_t classes;
} scene;

static const scene in_streets = {
    .turn = 0.3, .low = -3.0, .high = 43.0, .longest = 0.6, .classes = WEND_ALL_CLASSES};

/* Samples eight agents within two metres of each other. */
static void sample_batch(const scene *set, const sketch *where, dice *from,
                         wend_body bodies[LANES]) {
    wend_point at = {dice_between(from, set->low, set->high),
                     dice_between(from, set->low, set->high)};
    for (int i = 0; i < LANES; i++) {
        wend_point p =
            sketch_point(where, at.x + dice_between(from, -2, 2), at.y + dice_between(from, -2, 2));
        bodies[i] = (wend_body){.position = {(float)p.x, (float)p.y},
                                .velocity = {(float)dice_between(from, -1.5, 1.5),
                                             (float)dice_between(from, -1.5, 1.5)},
                                .radius = (float)dice_between(from, 0.1, 0.4)};
    }
}

static wall_lanes load(const wend_view *view, const wend_body bodies[LANES], const float *speed,
                       const float *horizon) {
    float columns[5][LANES];
    for (int i = 0; i < LANES; i++) {
        columns[0][i] = bodies[i].position.x;
        columns[1][i] = bodies[i].position.y;
        columns[2][i] = bodies[i].velocity.x;
        columns[3][i] = bodies[i].velocity.y;
        columns[4][i] = bodies[i].radius;
    }
    wall_lanes w = {.view = view, .layer = wend_body_layer(bodies)};
    lanes vx = lanes_load(columns[2]), vy = lanes_load(columns[3]);
    w.x = lanes_load(columns[0]);
    w.y = lanes_load(columns[1]);
    w.speed_squared = lanes_dot(vx, vy, vx, vy);
    w.radius = lanes_add(lanes_load(columns[4]), skins_at(w.x, w.y));
    w.reach = lanes_add(lanes_mul(lanes_load(speed), lanes_load(horizon)), w.radius);
    w.rate = lanes_div(lanes_set(1.0F), lanes_load(horizon));
    return w;
}

static void compare(wend_view *view, const wend_body bodies[LANES], const float *speed,
                    const float *horizon, uint32_t used, tally *seen) {
    wall_lanes w = load(view, bodies, speed, horizon);
    find_wall_planes(&w, used);
    float nx[LANES], ny[LANES], c[LANES];
    uint32_t left = lanes_bits(w.left), given = lanes_bits(w.given);
    lanes_store(nx, w.nx);
    lanes_store(ny, w.ny);
    lanes_store(c, w.c);
    view->bodies = bodies;
    ck_assert_uint_eq((left | given) & ~used, 0);
    for (uint32_t i = 0; i < LANES; i++) {
        velocity_plane planes[WALL_PLANES_MOST];
        uint32_t count = wall_planes(view, i, speed[i], horizon[i], planes);
        if (!(used >> i & 1U)) {
            continue;
        }
        if (left >> i & 1U) {
            seen->left++;
            continue;
        }
        ck_assert_uint_eq(count, given >> i & 1U);
        ck_assert(!count || (planes->normal.x == nx[i] && planes->normal.y == ny[i]));
        ck_assert(!count || planes->offset == c[i]);
        seen->none += !count;
        seen->one += count;
    }
}

/* Compares many batches in a space; some lanes of each are padding. */
static tally compare_many(wend_space *space, scene set) {
    static sketch where;
    sketch_start(&where);
    sketch_set_transform(&where, set.turn, set.shift, -set.shift);
    wend_world *world = worlds_make(space, NULL);
    wend_view view = *wend_world_view(world);
    dice from = {77};
    tally seen = {0};
    view.classes = set.classes;
    for (int k = 0; k < UNITS; k++) {
        wend_body bodies[LANES];
        float speed[LANES], horizon[LANES];
        sample_batch(&set, &where, &from, bodies);
        for (int i = 0; i < LANES; i++) {
            speed[i] = (float)dice_between(&from, 1.0, 2.0);
            horizon[i] = (float)dice_between(&from, 0.1, set.longest);
        }
        compare(&view, bodies, speed, horizon, 1U + dice_below(&from, 255), &seen);
    }
    wend_world_destroy(world);
    return seen;
}

START_TEST(lanes_match_scalar_planes_in_streets) {
    static const double turns[] = {0.0, 0.7, 1.5707963267948966, 2.6};
    static const double shifts[] = {0.0, 0.0, 200.0, 3700.0};
    scene set = in_streets;
    set.turn = turns[_i];
    set.shift = shifts[_i];
    tally seen = compare_many(draw_streets(set.turn, set.shift), set);
    ck_assert_uint_gt(seen.none, 4000);
    ck_assert_uint_gt(seen.one, 1000);
    ck_assert_uint_lt(seen.left, (seen.none + seen.one) / 3);
}
END_TEST

START_TEST(disabled_walls_are_ignored) {
    scene set = in_streets;
    tally on = compare_many(draw_streets(set.turn, 0.0), set);
    set.classes = 1;
    tally off = compare_many(draw_streets(set.turn, 0.0), set);
    ck_assert_uint_lt(off.one, on.one);
    ck_assert_uint_gt(off.one, 500);
}
END_TEST

/* If agents look farther than the lists of near walls reach, all lanes are left to the scalar
 * version, except those of agents with no walls nearby. */
START_TEST(lanes_with_a_reach_beyond_the_lists_are_left_to_scalar_code) {
    scene set = in_streets;
    tally near = compare_many(draw_streets(set.turn, 0.0), set);
    set.longest = 3.0;
    tally far = compare_many(draw_streets(set.turn, 0.0), set);
    ck_assert_uint_gt(far.left, 2 * near.left);
    ck_assert_uint_gt(far.none, 500);
}
END_TEST

/* The lists contain links, but not the walls behind them. */
START_TEST(lanes_near_links_are_left_to_scalar_code) {
    static sketch s;
    scene set = {.low = -11.0, .high = 17.0, .longest = 0.6, .classes = WEND_ALL_CLASSES};
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    tally seen = compare_many(sketch_space(&s), set);
    ck_assert_uint_gt(seen.one, 200);
    ck_assert_uint_gt(seen.left, 500);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/wall_lanes");
    TCase *cases = tcase_create("lanes");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, lanes_match_scalar_planes_in_streets, 0, 4);
    tcase_add_test(cases, disabled_walls_are_ignored);
    tcase_add_test(cases, lanes_with_a_reach_beyond_the_lists_are_left_to_scalar_code);
    tcase_add_test(cases, lanes_near_links_are_left_to_scalar_code);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}

#else

int main(void) {
    return EXIT_SUCCESS;
}

#endif
