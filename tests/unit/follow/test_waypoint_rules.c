/* The follower `waypoint`: each value of `advance_by` and `when_lost`, for agents that the test
 * moves past points and out of sight, and in snapshots. */
#include <math.h>
#include <string.h>

#include <wend/explain.h>

#include "support/suite.h"
#include "support/worlds.h"

/* ---- Models that walk in a fixed direction --------------------------------------------------- */

static void walk(const wend_view *view, const wend_agents *agents, wend_outcome *outcomes,
                 wend_vec2 velocity) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity,
                               .displacement = {velocity.x * view->dt, velocity.y * view->dt}};
        }
    }
}

static void steer_east(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    (void)intents;
    walk(view, agents, outcomes, (wend_vec2){1, 0});
}

static void steer_south(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    walk(view, agents, outcomes, (wend_vec2){0, -1});
}

static const wend_steering east = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "east", .summary = "walks east"}},
    .steer = steer_east};
static const wend_steering south = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "south", .summary = "walks south"}},
    .steer = steer_south};

static wend_registry *make_registry(void) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &east.stage.entry, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &south.stage.entry, NULL),
                     WEND_OK);
    return registry;
}

typedef struct rules {
    const char *advance_by, *when_lost;
    double advance; /* m */
} rules;

/* Makes a world on a space. Its agents follow the given points with the given rules, and check
 * visibility in every step. */
static wend_world *make_world(wend_registry *registry, wend_space *space, rules of,
                              const char *steer, const wend_point *points, uint32_t count) {
    wend_setting settings[] = {
        {"advance_by", {.kind = WEND_VALUE_TEXT, .text = of.advance_by}},
        {"when_lost", {.kind = WEND_VALUE_TEXT, .text = of.when_lost}},
        {"advance", {.number = {.a = of.advance}}},
        {"check_interval", {.number = {.a = 0.05}}},
    };
    wend_world *world = worlds_make(space, registry);
    wend_profile_def def = worlds_profile_def();
    def.follow = (wend_choice){"waypoint", settings, 4};
    def.steer.name = steer;
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, count, NULL, NULL), WEND_OK);
    return world;
}

static wend_agent add_agent(wend_world *world, double x, double y, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.goal = goal;
    def.path = worlds_nth_path(0);
    return worlds_add(world, &def);
}

/* Returns the first mark: the line to the target. */
static wend_mark target_of(wend_world *world, wend_agent agent) {
    wend_mark marks[8];
    ck_assert_uint_ge(wend_world_explain(world, agent, marks, 8), 1);
    ck_assert_int_eq(marks[0].kind, WEND_MARK_PATH);
    return marks[0];
}

/* ---- advance_by ------------------------------------------------------------------------------ */

/* An agent is swept past the point (5, 0), 2 m beside it. The line through the point that is
 * perpendicular to the leg from (0, 2) is 5 (x - 5) - 2 * 2 = 0: x = 5.8. */
START_TEST(an_agent_swept_past_a_point_goes_on_by_passing_but_not_by_distance) {
    static const struct {
        rules of;
        double from, to; /* the agent's x at which the target changes lies in this range */
    } cases[] = {{{"distance", "replan", 0.5}, INFINITY, INFINITY},
                 {{"distance", "replan", 2.5}, 3.5, 3.71},
                 {{"passing", "replan", 2.5}, 5.8, 5.91},
                 {{"distance_or_passing", "replan", 0.5}, 5.8, 5.91},
                 {{"visibility", "replan", 0.5}, 0.0, 0.11}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_registry *registry = make_registry();
        wend_point point = {5, 0};
        wend_world *world = make_world(registry, worlds_open(), cases[k].of, "east", &point, 1);
        wend_agent agent = add_agent(world, 0, 2, worlds_point(world, 30, 0));
        double changed = INFINITY;
        for (int i = 0; i < 120 && isinf(changed); i++) {
            worlds_step(world, 1);
            bool at_goal = target_of(world, agent).b.x > 29.0F;
            changed = at_goal ? worlds_state(world, agent).position.x : changed;
        }
        ck_assert_msg(changed >= cases[k].from && changed <= cases[k].to, "%s, D = %g: at x = %g",
                      cases[k].of.advance_by, cases[k].of.advance, changed);
        wend_world_destroy(world);
        wend_registry_destroy(registry);
    }
}
END_TEST

/* Pillars stand at x = 7 and 13 and y = 4 and 8. From (4, 4), the pillar around (7, 4) hides (10,
 * 4) and the goal (16, 6); (7, 6) is the most advanced visible point. */
START_TEST(visibility_selects_the_most_advanced_visible_point) {
    wend_registry *registry = make_registry();
    static const wend_point points[] = {{4, 5}, {5, 6}, {7, 6}, {10, 4}};
    wend_world *world = make_world(registry, worlds_pillars(), (rules){"visibility", "replan", 0.5},
                                   "direct", points, 4);
    wend_agent agent = add_agent(world, 4, 4, worlds_point(world, 16, 6));
    worlds_step(world, 1);
    wend_mark mark = target_of(world, agent);
    ck_assert_float_eq(mark.b.x, 7.0F);
    ck_assert_float_eq(mark.b.y, 6.0F);
    ck_assert_str_eq(mark.label, "most advanced visible point");
    ck_assert_uint_eq(worlds_step_counting(world, 200, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* The threshold is a disc in explanations, if it alone decides. */
START_TEST(explanations_show_the_threshold) {
    wend_registry *registry = make_registry();
    wend_point point = {5, 0};
    wend_world *world =
        make_world(registry, worlds_open(), (rules){"distance", "replan", 0.7}, "east", &point, 1);
    wend_agent agent = add_agent(world, 0, 2, worlds_point(world, 30, 0));
    worlds_step(world, 1);
    wend_mark marks[8];
    ck_assert_uint_eq(wend_world_explain(world, agent, marks, 8), 2);
    ck_assert_str_eq(marks[0].label, "next point, by distance");
    ck_assert_int_eq(marks[1].kind, WEND_MARK_DISC);
    ck_assert_float_eq(marks[1].a.x, 5.0F);
    ck_assert_float_eq(marks[1].b.x, 0.7F);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- when_lost ------------------------------------------------------------------------------- */

/* An agent walks south from (4, 7), past the point (4, 6.5). The pillar around (7, 4) hides the
 * next point, (10, 4), once the agent is below about y = 5. */
typedef struct lost_agent {
    wend_registry *registry;
    wend_world *world;
    wend_agent agent;
} lost_agent;

static lost_agent lose(const char *when_lost, int steps) {
    static const wend_point points[] = {{4, 6.5}, {10, 4}};
    lost_agent lost = {.registry = make_registry()};
    lost.world = make_world(lost.registry, worlds_pillars(), (rules){"passing", when_lost, 0.5},
                            "south", points, 2);
    lost.agent = add_agent(lost.world, 4, 7, worlds_point(lost.world, 18, 4));
    worlds_step(lost.world, (uint32_t)steps);
    return lost;
}

static void end(lost_agent lost) {
    wend_world_destroy(lost.world);
    wend_registry_destroy(lost.registry);
}

START_TEST(a_lost_target_stays_without_a_map_to_plan_on) {
    lost_agent lost = lose("replan", 30);
    ck_assert_float_eq(target_of(lost.world, lost.agent).b.x, 10.0F);
    end(lost);
}
END_TEST

START_TEST(rewind_heads_for_an_earlier_visible_point) {
    for (int steps = 10; steps <= 30; steps += 20) { /* before and after the target is lost */
        lost_agent lost = lose("rewind", steps);
        wend_mark mark = target_of(lost.world, lost.agent);
        ck_assert_float_eq(mark.b.x, steps == 10 ? 10.0F : 4.0F);
        ck_assert_str_eq(mark.label,
                         steps == 10 ? "next point, by passing" : "visible point after a rewind");
        end(lost);
    }
}
END_TEST

START_TEST(remember_returns_to_where_the_target_was_last_seen) {
    lost_agent lost = lose("remember", 30);
    wend_mark mark = target_of(lost.world, lost.agent);
    double y = worlds_state(lost.world, lost.agent).position.y;
    ck_assert_str_eq(mark.label, "where the target was last seen");
    ck_assert_float_eq_tol(mark.b.x, 4.0F, 1e-5F);
    ck_assert_double_gt((double)mark.b.y, y + 0.2);
    /* The remembered position sees the target; a step farther south it is hidden. */
    wend_space *space = wend_world_space(lost.world);
    wend_location target = {{10, 4}, 0}, seen = {mark.b, 0},
                  below = {{mark.b.x, mark.b.y - 0.1F}, 0};
    ck_assert(wend_space_is_visible(space, seen, target, 0.0F, 1));
    ck_assert(!wend_space_is_visible(space, below, target, 0.0F, 1));
    end(lost);
}
END_TEST

/* The state of the follower is part of snapshots: an agent that was saved while it returns, or
 * after a rewind, has the same target after it was loaded. */
START_TEST(snapshots_keep_what_agents_remember) {
    static const char *const values[] = {"rewind", "remember"};
    for (int i = 0; i < 2; i++) {
        lost_agent lost = lose(values[i], 30);
        wend_world *copy = worlds_reload(lost.world, lost.registry);
        for (int k = 0; k < 3; k++) {
            worlds_step(lost.world, 5);
            worlds_step(copy, 5);
            ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(lost.world));
            wend_mark a = target_of(lost.world, lost.agent), b = target_of(copy, lost.agent);
            ck_assert_float_eq(a.b.x, b.b.x);
            ck_assert_float_eq(a.b.y, b.b.y);
            ck_assert_str_eq(a.label, b.label);
        }
        wend_world_destroy(copy);
        end(lost);
    }
}
END_TEST

int main(void) {
    SUITE("follow/waypoint_rules",
          an_agent_swept_past_a_point_goes_on_by_passing_but_not_by_distance,
          visibility_selects_the_most_advanced_visible_point, explanations_show_the_threshold,
          a_lost_target_stays_without_a_map_to_plan_on, rewind_heads_for_an_earlier_visible_point,
          remember_returns_to_where_the_target_was_last_seen, snapshots_keep_what_agents_remember);
}
