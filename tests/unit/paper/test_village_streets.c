/* The effect of the safe distance: the table agrees with paths that are recorded independently, and
 * its verdict follows from its values. */
#include "paper/corridor_maps/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

static const char streets[] = "Fig 6: the safe distance in narrow streets";
static const char village[] = "Fig 6: the safe distance in the village";

static wend_paper_result *result;

/* Paths with safe distances of 0 and 2 radii, which run_all records itself. */
static village_path with_none, with_two;

static wend_result run_all(wend_paper_call *call, wend_error *error) {
    static const char *const none[] = {"steer.safe_distance=0"}, *const two[] = {
                                                                     "steer.safe_distance=2"};
    bool go_on = true;
    village_trial trial = {.scenario = STREETS_FILE,
                           .method = &village_methods[VILLAGE_IMPROVED],
                           .settings = none,
                           .setting_count = 1};
    wend_result ran = village_path_record(call, &trial, &with_none, &go_on, error);
    trial.settings = two;
    ran = ran == WEND_OK ? village_path_record(call, &trial, &with_two, &go_on, error) : ran;
    return ran == WEND_OK ? village_streets(call, error) : ran;
}

static double find(const char *table, const char *row, const char *column) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        if (strcmp(value.table, table) == 0 && strcmp(value.row, row) == 0 &&
            strcmp(value.column, column) == 0) {
            return value.measured;
        }
    }
    ck_abort_msg("no value '%s', '%s', '%s'", table, row, column);
    return NAN;
}

static double walked_length(const village_path *path) {
    double length = 0.0;
    for (uint32_t i = 1; i < path->count; i++) {
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y);
    }
    return length;
}

static double find_separation(const village_path *a, const village_path *b) {
    double most = 0.0;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        most = fmax(most, hypot(a->points[i].x - b->points[i].x, a->points[i].y - b->points[i].y));
    }
    return most;
}

static void check_values(void) {
    ck_assert_double_eq(find(streets, "d_safe 2r", "length"), walked_length(&with_two));
    ck_assert_double_eq_tol(find(streets, "d_safe 2r", "differs by"),
                            find_separation(&with_none, &with_two), 1e-9);
    ck_assert_double_eq(find(streets, "d_safe 0 (no F_b)", "differs by"), 0.0);
    ck_assert_double_eq(find(streets, "d_safe 2r", "clearance"), with_two.clearance);
    ck_assert_uint_le(with_two.within_2r, with_two.within_3r);
    ck_assert_double_eq_tol(find(streets, "d_safe 2r", "within 3r"),
                            100.0 * with_two.within_3r / with_two.count, 1e-9);
    /* The mean is not below the smallest distance, and not above half a street and a corner. */
    double mean = with_two.clearance_sum / with_two.count;
    ck_assert_double_ge(mean, with_two.clearance);
    ck_assert_double_le(mean, 4.0);
}

static void check_verdict(const char *table) {
    static const char *const rows[] = {"d_safe 0 (no F_b)", "d_safe r", "d_safe 2r", "d_safe 3r"};
    bool holds = true;
    wend_paper_table found;
    for (int i = 1; i < 4; i++) {
        holds = holds && find(table, rows[i], "differs by") > 0.0 &&
                find(table, rows[i], "clearance") > find(table, rows[i - 1], "clearance");
    }
    ck_assert(wend_paper_find_table(result, table, &found));
    ck_assert_int_eq(found.verdict, holds ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED);
}

START_TEST(table_matches_recorded_paths) {
    static const wend_paper paper = {.entry = {WEND_HEAD(wend_paper), .name = "streets",
                                               .summary = "streets", .citation = "ours"},
                                     .run = run_all};
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    def.paper = &paper;
    def.quick = true;
    ck_assert_msg(wend_paper_run(&def, &result, &lab_error) == WEND_OK, "%s", lab_error.message);
    check_values();
    check_verdict(streets);
    check_verdict(village);
    ck_assert_uint_eq(wend_paper_table_count(result), 3);
    village_path_free(&with_none);
    village_path_free(&with_two);
    wend_paper_result_destroy(result);
}
END_TEST

LAB_MAIN("village streets", table_matches_recorded_paths)
