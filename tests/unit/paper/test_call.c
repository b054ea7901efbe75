/* The framework that runs reproductions of papers: trials run as requested, values and files are
 * kept, and a reproduction can be cancelled. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

enum { FRAMES = 75 };

/* What the test paper below has observed. */
static struct {
    uint32_t frames, trials;
    double steps[2];
    const char *file;
    bool stopped;
} seen;

static volatile sig_atomic_t stop;
static double last_share;

static wend_result count_frame(void *watcher, const wend_recording *recording,
                               const wend_frame *frame, wend_error *error) {
    (void)error;
    ck_assert_ptr_eq(watcher, &seen);
    ck_assert_ptr_nonnull(recording->space);
    ck_assert_uint_eq(frame->step, seen.frames);
    seen.frames++;
    return WEND_OK;
}

static wend_result run_walk(wend_paper_call *call, wend_error *error) {
    static const char *const faster[] = {"profiles.default.speed=1.95"};
    wend_paper_set_trial_count(call, 2);
    for (uint32_t i = 0; i < 2; i++) {
        wend_paper_trial trial = {.scenario = "walk.yaml",
                                  .steer = "direct",
                                  .settings = faster,
                                  .setting_count = i,
                                  .observe = i == 0 ? count_frame : NULL,
                                  .observer = &seen};
        wend_summary *summary;
        wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
        if (result != WEND_OK || summary == NULL) {
            seen.stopped = summary == NULL;
            seen.file = wend_paper_add_file(call, "a.png");
            return result;
        }
        seen.steps[i] = lab_number(summary, "steps");
        seen.trials++;
        wend_paper_value value = {.table = "Table 1",
                                  .row = i ? "fast" : "slow",
                                  .column = "steps",
                                  .unit = "1",
                                  .published = NAN,
                                  .measured = seen.steps[i],
                                  .text = i ? "as expected" : NULL};
        wend_summary_destroy(summary);
        ck_assert_int_eq(wend_paper_add(call, &value, error), WEND_OK);
    }
    seen.file = wend_paper_add_file(call, "a.png");
    return WEND_OK;
}

static const wend_paper paper_walk = {
    .entry = {WEND_HEAD(wend_paper), .name = "walk", .summary = "one walker", .citation = "nobody"},
    .run = run_walk};

static void store_share(void *user, double done) {
    (void)user;
    ck_assert_double_ge(done, last_share);
    ck_assert_double_le(done, 1.0);
    last_share = done;
}

static wend_paper_def walk_def(void) {
    static const char text[] = "profiles: {default: {speed: 1.3, max_speed: 3}}\n"
                               "agents: [{at: [0, 0], goal: [10, 0]}]\n";
    FILE *file = fopen("walk.yaml", "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    memset(&seen, 0, sizeof seen);
    last_share = 0.0;
    stop = 0;
    wend_paper_def def = wend_default_paper_def();
    def.paper = &paper_walk;
    def.registry = lab_registry;
    def.scenarios = ".";
    def.progress = store_share;
    def.cancel = &stop;
    return def;
}

START_TEST(runs_requested_trials) {
    wend_paper_def def = walk_def();
    wend_paper_result *result = NULL;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    /* The path is 9.75 m long, with 0.13 or 0.195 m per step. The observer also sees the initial
     * state. */
    ck_assert_double_eq(seen.steps[0], FRAMES);
    ck_assert_double_eq(seen.steps[1], 50);
    ck_assert_uint_eq(seen.frames, FRAMES + 1);
    ck_assert_ptr_null(seen.file);
    ck_assert_double_eq(last_share, 1.0);
    ck_assert_uint_eq(wend_paper_value_count(result), 2);
    wend_paper_value value = wend_paper_value_at(result, 1);
    ck_assert_str_eq(value.row, "fast");
    ck_assert_double_eq(value.measured, 50);
    ck_assert(isnan(value.published));
    ck_assert_str_eq(value.text, "as expected");
    ck_assert_ptr_null(wend_paper_value_at(result, 0).text);
    ck_assert(!wend_paper_result_cancelled(result));
    wend_paper_result_destroy(result);
}
END_TEST

START_TEST(writes_files_to_folder) {
    wend_paper_def def = walk_def();
    wend_paper_result *result = NULL;
    def.directory = "figures";
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_paper_file_count(result), 1);
    ck_assert_str_eq(wend_paper_file_at(result, 0), "figures/walk-a.png");
    wend_paper_result_destroy(result);
}
END_TEST

START_TEST(cancelling_is_not_a_failure) {
    wend_paper_def def = walk_def();
    wend_paper_result *result = NULL;
    def.directory = "figures";
    stop = 1;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert(wend_paper_result_cancelled(result));
    ck_assert_ptr_null(seen.file);
    ck_assert_uint_eq(wend_paper_file_count(result), 0);
    ck_assert(seen.stopped);
    ck_assert_uint_eq(seen.trials, 0);
    wend_paper_result_destroy(result);
}
END_TEST

START_TEST(error_names_the_missing_scenario) {
    wend_paper_def def = walk_def();
    wend_paper_result *result = NULL;
    def.scenarios = "nowhere";
    ck_assert_int_ne(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert_ptr_null(result);
    ck_assert_str_eq(lab_error.path, "nowhere/walk.yaml");
}
END_TEST

static wend_result refuse(void *watcher, const wend_recording *recording, const wend_frame *frame,
                          wend_error *error) {
    (void)watcher;
    (void)recording;
    (void)error;
    return frame->step == 3 ? WEND_ERROR_LIMIT : WEND_OK;
}

START_TEST(observer_can_end_a_run) {
    wend_run_def run = wend_default_run_def();
    wend_scenario *scenario = lab_load("agents: [{at: [0, 0], goal: [10, 0]}]");
    wend_summary *summary = NULL;
    run.scenario = scenario;
    run.registry = lab_registry;
    run.observe = refuse;
    ck_assert_int_eq(wend_run_scenario(&run, &summary, &lab_error), WEND_ERROR_LIMIT);
    ck_assert_ptr_null(summary);
    wend_scenario_destroy(scenario);
}
END_TEST

LAB_MAIN("paper call", runs_requested_trials, writes_files_to_folder, cancelling_is_not_a_failure,
         error_names_the_missing_scenario, observer_can_end_a_run)
