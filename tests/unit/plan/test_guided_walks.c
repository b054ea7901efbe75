/* needs: kit */
/* Agents on guidance fields and in Khatib's potential field: they go where the arrows lead, at the
 * speed of the arrows, with any number of threads; a local minimum holds them, as it must. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <unistd.h>

static const char guided[] =
    "space: {walkable: [[0, 0], [30, 0], [30, 18], [0, 18]], obstacles: [[[10, 0], [12, 0], [12, "
    "12], [10, 12]], [[20, 6], [22, 6], [22, 18], [20, 18]]]}\n"
    "maps: {m: {kind: guidance, lines: [[[2, 4], [6, 12], [11, 15], [16, 12], [18, 5], [21, 3], "
    "[25, 6], [27, 14]]]}}\n"
    "profiles: {p: {plan: guidance, follow: gradient}}\n";

static double run(const char *first, const char *rest, const char *what) {
    char text[4000];
    snprintf(text, sizeof text, "%s%s", first, rest);
    wend_summary *summary = lab_run(text);
    double value = lab_number(summary, what);
    wend_summary_destroy(summary);
    return value;
}

START_TEST(agents_follow_the_arrows_to_the_goal) {
    const char *agents = "agents: [{profile: p, random: {box: [[1, 1], [8, 17]], count: 20}, goal: "
                         "{segment: [[25, 17], [29, 17]], on_arrival: leave}}]\n"
                         "time: {end: 120}\n";
    ck_assert_double_eq(run(guided, agents, "arrived"), 20.0);
    ck_assert_double_eq(run(guided, agents, "rescues"), 0.0);
}
END_TEST

/* Two straight lanes with arrows of length 1 and 0.5: the second agent takes twice as long. */
START_TEST(arrows_scale_the_speed_if_asked) {
    FILE *file = fopen("test_lanes.txt", "w");
    ck_assert_ptr_nonnull(file);
    fputs("guidance 1 size 1 2 cell 40 2 low 0 0 arrows 1 0 0.5 0\n", file);
    fclose(file);
    double times[2];
    char here[512];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    for (int lane = 0; lane < 2; lane++) {
        char text[1500];
        snprintf(text, sizeof text,
                 "space: {walkable: [[0, 0], [40, 0], [40, 4], [0, 4]]}\n"
                 "maps: {m: {kind: guidance, arrows: %s/test_lanes.txt}}\n"
                 "profiles: {p: {plan: {name: guidance, interpolate: nearest, speed: on}, follow: "
                 "gradient, steer: direct}}\n"
                 "agents: [{profile: p, at: [[2, %d]], goal: {segment: [[35, 0], [35, 4]], "
                 "on_arrival: leave}}]\ntime: {end: 120}\n",
                 here, lane == 0 ? 1 : 3);
        times[lane] = run("", text, "mean_travel_s");
    }
    remove("test_lanes.txt");
    ck_assert_double_eq_tol(times[1] / times[0], 2.0, 0.15);
}
END_TEST

START_TEST(an_agent_without_an_arrow_reports_that_it_has_no_route) {
    const char *text = "space: {walkable: [[0, 0], [20, 0], [20, 10], [0, 10]], obstacles: [[[9, "
                       "0], [10, 0], [10, "
                       "10], [9, 10]]]}\n"
                       "maps: {m: {kind: guidance, lines: [[[1, 5], [8, 5]]]}}\n"
                       "profiles: {p: {plan: guidance, follow: gradient}}\n"
                       "agents: [{profile: p, at: [[15, 5]], goal: [2, 5]}]\ntime: {end: 5}\n";
    wend_scenario *s = lab_load(text);
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 5, &lab_error), WEND_OK);
    wend_agent_state state;
    ck_assert_uint_eq(wend_world_get_agents(world, &state, 1), 1);
    ck_assert_int_eq(state.activity, WEND_ACTIVITY_STRANDED);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(threads_do_not_change_guided_agents) {
    const char *agents = "agents: [{profile: p, random: {box: [[1, 1], [8, 17]], count: 60}, goal: "
                         "{segment: [[25, 17], [29, 17]], on_arrival: leave}}]\n";
    char text[4000];
    uint64_t hashes[2];
    snprintf(text, sizeof text, "%s%s", guided, agents);
    wend_scenario *s = lab_load(text);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        wend_world *world = NULL;
        ck_assert_int_eq(
            wend_scenario_create_world(s, lab_registry, threads, NULL, &world, &lab_error),
            WEND_OK);
        ck_assert_int_eq(wend_world_step(world, 150, &lab_error), WEND_OK);
        hashes[threads - 1] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    wend_scenario_destroy(s);
}
END_TEST

/* ---- Khatib ---------------------------------------------------------------------------------- */

#define KHATIB "profiles: {p: {plan: khatib, follow: gradient, steer: direct, modify: []}}\n"

START_TEST(a_potential_field_leads_past_a_pillar_beside_the_line) {
    const char *rest = "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]], obstacles: [[[14, "
                       "5.5], [15, 5.5], [15, 6.5], [14, 6.5]]]}\n"
                       "agents: [{profile: p, at: [[3, 6.7]], goal: [27, 6.7]}]\ntime: {end: 60}\n";
    ck_assert_double_eq(run(KHATIB, rest, "arrived"), 1.0);
}
END_TEST

/* A cup that opens towards the agent: inside it, attraction and repulsion cancel out. The shortest
 * path around it exists, and the navigation mesh finds it. */
START_TEST(a_potential_field_has_a_local_minimum) {
    const char *rest = "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]], obstacles: [[[12, "
                       "3], [18, 3], [18, 9], [12, 9], [12, 8], [17, 8], [17, 4], [12, 4]]]}\n"
                       "agents: [{profile: p, at: [[3, 6]], goal: [27, 6]}]\ntime: {end: 120}\n";
    ck_assert_double_eq(run(KHATIB, rest, "arrived"), 0.0);
    ck_assert_double_eq(run("profiles: {p: {plan: navmesh}}\n", rest, "arrived"), 1.0);
}
END_TEST

LAB_MAIN("plan/guided_walks", agents_follow_the_arrows_to_the_goal, arrows_scale_the_speed_if_asked,
         an_agent_without_an_arrow_reports_that_it_has_no_route,
         threads_do_not_change_guided_agents, a_potential_field_leads_past_a_pillar_beside_the_line,
         a_potential_field_has_a_local_minimum)
