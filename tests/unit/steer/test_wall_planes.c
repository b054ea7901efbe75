/* Compares wall planes with brute force: every velocity that all planes of an agent allow must keep
 * the agent's disc clear of all walls for the wall horizon. Also checks that the planes depend only
 * on where the walls are, and that the move stage has nothing to correct if the solve status was
 * free. */
/* cost: 7 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "steer/solve/walls/planes.h"
#include "step/internals.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* ---- Brute force ----------------------------------------------------------------------------- */

enum { GRID = 24, SPACES = 150, POINTS_EACH = 60 };

static const float max_speed = 2.0F, radius = 0.25F;
/* m: rounding error of planes and paths within 20 m of the origin. */
static const double slack = 2e-6;

/* Makes a rotated box, an L-shape, a triangle, a room with a bay, a thin wall with corners, and an
 * isolated wall. */
static wend_space *sample_space(dice *from) {
    static sketch s;
    sketch_start(&s);
    double room[] = {-6, -6, 6, -6, 6, 2, 8, 2, 8, 4, 6, 4, 6, 6, -6, 6};
    double ell[] = {-1, -1, 1, -1, 1, -0.3, -0.4, -0.3, -0.4, 1, -1, 1};
    double triangle[] = {-0.7, 0, 0.8, 0.2, -0.3, 0.5};
    double bent[] = {-1, 0, 0, 0.6, 0.8, -0.3};
    double turn = dice_between(from, 0.0, 6.28);
    sketch_set_transform(&s, turn, 0.0, 0.0);
    sketch_boundary(&s, 0, room, 8);
    for (int i = 0; i < 5; i++) {
        /* In the coordinates of the rotated room. */
        double x = 3.5 * (i % 3 - 1), y = 4.0 * (i / 3) - 2.0;
        wend_point at = sketch_point(&s, x, y);
        sketch_set_transform(&s, dice_between(from, 0.0, 6.28), at.x, at.y);
        switch (i) {
        case 0:
            sketch_solid(&s, 0, 0, ell, 6);
            break;
        case 1:
            sketch_solid(&s, 0, 0, triangle, 3);
            break;
        case 2:
            sketch_open(&s, 0, 0, bent, 3);
            break;
        case 3:
            sketch_line(&s, 0, 0, -0.6, -0.2, 0.6, 0.2);
            break;
        default:
            sketch_box(&s, 0, 0, -0.7, -0.4, 0.7, 0.4);
        }
        sketch_set_transform(&s, turn, 0.0, 0.0);
    }
    return sketch_space(&s);
}

static double nearest_wall(const wend_space *space, wend_vec2 from, wend_vec2 to) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        least = fmin(least, plain_gap(from, to, wall.a, wall.b));
    }
    return least;
}

static bool is_allowed(const velocity_plane *planes, uint32_t count, wend_vec2 v) {
    for (uint32_t i = 0; i < count; i++) {
        if ((double)planes[i].normal.x * (double)v.x + (double)planes[i].normal.y * (double)v.y <
            (double)planes[i].offset) {
            return false;
        }
    }
    return true;
}

/* Tests all velocities of a grid. Returns how many of them the planes allowed. */
static uint32_t try_velocities(const wend_space *space, const wend_body *body, float horizon,
                               const velocity_plane *planes, uint32_t count) {
    uint32_t allowed = 0;
    double before = nearest_wall(space, body->position, body->position);
    double least = fmin(before, (double)body->radius) - slack;
    for (int i = 0; i < GRID * GRID; i++) {
        wend_vec2 v = {max_speed * (2.0F * (float)(i % GRID) / (GRID - 1) - 1.0F),
                       max_speed * (2.0F * (float)(i / GRID) / (GRID - 1) - 1.0F)};
        if (hypotf(v.x, v.y) > max_speed || !is_allowed(planes, count, v)) {
            continue;
        }
        wend_vec2 to = {body->position.x + v.x * horizon, body->position.y + v.y * horizon};
        double gap = nearest_wall(space, body->position, to);
        if (gap < least) {
            ck_abort_msg("at (%.6f, %.6f), velocity (%.4f, %.4f): (%.3f, %.3f) gaps %g",
                         (double)body->position.x, (double)body->position.y,
                         (double)body->velocity.x, (double)body->velocity.y, (double)v.x,
                         (double)v.y, gap);
        }
        allowed++;
    }
    return allowed;
}

START_TEST(allowed_velocities_keep_agents_clear_of_walls) {
    uint32_t allowed = 0, planes_seen = 0;
    for (uint64_t seed = 1; seed <= trials(SPACES); seed++) {
        dice from = {seed + 1000 * (uint64_t)_i};
        wend_space *space = sample_space(&from);
        wend_world *world = worlds_make(space, NULL);
        wend_view view = *wend_world_view(world);
        float horizon = _i ? 2.0F : 0.5F;
        for (int i = 0; i < POINTS_EACH; i++) {
            wend_body body = {.radius = radius};
            body.position =
                (wend_vec2){(float)dice_between(&from, -6, 6), (float)dice_between(&from, -6, 6)};
            body.velocity = (wend_vec2){(float)dice_between(&from, -1.4, 1.4),
                                        (float)dice_between(&from, -1.4, 1.4)};
            if (!wend_space_is_walkable(space, (wend_location){body.position, 0},
                                        WEND_ALL_CLASSES)) {
                continue;
            }
            velocity_plane planes[WALL_PLANES_MOST];
            view.bodies = &body;
            uint32_t count = wall_planes(&view, 0, max_speed, horizon, planes);
            allowed += try_velocities(space, &body, horizon, planes, count);
            planes_seen += count;
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(allowed,
                      trials_bound(100001)); /* the planes do not force agents to stand still */
    ck_assert_uint_ge(planes_seen, trials_bound(2001));
}
END_TEST

/* ---- Which walls, in which order ------------------------------------------------------------- */

/* Makes a room with random squares and wedges, determined by the seed. If `other` is true, the room
 * is the same, but its rings have a different order, different first points, and the opposite
 * direction. */
static wend_space *shuffled_space(uint64_t seed, bool other) {
    static sketch s;
    static const double square[] = {-0.75, -0.75, 0.75, -0.75, 0.75, 0.75, -0.75, 0.75};
    static const double wedge[] = {-1, 0, 1, -0.5, 0.5, 0.5};
    dice from = {seed};
    double turn = dice_below(&from, 3) == 0 ? dice_between(&from, 0.0, 6.28)
                                            : 0.25 * 3.14159265358979 * dice_below(&from, 8);
    sketch_start(&s);
    sketch_set_transform(&s, 0.0, 0.0, 0.0);
    sketch_box_boundary(&s, 0, -6, -6, 6, 6);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t which = other ? 3 - i : i, count = which % 2 ? 3 : 4;
        const double *ring = which % 2 ? wedge : square;
        double points[8];
        for (uint32_t k = 0; k < count; k++) {
            uint32_t point = other ? (2 * count - 2 - k) % count : k;
            points[2 * k] = ring[2 * point];
            points[2 * k + 1] = ring[2 * point + 1];
        }
        sketch_set_transform(&s, turn, which / 2 ? 2.5 : -2.5, which % 2 ? 2.5 : -2.5);
        sketch_solid(&s, 0, 0, points, count);
    }
    return sketch_space(&s);
}

/* Samples a body, often on a line of symmetry of a corner, where two walls are equally far away. */
static wend_body sample_body(dice *from) {
    wend_body body = {.radius = radius};
    float x = (float)dice_between(from, -5.5, 5.5), y = (float)dice_between(from, -5.5, 5.5);
    switch (dice_below(from, 4)) {
    case 0:
        y = dice_below(from, 2) ? x : -x;
        break;
    case 1:
        y = dice_below(from, 2) ? 2.5F : -2.5F;
        break;
    default:
        break;
    }
    body.position = (wend_vec2){x, y};
    body.velocity =
        (wend_vec2){(float)dice_between(from, -1.4, 1.4), (float)dice_between(from, -1.4, 1.4)};
    return body;
}

static void expect_same(const velocity_plane *one, uint32_t one_count, const velocity_plane *two,
                        uint32_t two_count) {
    ck_assert_uint_eq(one_count, two_count);
    for (uint32_t i = 0; i < one_count; i++) {
        ck_assert(one[i].normal.x == two[i].normal.x && one[i].normal.y == two[i].normal.y);
        ck_assert(one[i].offset == two[i].offset);
    }
}

/* The planes depend on where walls are, not on the order in which they were given. */
START_TEST(the_order_of_walls_does_not_matter) {
    uint32_t seen = 0;
    for (uint64_t seed = 1; seed <= trials(60); seed++) {
        wend_world *worlds[2] = {worlds_make(shuffled_space(seed, false), NULL),
                                 worlds_make(shuffled_space(seed, true), NULL)};
        dice from = {seed + 500};
        for (int i = 0; i < 300; i++) {
            wend_body body = sample_body(&from);
            velocity_plane planes[2][WALL_PLANES_MOST];
            uint32_t counts[2];
            for (int k = 0; k < 2; k++) {
                wend_view view = *wend_world_view(worlds[k]);
                view.bodies = &body;
                counts[k] = wall_planes(&view, 0, max_speed, i % 2 ? 0.5F : 2.0F, planes[k]);
            }
            expect_same(planes[0], counts[0], planes[1], counts[1]);
            seen += counts[0];
        }
        wend_world_destroy(worlds[0]);
        wend_world_destroy(worlds[1]);
    }
    ck_assert_uint_ge(seen, trials_bound(20001));
}
END_TEST

/* An obstacle without walls has a bounding box that covers everything. Inside such a box, walls are
 * found by a query instead of a list. Both must give the same planes. */
START_TEST(lists_and_queries_give_the_same_planes) {
    overlay_obstacle nothing = {0};
    overlay_box box = {{-100.0F, -100.0F}, {100.0F, 100.0F}, 0};
    overlay over = {.obstacles = &nothing,
                    .obstacle_count = 1,
                    .boxes = &box,
                    .box_count = 1,
                    .widest = 200.0F};
    uint32_t seen = 0;
    for (uint64_t seed = 1; seed <= trials(40); seed++) {
        dice from = {seed};
        wend_world *world = worlds_make(sample_space(&from), NULL);
        wend_view view = *wend_world_view(world), laid = view;
        struct wend_internals inside = *view.internals;
        inside.overlay = &over;
        laid.internals = &inside;
        for (int i = 0; i < 300; i++) {
            wend_body body = sample_body(&from);
            velocity_plane planes[2][WALL_PLANES_MOST];
            view.bodies = laid.bodies = &body;
            /* Some horizons reach farther than the lists of walls do. */
            float horizon = (float)dice_between(&from, 0.2, 1.2);
            uint32_t listed = wall_planes(&view, 0, max_speed, horizon, planes[0]);
            uint32_t queried = wall_planes(&laid, 0, max_speed, horizon, planes[1]);
            expect_same(planes[0], listed, planes[1], queried);
            seen += listed;
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(seen, trials_bound(5001));
}
END_TEST

/* A long wall acts as a line: its plane allows the speed that closes the gap within the horizon,
 * and requires the speed that ends an overlap within the horizon. */
START_TEST(gap_to_a_long_wall_may_be_closed_within_the_horizon) {
    static sketch s;
    dice from = {11};
    double turn = 0.7, gap_seen = 0.0, overlap_seen = 0.0;
    sketch_start(&s);
    sketch_set_transform(&s, turn, 0.0, 0.0);
    sketch_line(&s, 0, 0, -10.0, 0.0, 10.0, 0.0);
    wend_world *world = worlds_make(sketch_space(&s), NULL);
    wend_view view = *wend_world_view(world);
    for (int i = 0; i < 500; i++) {
        double x = dice_between(&from, -8.0, 8.0), y = dice_between(&from, -1.2, 1.2);
        wend_body body = {.radius = radius};
        body.position = (wend_vec2){(float)(x * cos(turn) - y * sin(turn)),
                                    (float)(x * sin(turn) + y * cos(turn))};
        body.velocity = (wend_vec2){(float)dice_between(&from, -1.4, 1.4),
                                    (float)dice_between(&from, -1.4, 1.4)};
        velocity_plane planes[WALL_PLANES_MOST];
        view.bodies = &body;
        ck_assert_uint_eq(wall_planes(&view, 0, max_speed, 0.5F, planes), 1);
        double side = y > 0.0 ? 1.0 : -1.0, gap = fabs(y) - (double)radius;
        ck_assert_double_eq_tol((double)planes[0].normal.x, -sin(turn) * side, 1e-6);
        ck_assert_double_eq_tol((double)planes[0].normal.y, cos(turn) * side, 1e-6);
        ck_assert_double_eq_tol((double)planes[0].offset, -gap / 0.5, 1e-4);
        gap_seen = fmax(gap_seen, gap);
        overlap_seen = fmax(overlap_seen, -gap);
    }
    ck_assert_double_gt(gap_seen, 0.9);
    ck_assert_double_gt(overlap_seen, 0.2);
    wend_world_destroy(world);
}
END_TEST

/* An agent that touches or overlaps a corner may always move straight away from it, because the
 * planes of the walls that meet there do not contradict each other. The program must find that
 * velocity. Tested at corners of solids and of open walls. */
START_TEST(walls_at_a_touched_corner_allow_a_velocity) {
    dice from = {31 + (uint64_t)_i};
    for (int trial = 0; trial < (int)trials(3000); trial++) {
        static sketch s;
        double angle = dice_between(&from, 0.3, 2.8), turn = dice_between(&from, -3.1, 3.1);
        double corner[] = {0, 0, 2, 0, 2 * cos(angle), 2 * sin(angle)};
        double bend[] = {2, 0, 0, 0, 2 * cos(angle), 2 * sin(angle)};
        sketch_start(&s);
        sketch_set_transform(&s, turn, dice_between(&from, -20, 20), dice_between(&from, -20, 20));
        if (_i) {
            sketch_open(&s, 0, 0, bend, 3);
        } else {
            sketch_solid(&s, 0, 0, corner, 3);
        }
        wend_world *world = worlds_make(sketch_space(&s), NULL);
        wend_view view = *wend_world_view(world);
        double gaps[] = {0.0, -1e-6, 1e-6, -1e-5, 1e-5, 2e-5, -1e-3, -0.02, -0.1};
        double off = (double)radius + gaps[dice_below(&from, 9)];
        double side = angle / 2 + 3.14159265 + dice_between(&from, -1.57, 1.57);
        wend_vec2 vertex = wend_space_to_local(view.space, sketch_point(&s, 0.0, 0.0));
        wend_vec2 away = {(float)cos(turn + side), (float)sin(turn + side)};
        wend_body body = {.radius = radius};
        body.position = (wend_vec2){vertex.x + (float)off * away.x, vertex.y + (float)off * away.y};
        body.velocity = (wend_vec2){(float)dice_between(&from, -1.4, 1.4),
                                    (float)dice_between(&from, -1.4, 1.4)};
        velocity_plane planes[WALL_PLANES_MOST];
        view.bodies = &body;
        uint32_t count = wall_planes(&view, 0, max_speed, 0.5F, planes);
        ck_assert_uint_gt(count, 0);
        velocity_program program = {.planes = planes,
                                    .count = count,
                                    .hard = count,
                                    .preferred_velocity = body.velocity,
                                    .max_speed = max_speed};
        wend_vec2 v;
        ck_assert_msg(program_plan(&program, &v) == count,
                      "trial %d: angle %g, off %.9g, side %g: %u planes leave nothing", trial,
                      angle, off, side, count);
        wend_world_destroy(world);
    }
}
END_TEST

/* Returns the distance from the body's velocity to the nearest velocity that brings the disc to the
 * wall within the horizon. A velocity v brings the disc to the wall at time t if v * t is at most
 * `radius` away from the wall, with the body as the origin. So v must be at most radius / t away
 * from the wall scaled by 1 / t. */
static double distance_to_obstacle(const wend_body *body, const wend_wall *wall, double horizon) {
    double least = INFINITY;
    for (double rate = 1.0 / horizon; rate < 400.0; rate *= 1.0005) {
        double ax = ((double)wall->a.x - (double)body->position.x) * rate;
        double ay = ((double)wall->a.y - (double)body->position.y) * rate;
        double bx = ((double)wall->b.x - (double)body->position.x) * rate;
        double by = ((double)wall->b.y - (double)body->position.y) * rate;
        double far =
            point_to_segment((double)body->velocity.x, (double)body->velocity.y, ax, ay, bx, by);
        least = fmin(least, far - ((double)body->radius + 1e-5) * rate);
    }
    return least;
}

/* The plane touches the wall's velocity obstacle at the point nearest to the velocity. */
START_TEST(isolated_wall_forbids_only_collisions) {
    static sketch s;
    dice from = {12};
    uint32_t outside = 0;
    sketch_start(&s);
    sketch_line(&s, 0, 0, -0.8, -0.3, 0.8, 0.3);
    wend_world *world = worlds_make(sketch_space(&s), NULL);
    wend_view view = *wend_world_view(world);
    wend_wall wall = wend_space_wall(view.space, 0);
    for (int i = 0; i < (int)trials(1000); i++) {
        wend_body body = {.radius = radius};
        body.position =
            (wend_vec2){(float)dice_between(&from, -2, 2), (float)dice_between(&from, -1.5, 1.5)};
        body.velocity = (wend_vec2){(float)dice_between(&from, -1.4, 1.4),
                                    (float)dice_between(&from, -1.4, 1.4)};
        velocity_plane plane[WALL_PLANES_MOST];
        view.bodies = &body;
        double expected = distance_to_obstacle(&body, &wall, 0.5);
        bool touches = plain_distance(body.position, wall.a, wall.b) < (double)radius + 1e-4;
        if (touches || expected <= 0.0 || wall_planes(&view, 0, max_speed, 0.5F, plane) == 0) {
            continue;
        }
        double found = (double)(plane->normal.x * body.velocity.x +
                                plane->normal.y * body.velocity.y - plane->offset);
        ck_assert_double_eq_tol(found, expected, 1e-3);
        outside++;
    }
    ck_assert_uint_ge(outside, trials_bound(301));
    wend_world_destroy(world);
}
END_TEST

/* ---- Nothing to mend ------------------------------------------------------------------------- */

enum { CROWD = 120 };

/* Makes a world with agents that cross a room with pillars back and forth. The room is translated
 * by `shift`. */
static wend_world *crossing_room(double shift, double dt) {
    static sketch s;
    sketch_start(&s);
    sketch_set_transform(&s, 0.3, shift, -shift);
    sketch_box_boundary(&s, 0, 0, 0, 20, 12);
    for (int i = 0; i < 4; i++) {
        double x = 6.0 + 6.0 * (i % 2), y = 3.5 + 4.0 * (i / 2);
        sketch_box(&s, 0, 0, x, y, x + 1.5, y + 1.0);
    }
    wend_world_def def = wend_default_world_def();
    def.space = sketch_space(&s);
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "orca");
    dice from = {7};
    for (int i = 0; i < CROWD; i++) {
        double x = 0.5 + 0.45 * (i / 15 % 4), y = 0.6 + 0.75 * (i % 15);
        wend_point at = sketch_point(&s, i < CROWD / 2 ? x : 20.0 - x, y);
        wend_point to = sketch_point(&s, i < CROWD / 2 ? 19.0 : 1.0, dice_between(&from, 1, 11));
        worlds_agent(world, at.x, at.y, worlds_point(world, to.x, to.y));
    }
    return world;
}

static wend_obstacle add_cart(wend_world *world, wend_point at, wend_point velocity,
                              double angular_velocity) {
    static const wend_point corners[] = {{-0.8, -0.5}, {0.8, -0.5}, {0.8, 0.5}, {-0.8, 0.5}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = corners;
    def.point_count = 4;
    def.position = at;
    def.velocity = velocity;
    def.angular_velocity = angular_velocity;
    wend_obstacle cart;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &cart, NULL), WEND_OK);
    return cart;
}

START_TEST(velocities_with_free_status_hit_no_wall) {
    static const double shifts[] = {0.0, 30.0, 900.0};
    wend_world *world = crossing_room(shifts[_i], 0.1);
    worlds_step(world, 300);
    wend_stats stats = wend_world_get_stats(world);
    ck_assert_uint_eq(stats.wall_interventions_while_feasible, 0);
    /* The check above covers enough feasible steps. */
    ck_assert_uint_lt(stats.infeasible_steps, stats.agent_steps / 3);
    ck_assert_uint_ge(stats.arrivals, CROWD / 2);
    wend_world_destroy(world);
}
END_TEST

/* Adds a goal point at which agents leave the world, because agents that stay could be pushed onto
 * the goals of others. */
static wend_goal exit_at(wend_world *world, double x, double y) {
    wend_goal_def def = wend_default_goal_def();
    wend_point at = {x, y};
    def.shape = WEND_GOAL_POINT;
    def.points = &at;
    def.point_count = 1;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_goal goal;
    ck_assert_int_eq(wend_world_add_goal(world, &def, &goal, NULL), WEND_OK);
    return goal;
}

/* The cart rolls, with or without rotating. */
START_TEST(velocities_with_free_status_hit_no_cart) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca");
    add_cart(world, (wend_point){0.0, -5.0}, (wend_point){0.1, 0.6}, _i ? 0.15 : 0.0);
    for (int i = 0; i < 40; i++) {
        double x = (i % 2 ? 1.0 : -1.0) * (4.0 + 1.2 * (i / 2 % 4)), y = 1.2 * (i / 8) - 3.0;
        worlds_agent(world, x, y, exit_at(world, -x, y));
    }
    worlds_step(world, 300);
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions_while_feasible, 0);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 40);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/wall_planes");
    TCase *cases = tcase_create("planes");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, allowed_velocities_keep_agents_clear_of_walls, 0, 2);
    tcase_add_test(cases, the_order_of_walls_does_not_matter);
    tcase_add_test(cases, lists_and_queries_give_the_same_planes);
    tcase_add_test(cases, gap_to_a_long_wall_may_be_closed_within_the_horizon);
    tcase_add_loop_test(cases, walls_at_a_touched_corner_allow_a_velocity, 0, 2);
    tcase_add_test(cases, isolated_wall_forbids_only_collisions);
    tcase_add_loop_test(cases, velocities_with_free_status_hit_no_wall, 0, 3);
    tcase_add_loop_test(cases, velocities_with_free_status_hit_no_cart, 0, 2);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
