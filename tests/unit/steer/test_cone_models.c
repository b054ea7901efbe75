/* The models vo, rvo and hrvo in small worlds: agents that meet head-on, walk side by side,
 * overlap, and walk towards walls. */
#include <math.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { MODELS = 3, STEPS = 400 };

static const char *const models[MODELS] = {"vo", "rvo", "hrvo"};

/* The outcome of a meeting of two agents. */
typedef struct meeting {
    uint32_t sways;    /* how often the first agent changes between left and right */
    double nearest;    /* m: smallest distance between the centres */
    double last_y;     /* m: y of the first agent when it passed the other */
    bool arrived;      /* true: both agents arrived */
    uint32_t arrivals; /* number of steps until both arrived */
} meeting;

static int side_of(float lateral) {
    return lateral > 0.02F ? 1 : lateral < -0.02F ? -1 : 0;
}

static meeting meet(const char *model, double offset, double bias, double horizon) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_setting settings[] = {{"symmetry_bias", {.number = wend_constant(bias)}},
                               {"horizon", {.number = wend_constant(horizon)}}};
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = model;
    profile.steer.settings = settings;
    profile.steer.setting_count = 2;
    worlds_add_profile(world, &profile);
    wend_agent a = worlds_agent(world, -5, offset, worlds_point(world, 5, offset));
    wend_agent b = worlds_agent(world, 5, 0, worlds_point(world, -5, 0));
    meeting met = {.nearest = INFINITY};
    int last = 0;
    for (uint32_t i = 0; i < STEPS && !met.arrived; i++) {
        worlds_step(world, 1);
        wend_agent_state one = worlds_state(world, a), two = worlds_state(world, b);
        double x = one.position.x - two.position.x, y = one.position.y - two.position.y;
        met.nearest = fmin(met.nearest, hypot(x, y));
        met.last_y = x < 0.0 ? y : met.last_y;
        int side = x < 0.0 ? side_of(one.velocity.y) : 0;
        met.sways += side != 0 && last != 0 && side != last;
        last = side != 0 ? side : last;
        met.arrived = wend_world_get_stats(world).arrivals == 2;
        met.arrivals = i;
    }
    wend_world_destroy(world);
    return met;
}

START_TEST(hrvo_does_not_sway_in_head_on_meetings_but_vo_does) {
    uint32_t sways[MODELS] = {0, 0, 0};
    for (int model = 0; model < MODELS; model++) {
        for (int i = -4; i <= 4; i++) {
            meeting met = meet(models[model], 0.05 * i, 0.01, 2.0);
            ck_assert_msg(met.arrived, "%s, %d", models[model], i);
            ck_assert_msg(met.nearest >= 0.5 * 0.99, "%s, %d: %g m", models[model], i, met.nearest);
            sways[model] += met.sways;
        }
    }
    ck_assert_uint_gt(sways[0], 9);
    ck_assert_uint_eq(sways[2], 0);
    ck_assert_uint_le(sways[1], sways[0]);
}
END_TEST

/* Neither agent has a reason to choose a side, so the bias makes both choose the right. */
START_TEST(perfect_symmetry_is_broken_to_the_right) {
    for (int model = 0; model < MODELS; model++) {
        meeting met = meet(models[model], 0.0, 0.01, 2.0);
        ck_assert_msg(met.arrived, "%s", models[model]);
        ck_assert_msg(met.last_y < -0.4, "%s passed at %g", models[model], met.last_y);
    }
}
END_TEST

/* Agents that are already offset to one side keep to that side. */
START_TEST(hrvo_agents_keep_their_side) {
    ck_assert(meet("hrvo", 0.2, 0.0, 2.0).last_y > 0.4);
    ck_assert(meet("hrvo", -0.2, 0.0, 2.0).last_y < -0.4);
}
END_TEST

/* With an infinite horizon, cones are not truncated, so agents avoid all others that they can see,
 * at any distance. */
START_TEST(the_horizon_may_be_infinite) {
    for (int model = 0; model < MODELS; model++) {
        meeting met = meet(models[model], 0.1, 0.01, INFINITY);
        ck_assert_msg(met.arrived && met.nearest >= 0.5 * 0.99, "%s: %g m", models[model],
                      met.nearest);
    }
    ck_assert_uint_eq(meet("hrvo", 0.1, 0.01, INFINITY).sways, 0);
}
END_TEST

/* ---- On top of each other -------------------------------------------------------------------- */

static double separation_after(const char *model, double apart, uint32_t steps) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, model);
    wend_agent a = worlds_agent(world, 1, 1, worlds_point(world, 1, 1));
    wend_agent b = worlds_agent(world, 1 + apart, 1, worlds_point(world, 1 + apart, 1));
    worlds_step(world, steps);
    wend_agent_state one = worlds_state(world, a), two = worlds_state(world, b);
    wend_world_destroy(world);
    return hypot(one.position.x - two.position.x, one.position.y - two.position.y);
}

START_TEST(overlapping_agents_separate) {
    for (int model = 0; model < MODELS; model++) {
        /* A slight overlap ends after the first step. Deeper overlaps end as fast as the agents can
         * move. */
        ck_assert_double_ge(separation_after(models[model], 0.4, 2), 0.5 * 0.999);
        ck_assert_double_ge(separation_after(models[model], 0.05, 5), 0.5 * 0.999);
        ck_assert_double_ge(separation_after(models[model], 0.0, 5), 0.5 * 0.999);
    }
}
END_TEST

/* ---- Agents that do not reciprocate ---------------------------------------------------------- */

/* An agent with the model `direct` avoids no other agent, so the other agent must take all of the
 * effort. */
START_TEST(agent_that_does_not_avoid_others_is_avoided_with_full_effort) {
    for (int model = 0; model < MODELS; model++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile(world, models[model]);
        wend_profile other = worlds_profile(world, "direct");
        wend_agent a = worlds_agent(world, -5, 0.1, worlds_point(world, 5, 0.1));
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){5, 0};
        def.profile = other;
        def.goal = worlds_point(world, -5, 0);
        wend_agent b = worlds_add(world, &def);
        double nearest = INFINITY;
        for (int i = 0; i < 120; i++) {
            worlds_step(world, 1);
            wend_agent_state one = worlds_state(world, a), two = worlds_state(world, b);
            ck_assert_double_eq_tol(two.position.y, 0.0, 1e-6);
            nearest = fmin(nearest,
                           hypot(one.position.x - two.position.x, one.position.y - two.position.y));
        }
        ck_assert_msg(nearest >= 0.5 * 0.99, "%s: %g m", models[model], nearest);
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 2);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Walls and limits ------------------------------------------------------------------------ */

/* Runs a crowd among pillars, with or without an acceleration limit. */
static wend_stats crowd_among_walls(const char *model, double acceleration,
                                    double *fastest_change) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = model;
    profile.max_acceleration = wend_constant(acceleration);
    worlds_add_profile(world, &profile);
    wend_agent agents[40];
    for (uint32_t i = 0; i < 40; i++) {
        double x = i % 2 ? 1.0 + 0.7 * (i / 8) : 19.0 - 0.7 * (i / 8);
        double y = 1.0 + 2.5 * (i / 2 % 4) + 0.3 * (i % 3);
        agents[i] = worlds_agent(world, x, y, worlds_point(world, 20.0 - x, 12.0 - y));
    }
    worlds_step(world, 1);
    *fastest_change = 0.0;
    wend_agent_state before[40];
    for (int step = 0; step < 300; step++) {
        for (uint32_t i = 0; i < 40; i++) {
            before[i] = worlds_state(world, agents[i]);
        }
        worlds_step(world, 1);
        for (uint32_t i = 0; i < 40; i++) {
            wend_agent_state after = worlds_state(world, agents[i]);
            double change = hypot((double)(after.velocity.x - before[i].velocity.x),
                                  (double)(after.velocity.y - before[i].velocity.y));
            *fastest_change = fmax(*fastest_change, change);
        }
    }
    wend_stats stats = wend_world_get_stats(world);
    wend_world_destroy(world);
    return stats;
}

START_TEST(respects_walls_and_limits) {
    for (int model = 0; model < MODELS; model++) {
        double change;
        wend_stats stats = crowd_among_walls(models[model], 1e6, &change);
        ck_assert_uint_eq(stats.wall_interventions_while_feasible, 0);
        ck_assert_uint_gt(stats.arrivals, 20);
        ck_assert_double_gt(change, 0.31);
        /* The limit of 3 m/s^2 holds no matter what is in the path: the velocity changes by at most
         * 0.3 m/s in a step of 0.1 s. */
        stats = crowd_among_walls(models[model], 3.0, &change);
        ck_assert_msg(change <= 0.3 * 1.0001, "%s: %g m/s in a step", models[model], change);
        ck_assert_uint_eq(stats.wall_interventions_while_feasible, 0);
    }
}
END_TEST

int main(void) {
    SUITE("steer/cone_models", hrvo_does_not_sway_in_head_on_meetings_but_vo_does,
          perfect_symmetry_is_broken_to_the_right, hrvo_agents_keep_their_side,
          the_horizon_may_be_infinite, overlapping_agents_separate,
          agent_that_does_not_avoid_others_is_avoided_with_full_effort, respects_walls_and_limits);
}
