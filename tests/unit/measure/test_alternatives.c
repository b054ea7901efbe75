/* The metric `alternatives`: routes over a roadmap are counted by the sides on which they pass the
 * solids. */
#include "unit/scenario/lab.h"

/* Two solids divide a hall into three lanes; the network has a line through each. Agents start at
 * the given heights. */
static const char text[] =
    "space:\n"
    "  walkable: [[0, 0], [30, 0], [30, 13], [0, 13]]\n"
    "  obstacles: [[[10, 3], [20, 3], [20, 5], [10, 5]], [[10, 8], [20, 8], [20, 10], [10, 10]]]\n"
    "maps:\n"
    "  lanes:\n"
    "    kind: roadmap\n"
    "    lines:\n"
    "      - [[4, 1.5], [26, 1.5], [27, 6.5]]\n"
    "      - [[4, 6.5], [27, 6.5]]\n"
    "      - [[4, 11.5], [26, 11.5], [27, 6.5]]\n"
    "goals: {end: {point: [28, 6.5], on_arrival: leave}}\n"
    "plan: %s\n"
    "time: {end: 2}\n"
    "agents:\n"
    "  - {name: crowd, goal: end, at: [[1, 1.5], [2, 1.5], [1, 6.5], [1, 11.5], [2, 11.5], [3, "
    "11.5]]}\n";

/* Returns item `index` of the report, or NULL. The summary is static. */
static const char *run(const char *plan, uint32_t *count) {
    static char full[2000], item[512];
    snprintf(full, sizeof full, text, plan);
    wend_scenario *s = lab_load(full);
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = NULL;
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_OK);
    const wend_report_value *value =
        wend_report_find(wend_summary_report(summary), "route_alternatives");
    *count = value != NULL ? value->item_count : 0;
    snprintf(item, sizeof item, "%s", *count > 0 ? value->items[0] : "");
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return item;
}

START_TEST(counts_agents_by_the_sides_on_which_they_pass_solids) {
    uint32_t count;
    ck_assert_str_eq(run("roadmap", &count),
                     "crowd to end: 3 alternatives: 50.0 % (3), 33.3 % (2), 16.7 % (1)");
    ck_assert_uint_eq(count, 1);
}
END_TEST

START_TEST(reports_nothing_without_routes_on_a_roadmap) {
    uint32_t count;
    run("navmesh", &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

/* With variety, agents that start together use different lanes. */
START_TEST(variety_spreads_agents) {
    uint32_t count;
    const char *item = run("{name: roadmap, variety: 3, link: all}", &count);
    ck_assert_msg(strstr(item, "alternatives:") != NULL, "%s", item);
}
END_TEST

LAB_MAIN("measure/alternatives", counts_agents_by_the_sides_on_which_they_pass_solids,
         reports_nothing_without_routes_on_a_roadmap, variety_spreads_agents)
