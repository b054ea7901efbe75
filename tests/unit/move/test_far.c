/* Tests the cheap check that no wall affects a step: compares it with a scan of every wall and
 * link. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "move/walls.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { BODIES = 20000 };

/* Makes two floors with a box, a thin wall and a box that can be switched off, and stairs between
 * the floors. */
static wend_space *draw_rooms(double turn, double shift) {
    static sketch s;
    sketch_start(&s);
    sketch_set_transform(&s, turn, shift, -shift);
    sketch_stairs(&s, 6.0);
    sketch_box(&s, 0, 0, -6.0, -1.0, -4.0, 1.5);
    sketch_line(&s, 0, 0, -9.0, 2.0, -7.0, 4.0);
    sketch_box(&s, 1, 1, 9.0, -2.0, 11.0, -1.0);
    return sketch_space(&s);
}

/* Returns the distance from the body to the nearest link, or wall of any class, on its layer. */
static double nearest(const wend_space *space, const wend_body *body) {
    uint32_t layer = wend_body_layer(body);
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.layer == layer) {
            least = fmin(least, plain_distance(body->position, wall.a, wall.b));
        }
    }
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        if (link.left_layer == layer || link.right_layer == layer) {
            least = fmin(least, plain_distance(body->position, link.a, link.b));
        }
    }
    return least;
}

START_TEST(agents_far_from_walls_touch_no_wall) {
    static const double turns[] = {0.0, 0.8, 0.0, 2.2}, shifts[] = {0.0, 0.0, 900.0, 3900.0};
    static sketch where;
    wend_world *world = worlds_make(draw_rooms(turns[_i], shifts[_i]), NULL);
    const wend_view *view = wend_world_view(world);
    dice from = {(uint64_t)_i + 5};
    uint32_t far = 0, could = 0;
    sketch_start(&where);
    sketch_set_transform(&where, turns[_i], shifts[_i], -shifts[_i]);
    for (int i = 0; i < BODIES; i++) {
        double x = dice_between(&from, -12, 18);
        wend_point at = sketch_point(&where, x, dice_between(&from, -6, 6));
        wend_body body = {.position = {(float)at.x, (float)at.y},
                          .radius = (float)dice_between(&from, 0.1, 0.6),
                          .tags = x < 0.0   ? 0
                                  : x > 6.0 ? 1
                                            : 2};
        wend_vec2 displacement = {(float)dice_between(&from, -0.4, 0.4),
                                  (float)dice_between(&from, -0.4, 0.4)};
        double room = nearest(view->space, &body) - (double)body.radius -
                      hypot((double)displacement.x, (double)displacement.y);
        could += room > 0.8 && x > -10.0 && x < 16.0;
        if (!walls_are_far_away(view, &body, displacement)) {
            continue;
        }
        ck_assert_double_gt(room, 0.0);
        wall_result held = walls_constrain(view, &body, displacement);
        ck_assert(held.shortened == 0.0F && held.position.x == body.position.x + displacement.x &&
                  held.position.y == body.position.y + displacement.y);
        far++;
    }
    ck_assert_uint_gt(far, could / 2);
    ck_assert_uint_gt(far, 2000);
    wend_world_destroy(world);
}
END_TEST

/* An agent never counts as far from a moving obstacle, because the obstacle might approach. */
START_TEST(moving_obstacles_never_count_as_far_away) {
    static const wend_point corners[] = {{-0.8, -0.5}, {0.8, -0.5}, {0.8, 0.5}, {-0.8, 0.5}};
    wend_world *world = worlds_make(worlds_room(40.0, 40.0), NULL);
    wend_body body = {.position = {20.0F, 20.0F}, .radius = 0.3F};
    wend_vec2 displacement = {0.1F, 0.0F};
    ck_assert(walls_are_far_away(wend_world_view(world), &body, displacement));
    wend_obstacle_def cart = wend_default_obstacle_def();
    cart.kind = WEND_OBSTACLE_MOVING;
    cart.points = corners;
    cart.point_count = 4;
    cart.position = (wend_point){20.0, 21.0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &cart, NULL, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!walls_are_far_away(wend_world_view(world), &body, displacement));
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("move/far");
    TCase *cases = tcase_create("far");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, agents_far_from_walls_touch_no_wall, 0, 4);
    tcase_add_test(cases, moving_obstacles_never_count_as_far_away);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
