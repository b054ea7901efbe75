/* The overlay: doors, switched classes, moving obstacles. */
#include <math.h>
#include <string.h>

#include "support/spaces.h"
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

START_TEST(a_class_can_be_switched_off_and_on) {
    wend_agent agents[5];
    wend_world *world = gap_world(agents);
    worlds_step(world, 100);
    expect_side(world, agents, true);
    ck_assert_double_eq_tol(worlds_state(world, agents[2]).position.x, 9.5, 0.01);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 5);
    expect_side(world, agents, false);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, true, NULL), WEND_OK);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(
            wend_world_set_agent_goal(world, agents[i], worlds_point(world, 5, 5), NULL), 0);
    }
    worlds_step(world, 100);
    expect_side(world, agents, false);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_door_opens_and_closes) {
    wend_agent agents[5];
    wend_world *world = gap_world(agents);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    wend_point points[] = {{10, 4}, {10, 6}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = points;
    def.point_count = 2;
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    worlds_step(world, 100);
    expect_side(world, agents, true);
    ck_assert_double_eq_tol(worlds_state(world, agents[2]).position.x, 9.75, 0.01);
    ck_assert_uint_gt(wend_world_get_stats(world).wall_interventions, 0);
    wend_wall_hit walls[4];
    uint32_t layers[4];
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, walls, layers, 4), 1);
    ck_assert_float_eq(walls[0].a.x, 10.0F);
    const wend_view *view = wend_world_view(world);
    wend_location here = {{9, 5}, 0}, there = {{11, 5}, 0};
    ck_assert(!wend_view_is_visible(view, here, there, 0));
    ck_assert_uint_eq(wend_view_find_closest_wall(view, here, 5).wall,
                      wend_space_wall_count(wend_world_space(world)));
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, walls, NULL, 4), 0);
    ck_assert(wend_view_is_visible(wend_world_view(world), here, there, 0));
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 5);
    expect_side(world, agents, false);
    wend_world_destroy(world);
}
END_TEST

static wend_obstacle add_block(wend_world *world, double x, double y, double vx,
                               double angular_velocity) {
    static const wend_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){x, y};
    def.velocity = (wend_point){vx, 0};
    def.angular_velocity = angular_velocity;
    wend_obstacle obstacle = {0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &obstacle, NULL), WEND_OK);
    return obstacle;
}

/* Returns the wall that begins at a point, or NULL. */
static const wend_wall_hit *wall_from(const wend_wall_hit walls[4], double x, double y) {
    for (int i = 0; i < 4; i++) {
        if (hypot((double)walls[i].a.x - x, (double)walls[i].a.y - y) < 1e-5) {
            return &walls[i];
        }
    }
    return NULL;
}

/* After a step, an obstacle is at the position that its motion gives for that time. */
START_TEST(obstacle_follows_its_motion) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_obstacle block = add_block(world, 3, 2, 0.5, 0.25);
    wend_wall_hit walls[4];
    worlds_step(world, 20);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, walls, NULL, 4), 4);
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
    wend_point position = {-5, 0}, rest = {0, 0};
    ck_assert_int_eq(wend_world_set_obstacle_motion(world, block, position, 0, rest, 0, NULL),
                     WEND_OK);
    worlds_step(world, 5);
    wend_world_get_overlay_walls(world, walls, NULL, 4);
    ck_assert_ptr_nonnull(wall_from(walls, -6, -1));
    ck_assert_ptr_nonnull(wall_from(walls, -4, 1));
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, block, false, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, walls, NULL, 4), 0);
    wend_world_destroy(world);
}
END_TEST

/* A block drives at 0.5 m/s into a standing agent: the block pushes the agent ahead of it. */
START_TEST(a_moving_obstacle_pushes_agents) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 3, 0.3, (wend_goal){0});
    add_block(world, 0, 0, 0.5, 0.0); /* its front is at x = 1 now, and at x = 6 after 10 s */
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
    def.angular_velocity = NAN;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    def.angular_velocity = 0;
    def.layer = 1;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, &error), WEND_ERROR_INVALID);
    ck_assert_uint_eq(out.value, 5);
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &good, &door, NULL), WEND_OK);
    wend_point position = {0, 0};
    ck_assert_int_eq(wend_world_set_obstacle_motion(world, door, position, 0, position, 0, &error),
                     WEND_ERROR_NAME); /* a door does not move */
    wend_world_destroy(world);
}
END_TEST

/* ---- Many ------------------------------------------------------------------------------------ */

enum { MANY = 300, WALLS = MANY * 4 };

static wend_obstacle add_drawn(wend_world *world, dice *random) {
    double size = dice_below(random, 10) ? dice_between(random, 0.2, 1.0) : 12.0;
    double x = dice_between(random, 1, 59), y = dice_between(random, 1, 59);
    bool is_door = dice_below(random, 2);
    wend_point square[] = {{-size, -size}, {size, -size}, {size, size}, {-size, size}};
    wend_point chain[] = {{x, y}, {x + size, y + 0.3}, {x + 0.5, y + size}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = is_door ? WEND_OBSTACLE_DOOR : WEND_OBSTACLE_MOVING;
    def.points = is_door ? chain : square;
    def.point_count = is_door ? 2 + dice_below(random, 2) : 4;
    if (!is_door) {
        def.position = (wend_point){x, y};
        def.velocity = (wend_point){dice_between(random, -1, 1), dice_between(random, -1, 1)};
        def.angular_velocity = dice_between(random, -1, 1);
    }
    def.closed = dice_below(random, 5) != 0;
    wend_obstacle out = {0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &out, NULL), WEND_OK);
    return out;
}

/* Compares the overlay walls within `radius` with those that a scan finds. Because of rounding, a
 * wall at a distance of almost exactly `radius` may or may not be reported. */
static void check_walls_near(const wend_view *view, const wend_wall_hit *walls, uint32_t count,
                             wend_vec2 at, float radius) {
    static wend_wall_hit hits[WALLS];
    static bool reported[WALLS];
    memset(reported, 0, sizeof reported);
    uint32_t first = wend_space_wall_count(view->space);
    uint32_t found = wend_view_find_walls(view, (wend_location){at, 0}, radius, hits, WALLS);
    for (uint32_t i = 0; i < found; i++) {
        ck_assert(i == 0 || hits[i - 1].distance <= hits[i].distance);
        if (hits[i].wall >= first) {
            ck_assert(!reported[hits[i].wall - first]);
            reported[hits[i].wall - first] = true;
        }
    }
    float nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double distance = plain_distance(at, walls[i].a, walls[i].b);
        nearest = fminf(nearest, (float)distance);
        bool is_near = distance < (double)radius;
        if (fabs(distance - (double)radius) > 1e-4 && reported[i] != is_near) {
            ck_abort_msg("wall %u at %g, (%g, %g)", i, distance, (double)at.x, (double)at.y);
        }
    }
    if (nearest < radius - 1e-4F) {
        ck_assert_float_le(
            wend_view_find_closest_wall(view, (wend_location){at, 0}, radius).distance,
            nearest + 1e-4F);
    }
}

static uint32_t check_sight(const wend_view *view, const wend_wall_hit *walls, uint32_t count,
                            wend_vec2 p, wend_vec2 q, float radius) {
    double gap = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        gap = fmin(gap, plain_gap(p, q, walls[i].a, walls[i].b));
    }
    bool seen = wend_view_is_visible(view, (wend_location){p, 0}, (wend_location){q, 0}, radius);
    if (fabs(gap - (double)radius) > 1e-4 && gap > 0.0) {
        ck_assert_msg(seen == (gap > (double)radius), "(%g, %g) - (%g, %g), gap %g", (double)p.x,
                      (double)p.y, (double)q.x, (double)q.y, gap);
    }
    ck_assert(gap > 0.0 || !seen);
    return seen;
}

START_TEST(wall_queries_match_full_scan) {
    static wend_wall_hit walls[WALLS];
    dice random = {71};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_obstacle obstacles[MANY];
    for (int i = 0; i < MANY; i++) {
        obstacles[i] = add_drawn(world, &random);
    }
    uint32_t seen = 0, sights = 0;
    for (int round = 0; round < 6; round++) { /* the first round runs before any step */
        const wend_view *view = wend_world_view(world);
        uint32_t count = wend_world_get_overlay_walls(world, walls, NULL, WALLS);
        ck_assert_uint_gt(count, MANY);
        for (int k = 0; k < 200; k++) {
            wend_vec2 p = {(float)dice_between(&random, -5, 65),
                           (float)dice_between(&random, -5, 65)};
            wend_vec2 q = {p.x + (float)dice_between(&random, -6, 6),
                           p.y + (float)dice_between(&random, -6, 6)};
            check_walls_near(view, walls, count, p, (float)dice_between(&random, 0.1, 5));
            seen += check_sight(view, walls, count, p, q, k % 2 ? 0.3F : 0.0F);
            sights++;
        }
        for (int k = 0; k < 30; k++) {
            wend_obstacle one = obstacles[dice_below(&random, MANY)];
            bool closed = dice_below(&random, 4) != 0;
            ck_assert_int_eq(wend_world_set_obstacle_closed(world, one, closed, NULL), WEND_OK);
        }
        worlds_step(world, 10);
    }
    ck_assert_uint_gt(seen, 50); /* both answers occurred often */
    ck_assert_uint_gt(sights - seen, 50);
    wend_world_destroy(world);
}
END_TEST

/* Each change causes an event, and a command that changes nothing causes none. */
START_TEST(doors_report_opening_and_closing) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    const wend_point line[] = {{5, -5}, {5, 5}}, cart[] = {{-1, -1}, {1, -1}, {0, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door = {0}, moving = {0};
    wend_event event = {0};
    def.points = line;
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = cart;
    def.point_count = 3;
    def.position = (wend_point){-9, 0};
    def.velocity = (wend_point){1, 0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &moving, NULL), WEND_OK);
    worlds_step(world, 10);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_DOOR_CLOSED, NULL), 0);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_DOOR_CLOSED, NULL), 0);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, moving, false, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_DOOR_OPENED, &event), 2);
    ck_assert_uint_eq(event.obstacle.value, door.value);
    ck_assert_uint_eq(event.agent.value, 0);
    ck_assert_double_eq(event.position.x, 5);
    ck_assert_double_eq_tol(event.time, 1.2, 1e-9);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, moving, true, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_DOOR_CLOSED, &event), 1);
    ck_assert_uint_eq(event.obstacle.value, moving.value);
    ck_assert_double_eq_tol(event.position.x, -9 + 1.2, 1e-9);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_DOOR_CLOSED, NULL), 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/obstacles", a_class_can_be_switched_off_and_on, a_door_opens_and_closes,
          obstacle_follows_its_motion, a_moving_obstacle_pushes_agents, bad_obstacles_are_refused,
          doors_report_opening_and_closing, wall_queries_match_full_scan);
}
