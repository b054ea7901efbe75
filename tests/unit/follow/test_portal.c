/* The follower `portal`: what an agent heads for, when a portal counts as passed, and when an agent
 * has left its route. The agents are scripted: each test sets their positions and reads their
 * intents. */
#include <math.h>
#include <string.h>

#include "support/scripted.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_world *make_world(wend_space *space, const wend_setting *settings, uint32_t count) {
    return scripted_world_create(space, "portal", settings, count);
}

static const wend_setting centre = {"bias", {.kind = WEND_VALUE_TEXT, .text = "centre"}};
static const wend_setting lookahead = {"bias", {.kind = WEND_VALUE_TEXT, .text = "lookahead"}};
static const wend_setting visibility = {"bias", {.kind = WEND_VALUE_TEXT, .text = "visibility"}};

static void set_route(const wend_portal *portals, uint32_t count, uint32_t map) {
    scripted_route = (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                                  .gives = WEND_ROUTE_PORTALS,
                                  .map = map,
                                  .generation = 1,
                                  .portals = portals,
                                  .portal_count = count};
}

static void check_segment(const wend_intent *intent, uint32_t id, wend_vec2 a, wend_vec2 b) {
    ck_assert_uint_eq(intent->region.shape, WEND_SHAPE_SEGMENT);
    ck_assert_uint_eq(wend_region_id_index(intent->region.id), id);
    ck_assert_float_eq_tol(intent->region.a.x, a.x, 1e-5F);
    ck_assert_float_eq_tol(intent->region.a.y, a.y, 1e-5F);
    ck_assert_float_eq_tol(intent->region.b.x, b.x, 1e-5F);
    ck_assert_float_eq_tol(intent->region.b.y, b.y, 1e-5F);
}

/* ---- Targets --------------------------------------------------------------------------------- */

static wend_intent first_intent(const wend_portal *portal, float inset) {
    set_route(portal, 1, WEND_NO_MAP);
    scripted_route.inset = inset;
    wend_world *world = make_world(worlds_open(), &centre, 1);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 12, 0));
    worlds_step(world, 1);
    scripted_world_destroy(world);
    return scripted_intents[1];
}

/* The agent's radius is 0.25 m. */
START_TEST(insets_portals_by_the_radius) {
    wend_portal portal = {{5, 2}, {5, -2}, 0}, narrow = {{5, 1}, {5, 0.6F}, 0};
    wend_intent intent = first_intent(&portal, 0);
    check_segment(&intent, 0, (wend_vec2){5, 1.75F}, (wend_vec2){5, -1.75F});
    ck_assert_float_eq(intent.region.bias, 0.5F);
    ck_assert_float_eq(intent.region.cost, 7);
    ck_assert_uint_eq(intent.region.flags, WEND_REGION_INTERCEPT | WEND_REGION_INSIDE);
    ck_assert_float_eq(intent.speed, 1.3F);
    intent = first_intent(&portal, 0.2F);
    check_segment(&intent, 0, (wend_vec2){5, 1.95F}, (wend_vec2){5, -1.95F});
    /* The portal is already inset for larger agents, so it stays unchanged. */
    intent = first_intent(&portal, 0.3F);
    check_segment(&intent, 0, (wend_vec2){5, 2}, (wend_vec2){5, -2});
    intent = first_intent(&narrow, 0);
    ck_assert_uint_eq(intent.region.shape, WEND_SHAPE_POINT);
    ck_assert_float_eq_tol(intent.region.a.y, 0.8F, 1e-6F);
}
END_TEST

/* For a path of points, portals lie across the path, as wide as the clearance, the agent's radius
 * and `max_portal_width` allow. */
START_TEST(portals_lie_across_a_path_of_points) {
    wend_route_point points[] = {{{4, 0}, 1, 0}, {{8, 0}, INFINITY, 0}, {{12, 0}, 0, 0}};
    scripted_route = (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                                  .gives = WEND_ROUTE_POLYLINE,
                                  .map = WEND_NO_MAP,
                                  .points = points,
                                  .point_count = 3};
    wend_setting settings[] = {centre, {"max_portal_width", {.number = {.a = 6}}}};
    wend_world *world = make_world(worlds_open(), settings, 2);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 20, 0));
    wend_intent intent = scripted_intent_at(world, 1, 0, 0);
    check_segment(&intent, 0, (wend_vec2){4, 0.75F}, (wend_vec2){4, -0.75F});
    intent = scripted_intent_at(world, 5, 0, 0);
    check_segment(&intent, 1, (wend_vec2){8, 2.75F}, (wend_vec2){8, -2.75F});
    /* The agent is beyond the portal's line, but beside the portal. Because there is no map, the
     * agent continues. */
    intent = scripted_intent_at(world, 9, 5, 0);
    ck_assert_uint_eq(intent.region.shape, WEND_SHAPE_POINT);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 2);
    ck_assert_float_eq(intent.region.a.x, 12);
    intent = scripted_intent_at(world, 12.1F, 0, 0);
    ck_assert_uint_eq(intent.region.flags,
                      WEND_REGION_STOP | WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST);
    ck_assert_float_eq(intent.region.a.x, 20);
    scripted_world_destroy(world);
}
END_TEST

static wend_vec2 walk(const char *follow, double *x) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = follow;
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 1, 2, worlds_disc(world, 7, 11, 1));
    worlds_step(world, 30);
    wend_agent_state state = worlds_state(world, agent);
    *x = state.position.x;
    wend_world_destroy(world);
    return state.velocity;
}

START_TEST(matches_waypoint_follower_on_routes_without_points) {
    double x, other_x;
    wend_vec2 velocity = walk("portal", &x), other = walk("waypoint", &other_x);
    ck_assert_float_eq(velocity.x, other.x);
    ck_assert_float_eq(velocity.y, other.y);
    ck_assert_double_eq(x, other_x);
    ck_assert_double_gt(x, 2);
}
END_TEST

/* ---- When a portal counts as passed ---------------------------------------------------------- */

static const wend_portal two[] = {{{5, 2}, {5, -2}, 0}, {{9, 2}, {9, -2}, 0}};

typedef struct step_over {
    wend_vec2 from, to;
    uint32_t next;
} step_over;

/* A portal counts as passed only if the agent crosses the line x = 5 between the portal's true
 * ends. */
START_TEST(portal_counts_as_passed_only_within_its_width) {
    static const step_over cases[] = {
        {{4.9F, 0}, {5.1F, 0}, 1},
        {{4.9F, 1.9F}, {5.1F, 1.9F}, 1},
        {{4.9F, -1.9F}, {5.1F, -1.9F}, 1},
        {{4.9F, 2.1F}, {5.1F, 2.1F}, 0},
        {{4.9F, -2.1F}, {5.1F, -2.1F}, 0},
        {{4.5F, 0}, {4.95F, 0}, 0},
        {{4, 0}, {8, 6}, 1}, /* crosses at y = 1.5 */
        {{4, 9}, {8, 1}, 0}, /* crosses at y = 7 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_route(two, 2, 0);
        wend_world *world = make_world(worlds_open(), &centre, 1);
        scripted_add_agent(world, 1, (double)cases[i].from.x, (double)cases[i].from.y,
                           worlds_point(world, 20, 0));
        wend_intent intent = scripted_intent_at(world, cases[i].to.x, cases[i].to.y, 0);
        ck_assert_msg(wend_region_id_index(intent.region.id) == cases[i].next,
                      "case %zu: heads for %u", i, wend_region_id_index(intent.region.id));
        ck_assert_uint_eq(intent.region.shape, WEND_SHAPE_SEGMENT);
        scripted_world_destroy(world);
    }
}
END_TEST

START_TEST(several_portals_can_be_passed_in_one_step) {
    wend_portal portals[20];
    for (int i = 0; i < 20; i++) {
        portals[i] = (wend_portal){{1 + (float)i, 3}, {1 + (float)i, -3}, 0};
    }
    set_route(portals, 20, 0);
    wend_world *world = make_world(worlds_open(), &centre, 1);
    scripted_add_agent(world, 1, 0.5, 0, worlds_point(world, 30, 0));
    wend_intent intent = scripted_intent_at(world, 7.5F, 1, 0);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 7);
    ck_assert_float_eq_tol(intent.region.cost, 22, 1e-4F); /* remaining length, from x = 8 to 30 */
    intent = scripted_intent_at(world, 8.5F, -1, 0);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 8);
    intent = scripted_intent_at(world, 25, 0, 0);
    ck_assert_uint_eq(intent.region.flags & WEND_REGION_STOP, WEND_REGION_STOP);
    scripted_world_destroy(world);
}
END_TEST

/* Layer 0 is the ground, layer 1 the stair at x > 10, layer 2 the floor at y > 12. */
START_TEST(portal_on_another_layer_does_not_count_as_passed) {
    wend_portal portals[] = {{{10, 6}, {10, 4}, 0}, {{14, 6}, {14, 4}, 1}, {{16, 8}, {18, 8}, 2}};
    set_route(portals, 3, 0);
    wend_world *world = make_world(worlds_floors(), &centre, 1);
    wend_point position = {17, 15};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &position;
    goal.layer = 2;
    scripted_add_agent(world, 1, 9, 5, worlds_add_goal(world, &goal));
    wend_intent intent = scripted_intent_at(world, 9.9F, 5, 0);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 0);
    intent = scripted_intent_at(world, 10.1F, 5, 1); /* across the link, onto the stair */
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 1);
    scripted_intent_at(world, 13.9F, 5, 1);
    intent = scripted_intent_at(world, 14.1F, 5, 2);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 2);
    intent = scripted_intent_at(world, 17, 9, 0); /* beyond the portal, but on the ground */
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 2);
    intent = scripted_intent_at(world, 17, 9, 2);
    ck_assert_uint_eq(intent.region.flags & WEND_REGION_STOP, WEND_REGION_STOP);
    scripted_world_destroy(world);
}
END_TEST

/* The path doubles back along the same line. The portal at the turn lies along the path, and the
 * agent reaches it. */
START_TEST(follows_a_path_that_reverses_direction) {
    static const char *const biases[] = {"centre", "lookahead", "visibility", "shortest",
                                         "nearest"};
    for (int i = 0; i < 5; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_setting setting = {"bias", {.kind = WEND_VALUE_TEXT, .text = biases[i]}};
        wend_profile_def def = worlds_profile_def();
        def.follow = (wend_choice){"portal", &setting, 1};
        worlds_add_profile(world, &def);
        wend_point points[] = {{10, 0}, {-10, 0}, {10, 0}};
        ck_assert_int_eq(wend_world_add_path(world, points, NULL, 3, NULL, NULL), WEND_OK);
        wend_agent_def agent = wend_default_agent_def();
        agent.goal = worlds_point(world, 0, 3);
        agent.path = worlds_nth_path(0);
        worlds_add(world, &agent);
        ck_assert_uint_eq(worlds_step_counting(world, 700, WEND_EVENT_ARRIVED), 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- The bias -------------------------------------------------------------------------------- */

/* Portals at x = 5, 9 and 13. The last one lies off to the left, with its middle at (13, 6). */
static const wend_portal turning_portals[] = {
    {{5, 2.25F}, {5, -2.25F}, 0}, {{9, 4}, {9, -2}, 0}, {{13, 8}, {13, 4}, 0}};

/* Returns where the line from a point to (13, 6) crosses x = 5, as a bias on the portal that runs
 * from y = 2 (bias 0) to y = -2 (bias 1). */
static double bias_from(double x, double y) {
    double at = y + (6 - y) * (5 - x) / (13 - x);
    return fmin(fmax((2 - at) / 4, 0), 1);
}

START_TEST(nearest_heads_for_the_nearest_point_of_the_portal) {
    static const wend_setting nearest = {"bias", {.kind = WEND_VALUE_TEXT, .text = "nearest"}};
    /* The portal at x = 5 runs from y = 2 to y = -2, less the radius of the agent. */
    static const struct {
        float y, bias;
    } cases[] = {{-4, 1}, {-1, 0.75F}, {0, 0.5F}, {1.5F, 0.125F}, {4, 0}};
    for (int i = 0; i < 5; i++) {
        set_route(turning_portals, 3, 0);
        wend_world *world = make_world(worlds_open(), &nearest, 1);
        scripted_add_agent(world, 1, -3, cases[i].y, worlds_point(world, 30, 6));
        worlds_step(world, 1);
        ck_assert_float_eq_tol(scripted_intents[1].region.bias, cases[i].bias, 1e-5F);
        scripted_world_destroy(world);
    }
}
END_TEST

START_TEST(chooses_new_bias_when_approach_turns_beyond_threshold) {
    set_route(turning_portals, 3, 0);
    wend_world *world = make_world(worlds_open(), &lookahead, 1);
    scripted_add_agent(world, 1, -3, -4, worlds_point(world, 30, 6));
    worlds_step(world, 1);
    double first = bias_from(-3, -4), at = 2 - 4 * first;
    ck_assert_double_eq_tol((double)scripted_intents[1].region.bias, first, 1e-5);
    int kept = 0, renewed = 0;
    for (int i = 1; i <= 60; i++) { /* the agent moves slowly to the left */
        double y = -4 + 0.1 * i;
        double turned = atan2(at - y, 8) - atan2(at + 4, 8);
        wend_intent intent = scripted_intent_at(world, -3, (float)y, 0);
        double angle = fabs(turned) * 180 / 3.14159265358979;
        if (angle < 29.9 && !renewed) {
            ck_assert_double_eq((double)intent.region.bias,
                                (double)scripted_intents[1].region.bias);
            ck_assert_double_eq_tol((double)intent.region.bias, first, 1e-5);
            kept++;
        } else if (angle > 30.1 && !renewed) {
            ck_assert_double_eq_tol((double)intent.region.bias, bias_from(-3, y), 1e-4);
            ck_assert_double_gt(fabs(bias_from(-3, y) - first), 0.05);
            renewed++;
        }
    }
    ck_assert_int_gt(kept, 10);
    ck_assert_int_eq(renewed, 1);
    scripted_world_destroy(world);
}
END_TEST

/* The portal spans y = -4.25 to 4.25 at x = 5, and the goal spans y = -6 to 6 at x = 12. An agent
 * may go to any point of the goal, so it walks straight ahead across both. An agent that starts
 * beyond the ends of both heads for the near end of the goal, as far as the portal allows. The
 * agent crosses the portal at the bias point, not at the point of the portal that is nearest to the
 * agent. */
START_TEST(aim_nearest_keeps_agents_on_their_sides) {
    static const wend_portal wide = {{5, 4.25F}, {5, -4.25F}, 0};
    static const wend_setting nearest = {"aim", {.kind = WEND_VALUE_TEXT, .text = "nearest"}};
    static const wend_point ends[] = {{12, 6}, {12, -6}};
    static const float starts[] = {-8, -3, -1, 0, 2.5F, 4, 9};
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = ends;
    goal.point_count = 2;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        set_route(&wide, 1, 0);
        wend_world *world = make_world(worlds_open(), &nearest, 1);
        scripted_add_agent(world, 1, -2, (double)starts[i], worlds_add_goal(world, &goal));
        worlds_step(world, 1);
        float side = fminf(fmaxf(starts[i], -4.0F), 4.0F);
        check_segment(&scripted_intents[1], 0, (wend_vec2){5, 4}, (wend_vec2){5, -4});
        ck_assert_uint_eq(scripted_intents[1].region.flags,
                          WEND_REGION_INTERCEPT | WEND_REGION_INSIDE);
        wend_vec2 aim =
            wend_region_aim(&scripted_intents[1].region, (wend_vec2){-2, starts[i]}, 1.3F);
        ck_assert_float_eq_tol(aim.x, 5.0F, 1e-5F);
        ck_assert_float_eq_tol(aim.y, side, 1e-4F);
        wend_intent intent =
            scripted_intent_at(world, 8, side / 2, 0); /* beyond the portal: heads for the goal */
        ck_assert_uint_eq(intent.region.flags,
                          WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST | WEND_REGION_STOP);
        scripted_world_destroy(world);
    }
}
END_TEST

/* The agent approaches the end of the portal at (5, 2) from larger y, and moves past that end, but
 * not through the portal. */
START_TEST(crosses_at_its_own_position_once_past_the_bias_point) {
    set_route(turning_portals, 3, 0);
    wend_world *world = make_world(worlds_open(), &lookahead, 1);
    scripted_add_agent(world, 1, 4, 6, worlds_point(world, 30, 6));
    worlds_step(world, 1);
    ck_assert_double_eq_tol((double)scripted_intents[1].region.bias, 0, 1e-6);
    wend_intent intent = scripted_intent_at(world, 4.95F, 1.9F, 0);
    ck_assert_double_eq_tol((double)intent.region.bias, (2 - 1.9) / 4, 1e-4);
    scripted_world_destroy(world);
}
END_TEST

/* A wall at x = 10 has a gap from y = 4 to 6; the solid that could fill the gap is switched off.
 * From (2, 5) the middles of the portals at x = 6 and in the gap are visible. The middle of the
 * portal behind the wall, (14, 1), is hidden. */
START_TEST(aims_at_the_first_hidden_portal) {
    wend_portal portals[] = {{{4, 9}, {4, 1}, 0},
                             {{6, 9}, {6, 1}, 0},
                             {{10, 6}, {10, 4}, 0},
                             {{15, 1}, {13, 1}, 0},
                             {{15, 0.5F}, {13, 0.5F}, 0}};
    set_route(portals, 5, 0);
    wend_world *world = make_world(worlds_gap(), &visibility, 1);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    scripted_add_agent(world, 1, 2, 5, worlds_point(world, 14, 0.25));
    worlds_step(world, 1);
    double at = 5 + (1 - 5) * (4.0 - 2) / (14 - 2); /* where the line to (14, 1) crosses x = 4 */
    ck_assert_double_eq_tol((double)scripted_intents[1].region.bias, (8.75 - at) / 7.5, 1e-5);
    scripted_world_destroy(world);
}
END_TEST

/* ---- Off the route --------------------------------------------------------------------------- */

/* An agent that crosses the line beside the portal requests a new route, at most once a second. The
 * event names the map. */
START_TEST(replans_when_crossing_beside_the_portal) {
    set_route(two, 2, 0);
    wend_world *world = make_world(worlds_open(), &centre, 1);
    scripted_add_agent(world, 1, 4, 4, worlds_point(world, 20, 0));
    worlds_step(world, 1);
    uint64_t plans = wend_world_get_stats(world).plans;
    int last = 0, asked = 0;
    for (int i = 1; i <= 50; i++) { /* the agent moves back and forth beside the portal */
        scripted_locations[1].position.x = i % 2 ? 6 : 4;
        worlds_step(world, 1);
        wend_event event = {.map = {99}};
        uint32_t events = worlds_events(world, WEND_EVENT_REPLANNED, &event);
        ck_assert_uint_le(events, 1);
        ck_assert_uint_eq((scripted_intents[1].region.flags & WEND_REGION_LOST) != 0, events);
        if (events) {
            ck_assert_uint_eq(event.map.value, worlds_nth_map(0).value);
            ck_assert_uint_eq(event.key, 1);
            ck_assert_int_ge(i - last, 10);
            ck_assert_uint_eq(wend_region_id_index(scripted_intents[1].region.id), 0);
            last = i;
            asked++;
        }
    }
    ck_assert_int_ge(asked, 3);
    ck_assert_int_le(asked, 5);
    ck_assert_uint_eq(wend_world_get_stats(world).plans - plans, (uint64_t)asked);
    /* The agent takes a new route that continues from its position, and is no longer lost. */
    static const wend_portal onward[] = {{{7, 6}, {7, 2}, 0}};
    set_route(onward, 1, 0);
    scripted_locations[1].position.x = 6;
    ck_assert_uint_eq(worlds_step_counting(world, 25, WEND_EVENT_REPLANNED), 1);
    check_segment(&scripted_intents[1], 0, (wend_vec2){7, 5.75F}, (wend_vec2){7, 2.25F});
    scripted_world_destroy(world);
}
END_TEST

/* If the planner finds no other route, the old one is kept, and the agent walks on. */
START_TEST(keeps_the_old_route_if_no_new_route_is_found) {
    set_route(two, 2, 0);
    wend_world *world = make_world(worlds_open(), &centre, 1);
    wend_agent agent = scripted_add_agent(world, 1, 4, 4, worlds_point(world, 20, 0));
    worlds_step(world, 1);
    scripted_route.status = WEND_ROUTE_STATUS_NONE;
    scripted_locations[1].position.x += 2;
    uint64_t plans = wend_world_get_stats(world).plans;
    ck_assert_uint_eq(worlds_step_counting(world, 45, WEND_EVENT_NO_ROUTE), 0);
    ck_assert_uint_ge(wend_world_get_stats(world).plans - plans, 3);
    ck_assert_uint_le(wend_world_get_stats(world).plans - plans, 5);
    ck_assert_uint_eq(worlds_state(world, agent).activity == WEND_ACTIVITY_STRANDED, 0);
    wend_intent intent = scripted_intent_at(world, 4.9F, 0, 0);
    check_segment(&intent, 0, (wend_vec2){5, 1.75F}, (wend_vec2){5, -1.75F});
    intent = scripted_intent_at(world, 5.1F, 0, 0);
    ck_assert_uint_eq(wend_region_id_index(intent.region.id), 1);
    scripted_world_destroy(world);
}
END_TEST

/* The path crosses itself at (0, 0): its first leg runs from west to east, and its last leg from
 * north to south. If an agent is pushed off the path near that point, it still has to visit four
 * points if it was on the first leg, and one point if it was on the last leg. */
START_TEST(does_not_return_to_passed_points) {
    static const wend_point path[] = {{-10, 0}, {10, 0}, {10, 10}, {0, 10}, {0, -10}};
    static const wend_portal portals[] = {{{0, 0.5F}, {0, -0.5F}, 0}, {{0.5F, 0}, {-0.5F, 0}, 0}};
    static const wend_vec2 from[] = {{-1, 1}, {1, 1}}, pace[] = {{0.5F, 0}, {0, -0.5F}};
    static const uint32_t expected[] = {4, 1};
    for (int i = 0; i < 2; i++) {
        wend_route_point points[5];
        for (int k = 0; k < 5; k++) {
            points[k] = (wend_route_point){{(float)path[k].x, (float)path[k].y}, INFINITY, 0};
        }
        set_route(&portals[i], 1, 0);
        scripted_route.points = points;
        scripted_route.point_count = 5;
        wend_world *world = make_world(worlds_open(), &centre, 1);
        ck_assert_int_eq(wend_world_add_path(world, path, NULL, 5, NULL, NULL), WEND_OK);
        wend_agent_def def = wend_default_agent_def();
        def.key = 1;
        def.position = (wend_point){(double)from[i].x, (double)from[i].y};
        def.goal = worlds_point(world, 5, -10);
        def.path = worlds_nth_path(0);
        worlds_add(world, &def);
        scripted_locations[1] = (wend_location){from[i], 0};
        worlds_step(world, 15);
        ck_assert_uint_eq(scripted_via_count, 5);
        for (int k = 0; k < 5; k++) {
            scripted_locations[1].position.x += pace[i].x;
            scripted_locations[1].position.y += pace[i].y;
            worlds_step(world, 1);
        }
        ck_assert_uint_eq(scripted_via_count, expected[i]);
        scripted_world_destroy(world);
    }
}
END_TEST

/* Behind a pillar, around (7, 4), the agent cannot see the portal. `check_interval` determines how
 * soon the follower detects this; 0: never. */
START_TEST(replans_when_the_portal_is_hidden) {
    static const wend_portal hidden[] = {{{10, 4.3F}, {10, 3.7F}, 0}};
    static const double every[] = {1, 3, 0};
    static const uint32_t least[] = {5, 2, 0}, most[] = {10, 4, 0};
    for (int i = 0; i < 3; i++) {
        set_route(hidden, 1, 0);
        wend_setting settings[] = {centre, {"check_interval", {.number = {.a = every[i]}}}};
        wend_world *world = make_world(worlds_pillars(), settings, 2);
        scripted_add_agent(world, 1, 4, 4, worlds_point(world, 18, 4));
        uint32_t asked = worlds_step_counting(world, 120, WEND_EVENT_REPLANNED);
        ck_assert_msg(asked >= least[i] && asked <= most[i], "every %g s: %u times in 12 s",
                      every[i], asked);
        scripted_locations[1].position.y += 1.5F; /* beside the pillar the portal is visible */
        worlds_step(world, 1);
        ck_assert_uint_le(worlds_step_counting(world, 50, WEND_EVENT_REPLANNED), 1);
        ck_assert_uint_eq(worlds_step_counting(world, 50, WEND_EVENT_REPLANNED), 0);
        scripted_world_destroy(world);
    }
}
END_TEST

/* The same test for the goal beyond the last portal. */
START_TEST(replans_when_the_goal_is_hidden) {
    static const wend_portal open[] = {{{5, 6}, {5, 2}, 0}};
    set_route(open, 1, 0);
    wend_world *world = make_world(worlds_pillars(), &centre, 1);
    scripted_add_agent(world, 1, 4.9, 4, worlds_point(world, 10, 4));
    wend_intent intent = scripted_intent_at(world, 5.1F, 4, 0);
    ck_assert_uint_eq(intent.region.flags & WEND_REGION_STOP, WEND_REGION_STOP);
    uint32_t asked = worlds_step_counting(world, 25, WEND_EVENT_REPLANNED);
    ck_assert_uint_ge(asked, 1);
    ck_assert_uint_le(asked, 2);
    scripted_route.map = WEND_NO_MAP; /* applies to the next plan */
    worlds_step(world, 20);
    ck_assert_uint_eq(worlds_step_counting(world, 50, WEND_EVENT_REPLANNED), 0);
    scripted_world_destroy(world);
}
END_TEST

/* The goal is not visible from the end of the route: another route would not help. */
START_TEST(does_not_replan_at_the_end_of_the_route) {
    static const wend_portal open[] = {{{5, 6}, {5, 2}, 0}};
    static const wend_route_point end = {{5.5F, 4}, 0.25F, 0};
    set_route(open, 1, 0);
    scripted_route.gives |= WEND_ROUTE_POLYLINE;
    scripted_route.points = &end;
    scripted_route.point_count = 1;
    wend_world *world = make_world(worlds_pillars(), &centre, 1);
    scripted_add_agent(world, 1, 4.9, 4, worlds_point(world, 10, 4));
    scripted_intent_at(world, 5.1F, 4, 0);
    ck_assert_uint_eq(worlds_step_counting(world, 50, WEND_EVENT_REPLANNED), 0);
    scripted_world_destroy(world);
}
END_TEST

/* Twenty agents that cannot see their portals do not all make their visibility checks in the same
 * step. */
START_TEST(spreads_visibility_checks_over_steps) {
    static const wend_portal hidden[] = {{{10, 4.3F}, {10, 3.7F}, 0}};
    set_route(hidden, 1, 0);
    wend_world *world = make_world(worlds_pillars(), &centre, 1);
    wend_goal goal = worlds_point(world, 18, 4);
    for (uint64_t key = 1; key <= 20; key++) {
        scripted_add_agent(world, key, 4, 4, goal);
    }
    uint32_t all = 0;
    for (int i = 0; i < 25; i++) {
        worlds_step(world, 1);
        uint32_t now = worlds_events(world, WEND_EVENT_REPLANNED, NULL);
        ck_assert_uint_le(now, 4);
        all += now;
    }
    ck_assert_uint_ge(all, 20);
    scripted_world_destroy(world);
}
END_TEST

/* On a path without a map, no agent is ever lost. An agent that does not see its crossing point
 * uses the middle of the portal. The point (10, 6) has 0.5 m of clearance. */
START_TEST(does_not_replan_a_path_without_a_map) {
    static const wend_portal hidden[] = {{{10, 4.3F}, {10, 3.7F}, 0}, {{12, 2}, {11, 2}, 0}};
    set_route(hidden, 2, WEND_NO_MAP);
    wend_world *world = make_world(worlds_pillars(), NULL, 0);
    scripted_add_agent(world, 1, 4, 4, worlds_point(world, 18, 1));
    worlds_step(world, 1);
    ck_assert_float_eq(scripted_intents[1].region.bias, 1);
    ck_assert_uint_eq(worlds_step_counting(world, 50, WEND_EVENT_REPLANNED), 0);
    ck_assert_float_eq(scripted_intents[1].region.bias, 0.5F);
    scripted_world_destroy(world);
}
END_TEST

/* ---- Explaining, snapshots ------------------------------------------------------------------- */

START_TEST(explains_the_portals_ahead) {
    set_route(turning_portals, 3, 0);
    wend_world *world = make_world(worlds_open(), &centre, 1);
    wend_agent agent = scripted_add_agent(world, 1, 0, 0, worlds_point(world, 30, 6));
    worlds_step(world, 1);
    wend_mark marks[8];
    ck_assert_uint_eq(wend_world_explain(world, agent, marks, 8), 4);
    ck_assert_int_eq(marks[0].kind, WEND_MARK_PATH);
    ck_assert_float_eq(marks[0].b.x, 5);
    ck_assert_float_eq_tol(marks[0].b.y, 0, 1e-6F);
    ck_assert_int_eq(marks[1].kind, WEND_MARK_REGION);
    ck_assert_float_eq(marks[1].a.y, 2);
    ck_assert_str_eq(marks[1].label, "portal");
    ck_assert_float_eq(marks[3].a.y, 7.75F);
    ck_assert_str_eq(marks[3].label, "portal ahead");
    scripted_world_destroy(world);
}
END_TEST

START_TEST(continues_from_a_snapshot_between_portals) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "portal";
    worlds_add_profile(world, &def);
    wend_point points[] = {{4, 6}, {10, 6}, {16, 2}};
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 3, NULL, NULL), WEND_OK);
    wend_agent_def agent = wend_default_agent_def();
    agent.position = (wend_point){1, 5};
    agent.goal = worlds_point(world, 18, 10);
    agent.path = worlds_nth_path(0);
    worlds_add(world, &agent);
    worlds_step(world, 40);
    wend_world *loaded = worlds_reload(world, NULL);
    for (int i = 0; i < 250; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
    wend_world_destroy(loaded);
}
END_TEST

int main(void) {
    SUITE("follow/portal", insets_portals_by_the_radius, portals_lie_across_a_path_of_points,
          matches_waypoint_follower_on_routes_without_points,
          portal_counts_as_passed_only_within_its_width, several_portals_can_be_passed_in_one_step,
          portal_on_another_layer_does_not_count_as_passed, follows_a_path_that_reverses_direction,
          nearest_heads_for_the_nearest_point_of_the_portal,
          chooses_new_bias_when_approach_turns_beyond_threshold,
          aim_nearest_keeps_agents_on_their_sides, aims_at_the_first_hidden_portal,
          replans_when_crossing_beside_the_portal, keeps_the_old_route_if_no_new_route_is_found,
          does_not_return_to_passed_points, replans_when_the_portal_is_hidden,
          replans_when_the_goal_is_hidden, does_not_replan_at_the_end_of_the_route,
          crosses_at_its_own_position_once_past_the_bias_point,
          spreads_visibility_checks_over_steps, does_not_replan_a_path_without_a_map,
          explains_the_portals_ahead, continues_from_a_snapshot_between_portals);
}
