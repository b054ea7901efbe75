/* The rows of the comparison: all models of the registry, and calibrations of what exists. */
#include "paper/models/jobs.h"
#include "unit/scenario/lab.h"
#include <math.h>

static models_setups setups;

static bool is_listed(const char *name) {
    for (uint32_t i = 0; i < setups.count; i++) {
        if (strcmp(setups.items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

START_TEST(all_models_of_the_registry_are_listed) {
    ck_assert_int_eq(models_list_setups(lab_registry, NULL, &setups, &lab_error), WEND_OK);
    uint32_t models = wend_registry_count(lab_registry, WEND_KIND_STEERING);
    ck_assert_uint_ge(setups.count, models);
    for (uint32_t i = 0; i < models; i++) {
        const wend_entry *entry = wend_registry_get(lab_registry, WEND_KIND_STEERING, i);
        ck_assert_str_eq(setups.items[i].name, entry->name);
        ck_assert(!setups.items[i].calibrated);
    }
    for (uint32_t i = models; i < setups.count; i++) {
        ck_assert(setups.items[i].calibrated);
    }
}
END_TEST

START_TEST(a_model_that_a_program_adds_is_listed) {
    wend_steering own =
        *(const wend_steering *)wend_registry_find(lab_registry, WEND_KIND_STEERING, "orca", NULL);
    own.stage.entry.name = "own_model";
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_STEERING, &own.stage.entry, &lab_error), WEND_OK);
    ck_assert_int_eq(models_list_setups(lab_registry, NULL, &setups, &lab_error), WEND_OK);
    ck_assert(is_listed("own_model"));
    ck_assert_int_eq(models_list_setups(lab_registry, "own_model", &setups, &lab_error), WEND_OK);
    ck_assert_uint_eq(setups.count, 1);
}
END_TEST

START_TEST(names_choose_models_and_their_calibrations) {
    ck_assert_int_eq(models_list_setups(lab_registry, "orca,hrvo", &setups, &lab_error), WEND_OK);
    ck_assert(is_listed("orca"));
    ck_assert(is_listed("hrvo"));
    ck_assert(is_listed("orca r 0.15"));
    ck_assert(!is_listed("rvo"));
    ck_assert(!is_listed("orca_arc"));
    ck_assert_int_eq(models_list_setups(lab_registry, "orca r 0.15", &setups, &lab_error), WEND_OK);
    ck_assert_uint_eq(setups.count, 1);
}
END_TEST

START_TEST(presets_are_listed_with_their_own_speeds) {
    ck_assert_int_eq(models_list_setups(lab_registry, NULL, &setups, &lab_error), WEND_OK);
    ck_assert(is_listed("pedestrian"));
    ck_assert_int_eq(models_list_setups(lab_registry, "pedestrian", &setups, &lab_error), WEND_OK);
    ck_assert_uint_eq(setups.count, 1);
    ck_assert(setups.items[0].is_preset);
    ck_assert_ptr_null(strstr(setups.items[0].profile, "speed"));
}
END_TEST

START_TEST(rejects_unknown_names) {
    ck_assert_int_eq(models_list_setups(lab_registry, "orca,orka", &setups, &lab_error),
                     WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(lab_error.message, "orca"));
}
END_TEST

START_TEST(every_row_can_be_measured_or_says_why_not) {
    ck_assert_int_eq(models_list_setups(lab_registry, NULL, &setups, &lab_error), WEND_OK);
    for (uint32_t i = 0; i < setups.count; i++) {
        models_context context = {
            .registry = lab_registry, .setup = &setups.items[i], .dt = 0.05, .seed = 1};
        exit_scene scene = {
            .room_length = 6.0, .room_width = 7.0, .width = 2.0, .length = 1.0, .people = 8};
        exit_outcome out;
        if (setups.items[i].reason[0] == '\0') {
            wend_result result = exits_measure(&context, &scene, &out, &lab_error);
            ck_assert_msg(result == WEND_OK, "%s: %s", setups.items[i].name, lab_error.message);
        }
    }
}
END_TEST

/* ---- Jobs ------------------------------------------------------------------------------------ */

static wend_paper_def make_def(const char *steer) {
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.steer = steer;
    def.quick = true;
    return def;
}

static double people_of(const models_job *job) {
    return job->seed == 1 ? NAN : 10.0 * job->place + job->seed;
}

START_TEST(means_leave_out_missing_figures) {
    wend_paper_def def = make_def("hrvo");
    models_jobs jobs;
    def.quick = false;
    ck_assert_int_eq(models_jobs_make(&jobs, &def, &lab_error), WEND_OK);
    /* Seeds 0 to 2; seed 1 has no figure. */
    ck_assert_double_eq(models_mean(&jobs, MODELS_BOTTLENECK, 0, 3, people_of), 31.0);
    ck_assert(isnan(models_mean(&jobs, MODELS_BOTTLENECK, 7, 0, people_of)));
    models_range range = models_range_of(&jobs, MODELS_BOTTLENECK, 0, people_of);
    ck_assert_uint_eq(range.count, 12);
    ck_assert_double_eq(range.low, 0.0);
    ck_assert_double_eq(range.high, 52.0);
    ck_assert_double_eq(range.sum, 12.0 + 2.0 * 150.0);
    ck_assert_ptr_null(models_failure(&jobs, MODELS_BOTTLENECK, 0));
    jobs.items[0].result = WEND_ERROR_INVALID;
    snprintf(jobs.items[0].error.message, sizeof jobs.items[0].error.message, "no room");
    ck_assert_str_eq(models_failure(&jobs, MODELS_BOTTLENECK, 0), "no room");
    models_jobs_free(&jobs);
}
END_TEST

static double flow_of(const models_job *job) {
    return job->outcome.exit.flow;
}

START_TEST(figures_do_not_depend_on_threads) {
    double flow[2];
    for (int i = 0; i < 2; i++) {
        wend_paper_def def = make_def("hrvo");
        models_jobs jobs;
        def.threads = i == 0 ? 1 : 3;
        ck_assert_int_eq(models_jobs_make(&jobs, &def, &lab_error), WEND_OK);
        ck_assert_int_eq(models_jobs_run(&jobs, NULL, &lab_error), WEND_OK);
        flow[i] = models_mean(&jobs, MODELS_BOTTLENECK, 0, 0, flow_of);
        models_jobs_free(&jobs);
    }
    ck_assert_double_gt(flow[0], 0.5);
    ck_assert_double_eq(flow[0], flow[1]);
}
END_TEST

START_TEST(rejects_steps_out_of_range) {
    static const double bad[] = {-0.05, 0.009, 0.11, NAN};
    for (int i = 0; i < 4; i++) {
        wend_paper_def def = make_def("orca");
        models_jobs jobs;
        def.dt = bad[i];
        ck_assert_int_eq(models_jobs_make(&jobs, &def, &lab_error), WEND_ERROR_INVALID);
        ck_assert_ptr_nonnull(strstr(lab_error.message, "0.01 to 0.1"));
        models_jobs_free(&jobs);
    }
}
END_TEST

LAB_MAIN("models setups", all_models_of_the_registry_are_listed,
         a_model_that_a_program_adds_is_listed, names_choose_models_and_their_calibrations,
         presets_are_listed_with_their_own_speeds, rejects_unknown_names,
         every_row_can_be_measured_or_says_why_not, means_leave_out_missing_figures,
         figures_do_not_depend_on_threads, rejects_steps_out_of_range)
