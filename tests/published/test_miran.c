/* MIRAN: checks what Jaklin, Cook and Geraerts, "Real-time path planning in heterogeneous
 * environments" (2013), say about Figs 1, 7 and 8, and our additional requirements, with one quick
 * run of the reproduction. Their plans and routes are not published; ours are modelled on them
 * (scenarios/miran/). Times are not checked. */
/* cost: 10 */
#include "published/rerun.h"

static const char loop[] = "Fig 7: paths in the McKenna scene by sigma";
static const char loop_choices[] = "Fig 7 with other choices";
static const char more_sigmas[] = "Fig 7: more values of sigma";
static const char road[] = "Fig 8: MIRAN and IRM in McKenna + Road";
static const char skipped[] = "Fig 8: skipped parts of the route";
static const char road_choices[] = "Fig 8 with other choices";
static const char forest[] = "Fig 1: an adult and a child in the forest";
static const char forest_choices[] = "Fig 1 with other choices";

/* m, radius of the characters. Their discs must never reach a wall; 1 mm is for rounding. */
static const double radius = 0.3, rounding = 1e-3;
/* m, sigma in Fig 8 */
static const double road_sigma = 40.0;

static void check_arrives(const char *table, const char *row) {
    ck_assert_double_eq(rerun_ours(table, row, "arrived"), 1.0);
    ck_assert_double_ge(rerun_ours(table, row, "clearance"), radius - rounding);
}

/* Sigma 40 winds as the route does, 100 around most buildings of the loop, 300 and more around
 * none; the character with 300 nevertheless enters the loop, so its path is longer than with 400.
 */
static void check_loop(void) {
    static const char *const rows[] = {"sigma 40 m",  "sigma 100 m", "sigma 250 m",
                                       "sigma 300 m", "sigma 400 m", "sigma 1250 m"};
    double route = rerun_ours(loop, "the route", "length");
    ck_assert_double_ge(route, 1250.0);
    ck_assert_double_eq(rerun_ours(loop, "the route", "winds around"), 5.0);
    ck_assert_double_eq(rerun_ours(loop, rows[0], "winds around"), 5.0);
    ck_assert_double_ge(rerun_ours(loop, rows[1], "winds around"), 3.0);
    for (int i = 3; i < 6; i++) {
        ck_assert_double_eq(rerun_ours(loop, rows[i], "winds around"), 0.0);
    }
    for (int i = 0; i < 6; i++) {
        check_arrives(loop, rows[i]);
    }
    for (int i = 1; i < 6; i++) {
        ck_assert_double_lt(rerun_ours(loop, rows[i], "length"),
                            rerun_ours(loop, rows[i - 1], "length"));
    }
    /* The character with sigma 300 walks at least 20 m into the loop, and back. */
    ck_assert_double_ge(rerun_ours(loop, rows[3], "length"),
                        rerun_ours(loop, rows[4], "length") + 40.0);
    ck_assert_double_lt(rerun_ours(loop, rows[5], "length"), route / 2.0);
    ck_assert_int_eq(rerun_verdict(loop), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(rerun_verdict(more_sigmas), WEND_VERDICT_CONFIRMED);
    ck_assert_double_eq(rerun_ours(loop_choices, "motion by forces", "arrived"), 6.0);
    ck_assert_int_eq(rerun_verdict(loop_choices), WEND_VERDICT_CONFIRMED);
}

/* MIRAN avoids the mud and skips no part longer than sigma; IRM crosses the mud and skips the last
 * part of the route. */
static void check_road(void) {
    check_arrives(road, "MIRAN");
    check_arrives(road, "IRM");
    ck_assert_double_eq(rerun_ours(road, "MIRAN", "mud"), 0.0);
    ck_assert_double_ge(rerun_ours(road, "IRM", "mud"), 5.0);
    ck_assert_double_gt(rerun_ours(road, "MIRAN", "sidewalk") / rerun_ours(road, "MIRAN", "length"),
                        rerun_ours(road, "IRM", "sidewalk") / rerun_ours(road, "IRM", "length"));
    ck_assert_double_lt(rerun_ours(road, "MIRAN", "road"), rerun_ours(road, "IRM", "road"));
    ck_assert_double_le(rerun_ours(road, "MIRAN", "longest"), road_sigma);
    ck_assert_double_ge(rerun_ours(road, "IRM", "skipped"), 80.0);
    /* The route is 253 m long; a character at its goal is within 5 m of its last 5 m. */
    ck_assert_double_ge(rerun_ours(skipped, "IRM, part 2", "to"), 243.0);
    ck_assert_int_eq(rerun_verdict(road), WEND_VERDICT_CONFIRMED);
}

/* Without weights MIRAN crosses the mud, so the weights keep it out. */
static void check_weights(void) {
    ck_assert_double_ge(rerun_ours(road_choices, "no weights", "mud, MIRAN"), 5.0);
    ck_assert_double_eq(rerun_ours(road_choices, "dt 0.5 s", "mud, MIRAN"), 0.0);
    ck_assert_double_eq(rerun_ours(road_choices, "d 40 m", "mud, MIRAN"), 0.0);
    ck_assert_double_eq(rerun_ours(road_choices, "motion orca_arc", "mud, MIRAN"), 0.0);
    ck_assert_double_eq(rerun_ours(road_choices, "motion by forces", "mud, MIRAN"), 0.0);
    ck_assert_double_eq(rerun_ours(road_choices, "motion by forces", "arrived"), 2.0);
}

static void check_forest(void) {
    check_arrives(forest, "adult");
    check_arrives(forest, "child");
    ck_assert_double_eq(rerun_ours(forest, "adult", "puddle"), 0.0);
    ck_assert_double_eq(rerun_ours(forest, "adult", "fallen tree"), 0.0);
    ck_assert_double_ge(rerun_ours(forest, "adult", "panoramic view"), 10.0);
    ck_assert_double_ge(rerun_ours(forest, "child", "puddle"), 10.0);
    ck_assert_double_gt(rerun_ours(forest, "child", "fallen tree"), 0.0);
    ck_assert_double_eq(rerun_ours(forest, "child", "panoramic view"), 0.0);
    ck_assert_int_eq(rerun_verdict(forest), WEND_VERDICT_CONFIRMED);
    ck_assert_double_eq(rerun_ours(forest_choices, "dt 0.5 s", "arrived"), 2.0);
    ck_assert_double_eq(rerun_ours(forest_choices, "motion by forces", "arrived"), 2.0);
}

START_TEST(agrees_with_the_paper) {
    rerun("miran");
    check_loop();
    check_road();
    check_weights();
    check_forest();
    rerun_check_captions();
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("miran", agrees_with_the_paper)
/* needs: kit */
