/* The follower `waypoint`: when a point counts as passed, and the settings `aim` and `intercept`.
 */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_world *path_world(double advance, const wend_point *points, uint32_t count) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting setting = {"advance", {.number = {.a = advance}}};
    wend_profile_def def = worlds_profile_def();
    def.follow = (wend_choice){"waypoint", &setting, 1};
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, count, NULL, NULL), WEND_OK);
    return world;
}

static wend_agent on_path(wend_world *world, double x, double y, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.goal = goal;
    def.path = worlds_nth_path(0);
    return worlds_add(world, &def);
}

/* The agent turns when it is within `advance` of the corner, and not before. */
START_TEST(point_counts_as_passed_within_the_advance_distance) {
    wend_point corner = {5, 0};
    static const double advances[] = {0.2, 1.0, 2.0};
    for (int i = 0; i < 3; i++) {
        wend_world *world = path_world(advances[i], &corner, 1);
        wend_agent agent = on_path(world, 0, 0, worlds_point(world, 5, 50));
        worlds_step(world, 1);
        double turned = -1; /* the agent's x when it turned; -1: not yet */
        for (int k = 0; k < 100 && turned < 0; k++) {
            double before = worlds_state(world, agent).position.x;
            worlds_step(world, 1);
            turned = worlds_state(world, agent).velocity.y > 0.1F ? before : -1;
        }
        ck_assert_double_ge(turned, 5 - advances[i] - 1e-5);
        ck_assert_double_le(turned, 5 - advances[i] + 0.14);
        wend_world_destroy(world);
    }
}
END_TEST

static void steer_east(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = {1, 0}, .displacement = {view->dt, 0}};
        }
    }
}

static const wend_steering model_east = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "east",
                        .summary = "east, whatever is wanted"}},
    .steer = steer_east};

/* The agent is kept off the path, at y = 3. The point (5, 0) is passed when the agent crosses the
 * line through it that is perpendicular to the leg from (0, 3): 5 * (x - 5) - 9 > 0, at x > 6.8.
 * The leg to (10, 0) begins at (5, 0), so (10, 0) is passed at x > 10. */
START_TEST(passes_a_point_while_walking_beside_the_path) {
    wend_point points[] = {{5, 0}, {10, 0}};
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &model_east.stage.entry, NULL),
                     WEND_OK);
    wend_world *world = worlds_make(worlds_open(), registry);
    worlds_profile(world, "east");
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 2, NULL, NULL), WEND_OK);
    wend_agent agent = on_path(world, 0, 3, worlds_point(world, 30, 0));
    for (int i = 0; i < 150; i++) {
        worlds_step(world, 1);
        wend_mark mark;
        ck_assert_uint_eq(wend_world_explain(world, agent, &mark, 1), 1);
        double x = worlds_state(world, agent).position.x;
        double expected = x < 6.8 ? 5 : x < 10 ? 10 : 30;
        if (fabs(x - 6.8) > 1e-3 && fabs(x - 10) > 1e-3) {
            ck_assert_double_eq((double)mark.b.x, expected);
        }
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* An agent that walks below a waypoint on another floor has not passed that waypoint. */
START_TEST(point_on_another_layer_does_not_count_as_passed) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "direct");
    wend_point points[] = {{5, 14}, {5, 16}};
    uint32_t layers[] = {2, 0};
    ck_assert_int_eq(wend_world_add_path(world, points, layers, 2, NULL, NULL), WEND_OK);
    wend_agent agent = on_path(world, 5, 13, worlds_point(world, 1, 1));
    worlds_step(world, 30);
    wend_point at = worlds_state(world, agent).position;
    /* The agent stops under the waypoint, on its own floor. */
    ck_assert_double_le(hypot(at.x - 5, at.y - 14), 0.14);
    wend_world_destroy(world);
}
END_TEST

/* A waypoint on another floor does not count as passed even if it is the last one and the goal lies
 * on the ground. */
START_TEST(last_point_does_not_count_as_passed_if_on_another_layer) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "direct");
    wend_point point = {5, 14};
    uint32_t layer = 2;
    ck_assert_int_eq(wend_world_add_path(world, &point, &layer, 1, NULL, NULL), WEND_OK);
    wend_agent agent = on_path(world, 5, 13, worlds_point(world, 1, 1));
    worlds_step(world, 60);
    wend_point at = worlds_state(world, agent).position;
    ck_assert_double_le(hypot(at.x - 5, at.y - 14), 0.14);
    wend_world_destroy(world);
}
END_TEST

/* A point lies 0.2 m before the link at x = 10. If an agent chooses only once a second, it crosses
 * the link, onto the stair, before its next choice. Regardless of where it starts, the agent must
 * continue to its goal. */
START_TEST(point_before_a_link_counts_as_passed_beyond_the_link) {
    static const uint32_t every[] = {1, 10};
    uint32_t beyond = 0; /* steps in which an agent beyond the link still heads for the point */
    for (int k = 0; k < 28; k++) {
        wend_world_def world_def = wend_default_world_def();
        world_def.space = worlds_floors();
        world_def.steer_every = every[k % 2];
        wend_world *world = worlds_from(&world_def);
        worlds_profile(world, "direct");
        wend_point point = {9.8, 5}, at = {13, 5};
        ck_assert_int_eq(wend_world_add_path(world, &point, NULL, 1, NULL, NULL), WEND_OK);
        wend_goal_def goal = wend_default_goal_def();
        goal.points = &at;
        goal.point_count = 1;
        goal.layer = 1;
        double start = 2.6 + 0.1 * (k / 2);
        wend_agent agent = on_path(world, start, 5, worlds_add_goal(world, &goal));
        uint32_t arrivals = 0;
        for (int i = 0; i < 200 && !arrivals; i++) {
            arrivals = worlds_step_counting(world, 1, WEND_EVENT_ARRIVED);
            wend_agent_state state = worlds_state(world, agent);
            beyond += state.layer == 1 && state.position.x < 10.14 && k % 2 == 1;
            ck_assert_float_ge(state.velocity.x, 0.0F); /* the agent is never sent back */
        }
        ck_assert_msg(arrivals == 1, "from x = %g, a choice in every %u steps", start,
                      every[k % 2]);
        wend_world_destroy(world);
    }
    ck_assert_uint_gt(beyond, 3);
}
END_TEST

static wend_vec2 first_velocity(const char *aim, const char *intercept, wend_goal_def goal) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting settings[] = {{"aim", {.kind = WEND_VALUE_TEXT, .text = aim}},
                               {"intercept", {.kind = WEND_VALUE_TEXT, .text = intercept}}};
    wend_profile_def def = worlds_profile_def();
    def.follow = (wend_choice){"waypoint", settings, 2};
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_add_goal(world, &goal));
    worlds_step(world, 1);
    wend_vec2 velocity = worlds_state(world, agent).velocity;
    wend_world_destroy(world);
    return velocity;
}

/* The goal is a segment from (4, 0) to (4, 6). Its middle lies in the direction (4, 3), its nearest
 * point straight ahead. If the goal moves at (0, -1), the intercept point has a lower y. */
START_TEST(aim_and_intercept_choose_the_target_point) {
    wend_point ends[] = {{4, 0}, {4, 6}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    wend_vec2 v = first_velocity("preferred_point", "off", def);
    ck_assert_float_eq_tol(v.x, 1.3F * 0.8F, 1e-5F);
    ck_assert_float_eq_tol(v.y, 1.3F * 0.6F, 1e-5F);
    v = first_velocity("nearest", "off", def);
    ck_assert_float_eq_tol(v.x, 1.3F, 1e-5F);
    def.velocity = (wend_point){0, -1};
    v = first_velocity("preferred_point", "off", def);
    ck_assert_float_eq_tol(v.y, 1.3F * 0.6F, 1e-5F);
    /* |(4, 3 - t)| = 1.3 * t: 0.69 * t^2 + 6 * t - 25 = 0 */
    double t = (-3 + sqrt(9 + 0.69 * 25)) / 0.69;
    v = first_velocity("preferred_point", "on", def);
    ck_assert_double_eq_tol((double)v.x, 4 / t, 1e-4);
    ck_assert_double_eq_tol((double)v.y, (3 - t) / t, 1e-4);
}
END_TEST

/* ---- Agents pushed off the route ------------------------------------------------------------- */

static wend_route planned_route; /* the route that the planner `laid` returns */

static void plan_laid(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            ck_assert(wend_route_sink_add(sink, i, &planned_route));
        }
    }
}

static void steer_nowhere(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){.solve_status = WEND_SOLVE_FREE};
        }
    }
}

static const wend_planner planner_laid = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "laid",
                        .summary = "the route of the test"}},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_laid};
static const wend_steering model_nowhere = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "nowhere", .summary = "stays"}},
    .steer = steer_nowhere};

/* Makes a world with pillars and a planner that returns `planned_route`; agents do not move. */
static wend_world *world_with_route(wend_registry *registry, const wend_setting *setting) {
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_PLANNER, &planner_laid.stage.entry, NULL), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_nowhere.stage.entry, NULL), WEND_OK);
    wend_world *world = worlds_make(worlds_pillars(), registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "laid";
    def.follow = (wend_choice){"waypoint", setting, 1};
    def.steer.name = "nowhere";
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_map_object(world, "map", 1, &planned_route, NULL, NULL),
                     WEND_OK);
    return world;
}

static void set_route(const wend_route_point *points, uint32_t count, uint32_t map) {
    planned_route = (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                                 .gives = WEND_ROUTE_POLYLINE,
                                 .map = map,
                                 .generation = 1,
                                 .points = points,
                                 .point_count = count};
}

/* Returns how often an agent requests a new route in twelve seconds. It stands at (4, y) among
 * pillars. Its path leads to (10, 4) and on to the goal (18, 4), or straight to a goal at (10, 4).
 */
static uint32_t count_requests(double y, uint32_t map, double every, bool to_goal) {
    static const wend_route_point point = {{10, 4}, 1, 0};
    set_route(&point, to_goal ? 0 : 1, map);
    wend_registry *registry = worlds_registry();
    wend_setting setting = {"check_interval", {.number = {.a = every}}};
    wend_world *world = world_with_route(registry, &setting);
    worlds_agent(world, 4, y, worlds_point(world, to_goal ? 10 : 18, 4));
    uint32_t asked = worlds_step_counting(world, 120, WEND_EVENT_REPLANNED);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
    return asked;
}

/* The pillar around (7, 4) hides the point from (4, 4), but not from (4, 5.9). */
START_TEST(replans_when_the_next_point_is_hidden) {
    for (int to_goal = 0; to_goal < 2; to_goal++) {
        uint32_t asked = count_requests(4, 0, 1, to_goal);
        /* Once a second, apart from the delay at the start of each new route. */
        ck_assert_uint_ge(asked, 5);
        ck_assert_uint_le(asked, 10);
        asked = count_requests(4, 0, 3, to_goal);
        ck_assert_uint_ge(asked, 2);
        ck_assert_uint_le(asked, 4);
        ck_assert_uint_eq(count_requests(4, 0, 0, to_goal), 0);
        ck_assert_uint_eq(count_requests(5.9, 0, 1, to_goal), 0);
        /* Without a map, a new plan would be no better. */
        ck_assert_uint_eq(count_requests(4, WEND_NO_MAP, 1, to_goal), 0);
    }
}
END_TEST

/* Returns the x of the point that an agent at (x, y) heads for. The agent's path leads through the
 * point (6.2, 4.8), then around the corner (6.5, 4.5) of a pillar to (6.3, 3). The latter is the
 * goal if `count` is 1, and a point of the path otherwise. Points count as passed within half a
 * metre. */
static double aim_x(double x, double y, uint32_t map, uint32_t count) {
    static const wend_route_point points[] = {{{6.2F, 4.8F}, 0.4F, 0}, {{6.3F, 3}, 1, 0}};
    set_route(points, count, map);
    wend_registry *registry = worlds_registry();
    wend_setting setting = {"advance", {.number = {.a = 0.5}}};
    wend_world *world = world_with_route(registry, &setting);
    wend_goal goal = worlds_point(world, 6.3, count == 1 ? 3 : 1);
    wend_agent agent = worlds_agent(world, x, y, goal);
    worlds_step(world, 2);
    wend_mark mark;
    ck_assert_uint_eq(wend_world_explain(world, agent, &mark, 1), 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
    return (double)mark.b.x;
}

/* The corner lies between (6.6, 4.85) and the next point. From (6.35, 5.1) the next point is
 * visible past the corner, but there is no room for the disc, so the agent does not cut the corner
 * there. */
START_TEST(does_not_pass_a_point_until_the_path_to_the_next_is_free) {
    for (uint32_t count = 1; count <= 2; count++) {
        ck_assert_double_eq_tol(aim_x(6.6, 4.85, 0, count), 6.2, 1e-5);
        ck_assert_double_eq_tol(aim_x(6.6, 4.85, WEND_NO_MAP, count), 6.3, 1e-5);
        ck_assert_double_eq_tol(aim_x(6.35, 5.1, 0, count), 6.2, 1e-5);
        ck_assert_double_eq_tol(aim_x(6.1, 5.1, 0, count), 6.3, 1e-5);
        /* Too far from the first point to pass it. */
        ck_assert_double_eq_tol(aim_x(6.35, 5.4, 0, count), 6.2, 1e-5);
    }
}
END_TEST

/* A pillar hides the next point from this one, but an agent that is almost at this point continues
 * anyway. */
START_TEST(point_counts_as_passed_when_agent_stands_on_it) {
    static const wend_route_point points[] = {{{7, 4.75F}, 0.25F, 0}, {{7, 1}, 1, 0}};
    set_route(points, 2, 0);
    wend_registry *registry = worlds_registry();
    wend_setting setting = {"advance", {.number = {.a = 0.5}}};
    wend_world *world = world_with_route(registry, &setting);
    wend_agent near = worlds_agent(world, 7.05, 4.8, worlds_point(world, 18, 1));
    wend_agent far = worlds_agent(world, 7.3, 5, worlds_point(world, 18, 1));
    worlds_step(world, 2);
    wend_mark mark;
    ck_assert_uint_eq(wend_world_explain(world, near, &mark, 1), 1);
    ck_assert_float_eq_tol(mark.b.y, 1.0F, 1e-5F);
    ck_assert_uint_eq(wend_world_explain(world, far, &mark, 1), 1);
    ck_assert_float_eq_tol(mark.b.y, 4.75F, 1e-5F);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("follow/waypoint", point_counts_as_passed_within_the_advance_distance,
          passes_a_point_while_walking_beside_the_path,
          point_on_another_layer_does_not_count_as_passed,
          last_point_does_not_count_as_passed_if_on_another_layer,
          point_before_a_link_counts_as_passed_beyond_the_link,
          aim_and_intercept_choose_the_target_point, replans_when_the_next_point_is_hidden,
          does_not_pass_a_point_until_the_path_to_the_next_is_free,
          point_counts_as_passed_when_agent_stands_on_it);
}
