/* Profiles: refused values, sampled numbers, and whether the planner gives what the follower needs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

static void expect(wend_world *world, const wend_profile_def *def, wend_result result,
                   const char *says) {
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_profile(world, def, NULL, &error), result);
    ck_assert_msg(strstr(error.message, says), "'%s' does not say '%s'", error.message, says);
}

START_TEST(bad_numbers_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(0.0);
    expect(world, &def, WEND_ERROR_INVALID, "radius");
    def.radius = wend_constant(NAN);
    expect(world, &def, WEND_ERROR_INVALID, "radius");
    def.radius = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 0.2, 101.0, 0, 0};
    expect(world, &def, WEND_ERROR_INVALID, "radius");
    def.radius = (wend_distribution){WEND_DISTRIBUTION_NORMAL, 0.3, 0.1, 0,
                                     0}; /* could be sampled as -0.1 */
    expect(world, &def, WEND_ERROR_INVALID, "radius");
    def.radius = (wend_distribution){WEND_DISTRIBUTION_NORMAL, 0.3, -0.01, 0.2, 0.4};
    expect(world, &def, WEND_ERROR_INVALID, "radius");
    def = worlds_profile_def();
    def.max_speed = wend_constant(INFINITY);
    expect(world, &def, WEND_ERROR_INVALID, "max_speed");
    def = worlds_profile_def();
    def.max_acceleration = wend_constant(0.0);
    expect(world, &def, WEND_ERROR_INVALID, "max_acceleration");
    def.max_acceleration = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 1.0, INFINITY, 0, 0};
    expect(world, &def, WEND_ERROR_INVALID, "max_acceleration");
    def = worlds_profile_def();
    def.modify_count = WEND_MAX_MODIFIERS + 1;
    expect(world, &def, WEND_ERROR_LIMIT, "modifiers");
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_settings_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    wend_setting setting = {"advanse", {.number = {.a = 1.0}}};
    def.follow = (wend_choice){"waypoint", &setting, 1};
    expect(world, &def, WEND_ERROR_NAME, "'advance'");
    setting.name = "advance";
    setting.value.number.a = -1.0;
    expect(world, &def, WEND_ERROR_INVALID, "advance");
    setting = (wend_setting){"aim", {.kind = WEND_VALUE_TEXT, .text = "nowhere"}};
    expect(world, &def, WEND_ERROR_INVALID, "preferred_point, nearest");
    setting.value.text = "nearest";
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

START_TEST(names_are_unique) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    wend_profile index = {0};
    ck_assert_int_eq(wend_world_add_profile(world, &def, &index, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_profile(world, &def, &index, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_profile_index(world, index), 1);
    def.name = "child";
    ck_assert_int_eq(wend_world_add_profile(world, &def, &index, NULL), WEND_OK);
    expect(world, &def, WEND_ERROR_NAME, "'child'");
    wend_world_destroy(world);
}
END_TEST

/* Profiles move in memory when their table grows. Every pointer into the table must be updated,
 * even if the profile that made the table grow is refused. */
START_TEST(refused_profile_does_not_damage_others) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_goal goal = worlds_direction(world, 0.0);
    wend_profile_def bad = worlds_profile_def();
    bad.steer.name = "no such";
    for (int i = 0; i < 70; i++) {
        wend_profile_def def = worlds_profile_def();
        def.preferred_speed = wend_constant(100.0);
        def.max_speed = wend_constant(1.0 + i);
        wend_profile profile = worlds_add_profile(world, &def);
        ck_assert_int_eq(wend_world_add_profile(world, &bad, NULL, NULL), WEND_ERROR_NAME);
        wend_agent_def agent = wend_default_agent_def();
        agent.profile = profile;
        agent.goal = goal;
        agent.key = (uint64_t)i + 1;
        agent.position.y = 2.0 * i;
        worlds_add(world, &agent);
        ck_assert_int_eq(wend_world_add_profile(world, &bad, NULL, NULL), WEND_ERROR_NAME);
        worlds_step(world, 1);
        for (uint64_t key = 1; key <= (uint64_t)i + 1; key++) {
            wend_agent_state state = worlds_state(world, wend_world_find_agent(world, key));
            ck_assert_float_eq_tol(state.velocity.x, (float)key, 1e-5F);
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* Uniform and normal numbers lie within bounds, have the given spread, and depend only on the seed
 * and the key. With 4000 samples, the mean of a uniform number in [1, 2] has a standard deviation
 * of 0.0046; the tolerance is five times that. */
START_TEST(samples_numbers_per_agent) {
    enum { COUNT = 4000 };
    wend_agent_def *defs = calloc(COUNT, sizeof *defs);
    wend_agent_state *states = calloc(COUNT, sizeof *states);
    double mean[2] = {0, 0};
    float first_radius[2] = {0, 0};
    for (int run = 0; run < 2; run++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def def = worlds_profile_def();
        def.radius = (wend_distribution){WEND_DISTRIBUTION_NORMAL, 0.3, 0.1, 0.2, 0.4};
        def.preferred_speed = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 2.0, 1.0, 0, 0};
        worlds_add_profile(world, &def);
        wend_goal goal = worlds_direction(world, 0.0);
        for (int i = 0; i < COUNT; i++) {
            int k = run ? COUNT - 1 - i : i;
            defs[i] = wend_default_agent_def();
            defs[i].key = (uint64_t)k + 1;
            defs[i].goal = goal;
            defs[i].position = (wend_point){k % 64, (int)(k / 64)};
        }
        ck_assert_int_eq(wend_world_add_agents(world, defs, COUNT, NULL, NULL), WEND_OK);
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_get_agents(world, states, COUNT), COUNT);
        int clipped = 0;
        for (int i = 0; i < COUNT; i++) {
            ck_assert_float_ge(states[i].velocity.x, 1.0F);
            ck_assert_float_le(states[i].velocity.x, 2.0F);
            ck_assert_float_ge(states[i].radius, 0.2F);
            ck_assert_float_le(states[i].radius, 0.4F);
            mean[run] += (double)states[i].velocity.x / COUNT;
            clipped += states[i].radius == 0.2F || states[i].radius == 0.4F;
        }
        ck_assert_double_eq_tol(mean[run], 1.5, 5 * 0.0046);
        ck_assert_int_gt(clipped, COUNT / 5); /* 32 % lie beyond one standard deviation */
        ck_assert_int_lt(clipped, COUNT / 2);
        first_radius[run] = worlds_state(world, wend_world_find_agent(world, 1)).radius;
        wend_world_destroy(world);
    }
    ck_assert_float_eq(first_radius[0], first_radius[1]);
    free(defs);
    free(states);
}
END_TEST

/* ---- Outputs of planners and needs of followers ---------------------------------------------- */

static void plan_nothing(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view, (void)agents, (void)sink;
}

static void follow_nothing(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)view, (void)agents, (void)intents;
}

static void steer_nothing(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)view, (void)agents, (void)intents, (void)outcomes;
}

START_TEST(refuses_follower_without_its_input) {
    static const wend_follower field = {
        .stage = {.entry = {WEND_HEAD(wend_follower), .name = "on_field", .summary = "s"}},
        .needs = WEND_ROUTE_FIELD,
        .follow = follow_nothing};
    static const wend_follower portals = {
        .stage = {.entry = {WEND_HEAD(wend_follower), .name = "by_portals", .summary = "s"}},
        .needs = WEND_ROUTE_PORTALS,
        .follow = follow_nothing};
    static const wend_planner bare = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "bare_field", .summary = "s"}},
        .gives = WEND_ROUTE_FIELD,
        .plan = plan_nothing};
    static const wend_steering needy = {
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "needy", .summary = "s"}},
        .needs = WEND_NEEDS_CORRIDOR,
        .steer = steer_nothing};
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_FOLLOWER, &field.stage.entry, NULL), 0);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_FOLLOWER, &portals.stage.entry, NULL),
                     0);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &bare.stage.entry, NULL), 0);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &needy.stage.entry, NULL), 0);
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "on_field";
    expect(world, &def, WEND_ERROR_INVALID,
           "follower 'on_field' needs a field, which planner 'straight' does not provide");
    def.follow.name = "by_portals"; /* portals can be made from a polyline */
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    def.plan.name = "bare_field";
    expect(world, &def, WEND_ERROR_INVALID, "needs portals");
    def.follow.name = "waypoint";
    expect(world, &def, WEND_ERROR_INVALID, "needs a polyline");
    def.follow.name = "on_field";
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    def.steer.name = "needy"; /* a corridor can be made from a polyline, but not from a field */
    expect(world, &def, WEND_ERROR_INVALID, "steering 'needy' needs a corridor");
    def = worlds_profile_def();
    def.steer.name = "needy";
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Portals can be made only from a polyline. */
START_TEST(refuses_portal_follower_if_planner_gives_no_polyline) {
    static const wend_planner corridor = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "corridor_only", .summary = "s"}},
        .gives = WEND_ROUTE_CORRIDOR,
        .plan = plan_nothing};
    static const wend_planner both = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "both", .summary = "s"}},
        .gives = WEND_ROUTE_CORRIDOR | WEND_ROUTE_PORTALS,
        .plan = plan_nothing};
    static const wend_follower portals = {
        .stage = {.entry = {WEND_HEAD(wend_follower), .name = "by_portals", .summary = "s"}},
        .needs = WEND_ROUTE_PORTALS,
        .follow = follow_nothing};
    wend_registry *registry = worlds_registry();
    const wend_entry *planners[] = {&corridor.stage.entry, &both.stage.entry};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, planners[i], NULL), 0);
    }
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_FOLLOWER, &portals.stage.entry, NULL),
                     0);
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "by_portals";
    def.plan.name = "corridor_only";
    expect(world, &def, WEND_ERROR_INVALID,
           "follower 'by_portals' needs portals, which planner 'corridor_only' does not provide");
    def.plan.name = "both";
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/profiles", bad_numbers_are_refused, bad_settings_are_refused, names_are_unique,
          refused_profile_does_not_damage_others, samples_numbers_per_agent,
          refuses_follower_without_its_input, refuses_portal_follower_if_planner_gives_no_polyline);
}
