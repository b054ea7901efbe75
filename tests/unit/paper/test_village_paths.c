/* Recorded paths of the reproduction: the values of a path agree with its points, settings take
 * effect in the run, and a cancelled run is reported. The tables and the measured times contain
 * every value. */
#include "paper/corridor_maps/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

/* Two points on the main street with room for an agent. A bystander stands on the line between the
 * two points. */
static const village_query street = {.start = {88, 86},
                                     .goal = {108, 86},
                                     .standing = {{98, 85.2}, {103, 88.5}},
                                     .standing_count = 2};

/* The trial that the test paper below runs, and its results. */
static struct {
    village_trial trial;
    village_path path;
    bool go_on;
} job;

static wend_result run_once(wend_paper_call *call, wend_error *error) {
    return village_path_record(call, &job.trial, &job.path, &job.go_on, error);
}

static const wend_paper walk_paper = {
    .entry = {WEND_HEAD(wend_paper), .name = "walk", .summary = "one walk", .citation = "ours"},
    .run = run_once};

static wend_result run_paper(const wend_paper *paper, const volatile sig_atomic_t *cancel,
                             wend_paper_result **result) {
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    def.paper = paper;
    def.quick = true;
    def.cancel = cancel;
    return wend_paper_run(&def, result, &lab_error);
}

static void record_path(const village_trial *trial) {
    wend_paper_result *result = NULL;
    job.trial = *trial;
    ck_assert_msg(run_paper(&walk_paper, NULL, &result) == WEND_OK, "%s", lab_error.message);
    ck_assert(job.go_on);
    wend_paper_result_destroy(result);
}

static double distance_between(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

START_TEST(path_measurements_match_its_points) {
    for (int m = 0; m < VILLAGE_METHODS; m++) {
        village_trial trial = {.query = &street, .method = &village_methods[m]};
        record_path(&trial);
        const village_path *w = &job.path;
        double length = 0.0, overlap = -INFINITY;
        for (uint32_t i = 0; i < w->count; i++) {
            length += i > 0 ? distance_between(w->points[i - 1], w->points[i]) : 0.0;
            for (uint32_t k = 0; k < street.standing_count; k++) {
                overlap = fmax(overlap, 1.75 - distance_between(w->points[i], street.standing[k]));
            }
        }
        ck_assert(w->arrived);
        ck_assert_double_lt(distance_between(w->points[0], street.start), 1e-4);
        /* At the end, the disc touches the goal, which has a tolerance of 0.05 m. */
        ck_assert_double_le(distance_between(w->points[w->count - 1], street.goal), 0.801);
        ck_assert_double_eq_tol(wend_path_meter_get(&w->meter).length, length, 1e-9);
        ck_assert_double_eq_tol(w->overlap, overlap, 1e-4);
        ck_assert_double_le(w->overlap, 0.0);
        ck_assert_double_eq_tol(w->seconds, 0.05 * (w->count - 1), 1e-6);
        ck_assert_uint_eq(w->standing_count, 2);
        ck_assert_double_lt(distance_between(w->standing[1], street.standing[1]), 1e-4);
        ck_assert_double_gt(length, 19.5);
        village_path_free(&job.path);
    }
}
END_TEST

/* On the straight street, the nearest wall belongs to the house in the south, from (83.7, 76.9) to
 * (109.7, 75.1), or to the house in the north, from (95.2, 95.4) to (127.1, 98.7). */
START_TEST(clearance_is_measured_to_the_nearest_house) {
    village_query alone = street;
    alone.standing_count = 0;
    village_trial trial = {.query = &alone, .method = &village_methods[VILLAGE_IMPROVED]};
    record_path(&trial);
    double least = INFINITY;
    for (uint32_t i = 0; i < job.path.count; i++) {
        wend_point p = job.path.points[i];
        double south = ((p.x - 83.7) * 1.8 + (p.y - 76.9) * 26.0) / hypot(1.8, 26.0);
        double north = (-(p.x - 95.2) * 3.3 + (p.y - 95.4) * 31.9) / hypot(3.3, 31.9);
        least = fmin(least, fmin(south, p.x > 95.2 ? -north : INFINITY));
    }
    ck_assert_double_eq_tol(job.path.clearance, least, 1e-3);
    ck_assert_double_eq(job.path.overlap, -INFINITY);
    village_path_free(&job.path);
}
END_TEST

START_TEST(settings_reach_the_run) {
    static const char *const setting = "time.dt=0.1";
    village_trial trial = {.query = &street, .method = &village_methods[VILLAGE_IMPROVED]};
    record_path(&trial);
    uint32_t steps = job.path.count;
    village_path_free(&job.path);
    trial.settings = &setting;
    trial.setting_count = 1;
    record_path(&trial);
    ck_assert_uint_lt(job.path.count, steps * 2 / 3);
    village_path_free(&job.path);
}
END_TEST

START_TEST(example_query_runs_the_unchanged_scenario) {
    village_trial trial = {.method = &village_methods[VILLAGE_IMPROVED]};
    record_path(&trial);
    ck_assert(job.path.arrived);
    ck_assert_uint_eq(job.path.standing_count, 10);
    ck_assert_double_lt(distance_between(job.path.points[0], village_start), 1e-3);
    ck_assert_double_le(distance_between(job.path.points[job.path.count - 1], village_goal), 0.801);
    village_path_free(&job.path);
}
END_TEST

START_TEST(reports_cancelled_run) {
    static const volatile sig_atomic_t now = 1;
    wend_paper_result *result = NULL;
    job.trial = (village_trial){.query = &street, .method = &village_methods[0]};
    job.go_on = true;
    ck_assert_int_eq(run_paper(&walk_paper, &now, &result), WEND_OK);
    ck_assert(!job.go_on && wend_paper_result_cancelled(result));
    village_path_free(&job.path);
    wend_paper_result_destroy(result);
    static const wend_paper whole = {.entry = {WEND_HEAD(wend_paper), .name = "all",
                                               .summary = "all queries", .citation = "ours"},
                                     .run = village_queries};
    ck_assert_int_eq(run_paper(&whole, &now, &result), WEND_OK);
    ck_assert_uint_eq(wend_paper_value_count(result), 0);
    wend_paper_result_destroy(result);
}
END_TEST

/* ---- Tables ---------------------------------------------------------------------------------- */

static void check_values(wend_result (*part)(wend_paper_call *, wend_error *), uint32_t count) {
    const wend_paper paper = {
        .entry = {WEND_HEAD(wend_paper), .name = "part", .summary = "a part", .citation = "ours"},
        .run = part};
    wend_paper_result *result = NULL;
    ck_assert_msg(run_paper(&paper, NULL, &result) == WEND_OK, "%s", lab_error.message);
    ck_assert_uint_eq(wend_paper_value_count(result), count);
    for (uint32_t i = 0; i < count; i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        ck_assert_msg(isfinite(value.measured) && value.measured >= 0.0, "%s, %s: %g", value.row,
                      value.column, value.measured);
    }
    wend_paper_result_destroy(result);
}

START_TEST(every_table_value_is_present) {
    check_values(village_table_1, 7 + 7 + 3);
    check_values(village_times, 2 + 2 * 2);
}
END_TEST

LAB_MAIN("village walks", path_measurements_match_its_points,
         clearance_is_measured_to_the_nearest_house, settings_reach_the_run,
         example_query_runs_the_unchanged_scenario, reports_cancelled_run,
         every_table_value_is_present)
