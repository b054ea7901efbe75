/* needs: kit */
/* cost: 6 */
/* Long routes that are planned in stretches, and routes that are planned within a budget. Both only
 * change when an agent gets a route, so all agents must arrive, about as soon as with whole routes.
 */
#include <stdio.h>
#include <string.h>

#include "unit/scenario/lab.h"

enum { BAFFLES = 60, AGENTS = 24, TEXT_SIZE = 16384 };

/* Writes a scenario: a corridor with baffles that leave gaps on alternating sides. A path through
 * all of it passes two corners and several portals at each baffle. */
static const char *write_corridor(const char *search, const char *follow, const char *more) {
    static char text[TEXT_SIZE];
    int at = snprintf(text, sizeof text,
                      "plan: {name: navmesh, search: %s}\nfollow: %s\n%s"
                      "space:\n  walkable: [[0, 0], [%d, 0], [%d, 10], [0, 10]]\n  obstacles:\n",
                      search, follow, more, 3 * BAFFLES + 12, 3 * BAFFLES + 12);
    for (int i = 0; i < BAFFLES; i++) {
        double x = 10.0 + 3.0 * i, low = i % 2 ? 2.0 : 0.0;
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "    - [[%g, %g], [%g, %g], [%g, %g], [%g, %g]]\n", x, low, x + 0.4, low,
                       x + 0.4, low + 8.0, x, low + 8.0);
    }
    snprintf(text + at, sizeof text - (size_t)at,
             "goals: {end: {segment: [[%d, 1], [%d, 9]], on_arrival: leave}}\n"
             "agents: [{grid: {origin: [1, 1.5], spacing: 1.2, count: [4, 6]}, goal: end}]\n",
             3 * BAFFLES + 11, 3 * BAFFLES + 11);
    return text;
}

typedef struct outcome {
    uint64_t arrivals, plans;
    double time;        /* s: when the last agent arrived */
    uint32_t stretches; /* agents whose first route continues */
} outcome;

static outcome run_corridor(const char *search, const char *follow, const char *more) {
    wend_scenario *s = lab_load(write_corridor(search, follow, more));
    wend_world *world = lab_world(s);
    outcome out = {0};
    for (uint32_t step = 0; step < 30000 && out.arrivals < AGENTS; step++) {
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        const wend_view *view = wend_world_view(world);
        for (uint32_t i = 0; step == 0 && i < view->body_count; i++) {
            const wend_route *route = wend_view_route(view, i);
            out.stretches += route != NULL && (route->gives & WEND_ROUTE_CONTINUES) != 0;
        }
        wend_stats stats = wend_world_get_stats(world);
        out.arrivals = stats.arrivals;
        out.plans = stats.plans;
    }
    out.time = wend_world_time(world);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
    return out;
}

START_TEST(agents_arrive_over_routes_in_stretches) {
    static const char *const followers[] = {"portal", "waypoint", "attraction"};
    for (size_t i = 0; i < sizeof followers / sizeof *followers; i++) {
        outcome whole = run_corridor("shortest", followers[i], "");
        outcome parts = run_corridor("auto", followers[i], "");
        ck_assert_uint_eq(whole.arrivals, AGENTS);
        ck_assert_uint_eq(whole.stretches, 0);
        ck_assert_msg(parts.arrivals == AGENTS, "%s: %d arrived", followers[i],
                      (int)parts.arrivals);
        ck_assert_uint_eq(parts.stretches, AGENTS);
        ck_assert_uint_ge(parts.plans, 3 * AGENTS); /* each agent needs several stretches */
        ck_assert_msg(parts.time <= 1.05 * whole.time, "%s: %g s, not %g s", followers[i],
                      parts.time, whole.time);
    }
}
END_TEST

/* The step in which an agent needs the next stretch depends on its max_speed. */
START_TEST(faster_agents_get_their_next_stretch_in_time) {
    wend_scenario *s =
        lab_load(write_corridor("tree", "portal", "profiles: {default: {speed: 0.5}}\n"));
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 2, &lab_error), WEND_OK);
    uint64_t before = wend_world_get_stats(world).plans;
    wend_agent_state agents[AGENTS];
    ck_assert_uint_eq(wend_world_get_agents(world, agents, AGENTS), AGENTS);
    for (uint32_t i = 0; i < AGENTS; i++) {
        ck_assert_int_eq(wend_world_set_agent_max_speed(world, agents[i].agent, 20.0, NULL),
                         WEND_OK);
    }
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, before + AGENTS);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* A door closes far behind the stretches. All agents must plan at once, because their routes may
 * lead through it. */
START_TEST(changes_behind_a_stretch_are_noticed) {
    wend_scenario *s = lab_load(write_corridor("auto", "portal", ""));
    wend_world *world = lab_world(s);
    const double x = 3.0 * BAFFLES + 10.0;
    const wend_point ends[] = {{x, 0.0}, {x, 10.0}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_DOOR;
    def.points = ends;
    def.point_count = 2;
    def.closed = false;
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_world_step(world, 9, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_world_get_stats(world).plans, AGENTS);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_ge(wend_world_get_stats(world).plans, 2 * AGENTS);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* ---- Budget ---------------------------------------------------------------------------------- */

static uint32_t count_routes(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        count += wend_view_route(view, i) != NULL;
    }
    return count;
}

START_TEST(routes_are_planned_in_batches_within_a_budget) {
    wend_scenario *s = lab_load(write_corridor("shortest", "portal", "time: {plan_budget: 1}\n"));
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(count_routes(world), 16); /* one batch */
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    ck_assert_uint_eq(count_routes(world), AGENTS);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(agents_stand_still_until_the_budget_allows_a_route) {
    wend_scenario *s = lab_load(write_corridor("shortest", "portal", "time: {plan_budget: 1}\n"));
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_body *body = &view->bodies[i];
        bool moves = body->velocity.x != 0.0F || body->velocity.y != 0.0F;
        ck_assert_int_eq(moves, wend_view_route(view, i) != NULL);
    }
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(all_agents_arrive_within_a_budget) {
    for (int tree = 0; tree < 2; tree++) {
        outcome out =
            run_corridor(tree ? "tree" : "shortest", "portal", "time: {plan_budget: 1}\n");
        ck_assert_uint_eq(out.arrivals, AGENTS);
    }
}
END_TEST

START_TEST(a_budget_gives_the_same_state_on_any_number_of_threads) {
    wend_scenario *s = lab_load(write_corridor("auto", "portal", "time: {plan_budget: 40}\n"));
    uint64_t expected = 0;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        wend_world *world = NULL;
        ck_assert_int_eq(
            wend_scenario_create_world(s, lab_registry, threads, NULL, &world, &lab_error),
            WEND_OK);
        ck_assert_int_eq(wend_world_step(world, 400, &lab_error), WEND_OK);
        expected = threads == 1 ? wend_world_hash(world) : expected;
        ck_assert_uint_eq(wend_world_hash(world), expected);
        wend_world_destroy(world);
    }
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("run/stretches", agents_arrive_over_routes_in_stretches,
         faster_agents_get_their_next_stretch_in_time, changes_behind_a_stretch_are_noticed,
         routes_are_planned_in_batches_within_a_budget,
         agents_stand_still_until_the_budget_allows_a_route, all_agents_arrive_within_a_budget,
         a_budget_gives_the_same_state_on_any_number_of_threads)
