/* Instruction counts: they are plausible where the system offers them, and otherwise absent. */
#include "paper/instructions.h"
#include "unit/scenario/lab.h"
#include <math.h>

static double count_run(int agents) {
    char text[200];
    instruction_watch watch = {0};
    snprintf(text, sizeof text,
             "agents: [{grid: {origin: [0, 0], spacing: 2, count: [%d, 10]}, goal: [90, 9]}]\n"
             "time: {end: 2}\n",
             agents / 10);
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    def.observe = instructions_observe;
    def.observer = &watch;
    wend_summary *summary = lab_run_from(&def);
    double steps = lab_number(summary, "steps");
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    /* The observer counts agent-steps even where there are no counters. */
    ck_assert_double_eq(watch.agent_steps, agents * steps);
    double found = instructions_per_agent_step(&watch);
    instructions_close(&watch);
    ck_assert_int_eq(watch.counter, 0);
    return found;
}

START_TEST(counts_are_plausible_or_absent) {
    double few = count_run(10), many = count_run(100);
    ck_assert_int_eq(isnan(few), isnan(many));
    if (!isnan(few)) {
        ck_assert_double_ge(many, 50.0);
        ck_assert_double_le(many, 1e6);
        /* The fixed cost of a step is shared by more agents. */
        ck_assert_double_lt(many, few);
    }
}
END_TEST

START_TEST(closed_watch_has_no_count) {
    instruction_watch watch = {.begun = true, .first = 10, .last = 1010, .agent_steps = 10};
    ck_assert(isnan(instructions_per_agent_step(&watch)));
    watch.counter = 1000000; /* not a descriptor of this process */
    ck_assert_double_eq(instructions_per_agent_step(&watch), 100.0);
    watch.agent_steps = 0;
    ck_assert(isnan(instructions_per_agent_step(&watch)));
    watch.counter = 0;
    instructions_close(&watch);
}
END_TEST

LAB_MAIN("paper instructions", counts_are_plausible_or_absent, closed_watch_has_no_count)
