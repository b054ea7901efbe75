/* The follower `attraction`: the position of the attraction point for each method of advancing, and
 * the intents at the end of the route. The agents are scripted: each test sets their positions. */
#include <math.h>
#include <string.h>

#include "support/attraction.h"
#include "support/worlds.h"

static const double radius = 0.25; /* radius of the agents, in m */

/* ---- By clearance disc ----------------------------------------------------------------------- */

/* Finds the attraction point of Definition 1 by checking all samples. Returns the largest index of
 * a sample with a disc that contains the character, or -1 if there is none. */
static int definition_1(uint32_t count, double x, double y) {
    int largest = -1;
    for (uint32_t i = 0; i < count; i++) {
        double away = hypot(x - (double)points[i].position.x, y - (double)points[i].position.y);
        largest = away < (double)points[i].clearance - radius ? (int)i : largest;
    }
    return largest;
}

START_TEST(matches_definition_1_while_walking) {
    enum { COUNT = 100 };
    make_wave_path(COUNT);
    wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
    scripted_add_agent(world, 1, 0, 0.4, worlds_point(world, 140, 0));
    int last = 0, moved = 0, sure = 0;
    for (uint64_t i = 0; i < 300; i++) {
        double s = 0.3 * (double)i;
        float x = (float)(s + noise(i, 1)), y = (float)(2 * sin(s / 6) + noise(i, 2));
        wend_intent intent = scripted_intent_at(world, x, y, 0);
        int expected = definition_1(COUNT, (double)x, (double)y);
        sure += expected > last;
        expected = expected > last ? expected : last; /* the point never moves backwards */
        check_point(&intent, (double)points[expected].position.x,
                    (double)points[expected].position.y, (double)points[expected].clearance, 1e-9);
        moved += expected > last;
        last = expected;
    }
    ck_assert_int_gt(last, 85);
    ck_assert_int_gt(moved, 60);
    ck_assert_int_eq(moved, sure);
    scripted_world_destroy(world);
}
END_TEST

/* The path leads out along y = 0 and back along y = 3. An agent between the two legs is in discs of
 * both. */
START_TEST(does_not_skip_a_loop) {
    for (int i = 0; i < 14; i++) {
        points[i] = (wend_route_point){{(float)(i < 7 ? 2 * i : 26 - 2 * i), i < 7 ? 0 : 3}, 3, 0};
    }
    scripted_route = scripted_path_route(points, 14);
    wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
    scripted_add_agent(world, 1, 0, 1.5, worlds_point(world, -30, 3));
    wend_intent intent = scripted_intent_at(world, 0.5F, 1.5F, 0);
    ck_assert_int_eq(definition_1(14, 0.5, 1.5), 13);
    check_point(&intent, 2, 0, 3, 1e-6);
    /* At the turn: the point advances along the return leg, up to a gap between discs. */
    intent = scripted_intent_at(world, 12, 1.5F, 0);
    check_point(&intent, 10, 3, 3, 1e-6);
    ck_assert_int_eq(definition_1(14, 12, 1.5), 8);
    intent = scripted_intent_at(world, 8, 1.5F, 0);
    check_point(&intent, 6, 3, 3, 1e-6);
    scripted_world_destroy(world);
}
END_TEST

/* No disc has room for the agent. It walks from point to point; a point is passed when the agent
 * stands on it or crosses the line through it that is perpendicular to the path. */
START_TEST(walks_point_by_point_where_no_disc_has_room) {
    static const float clearances[] = {0, 0.25F, 0.3F};
    for (int i = 0; i < 3; i++) {
        make_straight_path(4, 5, clearances[i]);
        points[3].position.y = 4;
        wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
        scripted_add_agent(world, 1, -3, 1, worlds_point(world, 30, 0));
        wend_intent intent = scripted_intent_at(world, -1, 1, 0);
        check_point(&intent, 0, 0, (double)clearances[i], 1e-6);
        intent = scripted_intent_at(world, 0, 0.08F, 0); /* the agent stands on the point */
        check_point(&intent, 5, 0, (double)clearances[i], 1e-6);
        intent = scripted_intent_at(world, 4.8F, -2, 0);
        check_point(&intent, 5, 0, (double)clearances[i], 1e-6);
        intent = scripted_intent_at(world, 5.1F, -2, 0);
        check_point(&intent, 10, 0, (double)clearances[i], 1e-6);
        intent = scripted_intent_at(world, 12, 0, 0);
        check_point(&intent, 15, 4, (double)clearances[i], 1e-6);
        intent = scripted_intent_at(world, 15, 3.95F, 0);
        check_goal(&intent, 30, 0);
        /* An agent that is moved back to an earlier point still heads for the goal. */
        intent = scripted_intent_at(world, 5, 0, 0);
        check_goal(&intent, 30, 0);
        scripted_world_destroy(world);
    }
}
END_TEST

START_TEST(heads_for_the_goal_on_open_ground) {
    make_straight_path(4, 5, INFINITY);
    wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
    scripted_add_agent(world, 1, -3, 1, worlds_point(world, 30, 0));
    wend_intent intent = scripted_intent_at(world, -2, 1, 0);
    check_goal(&intent, 30, 0);
    scripted_world_destroy(world);
}
END_TEST

/* The last disc, around (20, 0), has room for the agent's centre within about 4 m of its middle. An
 * agent in the disc heads for a goal that lies in the disc. It heads for a goal beyond the disc
 * only once it has reached the disc's middle. */
START_TEST(walks_through_the_last_disc_unless_it_contains_the_goal) {
    static const double goals[] = {23.9, 24.1};
    for (int i = 0; i < 2; i++) {
        make_straight_path(11, 2, 4);
        wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
        scripted_add_agent(world, 1, 0, 0, worlds_point(world, goals[i], 0));
        /* 3.8 m before the last point. */
        wend_intent intent = scripted_intent_at(world, 16.2F, 0, 0);
        check_point(&intent, 18, 0, 4, 1e-6);
        intent = scripted_intent_at(world, 16.3F, 0, 0);
        if (i == 0) {
            check_goal(&intent, goals[i], 0);
        } else {
            check_point(&intent, 20, 0, 4, 1e-6);
            intent = scripted_intent_at(world, 20.1F, 0.5F, 0);
            check_goal(&intent, goals[i], 0);
        }
        scripted_world_destroy(world);
    }
}
END_TEST

/* Layer 0 is the ground, layer 1 the stair from (10, 5) to (14, 5), and layer 2 the upper floor,
 * which lies over the ground at y > 12. */
START_TEST(uses_discs_of_other_layers_along_the_route) {
    static const wend_route_point path[] = {
        {{8, 5}, 1.5F, 0},  {{9.5F, 5}, 1.2F, 0},  {{10.5F, 5}, 1, 1}, {{12, 5}, 1, 1},
        {{13.5F, 5}, 1, 1}, {{14.5F, 5}, 1.2F, 2}, {{16, 5}, 2, 2},    {{16, 14}, 4, 2},
        {{13, 15}, 4, 2},   {{10, 16}, 4, 2},      {{6, 16}, 4, 2}};
    scripted_route = scripted_path_route(path, 11);
    wend_world *world = scripted_world_create(worlds_floors(), "attraction", NULL, 0);
    wend_point position = {2, 16};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &position;
    goal.layer = 2;
    scripted_add_agent(world, 1, 7, 5, worlds_add_goal(world, &goal));
    wend_intent intent = scripted_intent_at(world, 7.8F, 5, 0);
    check_point(&intent, 8, 5, 1.5, 1e-6);
    /* Before the link the agent is already in a disc on the stair. */
    intent = scripted_intent_at(world, 9.9F, 5, 0);
    check_point(&intent, 10.5, 5, 1, 1e-6);
    intent = scripted_intent_at(world, 11.8F, 5, 1);
    check_point(&intent, 12, 5, 1, 1e-6);
    intent = scripted_intent_at(world, 13.9F, 5, 1);
    check_point(&intent, 14.5, 5, 1.2, 1e-6);
    intent = scripted_intent_at(world, 16, 13, 2);
    check_point(&intent, 13, 15, 4, 1e-6);
    intent = scripted_intent_at(world, 7, 15, 0); /* below the path: near it only in plan view */
    check_point(&intent, 13, 15, 4, 1e-6);
    intent = scripted_intent_at(world, 12, 15, 2);
    check_point(&intent, 10, 16, 4, 1e-6);
    intent = scripted_intent_at(world, 7, 16, 2);
    check_goal(&intent, 2, 16);
    scripted_world_destroy(world);
}
END_TEST

/* ---- By visibility --------------------------------------------------------------------------- */

/* A path around the pillars of a room: from (2, 6) between them to (10, 6), then up along x = 10.
 */
static const wend_route_point path_around[] = {
    {{2, 6}, 2, 0}, {{6, 6}, 1, 0}, {{10, 6}, 2, 0}, {{10, 9}, 2, 0}, {{10, 11}, 1, 0}};

/* Finds how far the path from (2, 6) to a goal at (16, 11) is visible from a position. The line of
 * sight must be wide enough for a disc of 0.9 times the radius, except on the last leg, where a
 * thin line suffices. Returns whether the goal is visible. */
static bool seen_up_to(const wend_space *space, wend_vec2 from, wend_vec2 *end) {
    static const wend_vec2 goal = {16, 11};
    for (int leg = 1; leg <= 5; leg++) {
        wend_vec2 a = path_around[leg - 1].position, b = leg < 5 ? path_around[leg].position : goal;
        for (int k = 0; k <= 1000; k++) {
            float t = (float)k / 1000;
            wend_vec2 at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
            if (!wend_space_is_visible(space, (wend_location){from, 0}, (wend_location){at, 0},
                                       leg < 5 ? 0.225F : 0, UINT32_MAX)) {
                return false;
            }
            *end = at;
        }
    }
    return true;
}

/* Checks the attraction point of a standing agent, with one visibility check per step and with
 * many. */
START_TEST(point_advances_as_far_as_the_path_is_visible) {
    static const wend_vec2 positions[] = {{3, 5.5F}, {3, 9}, {5.6F, 6.6F}, {7, 5.5F}, {9.2F, 5.3F}};
    int corners = 0, goals = 0;
    for (int i = 0; i < 10; i++) {
        wend_vec2 from = positions[i % 5], end = {0, 0};
        wend_setting settings[] = {text("advance", "visibility"),
                                   number("max_checks", i < 5 ? 1 : 20)};
        scripted_route = scripted_path_route(path_around, 5);
        wend_world *world = scripted_world_create(worlds_pillars(), "attraction", settings, 2);
        scripted_add_agent(world, 1, (double)from.x, (double)from.y, worlds_point(world, 16, 11));
        bool all = seen_up_to(wend_world_space(world), from, &end);
        worlds_step(world, i < 5 ? 80 : 6);
        if (all) {
            check_goal(&scripted_intents[1], 16, 11);
        } else {
            check_point(&scripted_intents[1], (double)end.x, (double)end.y,
                        (double)scripted_intents[1].region.b.x, 0.07);
        }
        goals += all;
        corners += !all && end.y > 6;
        scripted_world_destroy(world);
    }
    ck_assert_int_ge(corners, 2);
    ck_assert_int_ge(goals, 2);
}
END_TEST

/* The goal is visible from the end of the path, so the agent heads for it. The goal is so close to
 * the wall that only a thin line of sight reaches it, not one as wide as the disc. */
START_TEST(heads_for_the_goal_once_visible) {
    scripted_route = scripted_path_route(path_around, 5);
    wend_setting setting = text("advance", "visibility");
    wend_world *world = scripted_world_create(worlds_pillars(), "attraction", &setting, 1);
    scripted_add_agent(world, 1, 9, 6, worlds_point(world, 18, 11.9));
    worlds_step(world, 10);
    ck_assert_uint_eq(scripted_intents[1].region.flags & WEND_REGION_STOP, 0);
    for (int i = 0; i < 20; i++) {
        scripted_intent_at(world, 10, 6 + 0.24F * (float)i, 0);
    }
    check_goal(&scripted_intents[1], 18, 11.9);
    scripted_world_destroy(world);
}
END_TEST

/* ---- Off the route --------------------------------------------------------------------------- */

/* The path leads into a pillar around (7, 4) and continues behind it. With `disc` the attraction
 * point is behind the pillar, with `visibility` in front of it. An agent that cannot see the point
 * requests a new route if its route comes from a map. */
START_TEST(replans_when_the_point_is_hidden) {
    static const wend_route_point behind[] = {{{5.5F, 4}, 1, 0}, {{10, 4}, 2, 0}};
    static const char *const advances[] = {"disc", "visibility"};
    static const double at[] = {10, 6.25}, room[] = {2, 1 + 0.75 / 4.5};
    for (int i = 0; i < 4; i++) {
        scripted_route = scripted_path_route(behind, 2);
        scripted_route.map = i % 2 ? WEND_NO_MAP : 0;
        scripted_route.generation = 1;
        wend_setting setting = text("advance", advances[i / 2]);
        wend_world *world = scripted_world_create(worlds_pillars(), "attraction", &setting, 1);
        scripted_add_agent(world, 1, 5.5, 4, worlds_point(world, 18, 4));
        worlds_step(world, 4);
        check_point(&scripted_intents[1], at[i / 2], 4, room[i / 2], 0.04);
        bool lost = i == 0;
        uint32_t asked = worlds_step_counting(world, 60, WEND_EVENT_REPLANNED);
        ck_assert_uint_ge(asked, lost ? 3 : 0);
        ck_assert_uint_le(asked, lost ? 6 : 0);
        /* When the agent is beyond the pillar and the attraction point, it sees the rest of the
         * path, but not the front of the pillar. */
        scripted_locations[1].position.x = 8.5F;
        worlds_step(world, 25);
        if (i != 2) { /* case 2: the same path was planned again */
            /* With `visibility` the point advances up to the next pillar, at x = 12.5. */
            check_point(&scripted_intents[1], i / 2 ? 12.5 : 10, 4, i / 2 ? 0 : 2, 0.06);
        }
        scripted_world_destroy(world);
    }
}
END_TEST

/* ---- Complete runs --------------------------------------------------------------------------- */

static const char *const advances[] = {"disc", "speed", "distance", "visibility"};

static wend_world *round_the_pillars(const char *advance, const char *steer) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_setting setting = text("advance", advance);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "straight";
    def.follow = (wend_choice){"attraction", &setting, 1};
    def.steer.name = steer;
    worlds_add_profile(world, &def);
    wend_point path[] = {{4, 6}, {10, 6}, {10, 2}, {16, 2}};
    ck_assert_int_eq(wend_world_add_path(world, path, NULL, 4, NULL, NULL), WEND_OK);
    wend_agent_def agent = wend_default_agent_def();
    agent.goal = worlds_point(world, 18, 10);
    agent.path = worlds_nth_path(0);
    for (int i = 0; i < 3; i++) {
        agent.position = (wend_point){1, 5 + 0.7 * i};
        worlds_add(world, &agent);
    }
    return world;
}

START_TEST(agents_arrive_with_each_advance_method) {
    static const char *const models[] = {"direct", "orca", "gvo", "orca_segment"};
    for (int i = 0; i < 16; i++) {
        wend_world *world = round_the_pillars(advances[i % 4], models[i / 4]);
        worlds_step(world, 400);
        ck_assert_msg(wend_world_get_stats(world).arrivals == 3, "%s, %s: %u arrivals",
                      advances[i % 4], models[i / 4],
                      (unsigned)wend_world_get_stats(world).arrivals);
        wend_world_destroy(world);
    }
}
END_TEST

/* Runs agents towards three goals at once, one of which has two parts. The route has no points. */
static void run_to_any(const char *follow, wend_agent_state *states) {
    static const wend_point hook[] = {{9, 5}, {11, 5}, {11, 7}, {10.6, 7}, {10.6, 5.4}, {9, 5.4}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting setting = text("aim", "nearest");
    wend_profile_def def = wend_default_profile_def();
    def.select.name = "any";
    def.follow = (wend_choice){follow, &setting, 1};
    def.steer.name = "gvo";
    worlds_add_profile(world, &def);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_POLYGON;
    goal.points = hook;
    goal.point_count = 6;
    goal.velocity = (wend_point){0.2, 0.1};
    wend_goal goals[] = {worlds_point(world, 14, 0), worlds_add_goal(world, &goal),
                         worlds_disc(world, 3, 12, 1)};
    wend_goal_set set = worlds_goal_set(world, goals, 3);
    for (int i = 0; i < 6; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){0.8 * i, i % 2};
        agent.goal_set = set;
        worlds_add(world, &agent);
    }
    worlds_step(world, 60);
    ck_assert_uint_eq(wend_world_get_agents(world, states, 6), 6);
    wend_world_destroy(world);
}

START_TEST(matches_waypoint_follower_on_routes_without_points) {
    wend_agent_state states[6], others[6];
    run_to_any("attraction", states);
    run_to_any("waypoint", others);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_eq(states[i].position.x, others[i].position.x);
        ck_assert_double_eq(states[i].position.y, others[i].position.y);
        ck_assert_uint_eq(states[i].region, others[i].region);
        ck_assert_double_gt(hypot(states[i].position.x - 0.8 * i, states[i].position.y), 3);
    }
}
END_TEST

START_TEST(continues_from_a_snapshot) {
    for (int i = 0; i < 4; i++) {
        wend_world *world = round_the_pillars(advances[i], "orca");
        worlds_step(world, 45);
        wend_world *loaded = worlds_reload(world, NULL);
        for (int k = 0; k < 150; k++) {
            worlds_step(world, 1);
            worlds_step(loaded, 1);
            ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        }
        wend_world_destroy(world);
        wend_world_destroy(loaded);
    }
}
END_TEST

START_TEST(explains_point_disc_and_path) {
    make_straight_path(30, 1, 3);
    wend_world *world = scripted_world_create(worlds_open(), "attraction", NULL, 0);
    wend_agent agent = scripted_add_agent(world, 1, 0, 0.5, worlds_point(world, 60, 0));
    worlds_step(world, 1);
    wend_mark marks[40];
    uint32_t count = wend_world_explain(world, agent, marks, 40);
    ck_assert_uint_eq(count, 18);
    ck_assert_int_eq(marks[0].kind, WEND_MARK_PATH);
    ck_assert_str_eq(marks[0].label, "attraction point");
    ck_assert_float_eq(marks[0].b.x, 2);
    ck_assert_int_eq(marks[1].kind, WEND_MARK_DISC);
    ck_assert_float_eq(marks[1].a.x, 2);
    ck_assert_float_eq(marks[1].b.x, 3);
    ck_assert_int_eq(marks[3].kind, WEND_MARK_PATH);
    ck_assert_float_eq(marks[3].a.x, 2);
    ck_assert_float_eq(marks[3].b.x, 3);
    scripted_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("follow/attraction", matches_definition_1_while_walking, does_not_skip_a_loop,
          walks_point_by_point_where_no_disc_has_room, heads_for_the_goal_on_open_ground,
          walks_through_the_last_disc_unless_it_contains_the_goal,
          uses_discs_of_other_layers_along_the_route, point_advances_as_far_as_the_path_is_visible,
          heads_for_the_goal_once_visible, replans_when_the_point_is_hidden,
          agents_arrive_with_each_advance_method,
          matches_waypoint_follower_on_routes_without_points, continues_from_a_snapshot,
          explains_point_disc_and_path);
}
