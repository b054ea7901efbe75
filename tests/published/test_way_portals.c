/* needs: kit */
/* cost: 30 */
/* Way portals: checks the results that Curtis, Snape and Manocha (2012) report, and our additional
 * requirements, with one quick run of the reproduction. The scenarios are ours
 * (scenarios/way-portals), so our results are compared only with the paper's trends: the deviations
 * between time steps in Table 2, the rates in Fig 6, and the use of space in Figs 2 and 3. */
#include "published/rerun.h"

static const char *const scenes[] = {"16 Blocks", "Infinity", "Dungeon"};
enum { SCENES = 3 };

/* Checks that all agents arrive, whatever the length of the time step, and that `move` never has to
 * push an agent off a wall if the agent's solve status was free. */
static void check_arrivals(const char *table) {
    for (int i = 0; i < SCENES; i++) {
        ck_assert_double_eq(rerun_ours(table, scenes[i], "not arrived"), 0.0);
        ck_assert_double_eq(rerun_ours(table, scenes[i], "pushed off walls while feasible"), 0.0);
    }
}

/* Checks that the time of the last arrival does not depend on the time step more than it does in
 * the paper (segments), or more than we allow (arcs). */
static void check_deviations(const char *table, const double most[SCENES]) {
    for (int i = 0; i < SCENES; i++) {
        double found = rerun_ours(table, scenes[i], "largest deviation");
        ck_assert_msg(found <= most[i], "%s, %s: %g %%", table, scenes[i], found);
    }
}

/* Checks that the verdict on the deviations follows from them: it is "not confirmed" if and only if
 * a deviation is larger than the published one (all agents arrive, see check_arrivals). */
static void check_time_verdict(const char *table) {
    static const double published[SCENES] = {9.751, 2.326, 1.667};
    bool larger = false;
    for (int i = 0; i < SCENES; i++) {
        larger = larger || rerun_ours(table, scenes[i], "largest deviation") > published[i];
    }
    ck_assert_int_eq(rerun_verdict(table) == WEND_VERDICT_NOT_CONFIRMED, larger);
}

/* Fig 6 shows the opposite of the paper's trend: overlaps of more than 1 % of the radius become
 * more frequent with longer steps, and the verdict says so. They stay rare: see `most`, per agent
 * and second, which is our own bound; Dungeon is the narrowest scene. */
static void check_onsets(const char *table, const double most[SCENES]) {
    for (int i = 0; i < SCENES; i++) {
        double first = rerun_ours(table, scenes[i], "dt 0.01 s");
        double last = rerun_ours(table, scenes[i], "dt 0.2 s");
        ck_assert_double_gt(last, first);
        ck_assert_msg(last <= most[i], "%s, %s: %g", table, scenes[i], last);
    }
    ck_assert_int_eq(rerun_verdict(table), WEND_VERDICT_NOT_CONFIRMED);
}

/* The reason: if every touch counts as a collision, segments show the paper's trend. */
static void check_counting_rules(void) {
    static const char table[] = "Fig 6: frames in an overlap by counting rule, orca_segment";
    for (int i = 0; i < SCENES; i++) {
        char any[60], deep[60];
        snprintf(any, sizeof any, "%s, > 0 r", scenes[i]);
        snprintf(deep, sizeof deep, "%s, > 0.01 r", scenes[i]);
        ck_assert_double_gt(rerun_ours(table, any, "dt 0.01 s"),
                            rerun_ours(table, any, "dt 0.2 s"));
        ck_assert_double_lt(rerun_ours(table, deep, "dt 0.01 s"),
                            rerun_ours(table, deep, "dt 0.2 s"));
    }
}

/* The claim "less than 1 us more" is judged from the measured times, however noisy they are. */
static void check_cost_verdict(void) {
    static const char table[] = "Table 1: cost per agent and step";
    static const char *const rows[] = {"16 Blocks", "Infinity", "Dungeon", "Castle"};
    bool more = false;
    for (int i = 0; i < 4; i++) {
        more = more || rerun_ours(table, rows[i], "segments extra") > 1.0;
    }
    ck_assert_int_eq(rerun_verdict(table) == WEND_VERDICT_NOT_CONFIRMED, more);
}

static void check_space(void) {
    static const char used[] = "Figs 2 and 3: ground used (0.25 m cells that a centre visits)";
    static const char walls[] = "Section 6: share of time within 0.1 m of a wall";
    ck_assert_double_ge(rerun_ours(used, "16 Blocks", "segments over points"), 1.05);
    ck_assert_double_ge(rerun_ours(used, "16 Blocks", "arcs over points"), 1.15);
    ck_assert_double_ge(rerun_ours(used, "Infinity", "segments over points"), 1.5);
    ck_assert_double_ge(rerun_ours(used, "Infinity", "arcs over points"), 1.8);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_lt(rerun_ours(walls, scenes[i], "centre"),
                            rerun_ours(walls, scenes[i], "shortest"));
    }
    ck_assert_int_eq(rerun_verdict(used), WEND_VERDICT_CONFIRMED);
    /* Whatever we choose for what the paper leaves open, segments use more ground. */
    ck_assert_int_eq(rerun_verdict("Figs 2 and 3: ground used, by our settings"),
                     WEND_VERDICT_CONFIRMED);
}

/* "The point-goal suffers more": the verdict is "confirmed" if and only if the bias increases the
 * spread of both, and leaves points more spread out than segments. */
static void check_bias(const char *table) {
    bool holds = true;
    for (int i = 0; i < 2; i++) {
        double points = rerun_ours(table, scenes[i], "points shortest");
        double segments = rerun_ours(table, scenes[i], "shortest");
        holds = holds && points > rerun_ours(table, scenes[i], "points centre") &&
                segments > rerun_ours(table, scenes[i], "centre") && points > segments;
    }
    ck_assert_int_eq(rerun_verdict(table),
                     holds ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED);
}

START_TEST(way_portal_results_match_the_paper) {
    /* %: the published deviations for segments; our own bounds for arcs. Those of Dungeon are for
     * the narrowed scene, in which the first run gave 2.36 % and 0.031 per agent and second. */
    static const double segment_most[SCENES] = {9.8, 2.3, 1.7}, arc_most[SCENES] = {12, 2.3, 2.5};
    static const double segment_onsets[SCENES] = {0.03, 0.03, 0.03},
                        arc_onsets[SCENES] = {0.03, 0.03, 0.04};
    static const char segments[] = "Table 2: last arrival, orca_segment";
    static const char arcs[] = "Table 2: last arrival, orca_arc";
    rerun("way_portals");
    rerun_check_captions();
    rerun_check_width();
    check_arrivals(segments);
    check_arrivals(arcs);
    check_deviations(segments, segment_most);
    check_deviations(arcs, arc_most);
    check_time_verdict(segments);
    check_time_verdict(arcs);
    check_onsets("Fig 6: new overlaps per agent and second, orca_segment", segment_onsets);
    check_onsets("Fig 6: new overlaps per agent and second, orca_arc", arc_onsets);
    check_counting_rules();
    check_cost_verdict();
    check_space();
    check_bias("Section 6: mean distance from the middle of the group");
    check_bias("Section 6: share of time within 0.1 m of a wall");
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("way portals", way_portal_results_match_the_paper)
