/* needs: kit */
/* cost: 23 */
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

/* Checks that the rate of new overlaps does not rise with the time step, unless the rate stays
 * below 0.03 per agent and second. */
static void check_onsets(const char *table) {
    static const char *const steps[] = {"dt 0.01 s", "dt 0.02 s", "dt 0.05 s", "dt 0.1 s",
                                        "dt 0.2 s"};
    for (int i = 0; i < SCENES; i++) {
        double first = rerun_ours(table, scenes[i], steps[0]);
        for (int k = 1; k < 5; k++) {
            double found = rerun_ours(table, scenes[i], steps[k]);
            ck_assert_msg(found <= fmax(first, 0.03), "%s, %s, %s: %g", table, scenes[i], steps[k],
                          found);
        }
    }
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
}

START_TEST(way_portal_results_match_the_paper) {
    static const double segment_most[SCENES] = {9.8, 2.3, 1.7}, arc_most[SCENES] = {12, 2.3, 1.7};
    rerun("way_portals");
    check_arrivals("Table 2: last arrival, orca_segment");
    check_arrivals("Table 2: last arrival, orca_arc");
    check_deviations("Table 2: last arrival, orca_segment", segment_most);
    check_deviations("Table 2: last arrival, orca_arc", arc_most);
    check_onsets("Fig 6: new overlaps per agent and second, orca_segment");
    check_onsets("Fig 6: new overlaps per agent and second, orca_arc");
    check_space();
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("way portals", way_portal_results_match_the_paper)
