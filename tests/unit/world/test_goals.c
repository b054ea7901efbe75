/* Goals: shapes, arrival, windows, motion. */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *plain_world(void) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    return world;
}

/* ---- Definition ------------------------------------------------------------------------------ */

START_TEST(the_default_goal_is_the_origin) {
    wend_world *world = plain_world();
    wend_goal_def def = wend_default_goal_def();
    wend_agent agent = worlds_agent(world, 3, 4, worlds_add_goal(world, &def));
    ck_assert_uint_eq(worlds_step_counting(world, 100, WEND_EVENT_ARRIVED), 1);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_le(hypot(state.position.x, state.position.y), 0.25);
    wend_world_destroy(world);
}
END_TEST

static void expect_refused(wend_world *world, wend_goal_def def, const char *says) {
    wend_error error = {0};
    wend_goal goal = {7};
    def.name = "g1";
    ck_assert_int_eq(wend_world_add_goal(world, &def, &goal, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, says) && strstr(error.message, "'g1'"), "'%s'",
                  error.message);
    ck_assert_uint_eq(goal.value, 7);
}

START_TEST(bad_goals_are_refused) {
    wend_world *world = plain_world();
    wend_point points[65] = {{0, 0}, {4, 0}, {4, 4}, {1, 1}, {0, 4}};
    wend_goal_def good = wend_default_goal_def(), def;
    good.points = points;
    def = good, def.point_count = 2;
    expect_refused(world, def, "points");
    def = good, def.shape = WEND_GOAL_POLYGON, def.point_count = 65;
    expect_refused(world, def, "points");
    wend_point star[] = {{0, 10}, {6, -8}, {-10, 3}, {10, 3}, {-6, -8}}; /* winds around twice */
    def = good, def.shape = WEND_GOAL_POLYGON, def.point_count = 5, def.points = star;
    expect_refused(world, def, "crosses or touches itself after (0, 10)");
    wend_point spike[] = {{0, 0}, {4, 0}, {2, 2}, {6, -2}};
    def.point_count = 4, def.points = spike;
    expect_refused(world, def, "itself");
    wend_point again[] = {{0, 0}, {4, 0}, {4, 0}, {1, 1}, {0, 4}};
    def.point_count = 5, def.points = again;
    expect_refused(world, def, "repeats the corner (4, 0)");
    wend_point fine[] = {{0, 0}, {8, 0}, {8, 8}, {4.0001, 8}, {4, 1}, {3.9999, 8}, {0, 8}};
    wend_point finer[] = {{0, 0}, {8, 0}, {4, 1e-5}, {8, 8}};
    def.point_count = 7, def.points = fine; /* a slit of 0.2 mm: too fine to be decomposed */
    expect_refused(world, def, "itself at (4, 1)");
    def.point_count = 4, def.points = finer;
    expect_refused(world, def, "itself");
    wend_point line[] = {{0, 0}, {1, 1}, {3, 3}};
    def = good, def.shape = WEND_GOAL_POLYGON, def.point_count = 3, def.points = line;
    expect_refused(world, def, "no area");
    wend_point flat[] = {{1, 2}, {5, 2}};
    def = good, def.shape = WEND_GOAL_BOX, def.point_count = 2, def.points = flat;
    expect_refused(world, def, "no area");
    def = good, def.shape = WEND_GOAL_DISC;
    expect_refused(world, def, "radius");
    def = good, def.shape = WEND_GOAL_DISC, def.radius = NAN;
    expect_refused(world, def, "radius");
    def = good, def.layer = 1;
    expect_refused(world, def, "layer");
    def = good, def.opens = 3, def.closes = 2;
    expect_refused(world, def, "window");
    def = good, def.closes = NAN;
    expect_refused(world, def, "window");
    def = good, def.bias = 1.5;
    expect_refused(world, def, "bias");
    def = good, def.velocity.y = INFINITY;
    expect_refused(world, def, "velocity");
    def = good, def.shape = WEND_GOAL_DIRECTION, def.angle = NAN;
    expect_refused(world, def, "angle");
    wend_point way[65] = {{0, 0}, {5, 0}};
    good.path = way, good.path_count = 2, good.path_speed = 1;
    def = good, def.velocity.x = 1;
    expect_refused(world, def, "only one");
    def = good, def.carrier = 3;
    expect_refused(world, def, "only one");
    def = good, def.path_count = 1;
    expect_refused(world, def, "2 to 64");
    def = good, def.path_count = 65;
    expect_refused(world, def, "2 to 64");
    def = good, def.path_speed = 0;
    expect_refused(world, def, "speed");
    def = good, def.path_speed = NAN;
    expect_refused(world, def, "speed");
    def = good, def.shape = WEND_GOAL_DIRECTION;
    expect_refused(world, def, "does not move");
    way[1].x = 0;
    expect_refused(world, good, "no length");
    way[1].x = NAN;
    expect_refused(world, good, "path");
    good.path_count = 0, good.carrier = UINT64_MAX;
    expect_refused(world, good, "carrier");
    good.carrier = 0;
    points[0].x = NAN;
    expect_refused(world, good, "finite");
    points[0].x = 1e5;
    expect_refused(world, good, "far");
    points[0].x = 0;
    def = good, def.name = "twice";
    ck_assert_int_eq(wend_world_add_goal(world, &def, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_goal(world, &def, NULL, NULL), WEND_ERROR_NAME);
    wend_world_destroy(world);
}
END_TEST

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Returns the distance from a point to a segment, in double precision. */
static double to_segment(wend_point p, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double t = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* Returns the distance from a point to a convex polygon given counter-clockwise. */
static double to_polygon(wend_point p, const wend_point *points, uint32_t count) {
    bool inside = true;
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i], b = points[(i + 1) % count];
        inside = inside && (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0;
        least = fmin(least, to_segment(p, a, b));
    }
    return inside ? 0 : least;
}

typedef struct shape_case {
    wend_goal_def def;
    wend_point points[8]; /* the points of the goal's def */
    wend_point ring[8];   /* counter-clockwise; one point for a disc or point */
    uint32_t ring_count;
    double round; /* radius around the points of `ring` */
} shape_case;

static uint32_t make_cases(shape_case out[8]) {
    wend_goal_def base = wend_default_goal_def();
    double c = cos(0.5), s = sin(0.5);
    out[0] = (shape_case){.def = base, .points = {{1, 2}}, .ring = {{1, 2}}, .ring_count = 1};
    out[1] = (shape_case){
        .def = base, .points = {{1, 2}}, .ring = {{1, 2}}, .ring_count = 1, .round = 0.8};
    out[1].def.shape = WEND_GOAL_DISC;
    out[1].def.radius = 0.8;
    out[2] = (shape_case){
        .def = base, .points = {{0, 0}, {2, 1}}, .ring = {{0, 0}, {2, 1}}, .ring_count = 2};
    out[2].def.shape = WEND_GOAL_SEGMENT;
    out[3] = (shape_case){.def = base,
                          .points = {{2, 0}, {-1, 1.5}}, /* two opposite corners */
                          .ring = {{-1, 0}, {2, 0}, {2, 1.5}, {-1, 1.5}},
                          .ring_count = 4};
    out[3].def.shape = WEND_GOAL_BOX;
    out[4] = (shape_case){.def = base,
                          .points = {{1, 1}, {2, 0.5}},
                          .ring = {{1 - 2 * c + 0.5 * s, 1 - 2 * s - 0.5 * c},
                                   {1 + 2 * c + 0.5 * s, 1 + 2 * s - 0.5 * c},
                                   {1 + 2 * c - 0.5 * s, 1 + 2 * s + 0.5 * c},
                                   {1 - 2 * c - 0.5 * s, 1 - 2 * s + 0.5 * c}},
                          .ring_count = 4};
    out[4].def.shape = WEND_GOAL_ORIENTED_BOX;
    out[4].def.angle = 0.5;
    out[5] = (shape_case){.def = base,
                          .points = {{0, 0}, {1, 2}, {3, 1}}, /* clockwise */
                          .ring = {{3, 1}, {1, 2}, {0, 0}},
                          .ring_count = 3};
    out[5].def.shape = WEND_GOAL_POLYGON;
    for (int i = 0; i < 6; i++) {
        out[i].def.points = out[i].points;
        out[i].def.point_count = i < 2 ? 1 : i == 5 ? 3 : 2;
    }
    return 6;
}

static double distance_to(const shape_case *shape, wend_point p) {
    double d = shape->ring_count == 1   ? to_segment(p, shape->ring[0], shape->ring[0])
               : shape->ring_count == 2 ? to_segment(p, shape->ring[0], shape->ring[1])
                                        : to_polygon(p, shape->ring, shape->ring_count);
    return fmax(0, d - shape->round);
}

/* An agent walks to the goal at an angle. It arrives exactly once, in the first step after which
 * its disc is within the tolerance of the region (or its centre lies in the region), and in no
 * earlier step. */
static void walk_in(const shape_case *shape, wend_arrive arrive, double angle) {
    wend_world *world = plain_world();
    wend_goal_def def = shape->def;
    def.arrive = arrive;
    def.tolerance = 0.07;
    wend_goal goal = worlds_add_goal(world, &def);
    wend_agent agent = worlds_agent(world, 1 + 7 * cos(angle), 1 + 7 * sin(angle), goal);
    bool thin = shape->ring_count <= 2 && shape->round == 0;
    double near = arrive == WEND_ARRIVE_TOUCH ? 0.25 + 0.07 : thin ? 0.07 : 0.0;
    bool arrived = false;
    for (int i = 0; i < 120; i++) {
        worlds_step(world, 1);
        double distance = distance_to(shape, worlds_state(world, agent).position);
        uint32_t events = worlds_events(world, WEND_EVENT_ARRIVED, NULL);
        if (!arrived) {
            ck_assert_msg(!(distance < near - 1e-5) || events == 1,
                          "shape %d, angle %g: %g m away, not arrived", def.shape, angle, distance);
            ck_assert_msg(!(distance > near + 1e-5) || events == 0,
                          "shape %d, angle %g: %g m away, arrived", def.shape, angle, distance);
        } else {
            ck_assert_uint_eq(events, 0);
        }
        arrived = arrived || events;
        bool flag = worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED;
        ck_assert_int_eq(flag, arrived);
    }
    ck_assert_msg(arrived, "shape %d, angle %g: never arrived", def.shape, angle);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    ck_assert_float_eq(worlds_state(world, agent).velocity.x, 0.0F);
    wend_world_destroy(world);
}

START_TEST(agents_reach_goals_of_every_shape) {
    shape_case cases[8];
    uint32_t count = make_cases(cases);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 12; k++) {
            walk_in(&cases[i], WEND_ARRIVE_TOUCH, 0.1 + 0.5236 * k);
            walk_in(&cases[i], WEND_ARRIVE_INSIDE, 0.1 + 0.5236 * k);
        }
    }
}
END_TEST

START_TEST(a_direction_is_never_reached) {
    wend_world *world = plain_world();
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 2.0));
    ck_assert_uint_eq(worlds_step_counting(world, 200, WEND_EVENT_ARRIVED), 0);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_eq_tol(state.position.x, 26.0 * cos(2.0), 1e-3);
    ck_assert_double_eq_tol(state.position.y, 26.0 * sin(2.0), 1e-3);
    wend_world_destroy(world);
}
END_TEST

/* The bias of a segment determines its preferred point. */
START_TEST(agents_head_for_the_point_that_bias_selects) {
    for (int i = 0; i <= 4; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile_to_preferred_point(world, "direct");
        wend_point ends[] = {{10, 0}, {10, 8}};
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_SEGMENT;
        def.points = ends;
        def.point_count = 2;
        def.bias = i / 4.0;
        wend_agent agent = worlds_agent(world, 0, 4, worlds_add_goal(world, &def));
        worlds_step(world, 1);
        wend_vec2 velocity = worlds_state(world, agent).velocity;
        double y = 8.0 * def.bias - 4.0;
        ck_assert_double_eq_tol((double)velocity.y / (double)velocity.x, y / 10.0, 1e-5);
        wend_world_destroy(world);
    }
}
END_TEST

/* With `aim: nearest`, the default, agents do not gather at the preferred point, whether their
 * model uses points or regions. */
START_TEST(lone_agents_head_for_the_nearest_part_of_a_wide_goal) {
    static const char *const models[] = {"direct", "orca", "orca_segment", "orca_arc", "hrvo"};
    static const wend_point box[] = {{10, 0}, {12, 8}}, line[] = {{10, 0}, {10, 8}};
    for (int k = 0; k < 5 * 2 * 7; k++) {
        const char *steer = models[k / 14];
        double y = 1.0 + k % 7;
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile(world, steer);
        wend_goal_def def = wend_default_goal_def();
        def.shape = k / 7 % 2 ? WEND_GOAL_BOX : WEND_GOAL_SEGMENT;
        def.points = k / 7 % 2 ? box : line;
        def.point_count = 2;
        wend_agent agent = worlds_agent(world, 0, y, worlds_add_goal(world, &def));
        worlds_step(world, 5);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_msg(fabs(state.position.y - y) < 1e-3 && state.position.x > 0.5,
                      "%s, shape %d: from (0, %g) to (%g, %g)", steer, (int)def.shape, y,
                      state.position.x, state.position.y);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Arrival --------------------------------------------------------------------------------- */

static wend_goal arrival_goal(wend_world *world, wend_on_arrival then) {
    wend_goal_def def = wend_default_goal_def();
    def.on_arrival = then;
    return worlds_add_goal(world, &def);
}

START_TEST(agents_stop_or_leave_on_arrival) {
    wend_world *world = plain_world();
    wend_agent stays = worlds_agent(world, -3, 0, arrival_goal(world, WEND_ON_ARRIVAL_STOP));
    wend_agent leaves = worlds_agent(world, 3, 0, arrival_goal(world, WEND_ON_ARRIVAL_LEAVE));
    wend_event arrived, left;
    for (int i = 0; i < 40 && worlds_events(world, WEND_EVENT_LEFT, &left) == 0; i++) {
        worlds_step(world, 1);
    }
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_ARRIVED, &arrived), 2);
    ck_assert_uint_eq(left.agent.value, leaves.value);
    ck_assert_double_eq(left.time, wend_world_time(world));
    wend_agent_state state;
    ck_assert(!wend_world_get_agent(world, leaves, &state));
    ck_assert_uint_eq(wend_world_agent_count(world), 1);
    wend_point where = worlds_state(world, stays).position;
    worlds_step(world, 20);
    ck_assert_double_eq(worlds_state(world, stays).position.x, where.x);
    wend_world_destroy(world);
}
END_TEST

/* `continue` with the selector `given`: the agent keeps its goal and arrives once each time it
 * enters the region, however long it stays. The goal jumps away and the agent follows. */
START_TEST(agent_with_continue_arrives_once_per_entry_into_its_goal) {
    wend_world *world = plain_world();
    wend_goal goal = arrival_goal(world, WEND_ON_ARRIVAL_CONTINUE);
    wend_agent agent = worlds_agent(world, -3, 0, goal);
    ck_assert_uint_eq(worlds_step_counting(world, 60, WEND_EVENT_ARRIVED), 1);
    for (int i = 0; i < 3; i++) {
        wend_point shift = {i % 2 ? -2.0 : 2.0, 1.0}, rest = {0, 0};
        ck_assert_int_eq(worlds_shift_goal(world, goal, shift, rest), WEND_OK);
        ck_assert_uint_eq(worlds_step_counting(world, 60, WEND_EVENT_ARRIVED), 1);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 4);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goal.value);
    ck_assert_double_eq_tol(worlds_state(world, agent).position.y, 3.0, 0.01);
    wend_world_destroy(world);
}
END_TEST

/* ---- Time ------------------------------------------------------------------------------------ */

START_TEST(goal_opens_and_closes_with_its_time_window) {
    wend_world *world = plain_world();
    wend_goal_def def = wend_default_goal_def();
    def.opens = 5.0;
    def.closes = 8.0;
    wend_goal goal = worlds_add_goal(world, &def);
    wend_agent early =
        worlds_agent(world, 1, 0, goal); /* arrives after a second, and waits inside */
    wend_agent timely = worlds_agent(world, 0, 8.5, goal); /* arrives after 6.5 s */
    wend_agent late = worlds_agent(world, 0, -20, goal);   /* would arrive after 15 s */
    for (int i = 0; i < 200; i++) {
        worlds_step(world, 1);
        const wend_event *events;
        uint32_t count = wend_world_get_events(world, &events);
        for (uint32_t k = 0; k < count; k++) {
            if (events[k].kind == WEND_EVENT_ARRIVED) {
                ck_assert_double_ge(events[k].time, 5.0 - 1e-6);
                ck_assert_double_le(events[k].time, 8.0 + 1e-6);
                ck_assert_uint_ne(events[k].agent.value, late.value);
            }
        }
    }
    ck_assert(worlds_state(world, early).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(worlds_state(world, timely).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert(!(worlds_state(world, late).activity == WEND_ACTIVITY_ARRIVED));
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
    wend_world_destroy(world);
}
END_TEST

/* A goal starts 5 m ahead of an agent and moves away at 0.5 m/s. The agent walks at 1.3 m/s and
 * catches the goal after (5 - 0.25 - 0.05) / 0.8 s. A goal that comes from the side is intercepted.
 */
START_TEST(agents_reach_moving_goals) {
    wend_world *world = plain_world();
    wend_point ahead = {5, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &ahead;
    def.velocity = (wend_point){0.5, 0};
    worlds_agent(world, 0, 0, worlds_add_goal(world, &def));
    uint32_t steps = 0;
    while (worlds_events(world, WEND_EVENT_ARRIVED, NULL) == 0 && steps < 100) {
        worlds_step(world, 1);
        steps++;
    }
    ck_assert_uint_eq(steps, 59); /* arrives after 5.875 s */
    wend_point side = {4, -3};
    def.points = &side;
    def.velocity = (wend_point){0, 1.0};
    wend_agent agent = worlds_agent(world, 0, 0, worlds_add_goal(world, &def));
    worlds_step(world, 1);
    /* The agent and the goal meet when |(4, -3 + t)| = 1.3 * t, so t = (-3 + sqrt(9 + 0.69 * 25)) /
     * 0.69. */
    double t = (-3 + sqrt(9 + 0.69 * 25)) / 0.69;
    wend_vec2 velocity = worlds_state(world, agent).velocity;
    ck_assert_double_eq_tol((double)velocity.x, 4 / t, 1e-4);
    ck_assert_double_eq_tol((double)velocity.y, (t - 3) / t, 1e-4);
    wend_world_destroy(world);
}
END_TEST

/* The view shows a goal at the position that follows from its motion, even between steps and after
 * a command. */
START_TEST(goal_follows_its_motion) {
    wend_world *world = plain_world();
    wend_point corners[] = {{0, 0}, {2, 0}, {0, 2}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = corners;
    def.point_count = 3;
    def.velocity = (wend_point){1, 0.5};
    wend_goal goal = worlds_add_goal(world, &def);
    worlds_step(world, 40);
    const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol((double)region->points[i].x, corners[i].x + 4, 1e-5);
        ck_assert_double_eq_tol((double)region->points[i].y, corners[i].y + 2, 1e-5);
    }
    wend_point shift = {10, 0}, velocity = {0, -1};
    ck_assert_int_eq(worlds_shift_goal(world, goal, shift, velocity), WEND_OK);
    worlds_step(world, 20);
    region = wend_view_goal_region(wend_world_view(world), 0);
    ck_assert_double_eq_tol((double)region->points[0].x, 14, 1e-5);
    ck_assert_double_eq_tol((double)region->points[0].y, 0, 1e-5);
    ck_assert_double_eq_tol((double)region->a.x, 14 + 2.0 / 3, 1e-5);
    wend_world_destroy(world);
}
END_TEST

/* Each shape is moved from one random position to another: its reference point is at the new
 * position, and all other points keep their offsets from it. */
START_TEST(goals_can_be_moved_to_a_position) {
    static const wend_point points[] = {{1, 2}, {5, 2}, {5, 6}, {3, 3}, {1, 6}};
    static const wend_goal_shape shapes[] = {WEND_GOAL_POINT, WEND_GOAL_DISC, WEND_GOAL_SEGMENT,
                                             WEND_GOAL_BOX, WEND_GOAL_POLYGON};
    static const uint32_t counts[] = {1, 1, 2, 2, 5};
    static const wend_point references[] = {{1, 2}, {1, 2}, {1, 2}, {3, 2}, {0, 0}};
    for (uint32_t i = 0; i < 5; i++) {
        wend_world *world = worlds_make(worlds_floors(), NULL);
        wend_goal_def def = wend_default_goal_def();
        wend_point box[] = {{1, 1}, {5, 3}}, at = {0}, now = {0}, to = {6.5, 7.25};
        uint32_t layer = 9;
        def.shape = shapes[i];
        def.points = shapes[i] == WEND_GOAL_BOX ? box : points;
        def.point_count = counts[i];
        def.radius = 0.5;
        def.velocity = (wend_point){0.25, 0};
        wend_goal goal = worlds_add_goal(world, &def);
        ck_assert(wend_world_get_goal_position(world, goal, &at, &layer));
        if (shapes[i] != WEND_GOAL_POLYGON) {
            ck_assert_double_eq_tol(at.x, references[i].x, 1e-6);
            ck_assert_double_eq_tol(at.y, references[i].y, 1e-6);
        }
        ck_assert_uint_eq(layer, 0);
        worlds_step(world, 4); /* the goal moves during these steps */
        wend_region before = *wend_view_goal_region(wend_world_view(world), 0);
        wend_vec2 corner = before.count ? before.points[0] : before.b;
        ck_assert_int_eq(wend_world_set_goal_position(world, goal, to, 1, (wend_point){0, 0}, NULL),
                         WEND_OK);
        worlds_step(world, 3);
        ck_assert(wend_world_get_goal_position(world, goal, &now, &layer));
        ck_assert_double_eq(now.x, to.x);
        ck_assert_double_eq(now.y, to.y);
        ck_assert_uint_eq(layer, 1);
        const wend_region *after = wend_view_goal_region(wend_world_view(world), 0);
        wend_vec2 end = after->count ? after->points[0] : after->b;
        bool moves = before.count || shapes[i] == WEND_GOAL_SEGMENT;
        ck_assert_double_eq_tol((double)end.x - (double)corner.x,
                                moves ? to.x - (double)before.a.x : 0, 1e-5);
        ck_assert_double_eq_tol((double)end.y - (double)corner.y,
                                moves ? to.y - (double)before.a.y : 0, 1e-5);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(a_direction_has_no_position) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_goal goal = worlds_direction(world, 0.0);
    wend_point at = {7, 7};
    ck_assert(!wend_world_get_goal_position(world, goal, &at, NULL));
    ck_assert(!wend_world_get_goal_position(world, (wend_goal){0}, &at, NULL));
    ck_assert_double_eq(at.x, 7);
    ck_assert_int_eq(wend_world_set_goal_position(world, goal, at, 0, at, NULL),
                     WEND_ERROR_INVALID);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/goals", the_default_goal_is_the_origin, bad_goals_are_refused,
          agents_reach_goals_of_every_shape, a_direction_is_never_reached,
          agents_head_for_the_point_that_bias_selects,
          lone_agents_head_for_the_nearest_part_of_a_wide_goal, agents_stop_or_leave_on_arrival,
          agent_with_continue_arrives_once_per_entry_into_its_goal,
          goal_opens_and_closes_with_its_time_window, agents_reach_moving_goals,
          goal_follows_its_motion, goals_can_be_moved_to_a_position, a_direction_has_no_position);
}
