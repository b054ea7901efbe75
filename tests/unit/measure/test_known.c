/* Checks each metric in small worlds with known results. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

/* Length of a step, m: 0.1 s at 1.3 m/s, in single precision. */
#define STEP 0.13

START_TEST(values_for_one_agent_are_exact) {
    /* The agent arrives when the gap between its disc and the goal point is within the tolerance of
     * 0.05 m. It therefore stops 0.3 m before the point: 75 whole steps for 9.7 m. */
    wend_summary *summary = lab_run_blind("agents: [{at: [0, 0], goal: [10, 0]}]");
    ck_assert_double_eq(lab_number(summary, "agents"), 1);
    ck_assert_double_eq(lab_number(summary, "arrived"), 1);
    ck_assert_double_eq(lab_number(summary, "steps"), 75);
    ck_assert_double_eq_tol(lab_number(summary, "simulated_s"), 7.5, 1e-9);
    ck_assert_double_eq_tol(lab_number(summary, "last_arrival_s"), 7.5, 1e-9);
    ck_assert_double_eq_tol(lab_number(summary, "mean_travel_s"), 7.5, 1e-9);
    ck_assert_double_eq_tol(lab_number(summary, "mean_path_m"), 75 * STEP, 1e-5);
    ck_assert_double_eq(lab_number(summary, "overlap_pair_steps"), 0);
    ck_assert_double_eq(lab_number(summary, "max_overlap_m"), 0);
    ck_assert_double_eq(lab_number(summary, "max_wall_overlap_m"), 0);
    ck_assert_double_eq(lab_number(summary, "wall_interventions"), 0);
    ck_assert_double_eq(lab_number(summary, "infeasible_steps"), 0);
    ck_assert_double_ge(lab_number(summary, "elapsed_s"), 0);
    ck_assert_double_ge(lab_number(summary, "us_per_agent_step"), 0);
    wend_summary_destroy(summary);
}
END_TEST

/* An agent that leaves on arrival has walked as far as an agent that stops on arrival. */
START_TEST(path_length_includes_last_step_before_leaving) {
    static const char text[] =
        "agents: [{at: [0, 0], goal: {point: [%g, 0], tolerance: %g, on_arrival: %s}}]";
    for (double far = 0.36; far < 12; far *= 1.3) {
        double paths[4];
        for (int i = 0; i < 4; i++) {
            double tolerance = i < 2 ? 0.0 : 0.1;
            char filled[200];
            snprintf(filled, sizeof filled, text, far, tolerance, i % 2 == 0 ? "stop" : "leave");
            wend_summary *summary = lab_run_blind(filled);
            ck_assert_double_eq(lab_number(summary, "arrived"), 1);
            paths[i] = lab_number(summary, "mean_path_m");
            double steps = lab_number(summary, "steps"), length = far - 0.25 - tolerance;
            ck_assert_double_eq_tol(lab_number(summary, "mean_travel_s"), 0.1 * steps, 1e-9);
            ck_assert_double_eq_tol(paths[i], ceil(length / STEP - 1e-4) * STEP, 1e-5);
            wend_summary_destroy(summary);
        }
        ck_assert_double_eq_tol(paths[0], paths[1], 1e-9);
        ck_assert_double_eq_tol(paths[2], paths[3], 1e-9);
    }
}
END_TEST

/* With `continue`, the travel time ends at the first arrival, but the path length keeps growing. */
START_TEST(travel_time_ends_at_the_first_arrival) {
    wend_summary *summary = lab_run_blind(
        "time: {end: 20}\nselect: cycle\n"
        "goals: {a: {point: [3, 0], on_arrival: continue}, b: {point: [0, 0], on_arrival: "
        "continue}}\n"
        "goal_sets: {both: [a, b]}\nagents: [{at: [1.5, 0], goals: both}]\n");
    ck_assert_double_lt(lab_number(summary, "mean_travel_s"), 1.5);
    ck_assert_double_eq_tol(lab_number(summary, "mean_path_m"), 200 * STEP, 0.5);
    ck_assert_double_gt(lab_number(summary, "last_arrival_s"), 15);
    wend_summary_destroy(summary);
}
END_TEST

START_TEST(means_are_undefined_without_agents) {
    wend_summary *summary = lab_run_blind("{}");
    ck_assert_double_eq(lab_number(summary, "agents"), 0);
    ck_assert_double_eq(lab_number(summary, "steps"), 0);
    ck_assert(isnan(lab_number(summary, "mean_path_m")));
    ck_assert(isnan(lab_number(summary, "mean_travel_s")));
    ck_assert(isnan(lab_number(summary, "last_arrival_s")));
    ck_assert(isnan(lab_number(summary, "us_per_agent_step")));
    ck_assert_uint_eq(wend_summary_straggler_count(summary), 0);
    wend_summary_destroy(summary);
}
END_TEST

/* Two agents pass each other at a lateral distance d. They overlap by at most 0.5 - d, and only
 * while they are less than sqrt(0.25 - d^2) apart along the path. */
START_TEST(overlap_of_passing_agents_is_exact) {
    for (int i = 0; i <= 12; i++) {
        double d = 0.045 * i;
        char text[200];
        snprintf(text, sizeof text,
                 "time: {end: 9}\nagents: [{at: [0, 0], goal: [50, 0]},\n"
                 "         {at: [10, %g], goal: [-50, %g]}]\n",
                 d, d);
        wend_summary *summary = lab_run_blind(text);
        double deepest = 0;
        uint32_t steps = 0;
        for (int k = 1; k <= 90; k++) {
            double overlap = 0.5 - hypot(10 - 2 * STEP * k, d);
            deepest = fmax(deepest, overlap);
            steps += overlap > 0.0025;
        }
        ck_assert_msg(lab_number(summary, "overlap_pair_steps") == steps, "d = %g", d);
        ck_assert_double_eq(lab_number(summary, "agent_collisions"), steps > 0);
        ck_assert_double_eq(lab_number(summary, "collisions_while_feasible"), steps > 0);
        ck_assert_double_eq_tol(lab_number(summary, "max_overlap_m"), deepest, 1e-4);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Each agent in a pile overlaps with all others. Only the pairs that are examined are counted, and
 * none of them counts as a new overlap. 600 agents at one point have 179,700 pairs. */
START_TEST(counted_pairs_in_a_pile_of_agents_are_limited) {
    wend_summary *summary = lab_run_blind(
        "time: {end: 0.5}\nallow_overlap: true\n"
        "agents: [{random: {disc: {centre: [0, 0], radius: 0.01}, count: 600}, goal: [20, 0]}]\n");
    double each = lab_number(summary, "overlap_pair_steps") / lab_number(summary, "steps");
    ck_assert_double_ge(each, 600 * 16);
    ck_assert_double_lt(each, 600 * 200);
    ck_assert_double_eq(lab_number(summary, "agent_collisions"), 0);
    wend_summary_destroy(summary);
}
END_TEST

/* An agent that passes through three others, one after the other, causes three collisions. */
START_TEST(each_pair_that_begins_to_overlap_is_counted) {
    wend_summary *summary = lab_run_blind("agents: [{at: [0, 0], goal: [12, 0]},\n"
                                          "         {at: [[3, 0.2], [6, -0.2], [9, 0.2]]}]\n"
                                          "time: {end: 10}\n");
    ck_assert_double_eq(lab_number(summary, "agent_collisions"), 3);
    wend_summary_destroy(summary);
    /* An agent walks back and forth through another agent, so that at least two collisions begin.
     */
    summary = lab_run_blind("time: {end: 9}\nselect: cycle\n"
                            "goals: {a: {point: [4, 0], on_arrival: continue}, b: {point: [0, 0], "
                            "on_arrival: continue}}\n"
                            "goal_sets: {both: [a, b]}\n"
                            "agents: [{at: [0.6, 0], goals: both}, {at: [2, 0.1]}]\n");
    ck_assert_double_ge(lab_number(summary, "agent_collisions"), 2);
    wend_summary_destroy(summary);
}
END_TEST

/* Two agents stand at a fixed distance: their overlap counts only if it exceeds a given fraction of
 * the smaller radius. */
START_TEST(overlap_depth_is_a_fraction_of_the_smaller_radius) {
    static const struct {
        double apart;
        const char *depth;
        bool counts;
    } all[] = {{0.99, "0.01", true}, {0.999, "0.01", false}, {0.901, "0.5", false},
               {0.89, "0.5", true},  {0.99, "1", false},     {0.79, "1", true},
               {0.9999, "0", true},  {1.0001, "0", false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "time: {end: 1}\nallow_overlap: true\n"
                 "measure: {collision: {overlap_depth: %s}}\n"
                 "profiles: {big: {radius: 0.8}, small: {radius: 0.2}}\n"
                 "agents: [{profile: big, at: [0, 0]}, {profile: small, at: [%g, 0]}]\n",
                 all[i].depth, all[i].apart);
        wend_summary *summary = lab_run_blind(text);
        ck_assert_msg(lab_number(summary, "overlap_pair_steps") == (all[i].counts ? 10 : 0),
                      "%g m apart, depth %s", all[i].apart, all[i].depth);
        ck_assert_double_eq(lab_number(summary, "agent_collisions"), 0);
        ck_assert_double_eq_tol(lab_number(summary, "max_overlap_m"), fmax(1 - all[i].apart, 0),
                                1e-5);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Checks that overlaps are found even for the largest agents that the reach allows. */
START_TEST(overlaps_of_oversized_agents_are_counted) {
    wend_summary *summary =
        lab_run_blind("time: {end: 2}\nnear: {reach: 8}\nallow_overlap: true\n"
                      "profiles: {p: {radius: 4, speed: 2}}\n"
                      "agents: [{at: [0, 0], goal: [90, 0]}, {at: [10, 0], goal: "
                      "[-90, 0]}, {at: [0, 7.9]}]\n");
    ck_assert_double_eq(lab_number(summary, "agent_collisions"), 1);
    /* The first two agents overlap when 10 - 4 * t < 7.96, which is from step 6 on. The third agent
     * overlaps with the first until the first has walked away. */
    double steps = 0;
    for (int k = 1; k <= 20; k++) {
        steps += 8 - fabs(10 - 0.4 * k) > 0.04;
        steps += 8 - hypot(0.2 * k, 7.9) > 0.04;
        steps += 8 - hypot(10 - 0.2 * k, 7.9) > 0.04;
    }
    ck_assert_double_eq(lab_number(summary, "overlap_pair_steps"), steps);
    wend_summary_destroy(summary);
}
END_TEST

/* Two agents on different layers collide across a link, but not if there is no link between the
 * layers. */
START_TEST(counts_collisions_across_a_link) {
    static const char text[] =
        "time: {end: 3}\nspace:\n  layers:\n"
        "    - {name: a, walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
        "    - {name: b, walkable: [[4, 0], [8, 0], [8, 4], [4, 4]]}\n  links: %s\n"
        "agents: [{at: [3.9, 2], layer: a}, {at: [4.9, 2], layer: b, goal: {point: [4.35, 2], "
        "layer: b, arrive: inside, tolerance: 0.05}}]\n";
    for (int linked = 0; linked < 2; linked++) {
        char filled[600];
        snprintf(filled, sizeof filled, text,
                 linked ? "[{from: a, to: b, segment: [[4, 0], [4, 4]]}]" : "[]");
        wend_summary *summary = lab_run_blind(filled);
        ck_assert_double_eq(lab_number(summary, "agent_collisions"), linked);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Each step into a wall is shortened so that the distance from the agent's centre to the wall is at
 * least the radius. The reported values must agree with the world's own statistics. */
START_TEST(wall_values_match_world_statistics) {
    static const char text[] =
        "time: {end: 6}\nspace: {walkable: [[0, 0], [5, 0], [5, 4], [0, 4]]}\n"
        "agents: [{at: [1, 2], goal: [9, 2]}, {at: [1, 1], goal: [4, 1]}]\n";
    wend_scenario *s = lab_load_blind(text);
    wend_world *world = lab_world(s);
    ck_assert_int_eq(wend_world_step(world, 60, &lab_error), WEND_OK);
    wend_stats stats = wend_world_get_stats(world);
    wend_summary *summary = lab_run_blind(text);
    /* The disc is 3.75 m from the wall: 28 steps are free, then one is shortened and 31 are
     * stopped. */
    ck_assert_double_eq(lab_number(summary, "wall_interventions"), 32);
    ck_assert_double_eq(lab_number(summary, "wall_interventions"),
                        (double)stats.wall_interventions);
    ck_assert_double_eq(lab_number(summary, "wall_interventions_while_feasible"),
                        (double)stats.wall_interventions_while_feasible);
    ck_assert_double_eq(lab_number(summary, "infeasible_steps"), (double)stats.infeasible_steps);
    ck_assert_double_le(lab_number(summary, "max_wall_overlap_m"), 1e-4);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)wend_world_hash(world));
    ck_assert_str_eq(lab_text(summary, "state_hash"), hash);
    wend_summary_destroy(summary);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

/* An agent that is placed too close to a wall overlaps with it by the distance that is missing. */
START_TEST(reports_overlap_with_a_wall) {
    for (int i = 0; i < 8; i++) {
        double off = 0.04 * i + 0.01;
        char text[300];
        snprintf(text, sizeof text,
                 "time: {end: 0.5}\nspace: {walkable: [[0, 0], [5, 0], [5, 4], [0, 4]]}\n"
                 "agents: [{at: [%g, 2]}, {at: [2, 2]}]\n",
                 off);
        wend_summary *summary = lab_run_blind(text);
        ck_assert_double_eq_tol(lab_number(summary, "max_wall_overlap_m"), fmax(0.25 - off, 0),
                                1e-5);
        wend_summary_destroy(summary);
    }
}
END_TEST

START_TEST(the_same_run_gives_the_same_report) {
    static const char text[] =
        "seed: 3\ntime: {end: 8}\n"
        "agents: [{random: {box: [[0, 0], [9, 9]], count: 30}, goal: [4, 4]}]";
    wend_summary *first = lab_run_blind(text), *second = lab_run_blind(text);
    const wend_report *a = wend_summary_report(first), *b = wend_summary_report(second);
    ck_assert_uint_eq(wend_report_count(a), wend_report_count(b));
    for (uint32_t i = 0; i < wend_report_count(a); i++) {
        const wend_report_value *x = wend_report_at(a, i), *y = wend_report_at(b, i);
        ck_assert_str_eq(x->name, y->name);
        bool timing =
            strcmp(x->name, "elapsed_s") == 0 || strcmp(x->name, "us_per_agent_step") == 0;
        if (x->kind == WEND_REPORT_NUMBER && !timing) {
            ck_assert_msg(x->number == y->number || (isnan(x->number) && isnan(y->number)), "%s",
                          x->name);
        } else if (x->kind == WEND_REPORT_INTEGER) {
            ck_assert_int_eq(x->integer, y->integer);
        }
    }
    wend_summary_destroy(first);
    wend_summary_destroy(second);
}
END_TEST

LAB_MAIN("known", values_for_one_agent_are_exact, path_length_includes_last_step_before_leaving,
         travel_time_ends_at_the_first_arrival, means_are_undefined_without_agents,
         overlap_of_passing_agents_is_exact, counted_pairs_in_a_pile_of_agents_are_limited,
         each_pair_that_begins_to_overlap_is_counted,
         overlap_depth_is_a_fraction_of_the_smaller_radius,
         overlaps_of_oversized_agents_are_counted, counts_collisions_across_a_link,
         wall_values_match_world_statistics, reports_overlap_with_a_wall,
         the_same_run_gives_the_same_report)
