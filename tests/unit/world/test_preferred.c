/* Preferred velocities that a program sets: follower `external` with several steering models. */
#include <math.h>

#include "support/suite.h"
#include "support/worlds.h"

static const char *const models[] = {"direct", "orca", "gvo", "relax"};
enum { MODELS = sizeof models / sizeof *models };

static wend_profile add_profile(wend_world *world, const char *steer) {
    wend_profile_def def = wend_default_profile_def();
    def.follow.name = "external";
    def.steer.name = steer;
    return worlds_add_profile(world, &def);
}

static wend_agent add_agent(wend_world *world, wend_profile profile, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.profile = profile;
    def.position = (wend_point){x, y};
    return worlds_add(world, &def);
}

static void prefer(wend_world *world, wend_agent agent, double x, double y) {
    ck_assert_int_eq(
        wend_world_set_agent_preferred_velocity(world, agent, (wend_point){x, y}, NULL), WEND_OK);
}

static wend_point at(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).position;
}

/* Returns how far the agent walks in one second, after models that change velocities smoothly have
 * settled. */
static wend_point walked(wend_world *world, wend_agent agent) {
    worlds_step(world, 60);
    wend_point before = at(world, agent);
    worlds_step(world, 10);
    wend_point after = at(world, agent);
    return (wend_point){after.x - before.x, after.y - before.y};
}

START_TEST(lone_agents_walk_at_the_preferred_velocity) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_agent agent = add_agent(world, add_profile(world, models[_i]), 5, 5);
    wend_point moved = walked(world, agent);
    ck_assert(moved.x == 0 && moved.y == 0); /* stands still until a preferred velocity is set */
    prefer(world, agent, 1, -0.5);
    moved = walked(world, agent);
    ck_assert_double_eq_tol(moved.x, 1, 1e-4);
    ck_assert_double_eq_tol(moved.y, -0.5, 1e-4);
    prefer(world, agent, 10, 0); /* max_speed is 2 m/s */
    moved = walked(world, agent);
    ck_assert_double_eq_tol(moved.x, 2, 1e-4);
    ck_assert_double_eq_tol(moved.y, 0, 1e-4);
    prefer(world, agent, 0, 0);
    ck_assert_double_eq_tol(walked(world, agent).x, 0, 1e-4);
    wend_world_destroy(world);
}
END_TEST

/* Setting a goal, planning a route to it and reaching it have no effect. */
START_TEST(goals_and_routes_do_not_influence_external_velocity) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_agent agent = add_agent(world, add_profile(world, models[_i]), 0, 0);
    worlds_step(world, 1);
    prefer(world, agent, 1, 0);
    worlds_step(world, 5);
    wend_goal ahead = worlds_disc(world, 1.0, 0.0, 0.2);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, ahead, NULL), WEND_OK);
    wend_point moved = walked(world, agent);
    ck_assert_double_eq_tol(moved.x, 1, 1e-4);
    ck_assert_double_eq_tol(moved.y, 0, 1e-4);
    wend_world_destroy(world);
}
END_TEST

/* Two agents prefer to walk through each other: models that avoid agents keep them apart, and both
 * continue afterwards. */
START_TEST(models_still_avoid_other_agents) {
    static const char *const avoiding[] = {"orca", "gvo"};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile profile = add_profile(world, avoiding[_i]);
    wend_agent left = add_agent(world, profile, -4, 0), right = add_agent(world, profile, 4, 0.01);
    wend_agent both[] = {left, right};
    const wend_point velocities[] = {{1, 0}, {-1, 0}};
    double least = INFINITY;
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_preferred_velocities(world, both, velocities, 2, NULL),
                     WEND_OK);
    for (int i = 0; i < 120; i++) {
        worlds_step(world, 1);
        wend_point p = at(world, left), q = at(world, right);
        least = fmin(least, hypot(p.x - q.x, p.y - q.y));
    }
    ck_assert_double_ge(least, 0.499);
    ck_assert_double_gt(at(world, left).x, 3.0);
    ck_assert_double_lt(at(world, right).x, -3.0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(snapshots_keep_preferred_velocity) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile profile = add_profile(world, "orca");
    wend_agent one = add_agent(world, profile, 0, 0), two = add_agent(world, profile, 3, 0.1);
    worlds_step(world, 1);
    prefer(world, one, 1.2, 0);
    worlds_step(world, 3);
    prefer(world, two, -1, 0.3); /* queued */
    wend_world *again = worlds_reload(world, NULL);
    worlds_step(world, 20);
    worlds_step(again, 20);
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(again));
    ck_assert_double_gt(at(again, one).x, 1.0);
    wend_world_destroy(again);
    wend_world_destroy(world);
}
END_TEST

START_TEST(batch_with_one_bad_velocity_is_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_agent agents[] = {add_agent(world, add_profile(world, "orca"), 0, 0), {0}};
    const wend_point velocities[] = {{1, 0}, {NAN, 0}};
    wend_error error;
    ck_assert_int_eq(
        wend_world_set_agent_preferred_velocities(world, agents, velocities, 2, &error),
        WEND_ERROR_INVALID);
    worlds_step(world, 5);
    ck_assert_double_eq(at(world, agents[0]).x, 0);
    /* Agents with other followers have no preferred velocity that can be set; invalid agent ids are
     * ignored. */
    wend_agent walker = worlds_agent(world, 5, 5, (wend_goal){0});
    prefer(world, walker, 1, 0);
    prefer(world, (wend_agent){0}, 1, 0);
    worlds_step(world, 5);
    wend_world_destroy(world);
}
END_TEST

/* In the steps between two choices an agent keeps its velocity, even without a goal. */
START_TEST(velocities_are_kept_between_choices) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.steer_every = 4;
    wend_world *world = worlds_from(&def);
    wend_agent agent = add_agent(world, add_profile(world, "orca"), 0, 0);
    worlds_step(world, 4);
    prefer(world, agent, 1, 0);
    worlds_step(world, 8);
    ck_assert_double_eq_tol(at(world, agent).x, 0.8, 1e-5);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/preferred");
    TCase *tests = tcase_create("preferred");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_loop_test(tests, lone_agents_walk_at_the_preferred_velocity, 0, MODELS);
    tcase_add_loop_test(tests, goals_and_routes_do_not_influence_external_velocity, 0, MODELS);
    tcase_add_loop_test(tests, models_still_avoid_other_agents, 0, 2);
    tcase_add_test(tests, snapshots_keep_preferred_velocity);
    tcase_add_test(tests, batch_with_one_bad_velocity_is_refused);
    tcase_add_test(tests, velocities_are_kept_between_choices);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
