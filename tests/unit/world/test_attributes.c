/* Attributes of agents: their origin, their persistence, setters, and their memory cost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/math.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_agent_attributes attributes(const wend_world *world, wend_agent agent) {
    wend_agent_attributes out;
    ck_assert(wend_world_get_agent_attributes(world, agent, &out));
    return out;
}

static void must(wend_result result) {
    ck_assert_int_eq(result, WEND_OK);
}

static wend_agent add_to(wend_world *world, uint64_t key, wend_profile profile, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.profile = profile;
    def.position = (wend_point){0, (double)key};
    def.goal = goal;
    return worlds_add(world, &def);
}

/* Returns a profile whose values are all sampled. */
static wend_profile_def sampled_def(void) {
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_uniform(0.2, 0.4);
    def.preferred_speed = wend_uniform(1.0, 1.5);
    def.max_speed = wend_uniform(1.6, 2.5);
    def.max_acceleration = wend_uniform(2.0, 4.0);
    def.max_turn_rate = wend_uniform(0.5, 1.5);
    return def;
}

static void check_same_numbers(wend_agent_attributes a, wend_agent_attributes b) {
    ck_assert_float_eq(a.radius, b.radius);
    ck_assert_float_eq(a.preferred_speed, b.preferred_speed);
    ck_assert_float_eq(a.max_speed, b.max_speed);
    ck_assert_float_eq(a.max_acceleration, b.max_acceleration);
    ck_assert_float_eq(a.max_turn_rate, b.max_turn_rate);
}

/* ---- Where they come from -------------------------------------------------------------------- */

START_TEST(attributes_come_from_profile_or_def) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile plain = worlds_profile(world, "direct");
    wend_profile_def def = sampled_def();
    wend_profile sampled = worlds_add_profile(world, &def);
    wend_goal goal = worlds_direction(world, 0.0);
    wend_agent a = add_to(world, 1, plain, goal), b = add_to(world, 2, sampled, goal);
    wend_agent_def given = wend_default_agent_def();
    given.profile = sampled;
    given.position = (wend_point){0, 9};
    given.radius = 0.7;
    given.max_speed = 3.0;
    given.max_acceleration = INFINITY;
    given.heading = 7.0; /* more than a full turn */
    given.priority = -5;
    given.label = "guide";
    given.user = UINT64_MAX;
    wend_agent c = worlds_add(world, &given);
    wend_agent_attributes out;
    ck_assert(!wend_world_get_agent_attributes(world, c, &out)); /* still queued */
    worlds_step(world, 1);
    wend_agent_attributes of = attributes(world, a);
    ck_assert_float_eq(of.radius, 0.25F);
    ck_assert_float_eq(of.preferred_speed, 1.3F);
    ck_assert_float_eq(of.max_speed, 2.0F);
    ck_assert(isinf(of.max_acceleration) && isinf(of.max_turn_rate));
    ck_assert_float_eq(of.heading, 0.0F);
    ck_assert_int_eq(of.priority, 0);
    ck_assert_str_eq(of.label, "");
    ck_assert_uint_eq(of.user, 0);
    of = attributes(world, b);
    ck_assert(of.radius > 0.2F && of.radius < 0.4F);
    ck_assert(of.max_turn_rate > 0.5F && of.max_turn_rate < 1.5F);
    of = attributes(world, c);
    ck_assert_float_eq(of.radius, 0.7F);
    ck_assert(of.preferred_speed > 1.0F && of.preferred_speed < 1.5F);
    ck_assert_float_eq(of.max_speed, 3.0F);
    ck_assert(isinf(of.max_acceleration));
    ck_assert_float_eq_tol(of.heading, (float)(7.0 - WEND_FULL_TURN), 1e-6F); /* it stands still */
    ck_assert_int_eq(of.priority, -5);
    ck_assert_str_eq(of.label, "guide");
    ck_assert_uint_eq(of.user, UINT64_MAX);
    ck_assert(!wend_world_get_agent_attributes(world, (wend_agent){0}, &out));
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_values_in_a_def_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    char longer[WEND_MAX_NAME + 2];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    static const char *const says[] = {"radius",       "preferred_speed", "max_speed",
                                       "acceleration", "max_turn_rate",   "heading",
                                       "label"};
    for (int i = 0; i < 7; i++) {
        wend_agent_def def = wend_default_agent_def();
        double *fields[] = {&def.radius,           &def.preferred_speed, &def.max_speed,
                            &def.max_acceleration, &def.max_turn_rate,   &def.heading};
        static const double bad[] = {(double)NAN, 101.0, -1.0, 0.0, -0.1, (double)INFINITY};
        if (i < 6) {
            *fields[i] = bad[i];
        } else {
            def.label = longer;
        }
        wend_error error = {0};
        ck_assert_int_eq(wend_world_add_agents(world, &def, 1, NULL, &error), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(error.message, says[i]) != NULL, "'%s'", error.message);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- A change of profile --------------------------------------------------------------------- */

START_TEST(agents_keep_attributes_when_their_profile_changes) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_goal goal = worlds_direction(world, 0.0);
    worlds_profile(world, "direct");
    wend_profile_def def = sampled_def();
    wend_profile sampled = worlds_add_profile(world, &def);
    def = worlds_profile_def();
    def.preferred_speed = wend_constant(0.6);
    def.max_speed = wend_constant(0.9);
    wend_profile slow = worlds_add_profile(world, &def);
    wend_agent agents[30];
    wend_agent_attributes before[30];
    for (uint32_t i = 0; i < 30; i++) {
        agents[i] = add_to(world, i + 1, worlds_nth_profile(i % 3), goal);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < 30; i++) {
        before[i] = attributes(world, agents[i]);
    }
    const uint32_t order[] = {2, 0, 1, 2};
    for (uint32_t round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < 30; i++) {
            must(wend_world_set_agent_profile(world, agents[i],
                                              worlds_nth_profile((order[round] + i) % 3), NULL));
        }
        worlds_step(world, 2);
        for (uint32_t i = 0; i < 30; i++) {
            ck_assert_uint_eq(worlds_state(world, agents[i]).profile.value,
                              worlds_nth_profile((order[round] + i) % 3).value);
            check_same_numbers(before[i], attributes(world, agents[i]));
        }
    }
    /* The agent really walks at the reported speed. */
    ck_assert_float_eq_tol(worlds_state(world, agents[0]).velocity.x, before[0].preferred_speed,
                           1e-5F);
    must(wend_world_resample_agents(world, agents, 30, NULL));
    worlds_step(world, 20);
    for (uint32_t i = 0; i < 30; i++) {
        uint64_t profile = worlds_state(world, agents[i]).profile.value;
        wend_agent_attributes of = attributes(world, agents[i]);
        if (profile == slow.value) {
            ck_assert_float_eq(of.max_speed, 0.9F);
            ck_assert_float_eq_tol(worlds_state(world, agents[i]).velocity.x, 0.6F, 1e-5F);
        } else if (profile == sampled.value) {
            ck_assert(of.radius > 0.2F && of.radius < 0.4F && of.max_acceleration < 4.0F);
        } else {
            ck_assert_float_eq(of.radius, 0.25F);
            ck_assert(isinf(of.max_acceleration));
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* An agent keeps its own values of model parameters; it takes all other values from the new
 * profile. */
START_TEST(agents_keep_their_own_parameters_when_their_profile_changes) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_goal goal = worlds_direction(world, 0.0);
    wend_profile_def def = worlds_profile_def();
    wend_setting factor = {"factor", {.number = wend_constant(0.5)}};
    def.modify[0] = (wend_choice){"scale", &factor, 1};
    def.modify_count = 1;
    wend_profile half = worlds_add_profile(world, &def);
    factor.value.number = wend_uniform(0.7, 0.8);
    wend_profile some = worlds_add_profile(world, &def);
    factor.value.number = wend_constant(1.0);
    wend_profile full = worlds_add_profile(world, &def);
    def.modify_count = 0;
    wend_profile none = worlds_add_profile(world, &def);
    wend_agent a = add_to(world, 1, half, goal), b = add_to(world, 2, some, goal),
               c = add_to(world, 3, half, goal), d = add_to(world, 4, half, goal);
    must(wend_world_set_agent_param(world, c, WEND_KIND_MODIFIER, "factor", 0.25, NULL));
    worlds_step(world, 2);
    float sampled = worlds_state(world, b).velocity.x / 1.3F;
    ck_assert(sampled > 0.7F && sampled < 0.8F);
    ck_assert_float_eq_tol(worlds_state(world, a).velocity.x, 0.65F, 1e-5F);
    ck_assert_float_eq_tol(worlds_state(world, c).velocity.x, 0.325F, 1e-5F);
    ck_assert_float_eq_tol(worlds_state(world, d).velocity.x, 0.65F, 1e-5F);
    const wend_agent agents[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        must(wend_world_set_agent_profile(world, agents[i], full, NULL));
    }
    must(wend_world_set_agent_profile(world, d, none, NULL));
    worlds_step(world, 2);
    ck_assert_float_eq_tol(worlds_state(world, a).velocity.x, 1.3F, 1e-5F);
    ck_assert_float_eq_tol(worlds_state(world, b).velocity.x, 1.3F * sampled, 1e-5F);
    ck_assert_float_eq_tol(worlds_state(world, c).velocity.x, 0.325F, 1e-5F);
    must(wend_world_set_agent_param(world, d, WEND_KIND_MODIFIER, "factor", 0.1, NULL));
    must(wend_world_resample_agents(world, &c, 1, NULL));
    worlds_step(world, 2);
    ck_assert_float_eq_tol(worlds_state(world, d).velocity.x, 1.3F,
                           1e-5F); /* its profile has no such parameter */
    ck_assert_float_eq_tol(worlds_state(world, c).velocity.x, 1.3F, 1e-5F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(bad_parameters_are_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.modify[0].name = "scale";
    def.modify_count = 1;
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 0));
    wend_error error = {0};
    ck_assert_int_eq(
        wend_world_set_agent_param(world, agent, WEND_KIND_MODIFIER, "factr", 1, &error),
        WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "factr"));
    ck_assert_int_eq(
        wend_world_set_agent_param(world, agent, WEND_KIND_STEERING, "factor", 1, NULL),
        WEND_ERROR_NAME);
    ck_assert_int_eq(
        wend_world_set_agent_param(world, agent, WEND_KIND_MODIFIER, "factor", -1, &error),
        WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "factor"));
    ck_assert_int_eq(
        wend_world_set_agent_param(world, agent, WEND_KIND_MODIFIER, "factor", NAN, NULL),
        WEND_ERROR_INVALID);
    wend_world_destroy(world);
}
END_TEST

/* ---- Setters --------------------------------------------------------------------------------- */

START_TEST(setters_take_effect_in_next_step) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal goal = worlds_direction(world, 0.0);
    wend_agent a = add_to(world, 1, worlds_nth_profile(0), goal),
               b = add_to(world, 2, worlds_nth_profile(0), goal);
    must(wend_world_set_agent_preferred_speed(world, a, 0.4, NULL)); /* queued after the agent */
    worlds_step(world, 1);
    ck_assert_float_eq_tol(worlds_state(world, a).velocity.x, 0.4F, 1e-6F);
    ck_assert_float_eq_tol(worlds_state(world, b).velocity.x, 1.3F, 1e-6F);
    must(wend_world_set_agent_max_speed(world, b, 0.7, NULL));
    must(wend_world_set_agent_max_acceleration(world, a, 1.0, NULL));
    must(wend_world_set_agent_preferred_speed(world, a, 1.0, NULL));
    must(wend_world_set_agent_radius(world, a, 0.5, NULL));
    must(wend_world_set_agent_priority(world, a, INT32_MIN, NULL));
    must(wend_world_set_agent_label(world, a, "first", NULL));
    must(wend_world_set_agent_user(world, b, 77, NULL));
    worlds_step(world, 1);
    ck_assert_float_eq_tol(worlds_state(world, a).velocity.x, 0.5F, 1e-5F); /* 0.4 + 1 * 0.1 */
    ck_assert_float_eq_tol(worlds_state(world, b).velocity.x, 0.7F, 1e-5F);
    wend_agent_attributes of = attributes(world, a);
    ck_assert_float_eq(of.radius, 0.5F);
    ck_assert_float_eq(worlds_state(world, a).radius, 0.5F);
    ck_assert_int_eq(of.priority, INT32_MIN);
    ck_assert_str_eq(of.label, "first");
    ck_assert_uint_eq(of.user, 0);
    ck_assert_uint_eq(attributes(world, b).user, 77);
    ck_assert_str_eq(attributes(world, b).label, "");
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        bool first = wend_view_key(view, i) == 1;
        ck_assert_int_eq(wend_view_priority(view, i), first ? INT32_MIN : 0);
        ck_assert_str_eq(wend_view_label(view, i), first ? "first" : "");
        ck_assert_uint_eq(wend_view_user(view, i), first ? 0 : 77);
        ck_assert_float_eq_tol(wend_view_heading(view, i), 0.0F, 1e-6F);
    }
    must(wend_world_set_agent_max_speed(world, b, 0.0, NULL));
    worlds_step(world, 1);
    ck_assert_float_eq(worlds_state(world, b).velocity.x, 0.0F);
    view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        bool alone = wend_body_flags(&view->bodies[i]) & WEND_BODY_ONE_SIDED;
        ck_assert(alone || wend_view_key(view, i) == 1);
    }
    wend_world_destroy(world);
}
END_TEST

typedef wend_result number_setter(wend_world *, wend_agent, double, wend_error *);

START_TEST(setters_refuse_bad_values) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 0));
    static const struct {
        number_setter *set;
        double low, high;
        const char *unit;
        bool endless;
    } cases[] = {{wend_world_set_agent_radius, 0.009, 100.1, " m", false},
                 {wend_world_set_agent_preferred_speed, -0.1, 100.1, "m/s", false},
                 {wend_world_set_agent_max_speed, -0.1, 100.1, "m/s", false},
                 {wend_world_set_agent_max_acceleration, 0.0, 2e6, "m/s^2", true},
                 {wend_world_set_agent_max_turn_rate, -1.0, 1001.0, "rad/s", true},
                 {wend_world_set_agent_heading, -INFINITY, INFINITY, "rad", false}};
    for (int i = 0; i < 6; i++) {
        wend_error error = {0};
        ck_assert_int_eq(cases[i].set(world, agent, cases[i].low, &error), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(error.message, cases[i].unit) != NULL, "'%s'", error.message);
        ck_assert_int_eq(cases[i].set(world, agent, cases[i].high, NULL), WEND_ERROR_INVALID);
        ck_assert_int_eq(cases[i].set(world, agent, INFINITY, NULL),
                         cases[i].endless ? WEND_OK : WEND_ERROR_INVALID);
        ck_assert_int_eq(cases[i].set(world, agent, NAN, NULL),
                         i == 5 ? WEND_OK : WEND_ERROR_INVALID);
    }
    /* Bulk setters change all agents or none. */
    const wend_agent both[] = {agent, agent};
    const double radii[] = {0.5, 500.0};
    wend_error error = {0};
    ck_assert_int_eq(wend_world_set_agent_radii(world, both, radii, 2, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "agent 1 of 2"));
    char longer[WEND_MAX_NAME + 2];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    const char *const labels[] = {"good", longer};
    ck_assert_int_eq(wend_world_set_agent_labels(world, both, labels, 2, NULL), WEND_ERROR_INVALID);
    worlds_step(world, 1);
    ck_assert_float_eq(attributes(world, agent).radius, 0.25F);
    ck_assert_str_eq(attributes(world, agent).label, "");
    wend_world_destroy(world);
}
END_TEST

/* ---- Headings -------------------------------------------------------------------------------- */

START_TEST(heading_turns_at_a_limited_rate) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = add_to(world, 1, worlds_nth_profile(0), worlds_direction(world, 3.0));
    wend_agent free_one = add_to(world, 2, worlds_nth_profile(0), worlds_direction(world, 3.0));
    must(wend_world_set_agent_heading(world, agent, -2.0, NULL));
    must(wend_world_set_agent_max_turn_rate(world, agent, 1.5, NULL));
    for (int i = 0; i < 20; i++) { /* 1.28 rad clockwise, across the angle pi */
        worlds_step(world, 1);
        float is = attributes(world, agent).heading;
        ck_assert(fabsf(is) <= (float)WEND_PI);
        float off = fabsf(is - 3.0F);
        off = off > (float)WEND_PI ? (float)WEND_FULL_TURN - off : off;
        float expected = 1.2831853F - 0.15F * (float)(i + 1);
        ck_assert_float_eq_tol(off, expected > 0.0F ? expected : 0.0F, 1e-4F);
        ck_assert_float_eq_tol(attributes(world, free_one).heading, 3.0F, 1e-5F);
    }
    /* At rest, the heading does not change. If an agent has no heading of its own, its heading is
     * the direction of its velocity, or 0. */
    must(wend_world_set_agent_preferred_speed(world, agent, 0.0, NULL));
    must(wend_world_set_agent_preferred_speed(world, free_one, 0.0, NULL));
    worlds_step(world, 2);
    ck_assert_float_eq_tol(attributes(world, agent).heading, 3.0F, 1e-5F);
    ck_assert_float_eq(attributes(world, free_one).heading, 0.0F);
    must(wend_world_set_agent_max_turn_rate(world, agent, INFINITY, NULL));
    must(wend_world_set_agent_heading(world, agent, NAN, NULL));
    worlds_step(world, 1);
    ck_assert_float_eq(attributes(world, agent).heading, 0.0F);
    wend_world_destroy(world);
}
END_TEST

/* ---- Priorities ------------------------------------------------------------------------------ */

/* When several agents claim capacity in the same step, it goes to the agents with the lowest
 * priority values and, among equal values, to those with the lowest keys. */
START_TEST(claims_are_granted_in_order_of_priority) {
    for (uint64_t round = 0; round < 30; round++) {
        wend_world *world = worlds_choosing("given", 1 + (uint32_t)round % 3);
        wend_goal goal = worlds_limited(world, 30, 0, 5, WEND_ON_ARRIVAL_STOP);
        wend_agent agents[20];
        int32_t priorities[20];
        for (uint32_t i = 0; i < 20; i++) {
            wend_agent_def def = wend_default_agent_def();
            def.key = 1 + (i * 7 + round) % 20;
            def.position = (wend_point){0, (double)i};
            def.goal = goal;
            priorities[i] = (int32_t)(wend_random_bits(3, round, i, 0) % 5) - 2;
            def.priority = i % 2 ? priorities[i] : 0;
            agents[i] = worlds_add(world, &def);
        }
        must(wend_world_set_agent_priorities(world, agents, priorities, 20, NULL));
        worlds_step(world, 1);
        for (uint32_t i = 0; i < 20; i++) {
            uint32_t before = 0;
            uint64_t key = 1 + (i * 7 + round) % 20;
            for (uint32_t k = 0; k < 20; k++) {
                uint64_t other = 1 + (k * 7 + round) % 20;
                before += priorities[k] < priorities[i] ||
                          (priorities[k] == priorities[i] && other < key);
            }
            bool waits = worlds_state(world, agents[i]).activity == WEND_ACTIVITY_WAITING;
            ck_assert_msg(waits == (before >= 5), "round %d, agent %u", (int)round, i);
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Cost ------------------------------------------------------------------------------------ */

START_TEST(unused_attributes_cost_nothing_and_labels_are_shared) {
    enum { COUNT = 20000 };
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal goal = worlds_direction(world, 0);
    wend_agent *agents = malloc(COUNT * sizeof *agents);
    const char **labels = malloc(COUNT * sizeof *labels);
    static const char *const names[] = {"a", "b", "c"};
    for (uint32_t i = 0; i < COUNT; i++) {
        agents[i] = worlds_agent(world, i % 200, i / 200, goal);
        labels[i] = names[i % 3];
    }
    worlds_step(world, 20); /* memory for the burst of commands is released */
    size_t before = wend_world_get_memory_use(world).held;
    must(wend_world_set_agent_max_speed(world, agents[0], 2.0,
                                        NULL)); /* equal to its profile's value */
    must(wend_world_set_agent_priority(world, agents[0], 0, NULL));
    must(wend_world_set_agent_label(world, agents[0], "", NULL));
    must(wend_world_set_agent_user(world, agents[0], 0, NULL));
    worlds_step(world, 20);
    size_t unused = wend_world_get_memory_use(world).held;
    ck_assert_uint_le(unused, before + 4096 * 200); /* the command queue keeps its memory */
    must(wend_world_set_agent_max_speed(world, agents[0], 1.9, NULL));
    worlds_step(world, 1);
    size_t speed = wend_world_get_memory_use(world).held;
    ck_assert_uint_ge(speed - unused, 4 * COUNT);
    ck_assert_uint_le(speed - unused, 5 * COUNT); /* 4 bytes per agent, and spare capacity */
    must(wend_world_set_agent_labels(world, agents, labels, COUNT, NULL));
    worlds_step(world, 1);
    size_t labelled = 0;
    for (uint32_t round = 0; round < 200;
         round++) { /* label texts that are no longer used are freed */
        char text[32];
        snprintf(text, sizeof text, "label number %u", round);
        must(wend_world_set_agent_label(world, agents[5], text, NULL));
        worlds_step(world, 1);
        ck_assert_str_eq(attributes(world, agents[5]).label, text);
        ck_assert_str_eq(attributes(world, agents[6]).label, "a");
        size_t held = wend_world_get_memory_use(world).held;
        labelled = round == 120 ? held : labelled;
        ck_assert(round < 120 || held == labelled);
    }
    free(agents);
    free(labels);
    wend_world_destroy(world);
}
END_TEST

/* Each attribute in use takes the number of bytes per agent that docs/library.md documents. */
START_TEST(attributes_take_documented_bytes_per_agent) {
    enum { COUNT = 8000 };
    static const size_t bytes[] = {4, 4, 4, 8, 4, 4, 4, 8, 4};
    for (int which = 0; which < 9; which++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_profile_def def = worlds_profile_def();
        def.modify[0].name = "scale";
        def.modify_count = 1;
        worlds_add_profile(world, &def);
        wend_goal goal = worlds_direction(world, 0);
        wend_agent first = worlds_agent(world, 0, 0, goal);
        for (uint32_t i = 1; i < COUNT; i++) {
            worlds_agent(world, i % 100, i / 100, goal);
        }
        worlds_step(world, 20);
        must(wend_world_set_agent_radius(world, first, 0.3,
                                         NULL)); /* the first command allocates the queue again */
        worlds_step(world, 1);
        size_t before = wend_world_get_memory_use(world).held;
        const wend_result results[] = {
            which == 0 ? wend_world_set_agent_preferred_speed(world, first, 1, NULL) : WEND_OK,
            which == 1 ? wend_world_set_agent_max_speed(world, first, 1.5, NULL) : WEND_OK,
            which == 2 ? wend_world_set_agent_max_acceleration(world, first, 1, NULL) : WEND_OK,
            which == 3 ? wend_world_set_agent_max_turn_rate(world, first, 1, NULL) : WEND_OK,
            which == 4 ? wend_world_set_agent_heading(world, first, 1, NULL) : WEND_OK,
            which == 5 ? wend_world_set_agent_class_mask(world, first, 1, NULL) : WEND_OK,
            which == 6 ? wend_world_set_agent_priority(world, first, 1, NULL) : WEND_OK,
            which == 7 ? wend_world_set_agent_user(world, first, 1, NULL) : WEND_OK,
            which == 8
                ? wend_world_set_agent_param(world, first, WEND_KIND_MODIFIER, "factor", 0.5, NULL)
                : WEND_OK};
        must(results[which]);
        worlds_step(world, 1);
        size_t more = wend_world_get_memory_use(world).held - before;
        ck_assert_msg(more >= bytes[which] * COUNT && more <= bytes[which] * (COUNT + COUNT / 4),
                      "attribute %d takes %g bytes per agent", which, (double)more / COUNT);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Contact --------------------------------------------------------------------------------- */

/* Agents that grow until they overlap walls and each other do not cross walls. */
START_TEST(growing_agents_never_cross_walls) {
    static const double rows[] = {1.0, 3.0, 6.0, 9.5};
    static const char *const models[] = {"direct", "orca", "gvo", "hrvo", "relax"};
    for (int m = 0; m < 5; m++) {
        wend_world *world = worlds_make(worlds_pillars(), NULL);
        worlds_profile(world, models[m]);
        wend_agent agents[40];
        for (uint32_t i = 0; i < 40; i++) {
            agents[i] = worlds_agent(world, 0.6 + 2.0 * (i % 10), rows[i / 10],
                                     worlds_point(world, 19.0 - 2.0 * (i % 10), 6.0));
        }
        for (uint64_t step = 0; step < 60; step++) {
            for (uint32_t i = 0; i < 40; i++) {
                double radius = 0.01 + 2.0 * wend_random_uniform(9, i, step, 0);
                must(wend_world_set_agent_radius(world, agents[i], radius, NULL));
            }
            worlds_step(world, 1);
            for (uint32_t i = 0; i < 40; i++) {
                wend_agent_state state = worlds_state(world, agents[i]);
                wend_vec2 local = wend_space_to_local(wend_world_space(world), state.position);
                ck_assert_msg(wend_space_is_walkable(wend_world_space(world),
                                                     (wend_location){local, 0}, WEND_ALL_CLASSES),
                              "%s: agent %u left the ground at (%g, %g) in step %d", models[m], i,
                              state.position.x, state.position.y, (int)step);
            }
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Snapshots and memory -------------------------------------------------------------------- */

/* Makes a world in which everything is in use; the queue holds commands of each kind. */
static wend_world *full_world(const wend_allocator *allocator) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_open();
    world_def.allocator = allocator ? *allocator : world_def.allocator;
    wend_world *world = NULL;
    wend_result result = wend_world_create(&world_def, &world, NULL);
    wend_space_release(world_def.space);
    wend_profile_def def = sampled_def();
    wend_setting factor = {"factor", {.number = wend_constant(0.5)}};
    def.modify[0] = (wend_choice){"scale", &factor, 1};
    def.modify_count = 1;
    def.steer.name = "orca";
    result = result == WEND_OK ? wend_world_add_profile(world, &def, NULL, NULL) : result;
    factor.value.number = wend_uniform(0.8, 1.0);
    result = result == WEND_OK ? wend_world_add_profile(world, &def, NULL, NULL) : result;
    wend_goal_def goal_def = wend_default_goal_def();
    wend_goal goal = {0};
    result = result == WEND_OK ? wend_world_add_goal(world, &goal_def, &goal, NULL) : result;
    wend_agent agents[24];
    for (uint32_t i = 0; i < 24 && result == WEND_OK; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.profile = worlds_nth_profile(i % 2);
        agent.position = (wend_point){3.0 * (i % 6) - 9.0, 3.0 * (i / 6) - 6.0};
        agent.goal = goal;
        agent.label = i % 3 ? "one" : "two";
        agent.user = i;
        agent.heading = 0.1 * i;
        agent.max_speed = 1.0 + 0.1 * i;
        result = wend_world_add_agents(world, &agent, 1, &agents[i], NULL);
    }
    for (uint32_t round = 0; round < 2 && result == WEND_OK; round++) {
        const wend_agent a = agents[3 + round], b = agents[8 + round];
        bool good =
            !wend_world_set_agent_param(world, a, WEND_KIND_MODIFIER, "factor", 0.9, NULL) &&
            !wend_world_set_agent_label(world, b, "three", NULL) &&
            !wend_world_set_agent_heading(world, a, NAN, NULL) &&
            !wend_world_set_agent_heading(world, b, 1.0, NULL) &&
            !wend_world_set_agent_priority(world, b, -3, NULL) &&
            !wend_world_set_agent_profile(world, a, worlds_nth_profile(round), NULL) &&
            !wend_world_set_agent_max_acceleration(world, a, INFINITY, NULL) &&
            !wend_world_set_agent_radius(world, a, 0.5, NULL) &&
            !wend_world_resample_agents(world, &agents[20], 1, NULL) &&
            (round == 1 || !wend_world_step(world, 5, NULL));
        result = good ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (result != WEND_OK) {
        wend_world_destroy(world);
        return NULL;
    }
    return world;
}

START_TEST(snapshots_keep_attributes) {
    wend_world *world = full_world(NULL);
    ck_assert_ptr_nonnull(world);
    wend_world *loaded = worlds_reload(world, NULL);
    for (int i = 0; i < 10; i++) {
        worlds_step(world, 3);
        worlds_step(loaded, 3);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        for (uint64_t key = 1; key <= 24; key++) {
            wend_agent_attributes a = attributes(world, wend_world_find_agent(world, key));
            wend_agent_attributes b = attributes(loaded, wend_world_find_agent(loaded, key));
            check_same_numbers(a, b);
            ck_assert_float_eq(a.heading, b.heading);
            ck_assert_int_eq(a.priority, b.priority);
            ck_assert_str_eq(a.label, b.label);
            ck_assert_uint_eq(a.user, b.user);
        }
    }
    ck_assert_str_eq(attributes(loaded, wend_world_find_agent(loaded, 9)).label, "three");
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

/* Every allocation fails once; repeating the failed calls gives the same world. */
START_TEST(setters_survive_running_out_of_memory) {
    wend_world *good = full_world(NULL);
    worlds_step(good, 1);
    uint64_t expected = wend_world_hash(good);
    wend_world_destroy(good);
    bool whole = false;
    for (unsigned long at = 1; !whole; at++) {
        worlds_heap heap = {.fails_at = at};
        wend_allocator allocator = worlds_allocator(&heap);
        wend_world *world = full_world(&allocator);
        if (world) {
            whole = heap.calls < at;
            wend_result result = wend_world_step(world, 1, NULL);
            if (result == WEND_ERROR_MEMORY) {
                whole = false;
                result = wend_world_step(world, 1, NULL);
            }
            ck_assert_int_eq(result, WEND_OK);
            ck_assert_uint_eq(wend_world_hash(world), expected);
            wend_world_destroy(world);
        }
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

int main(void) {
    SUITE("world/attributes", attributes_come_from_profile_or_def, bad_values_in_a_def_are_refused,
          agents_keep_attributes_when_their_profile_changes,
          agents_keep_their_own_parameters_when_their_profile_changes, bad_parameters_are_refused,
          setters_take_effect_in_next_step, setters_refuse_bad_values,
          heading_turns_at_a_limited_rate, claims_are_granted_in_order_of_priority,
          unused_attributes_cost_nothing_and_labels_are_shared,
          attributes_take_documented_bytes_per_agent, growing_agents_never_cross_walls,
          snapshots_keep_attributes, setters_survive_running_out_of_memory);
}
