/* needs: kit */
/* cost: 5 */
/* The comparison of steering models with measured pedestrians: one quick run of three models, whose
 * tables must be complete and agree with each other. */
#include "published/rerun.h"

static const char flows[] = "Bottlenecks: flow by width";
static const char flow_errors[] = "Bottlenecks: error of the flow";
static const char speeds[] = "Corridor: speed by density";
static const char speed_errors[] = "Corridor: error of the speed";
static const char contacts[] = "Bottlenecks: clogging and contacts";

/* The error is that of the value against the measured one. */
static void check_error(const char *values, const char *errors, const char *people,
                        const char *column) {
    static const char *const rows[] = {"orca", "direct"};
    for (int i = 0; i < 2; i++) {
        double ours = rerun_ours(values, rows[i], column);
        double theirs = rerun_ours(values, people, column);
        ck_assert_double_eq_tol(rerun_ours(errors, rows[i], column), 100.0 * (ours / theirs - 1.0),
                                1e-9);
    }
}

/* Agents without avoidance pass a bottleneck as fast as they reach it, and walk at their free
 * speed at any density. */
static void check_direct(void) {
    ck_assert_double_gt(rerun_ours(flow_errors, "direct", "1.20 m"), 300.0);
    ck_assert_double_gt(rerun_ours(contacts, "direct", "through"), 50.0);
    ck_assert_double_eq_tol(rerun_ours(speeds, "direct", "1.00 1/m2"), 1.34, 0.12);
    ck_assert_double_eq_tol(rerun_ours(speeds, "direct", "2.00 1/m2"), 1.34, 0.08);
}

/* orca keeps people apart, and never clogs this bottleneck. */
static void check_orca(void) {
    ck_assert_double_eq(rerun_ours(contacts, "orca", "remaining"), 0.0);
    ck_assert_double_eq(rerun_ours(contacts, "orca", "through"), 0.0);
    ck_assert_double_gt(rerun_ours(contacts, "orca", "smallest gap"), -0.1);
    ck_assert_double_lt(rerun_ours(flows, "orca", "1.20 m"), rerun_ours(flows, "direct", "1.20 m"));
    ck_assert_double_lt(rerun_ours(speeds, "orca", "2.00 1/m2"),
                        rerun_ours(speeds, "direct", "2.00 1/m2"));
}

/* The driving force of a force model aims at regions: agents use more ground than if they all aim
 * at the middle of each portal. */
static void check_ground(void) {
    static const char ground[] = "Ground used by force models (0.25 m cells)";
    ck_assert_double_gt(rerun_ours(ground, "helbing", "16 Blocks centres"), 100.0);
    ck_assert_double_gt(rerun_ours(ground, "helbing", "16 Blocks ratio"), 1.02);
    ck_assert_int_eq(rerun_verdict(ground), WEND_VERDICT_CONFIRMED);
}

/* No verdict claims more than the values: it is confirmed if and only if the worst error of some
 * row is within the claim. */
static void check_verdict(void) {
    double least = INFINITY;
    static const char *const rows[] = {"orca", "direct", "helbing", "orca r 0.15"};
    for (int i = 0; i < 4; i++) {
        least = fmin(least, fabs(rerun_ours(speed_errors, rows[i], "worst")));
    }
    bool within = rerun_verdict(speeds) == WEND_VERDICT_CONFIRMED;
    ck_assert_int_eq(rerun_verdict(speed_errors), rerun_verdict(speeds));
    ck_assert(within || least > 15.0);
}

START_TEST(comparison_is_complete_and_consistent) {
    rerun_with("models", "orca,direct,helbing");
    rerun_check_captions();
    rerun_check_width();
    check_error(flows, flow_errors, "people (HERMES 2009)", "1.20 m");
    check_error(speeds, speed_errors, "people (Weidmann)", "1.00 1/m2");
    ck_assert_double_eq(rerun_ours(flows, "people (HERMES 2009)", "1.20 m"), 2.25);
    ck_assert_double_eq_tol(rerun_ours(speeds, "people (Weidmann)", "1.00 1/m2"), 1.0581, 5e-5);
    check_direct();
    check_orca();
    check_ground();
    check_verdict();
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("published models", comparison_is_complete_and_consistent)
