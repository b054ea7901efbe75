/* The follower `attraction` with a point that keeps a speed or a distance ahead of the agent. The
 * results are compared with a path that is cut into small pieces. The agents are scripted: each
 * test sets their positions. */
#include <math.h>
#include <string.h>

#include "support/attraction.h"
#include "support/worlds.h"

static const double radius = 0.25; /* radius of the agents, in m */
static const double pace = 1.3;    /* preferred speed of the agents, in m/s; a step takes 0.1 s */

/* ---- Ahead ----------------------------------------------------------------------------------- */

/* The path from a start point through `points` to the goal, cut into pieces of at most 1 cm. */
enum { PIECES = 20000 };
static double fine_x[PIECES], fine_y[PIECES], fine_s[PIECES], fine_room[PIECES];
static int fine_count;

static void cut_fine(wend_vec2 start, uint32_t count, wend_vec2 goal) {
    double x = (double)start.x, y = (double)start.y, s = 0;
    fine_count = 0;
    for (uint32_t i = 0; i <= count; i++) {
        wend_vec2 end = i < count ? points[i].position : goal;
        double dx = (double)end.x - x, dy = (double)end.y - y, length = hypot(dx, dy);
        int pieces = (int)(length / 0.01) + 1;
        double before = i ? (double)points[i - 1].clearance : (double)points[0].clearance - length;
        double after =
            i < count ? (double)points[i].clearance : (double)points[count - 1].clearance - length;
        for (int k = 0; k < pieces; k++, fine_count++) {
            double t = (double)k / pieces;
            ck_assert_int_lt(fine_count, PIECES);
            fine_x[fine_count] = x + t * dx;
            fine_y[fine_count] = y + t * dy;
            fine_s[fine_count] = s + t * length;
            fine_room[fine_count] = fmax(0, before + t * (after - before));
        }
        x += dx;
        y += dy;
        s += length;
    }
}

/* Returns the first piece that is at least `s` m along the path. */
static int fine_at(double s) {
    int i = 0;
    while (i < fine_count - 1 && fine_s[i] < s) {
        i++;
    }
    return i;
}

/* Returns the piece nearest to a point, among the pieces `from` to `to`. */
static int fine_nearest(int from, int to, double x, double y) {
    int best = from;
    for (int i = from; i <= to; i++) {
        if (hypot(fine_x[i] - x, fine_y[i] - y) < hypot(fine_x[best] - x, fine_y[best] - y)) {
            best = i;
        }
    }
    return best;
}

static void walk_ahead(const wend_setting *settings, uint32_t count, double distance, bool varies) {
    enum { COUNT = 60 };
    make_wave_path(COUNT);
    wend_vec2 start = {-2, 0}, goal = {66, 0};
    cut_fine(start, COUNT, goal);
    wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, count);
    scripted_add_agent(world, 1, (double)start.x, (double)start.y, worlds_point(world, 66, 0));
    worlds_step(world, 1);
    int reference = 0, alpha = fine_at(distance);
    for (uint64_t i = 0; i < 180; i++) {
        double s = 0.3 * (double)i - 2;
        float x = (float)(s + 0.3 * noise(i, 3)),
              y = (float)(2 * sin(fmax(s, 0) / 6) + noise(i, 4));
        wend_intent intent = scripted_intent_at(world, x, y, 0);
        for (int twice = 0; twice < 2; twice++) { /* the follower runs twice per position */
            reference = fine_nearest(reference, alpha, (double)x, (double)y);
            double room = fmax(fine_room[reference] - radius, radius);
            alpha = fine_at(fine_s[reference] + (varies ? fmin(distance, room) : distance));
            if (twice == 0) {
                intent = scripted_intent_at(world, x, y, 0);
            }
        }
        check_point(&intent, fine_x[alpha], fine_y[alpha], fine_room[alpha], 0.06);
    }
    ck_assert_double_gt(fine_s[reference], 50);
    scripted_world_destroy(world);
}

START_TEST(point_stays_the_given_distance_ahead) {
    wend_setting settings[] = {text("advance", "distance"), number("distance", 2.5)};
    walk_ahead(settings, 2, 2.5, false);
    settings[1].value.number.a = 6;
    walk_ahead(settings, 2, 6, false);
}
END_TEST

START_TEST(distance_varies_with_clearance) {
    wend_setting settings[] = {text("advance", "distance"), number("distance", 3),
                               text("vary", "clearance")};
    walk_ahead(settings, 3, 3, true);
}
END_TEST

/* Clearance is 1 m at x = 0, and either 5 m or infinite at x = 10. */
START_TEST(interpolates_clearance_between_samples) {
    make_straight_path(3, 10, 1);
    points[1].clearance = 5;
    wend_setting settings[] = {text("advance", "distance"), number("distance", 4)};
    wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, 2);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 90, 0));
    wend_intent intent = scripted_intent_at(world, 2, 1, 0);
    check_point(&intent, 6, 0, 1 + 0.6 * 4, 1e-5);
    scripted_world_destroy(world);
    points[1].clearance = INFINITY; /* infinite clearance applies only at the point itself */
    world = scripted_world_create(worlds_open(), "attraction", settings, 2);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 90, 0));
    intent = scripted_intent_at(world, 2, 1, 0);
    check_point(&intent, 6, 0, 1, 1e-5);
    intent = scripted_intent_at(world, 6, 1, 0);
    check_point(&intent, 10, 0, INFINITY, 1e-5);
    scripted_world_destroy(world);
}
END_TEST

/* Where there is barely room for the agent, the point is one radius ahead. */
START_TEST(point_is_at_least_a_radius_ahead) {
    static const float rooms[] = {0, 0.3F, 0.5F};
    wend_setting settings[] = {text("advance", "distance"), text("vary", "clearance")};
    for (int i = 0; i < 3; i++) {
        make_straight_path(20, 1, rooms[i]);
        wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, 2);
        scripted_add_agent(world, 1, 0, 0, worlds_point(world, 90, 0));
        for (int k = 1; k <= 20; k++) {
            scripted_intent_at(world, 0.2F * (float)k, 0.5F, 0);
        }
        check_point(&scripted_intents[1], 4.25, 0, (double)rooms[i], 1e-4);
        scripted_world_destroy(world);
    }
}
END_TEST

/* The path doubles back along the same line: of two points at the same distance, the first counts.
 */
START_TEST(does_not_skip_a_reversal_of_the_path) {
    make_straight_path(3, 10, 3);
    points[2].position.x = 0;
    wend_setting settings[] = {text("advance", "distance"), number("distance", 12)};
    wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, 2);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, -90, 0));
    for (int k = 1; k <= 15; k++) {
        wend_intent intent = scripted_intent_at(world, 0.5F * (float)k, 1, 0);
        double s = 0.5 * k + 12;
        check_point(&intent, s < 10 ? s : 20 - s, 0, 3, 1e-4);
    }
    scripted_world_destroy(world);
}
END_TEST

/* The path leads up the stair (layer 1) to the upper floor (layer 2), which lies over the ground at
 * y > 12. An agent on the ground below the path makes no progress along it, and sees no part of it.
 */
START_TEST(ignores_legs_on_other_layers) {
    static const wend_route_point route_points[] = {
        {{9, 5}, 1, 0}, {{15, 5}, 1, 2}, {{15, 15}, 3, 2}, {{5, 15}, 3, 2}};
    scripted_route = scripted_path_route(route_points, 4);
    wend_setting settings[] = {text("advance", "distance"), number("distance", 2)};
    wend_world *world = scripted_world_create(worlds_floors(), "attraction", settings, 2);
    wend_point position = {1, 15};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &position;
    goal.layer = 2;
    scripted_add_agent(world, 1, 9, 5, worlds_add_goal(world, &goal));
    wend_intent intent = scripted_intent_at(world, 9.5F, 5, 0);
    check_point(&intent, 11.5, 5, 1, 1e-4);
    for (int i = 0; i < 6; i++) { /* on the stair, where the path has no vertex */
        float x = 10.5F + 0.5F * (float)i;
        intent = scripted_intent_at(world, x, 5, 1);
        check_point(&intent, (double)x + 2, 5, 1, 1e-4);
    }
    for (int i = 0; i < 8; i++) {
        scripted_intent_at(world, 15, 5 + 1.5F * (float)i, 2);
    }
    intent = scripted_intent_at(world, 14, 15, 2);
    check_point(&intent, 12, 15, 3, 1e-4);
    intent = scripted_intent_at(world, 8, 15, 0); /* on the ground below the path */
    check_point(&intent, 13.75, 15, 3, 1e-4);
    scripted_intent_at(world, 13, 14.5F, 2); /* catches up with the point, at x = 13.75 */
    intent = scripted_intent_at(world, 13, 14.5F, 2);
    check_point(&intent, 11, 15, 3, 1e-4);
    scripted_world_destroy(world);
}
END_TEST

/* The goal is 4 m beyond the last point, which is (20, 0). From 3 m before that point on, the agent
 * heads for the goal itself. */
START_TEST(heads_for_the_goal_at_the_end) {
    make_straight_path(11, 2, 3);
    wend_setting settings[] = {text("advance", "distance"), number("distance", 3)};
    wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, 2);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 24, 0));
    for (int i = 1; i <= 20; i++) {
        scripted_intent_at(world, (float)i, 0, 0);
    }
    wend_intent intent = scripted_intent_at(world, 20.5F, 0.2F, 0);
    check_point(&intent, 23.5, 0, 0, 1e-4);
    intent = scripted_intent_at(world, 21.1F, 0.2F, 0);
    check_goal(&intent, 24, 0);
    scripted_world_destroy(world);
}
END_TEST

/* The point moves at 1.5 times the agent's preferred speed, from 1 m ahead of the agent to 4 m
 * ahead of it. It then stops while the agent stands still, and stays 4 m ahead while the agent
 * walks. */
START_TEST(point_waits_for_a_lagging_agent) {
    make_straight_path(60, 1, 3);
    wend_setting settings[] = {text("advance", "speed"), number("lead_speed", 1.5),
                               number("distance", 1), number("lag", 4)};
    wend_world *world = scripted_world_create(worlds_open(), "attraction", settings, 4);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 80, 0));
    for (int i = 0; i < 40; i++) { /* the agent stands still */
        worlds_step(world, 1);
        double ahead = fmin(1 + i * 1.5 * pace * 0.1, 4);
        check_point(&scripted_intents[1], ahead, 0, 3, 1e-4);
    }
    /* The agent is slower than the point, which stays 4 m ahead even if the agent is pushed
     * aside. */
    for (int i = 1; i <= 30; i++) {
        wend_intent intent = scripted_intent_at(world, 0.15F * (float)i, i % 2 ? 1 : -1, 0);
        check_point(&intent, 0.15 * i + 4, 0, 3, 1e-4);
    }
    /* If the agent is pushed back, the point does not move. */
    wend_intent intent = scripted_intent_at(world, 2, 0, 0);
    check_point(&intent, 8.5, 0, 3, 1e-4);
    /* If the agent is pushed forward, the point stays ahead. */
    intent = scripted_intent_at(world, 8, 0, 0);
    ck_assert_double_ge((double)intent.region.a.x, 9);
    scripted_world_destroy(world);
}
END_TEST

/* ---- Off the route --------------------------------------------------------------------------- */

/* The path leads through the gap at (10, 5) and down behind the wall. For an agent at (x, 5), the
 * distance to the point is the largest multiple of 6 m / 8, up to 6 m, at which the point is
 * visible to a disc of 0.9 times the radius. An agent that sees the point is not lost; an agent
 * that is pushed into the corner behind the wall is lost. */
START_TEST(point_comes_nearer_when_hidden_by_a_corner) {
    static const wend_route_point route_points[] = {
        {{4, 5}, 1, 0}, {{10, 5}, 1, 0}, {{10.6F, 5}, 0.6F, 0}, {{10.6F, 1}, 0.6F, 0}};
    scripted_route = scripted_path_route(route_points, 4);
    scripted_route.map = 0;
    scripted_route.generation = 1;
    wend_setting settings[] = {text("advance", "distance"), number("distance", 6),
                               number("check_interval", 0.5)};
    wend_world *world = scripted_world_create(worlds_gap(), "attraction", settings, 3);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    scripted_add_agent(world, 1, 4, 5, worlds_point(world, 18, 1));
    int shorter = 0;
    for (int i = 0; i < 56; i++) {
        double x = 4 + 0.1 * i;
        int eighths = 9;
        wend_vec2 at;
        do {
            double s = x + 6 * --eighths / 8.0;
            at = s < 10.6 ? (wend_vec2){(float)s, 5} : (wend_vec2){10.6F, (float)(15.6 - s)};
        } while (!wend_space_is_visible(wend_world_space(world), (wend_location){{(float)x, 5}, 0},
                                        (wend_location){at, 0}, 0.225F, 1));
        wend_intent intent = scripted_intent_at(world, (float)x, 5, 0);
        ck_assert_float_eq_tol(intent.region.a.x, at.x, 1e-3F);
        ck_assert_float_eq_tol(intent.region.a.y, at.y, 1e-3F);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_REPLANNED, NULL), 0);
        shorter += eighths < 8;
    }
    ck_assert_int_gt(shorter, 10);
    scripted_intent_at(world, 10.5F, 3, 0);
    scripted_locations[1].position = (wend_vec2){9, 1};
    uint32_t asked = worlds_step_counting(world, 40, WEND_EVENT_REPLANNED);
    ck_assert_uint_eq(asked, 1); /* only once, because the new route begins at the agent */
    scripted_world_destroy(world);
}
END_TEST

/* The goal is behind the wall, 2 m from the end of the route, and hidden until the agent is through
 * the gap. Before that, the attraction point may be at the goal's position, but the agent is to
 * pass through it, not to stop at it. */
START_TEST(does_not_stop_at_a_hidden_goal) {
    static const wend_route_point route_points[] = {
        {{2, 5}, 2, 0}, {{10, 5}, 1, 0}, {{10.6F, 5}, 1, 0}};
    scripted_route = scripted_path_route(route_points, 3);
    scripted_route.map = 0;
    scripted_route.generation = 1;
    wend_setting settings[] = {text("advance", "distance"), number("distance", 6),
                               number("check_interval", 0)};
    wend_world *world = scripted_world_create(worlds_gap(), "attraction", settings, 3);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    scripted_add_agent(world, 1, 4, 5, worlds_point(world, 10.6, 3));
    scripted_intent_at(world, 6, 5, 0);
    wend_intent intent = scripted_intent_at(world, 8, 5, 0);
    ck_assert_float_gt(intent.region.a.y, 4);
    ck_assert_uint_eq(intent.region.flags, WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST);
    intent = scripted_intent_at(world, 10.5F, 5, 0);
    check_goal(&intent, 10.6F, 3);
    scripted_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("follow/attraction_ahead", point_stays_the_given_distance_ahead,
          distance_varies_with_clearance, interpolates_clearance_between_samples,
          point_is_at_least_a_radius_ahead, does_not_skip_a_reversal_of_the_path,
          ignores_legs_on_other_layers, does_not_stop_at_a_hidden_goal,
          heads_for_the_goal_at_the_end, point_waits_for_a_lagging_agent,
          point_comes_nearer_when_hidden_by_a_corner);
}
