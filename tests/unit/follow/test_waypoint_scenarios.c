/* needs: kit */
/* The scenarios of the folder scenarios/waypoints: each rule of the follower `waypoint` makes the
 * difference that the scenario is about. */
#include "unit/scenario/lab.h"

/* Runs a scenario with one setting. Returns the value `name` of its report. */
static double run(const char *scenario, const char *setting, const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/scenarios/waypoints/%s.yaml", WEND_SOURCE_DIR, scenario);
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = lab_registry;
    def.settings = &setting;
    def.setting_count = 1;
    wend_scenario *s = lab_load_def(&def);
    wend_run_def run_def = lab_run_def(s);
    wend_summary *summary = NULL;
    ck_assert_msg(wend_run_scenario(&run_def, &summary, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
    double value = lab_number(summary, name);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return value;
}

/* Of 5 agents, none goes on by distance. */
START_TEST(agents_swept_past_a_point_go_on_by_passing_and_visibility) {
    ck_assert_double_eq(run("swept", "follow.advance_by=distance", "arrived"), 0);
    ck_assert_double_eq(run("swept", "follow.advance_by=passing", "arrived"), 5);
    ck_assert_double_eq(run("swept", "follow.advance_by=visibility", "arrived"), 5);
}
END_TEST

/* The 7 agents of the group are at their goal; of the 10 walkers, none goes on by distance. */
START_TEST(a_group_on_the_point_stops_agents_that_advance_by_distance) {
    ck_assert_double_eq(run("occupied", "follow.advance_by=distance", "arrived"), 7);
    ck_assert_double_eq(run("occupied", "follow.advance_by=passing", "arrived"), 17);
    ck_assert_double_eq(run("occupied", "follow.advance_by=visibility", "arrived"), 17);
}
END_TEST

/* The threshold D has to be large enough for a crowd and small enough for the corner. */
START_TEST(thresholds_can_be_too_small_and_too_large) {
    double tiny = run("threshold", "follow.advance=0.02", "arrived");
    double good = run("threshold", "follow.advance=0.5", "arrived");
    double huge = run("threshold", "follow.advance=6", "arrived");
    printf("of 20 agents, %g arrive with D = 0.02 m, %g with 0.5 m, %g with 6 m\n", tiny, good,
           huge);
    ck_assert_double_le(tiny, 3);
    ck_assert_double_eq(good, 20);
    ck_assert_double_le(huge, 1);
}
END_TEST

/* Agents that remember go the least way back, those that rewind or replan go back to a node. */
START_TEST(agents_pushed_off_their_path_arrive_with_each_answer) {
    static const char *const settings[] = {"follow.when_lost=replan", "follow.when_lost=rewind",
                                           "follow.when_lost=remember"};
    double lengths[3];
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(run("pushed", settings[i], "arrived"), 5);
        lengths[i] = run("pushed", settings[i], "mean_path_m");
        printf("%s: %.2f m walked\n", settings[i], lengths[i]);
    }
    ck_assert_double_lt(lengths[2], lengths[0] - 0.5);
    ck_assert_double_lt(lengths[2], lengths[1] - 0.5);
}
END_TEST

LAB_MAIN("follow/waypoint_scenarios", agents_swept_past_a_point_go_on_by_passing_and_visibility,
         a_group_on_the_point_stops_agents_that_advance_by_distance,
         thresholds_can_be_too_small_and_too_large,
         agents_pushed_off_their_path_arrive_with_each_answer)
