/* The overlay: doors, switched classes, moving obstacles. */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *gap_world(wend_agent agents[5]) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    worlds_profile(world, "direct");
    for (int i = 0; i < 5; i++) {
        double y = 4.4 + 0.3 * i;
        agents[i] = worlds_agent(world, 6 + 0.2 * i, y, worlds_point(world, 15, y));
    }
    return world;
}

static void expect_side(wend_world *world, const wend_agent agents[5], bool left) {
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(worlds_state(world, agents[i]).position.x < 10, left);
    }
}

START_TEST(a_class_is_switched_off_and_on) {
    wend_agent agents[5];
    wend_world *world = gap_world(agents);
    worlds_step(world, 100);
    expect_side(world, agents, true);
    ck_assert_double_eq_tol(worlds_state(world, agents[2]).position.x, 9.5, 0.01);
    ck_assert_int_eq(wend_world_switch_class(world, 1, false, NULL), WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 5);
    expect_side(world, agents, false);
    ck_assert_int_eq(wend_world_switch_class(world, 1, true, NULL), WEND_OK);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(wend_world_set_goal(world, agents[i], worlds_point(world, 5, 5), NULL), 0);
    }
    worlds_step(world, 100);
    expect_side(world, agents, false);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_door_opens_and_closes) {
    wend_agent agents[5];
    wend_world *world = gap_world(agents);
    ck_assert_int_eq(wend_world_switch_class(world, 1, false, NULL), WEND_OK);
    wend_point points[] = {{10, 4}, {10, 6}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = points;
    def.point_count = 2;
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    worlds_step(world, 100);
    expect_side(world, agents, true);
    ck_assert_double_eq_tol(worlds_state(world, agents[2]).position.x, 9.75, 0.01);
    ck_assert_uint_gt(wend_world_stats(world).wall_interventions, 0);
    wend_wall_hit walls[4];
    uint32_t layers[4];
    ck_assert_uint_eq(wend_world_overlay_walls(world, walls, layers, 4), 1);
    ck_assert_float_eq(walls[0].a.x, 10.0F);
    const wend_view *view = wend_world_view(world);
    wend_place here = {{9, 5}, 0}, there = {{11, 5}, 0};
    ck_assert(!wend_view_visible(view, here, there, 0));
    ck_assert_uint_eq(wend_view_closest_wall(view, here, 5).wall,
                      wend_space_wall_count(wend_world_space(world)));
    ck_assert_int_eq(wend_world_close_obstacle(world, door, false, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_overlay_walls(world, walls, NULL, 4), 0);
    ck_assert(wend_view_visible(wend_world_view(world), here, there, 0));
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 5);
    expect_side(world, agents, false);
    wend_world_destroy(world);
}
END_TEST

static wend_obstacle add_block(wend_world *world, double x, double y, double vx, double turning) {
    static const wend_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){x, y};
    def.velocity = (wend_point){vx, 0};
    def.turning = turning;
    wend_obstacle obstacle = {0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &obstacle, NULL), WEND_OK);
    return obstacle;
}

/* The wall that begins at a place, or NULL. */
static const wend_wall_hit *wall_from(const wend_wall_hit walls[4], double x, double y) {
    for (int i = 0; i < 4; i++) {
        if (hypot((double)walls[i].a.x - x, (double)walls[i].a.y - y) < 1e-5) {
            return &walls[i];
        }
    }
    return NULL;
}

/* Where an obstacle is after a step is where its motion says for that time. */
START_TEST(an_obstacle_is_where_its_motion_says) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_obstacle block = add_block(world, 3, 2, 0.5, 0.25);
    wend_wall_hit walls[4];
    worlds_step(world, 20);
    ck_assert_uint_eq(wend_world_overlay_walls(world, walls, NULL, 4), 4);
    double angle = 0.5, x = -cos(angle) + sin(angle), y = -sin(angle) - cos(angle); /* after 2 s */
    const wend_wall_hit *wall = wall_from(walls, 4 + x, 2 + y);
    ck_assert_ptr_nonnull(wall);
    ck_assert_double_eq_tol((double)wall->velocity.x, 0.5 - 0.25 * y, 1e-5); /* v + w x r */
    ck_assert_double_eq_tol((double)wall->velocity.y, 0.25 * x, 1e-5);
    for (int i = 0; i < 4; i++) { /* free ground is on the left, the solid on the right */
        double ax = (double)walls[i].a.x, ay = (double)walls[i].a.y;
        double dx = (double)walls[i].b.x - ax, dy = (double)walls[i].b.y - ay;
        ck_assert_double_lt(dx * (2 - ay) - dy * (4 - ax), 0);
    }
    wend_point place = {-5, 0}, rest = {0, 0};
    ck_assert_int_eq(wend_world_move_obstacle(world, block, place, 0, rest, 0, NULL), WEND_OK);
    worlds_step(world, 5);
    wend_world_overlay_walls(world, walls, NULL, 4);
    ck_assert_ptr_nonnull(wall_from(walls, -6, -1));
    ck_assert_ptr_nonnull(wall_from(walls, -4, 1));
    ck_assert_int_eq(wend_world_close_obstacle(world, block, false, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_overlay_walls(world, walls, NULL, 4), 0);
    wend_world_destroy(world);
}
END_TEST

/* A block drives at 0.5 m/s into someone who stands: it pushes them ahead. */
START_TEST(a_moving_obstacle_pushes) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 3, 0.3, (wend_goal){0});
    add_block(world, 0, 0, 0.5, 0.0); /* its front is at 1, and at 6 after 10 s */
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        double front = 1 + 0.5 * wend_world_time(world);
        ck_assert_double_ge(worlds_state(world, agent).position.x, front);
    }
    ck_assert_double_le(worlds_state(world, agent).position.x, 6.4);
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_obstacles_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_point points[] = {{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}};
    wend_obstacle_def good = wend_default_obstacle_def(), def;
    good.points = points;
    good.point_count = 4;
    wend_obstacle out = {5};
    wend_error error = {0};
    def = good, def.point_count = 1;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "points"));
    def = good, def.kind = WEND_OBSTACLE_MOVING, def.name = "cart";
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "convex"));
    ck_assert_ptr_nonnull(strstr(error.message, "'cart'"));
    def.point_count = 3;
    def.turning = NAN;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    def.turning = 0;
    def.layer = 1;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    ck_assert_uint_eq(out.value, 5);
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &good, &door, NULL), WEND_OK);
    wend_point place = {0, 0};
    ck_assert_int_eq(wend_world_move_obstacle(world, door, place, 0, place, 0, &error),
                     WEND_ERROR_NAME); /* a door does not move */
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/obstacles", a_class_is_switched_off_and_on, a_door_opens_and_closes,
          an_obstacle_is_where_its_motion_says, a_moving_obstacle_pushes,
          bad_obstacles_are_refused);
}
