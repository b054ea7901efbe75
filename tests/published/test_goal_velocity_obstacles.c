/* Goal velocity obstacles: checks the results that Snape and Manocha report, and our additional
 * requirements, with one quick run of the reproduction. The scenarios are ours
 * (scenarios/goal-velocity-obstacles) and are chosen to match the lengths in Table 2. The ratios in
 * Table 1 are compared with runs from a dense start, over ten seeds, because only these have enough
 * collisions. */
/* cost: 66 */
#include "published/rerun.h"

static const char collisions[] = "Table 1: collisions";
static const char dense[] = "Table 1 from a dense start";
static const char paths[] = "Table 2: mean path length";

enum { EXPERIMENTS = 3, COUNTS = 4 };
static const char *const rows[EXPERIMENTS][COUNTS] = {
    {"1 static 25", "1 static 50", "1 static 100", "1 static 200"},
    {"2 moving 25", "2 moving 50", "2 moving 100", "2 moving 200"},
    {"3 two 25", "3 two 50", "3 two 100", "3 two 200"},
};

/* Checks that paths are shorter by at least a given percentage, for every number of agents. */
static void check_gain(void) {
    static const double least[EXPERIMENTS] = {5.0, 10.0, 4.0};
    for (int e = 0; e < EXPERIMENTS; e++) {
        for (int k = 0; k < COUNTS; k++) {
            double found = rerun_ours(paths, rows[e][k], "GVO shorter");
            ck_assert_msg(found >= least[e], "%s: %g %% shorter", rows[e][k], found);
        }
    }
}

/* Checks that the lengths differ from the published ones by at most 5 % on average. */
static void check_lengths(const char *method) {
    double error = 0.0;
    for (int i = 0; i < EXPERIMENTS * COUNTS; i++) {
        wend_paper_value value = rerun_value(paths, rows[i / COUNTS][i % COUNTS], method);
        ck_assert(value.published > 200.0);
        error += fabs(value.measured / value.published - 1.0) / (EXPERIMENTS * COUNTS);
    }
    ck_assert_msg(error <= 0.05, "%s: off by %g %% on average", method, error * 100.0);
}

static void check_arrivals(void) {
    for (int i = 0; i < EXPERIMENTS * COUNTS; i++) {
        const char *row = rows[i / COUNTS][i % COUNTS];
        ck_assert_double_eq(rerun_ours(paths, row, "missing"), 0.0);
        double ratio = rerun_ours(paths, row, "GVO arrive") / rerun_ours(paths, row, "PV arrive");
        ck_assert_msg(ratio <= 1.05, "%s: arrive %g times as late", row, ratio);
        double deep = rerun_ours(collisions, row, "GVO > 2 cm");
        ck_assert_msg(deep == 0.0, "%s: %g pairs overlap by more than 2 cm", row, deep);
    }
}

/* Checks that the number of collisions is at most `most` times the number with preferred
 * velocities, unless the latter is too small for a comparison. */
static void check_share(const char *row, double most) {
    double goals = rerun_ours(dense, row, "GVO > 2 cm");
    double preferred = rerun_ours(dense, row, "PV > 2 cm");
    ck_assert_msg(preferred < 20.0 || goals <= most * preferred, "%s: %g pairs, %g with PV", row,
                  goals, preferred);
}

static void check_dense(void) {
    for (int k = 1; k < COUNTS; k++) {
        check_share(rows[0][k], 0.1);
        if (k > 1) {
            check_share(rows[1][k], 0.1);
        }
        check_share(rows[2][k], 1.0);
    }
    /* In this scenario, there are enough collisions to compare. */
    ck_assert_double_ge(rerun_ours(dense, rows[0][COUNTS - 1], "PV > 2 cm"), 20.0);
}

/* Checks which part of the goal the agents use: with the published rule, mostly its two ends; with
 * `bisect`, nearly all of it. */
static void check_use(void) {
    static const char use[] = "Section 5.3: use of the goal";
    ck_assert_double_ge(rerun_ours(use, "static 25, GVO bisect", "tenths"), 8.0);
    static const char *const scenes[] = {"static 25", "static 100", "static 200", "dense 100"};
    for (int i = 0; i < 4; i++) {
        char keep[40], bisect[40];
        snprintf(keep, sizeof keep, "%s, GVO", scenes[i]);
        snprintf(bisect, sizeof bisect, "%s, GVO bisect", scenes[i]);
        double most = rerun_ours(use, bisect, "most in one");
        ck_assert_msg(most <= 0.7 * rerun_ours(use, keep, "most in one"), "%s: %g %%", bisect,
                      most);
        ck_assert_double_le(rerun_ours(use, bisect, "path"), 1.05 * rerun_ours(use, keep, "path"));
    }
}

static void check_verdict(const char *name, wend_verdict expected) {
    wend_paper_table table;
    ck_assert_msg(wend_paper_find_table(rerun_result, name, &table), "%s has no verdict", name);
    ck_assert_msg(table.verdict == expected, "%s: %s", name, wend_verdict_text(table.verdict));
}

START_TEST(goal_velocity_obstacle_results_match_the_paper) {
    rerun("goal_velocity_obstacles");
    check_gain();
    check_lengths("GVO");
    check_lengths("PV");
    check_arrivals();
    check_dense();
    check_use();
    check_verdict(collisions, WEND_VERDICT_OPEN);
    check_verdict(dense, WEND_VERDICT_CONFIRMED);
    check_verdict(paths, WEND_VERDICT_CONFIRMED);
    check_verdict("Section 5.3: use of the goal", WEND_VERDICT_NOT_CONFIRMED);
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("goal velocity obstacles", goal_velocity_obstacle_results_match_the_paper)
