/* needs: kit */
/* Planners that avoid crowds: which of two passages they take, when agents look for another route,
 * and how often they search. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/scenario/lab.h"

enum { TEXT_SIZE = 4096, PERIOD_STEPS = 20, WALKERS = 60 };

/* Two halls, joined by a straight passage (y = 5 .. 7) and one around the corner (y = 14 .. 16). A
 * crowd of 33 agents without a goal stands in the straight one. Walkers are slow, and walk through
 * other agents. */
static const char *write_halls(const char *plan, const char *map, const char *more) {
    static char text[TEXT_SIZE];
    snprintf(text, sizeof text,
             "density: {cell: 1, period: 2}\nsteer: direct\nfollow: waypoint\n"
             "space:\n  walkable: [[0, 0], [30, 0], [30, 16], [0, 16]]\n  obstacles:\n"
             "    - [[8, 0], [22, 0], [22, 5], [8, 5]]\n"
             "    - [[8, 7], [22, 7], [22, 14], [8, 14]]\n"
             "goals: {end: [28, 6]}\nmaps: {%s}\n"
             "profiles:\n  standing: {plan: straight}\n  walker: {speed: 0.3, plan: {%s}}\n"
             "agents:\n  - {profile: standing, grid: {origin: [12.2, 5.4], spacing: 0.56, "
             "count: [11, 3]}}\n%s",
             map, plan, more);
    return text;
}

static wend_agent add_walker(wend_world *world, double y) {
    wend_agent_def def = wend_default_agent_def();
    wend_agent agent;
    def.position = (wend_point){2, y};
    def.profile = wend_world_profile_at(world, 1); /* the second one of the scenario */
    const wend_entry *plan = wend_world_profile_entry(world, def.profile, WEND_KIND_PLANNER);
    ck_assert_str_ne(plan->name, "straight");
    ck_assert_str_ne(plan->name, "navmesh");
    def.goal = wend_world_goal_at(world, 0);
    ck_assert_msg(wend_world_add_agents(world, &def, 1, &agent, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
    return agent;
}

static void step(wend_world *world, uint32_t count) {
    ck_assert_msg(wend_world_step(world, count, &lab_error) == WEND_OK, "%s", lab_error.message);
}

/* True if the route of an agent leads through the straight passage. */
static bool goes_straight(wend_world *world, wend_agent agent) {
    wend_agent_state state;
    ck_assert(wend_world_get_agent(world, agent, &state));
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (fabs((double)view->bodies[i].position.x - state.position.x) < 1e-3 &&
            fabs((double)view->bodies[i].position.y - state.position.y) < 1e-3) {
            const wend_route *route = wend_view_route(view, i);
            bool detours = false;
            ck_assert_ptr_nonnull(route);
            ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
            for (uint32_t k = 0; k < route->point_count; k++) {
                detours = detours || (double)route->points[k].position.y > 10.0;
            }
            return !detours;
        }
    }
    ck_abort_msg("the agent has no body");
    return false;
}

static void remove_crowd(wend_world *world, uint32_t kept) {
    wend_agent_state agents[200];
    uint32_t count = wend_world_get_agents(world, agents, 200);
    for (uint32_t i = 0; i < count; i++) {
        if (agents[i].position.x > 10.0) {
            ck_assert_int_eq(wend_world_remove_agent(world, agents[i].agent, NULL), WEND_OK);
        }
    }
    step(world, 1);
    ck_assert_uint_eq(wend_world_get_agents(world, agents, 200), kept);
}

static const struct {
    const char *name, *map;
} planners[] = {
    {"grid", "squares: {kind: grid, cell: 0.4}"},
    {"weighted", "triangles: {kind: terrain}"},
    {"roadmap",
     "lines: {kind: roadmap, lines: [[[1, 6], [29, 6]], [[5, 6], [7, 15], [23, 15], [25, 6]]]}"},
};

START_TEST(planners_avoid_a_standing_crowd_and_return) {
    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++) {
        for (int crowd = 0; crowd <= 4; crowd += 4) {
            char plan[100];
            snprintf(plan, sizeof plan, "name: %s, crowd: %d", planners[i].name, crowd);
            wend_scenario *s = lab_load(write_halls(plan, planners[i].map, ""));
            wend_world *world = lab_world(s);
            step(world, 1);
            wend_agent early = add_walker(world, 5.5);
            step(world, 1);
            ck_assert(goes_straight(world, early)); /* nothing has been measured yet */
            step(world, PERIOD_STEPS);
            wend_agent late = add_walker(world, 6.5);
            step(world, 1);
            ck_assert_msg(goes_straight(world, late) == (crowd == 0), "%s, crowd %d",
                          planners[i].name, crowd);
            step(world, PERIOD_STEPS); /* by now, the first one has planned again */
            ck_assert_msg(goes_straight(world, early) == (crowd == 0), "%s, crowd %d",
                          planners[i].name, crowd);
            ck_assert_uint_eq(wend_world_get_stats(world).reroutes, crowd > 0 ? 1 : 0);
            remove_crowd(world, 2);
            step(world, 2 * PERIOD_STEPS);
            ck_assert(goes_straight(world, early) && goes_straight(world, late));
            ck_assert_uint_eq(wend_world_get_stats(world).reroutes, crowd > 0 ? 3 : 0);
            wend_world_destroy(world);
            wend_scenario_destroy(s);
        }
    }
}
END_TEST

/* With a high gain, another route is never cheap enough. */
START_TEST(agents_keep_a_route_if_another_one_gains_too_little) {
    for (int high = 0; high < 2; high++) {
        static const char *const settings[] = {"density.gain=0.9"};
        wend_scenario_def def = lab_def(write_halls("name: grid, crowd: 4", planners[0].map, ""));
        def.settings = settings;
        def.setting_count = high ? 1 : 0;
        wend_scenario *s = lab_load_def(&def);
        wend_world *world = lab_world(s);
        step(world, 1);
        wend_agent walker = add_walker(world, 5.5);
        step(world, 3 * PERIOD_STEPS);
        ck_assert_int_eq(goes_straight(world, walker), high);
        ck_assert_uint_eq(wend_world_get_stats(world).reroutes, high ? 0 : 1);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(searches_are_spread_over_the_period) {
    wend_scenario *s = lab_load(write_halls("name: grid, crowd: 4", planners[0].map, ""));
    wend_world *world = lab_world(s);
    step(world, 1);
    for (int i = 0; i < WALKERS; i++) {
        add_walker(world, 3.0 + 0.07 * i); /* the straight passage is nearer to all */
    }
    step(world, 1);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, WALKERS);
    step(world, PERIOD_STEPS - 2); /* up to the step in which the grid is filled */
    uint64_t before = WALKERS, most = 0;
    ck_assert_uint_eq(wend_world_get_stats(world).plans, before);
    for (int i = 0; i < PERIOD_STEPS; i++) {
        step(world, 1);
        uint64_t plans = wend_world_get_stats(world).plans;
        most = plans - before > most ? plans - before : most;
        before = plans;
    }
    ck_assert_uint_eq(before, 2 * WALKERS); /* each agent once */
    ck_assert_uint_le(most, WALKERS / 4);   /* on average, 3 in a step */
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* A straight route without a crowd cannot be improved, so nothing is searched. */
START_TEST(agents_without_a_crowd_do_not_search) {
    wend_scenario *s = lab_load(write_halls("name: grid, crowd: 4", planners[0].map, ""));
    wend_world *world = lab_world(s);
    step(world, 1);
    remove_crowd(world, 0);
    add_walker(world, 6.0);
    step(world, 5 * PERIOD_STEPS);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, 1);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* Agents that walk as fast as they prefer do not repel each other, however dense they are. */
START_TEST(a_crowd_that_walks_freely_is_not_avoided) {
    wend_scenario *s = lab_load(
        "density: {cell: 1, period: 1}\nsteer: direct\nplan: {name: grid, crowd: 10}\n"
        "allow_overlap: true\n"
        "space:\n  walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]\n  obstacles:\n"
        "    - [[8, 0], [22, 0], [22, 5], [8, 5]]\n    - [[8, 7], [22, 7], [22, 10], [8, 10]]\n"
        "goals: {end: {segment: [[29, 5], [29, 7]], on_arrival: leave}}\n"
        "maps: {squares: {kind: grid, cell: 0.4}}\n"
        "agents: [{goal: end, grid: {origin: [1, 5.3], spacing: 0.28, count: [12, 6]}}]\n");
    wend_world *world = lab_world(s);
    double densest = 0.0, slowest = 0.0;
    for (int i = 0; i < 180; i++) {
        step(world, 1);
        const wend_view *view = wend_world_view(world);
        for (uint32_t k = 0; k < view->body_count; k++) {
            wend_location at = {view->bodies[k].position, 0};
            densest = fmax(densest, (double)wend_view_density(view, at));
            slowest = fmax(slowest, (double)wend_view_delay(view, at));
        }
    }
    ck_assert_double_gt(densest, 4.0);
    ck_assert_double_lt(slowest, 0.2); /* agents that turn are slower for a step */
    ck_assert_uint_eq(wend_world_get_stats(world).reroutes, 0);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* A field has no route to look at, so an agent walks. */
static double walk_with_field(int crowd, uint32_t *builds) {
    char plan[100];
    snprintf(plan, sizeof plan, "name: field, crowd: %d", crowd);
    wend_scenario_def def = lab_def(write_halls(plan, planners[0].map, ""));
    static const char *const settings[] = {"profiles.walker.follow=gradient",
                                           "profiles.walker.speed=1.3"};
    def.settings = settings;
    def.setting_count = 2;
    wend_scenario *s = lab_load_def(&def);
    wend_world *world = lab_world(s);
    step(world, 1);
    wend_agent walker = add_walker(world, 5.5);
    wend_agent_state state;
    double highest = 0.0;
    uint32_t field = 0;
    *builds = 0;
    for (int i = 0; i < 600 && wend_world_get_stats(world).arrivals == 0; i++) {
        step(world, 1);
        ck_assert(wend_world_get_agent(world, walker, &state));
        highest = fmax(highest, state.position.y);
        const wend_view *view = wend_world_view(world);
        for (uint32_t k = 0; k < view->body_count; k++) {
            const wend_route *route = wend_view_route(view, k);
            if (route != NULL && (route->gives & WEND_ROUTE_FIELD)) {
                *builds += i > 0 && route->field != field;
                field = route->field;
            }
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return highest;
}

START_TEST(fields_lead_around_a_standing_crowd) {
    uint32_t builds[2];
    double through = walk_with_field(0, &builds[0]), around = walk_with_field(4, &builds[1]);
    ck_assert_double_lt(through, 7.0);
    ck_assert_double_gt(around, 14.0);
    ck_assert_uint_eq(builds[0], 0);
    ck_assert_uint_ge(builds[1], 5); /* a new field each period */
}
END_TEST

/* The follower `miran` walks along a drawn route; the shortest short cut leads through a crowd. */
static double walk_with_miran(double crowd) {
    char text[TEXT_SIZE];
    snprintf(text, sizeof text,
             "density: {cell: 1, period: 1}\nsteer: direct\nplan: straight\n"
             "space: {walkable: [[0, 0], [20, 0], [20, 16], [0, 16]]}\n"
             "goals: {end: [18, 2]}\n"
             "profiles:\n  standing: {follow: waypoint}\n"
             "  walker: {follow: {name: miran, sigma: 40, d: 0.5, crowd: %g}}\n"
             "agents:\n  - {profile: standing, grid: {origin: [8, 0.5], spacing: 0.56, count: [8, "
             "7]}}\n",
             crowd);
    wend_scenario *s = lab_load(text);
    wend_world *world = lab_world(s);
    step(world, 15);
    const wend_point points[] = {{2, 2}, {10, 14}, {18, 2}};
    wend_agent_def def = wend_default_agent_def();
    wend_agent agent;
    wend_agent_state state;
    def.position = points[0];
    def.goal = wend_world_goal_at(world, 0);
    ck_assert_int_eq(wend_world_add_route(world, points, NULL, 3, 0.25, &def.path, &lab_error),
                     WEND_OK);
    def.profile = wend_world_profile_at(world, 1);
    const wend_entry *follow = wend_world_profile_entry(world, def.profile, WEND_KIND_FOLLOWER);
    ck_assert_str_eq(follow->name, "miran");
    ck_assert_int_eq(wend_world_add_agents(world, &def, 1, &agent, &lab_error), WEND_OK);
    double delay = 0.0;
    uint64_t arrivals = 0;
    for (int i = 0; i < 400 && arrivals == 0; i++) {
        step(world, 1);
        ck_assert(wend_world_get_agent(world, agent, &state));
        wend_location at = {{(float)state.position.x, (float)state.position.y}, 0};
        delay += 0.1 * (double)wend_view_delay(wend_world_view(world), at);
        arrivals = wend_world_get_stats(world).arrivals;
    }
    ck_assert_uint_eq(arrivals, 1);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return delay;
}

START_TEST(miran_takes_short_cuts_around_crowds) {
    double through = walk_with_miran(0.0), around = walk_with_miran(10.0);
    ck_assert_double_gt(through, 5.0); /* s of delay: the crowd is 4 m deep */
    ck_assert_double_lt(around, 0.2 * through);
}
END_TEST

/* ---- Messages -------------------------------------------------------------------------------- */

START_TEST(bad_keys_are_refused_with_their_position) {
    static const struct {
        const char *text, *message;
        int line;
    } cases[] = {
        {"density: {cell: 0}\n", "cell", 1},
        {"density: {cell: 0.01}\n", "cell", 1},
        {"density: {period: -1}\n", "period", 1},
        {"density: {gain: 2}\n", "gain", 1},
        {"density: {cells: 1}\n", "density has no key 'cells'", 1},
        {"density: 3\n", "density", 1},
        {"plan: {name: grid, crowd: -1}\n", "crowd", 1},
        {"plan: {name: roadmap, crowd: many}\n", "crowd", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(lab_try(cases[i].text) != WEND_OK, "%s", cases[i].text);
        ck_assert_msg(strstr(lab_error.message, cases[i].message) != NULL, "%s: %s", cases[i].text,
                      lab_error.message);
        ck_assert_int_eq(lab_error.line, cases[i].line);
    }
    ck_assert_int_ne(lab_try("density: {}\n"), WEND_OK); /* open ground has no bounds */
    ck_assert_msg(strstr(lab_error.message, "no walls") != NULL, "%s", lab_error.message);
    ck_assert_int_ne(lab_try("plan: {name: grid, crowd: 1}\n"
                             "space: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
                             "agents: [{at: [1, 1]}]\n"),
                     WEND_OK);
    ck_assert_msg(strstr(lab_error.message, "the key `density`") != NULL, "%s", lab_error.message);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {planners_avoid_a_standing_crowd_and_return,
                                  agents_keep_a_route_if_another_one_gains_too_little,
                                  searches_are_spread_over_the_period,
                                  agents_without_a_crowd_do_not_search,
                                  a_crowd_that_walks_freely_is_not_avoided,
                                  fields_lead_around_a_standing_crowd,
                                  miran_takes_short_cuts_around_crowds,
                                  bad_keys_are_refused_with_their_position};
    Suite *suite = suite_create("plan/crowd");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
