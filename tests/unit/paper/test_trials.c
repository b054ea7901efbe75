/* Tests the helpers that reproductions share: parts run in order, a row ends at its first failure,
 * values of runs are found by name, and a picture of one choice is drawn. */
#include "paper/trials.h"
#include "support/worlds.h"
#include "unit/scenario/lab.h"
#include <math.h>

/* A log of the parts below: one letter for each part, in the order in which they ran. */
static char done[8];
static wend_result answer;
static double most_done;

static wend_result log_part(char letter) {
    done[strlen(done)] = letter;
    return letter == 'b' ? answer : WEND_OK;
}

static uint32_t count_three(const wend_paper_def *def) {
    ck_assert(def->quick);
    return 3;
}

/* Runs one trial, although the part states that it has three. */
static wend_result run_a(wend_paper_call *call, wend_error *error) {
    wend_paper_trial trial = {.scenario = "stroll.yaml", .steer = "direct"};
    wend_summary *summary = NULL;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    if (result != WEND_OK) {
        return result;
    }
    ck_assert_double_eq(paper_find_number(summary, "agents"), 1);
    ck_assert_double_eq_tol(paper_find_number(summary, "mean_path_m"), 9.75, 0.13);
    ck_assert(isnan(paper_find_number(summary, "length of a piece of string")));
    wend_summary_destroy(summary);
    return log_part('a');
}

static wend_result run_b(wend_paper_call *call, wend_error *error) {
    paper_row row = {.call = call, .table = "T", .row = "r", .error = error};
    paper_add_number(&row, "length", "m", 3.0, 4.0);
    paper_add_remark(&row, "verdict", "longer");
    if (row.result != WEND_OK) {
        return row.result;
    }
    row.result = WEND_ERROR_LIMIT; /* simulates a failure */
    paper_add_number(&row, "width", "m", 1.0, 2.0);
    ck_assert_int_eq(row.result, WEND_ERROR_LIMIT);
    return log_part('b');
}

static wend_result run_c(wend_paper_call *call, wend_error *error) {
    static const paper_choice choice = {.scenario = "stroll.yaml",
                                        .setting = "steer.neighbours=3",
                                        .key = 1,
                                        .time = 1.0,
                                        .file = "choice.svg"};
    wend_result result = paper_draw_choice(call, &choice, error);
    return result == WEND_OK ? log_part('c') : result;
}

static wend_result run_all(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {
        {count_three, run_a}, {count_three, run_b}, {count_three, run_c}};
    return paper_run_parts(call, parts, 3, error);
}

static const wend_paper paper_parts = {
    .entry = {WEND_HEAD(wend_paper), .name = "parts", .summary = "parts", .citation = "nobody"},
    .run = run_all};

static void store_share(void *user, double share) {
    (void)user;
    most_done = fmax(most_done, share);
}

static wend_paper_def parts_def(void) {
    FILE *file = fopen("stroll.yaml", "w");
    ck_assert_ptr_nonnull(file);
    fputs("agents: [{at: [0, 0], goal: [10, 0]}]\nsteer: {name: orca}\n", file);
    fclose(file);
    memset(done, 0, sizeof done);
    answer = WEND_OK;
    most_done = 0.0;
    wend_paper_def def = wend_default_paper_def();
    def.paper = &paper_parts;
    def.registry = lab_registry;
    def.scenarios = ".";
    def.quick = true;
    def.progress = store_share;
    return def;
}

START_TEST(parts_run_in_order) {
    wend_paper_def def = parts_def();
    wend_paper_result *result = NULL;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert_str_eq(done, "abc");
    ck_assert_double_eq_tol(most_done, 1.0 / 9.0, 1e-9);
    /* Values that were added after the failure of the row are missing. */
    ck_assert_uint_eq(wend_paper_value_count(result), 2);
    wend_paper_value length = wend_paper_value_at(result, 0);
    wend_paper_value verdict = wend_paper_value_at(result, 1);
    ck_assert_str_eq(length.table, "T");
    ck_assert_str_eq(length.unit, "m");
    ck_assert(length.published == 3.0 && length.measured == 4.0 && length.text == NULL);
    ck_assert_str_eq(verdict.text, "longer");
    ck_assert(isnan(verdict.measured) && isnan(verdict.published));
    /* Without an output folder, no figure is written. */
    ck_assert_uint_eq(wend_paper_file_count(result), 0);
    wend_paper_result_destroy(result);
}
END_TEST

START_TEST(failing_part_ends_the_reproduction) {
    wend_paper_def def = parts_def();
    wend_paper_result *result = NULL;
    answer = WEND_ERROR_LIMIT;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_ERROR_LIMIT);
    ck_assert_str_eq(done, "ab");
    ck_assert_ptr_null(result);
}
END_TEST

START_TEST(draws_picture_of_steering_decision) {
    wend_paper_def def = parts_def();
    wend_paper_result *result = NULL;
    char begin[8] = "";
    def.directory = ".";
    remove("parts-choice.svg");
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert_str_eq(wend_paper_file_at(result, 0), "./parts-choice.svg");
    wend_paper_result_destroy(result);
    FILE *file = fopen("parts-choice.svg", "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(begin, 1, 5, file), 5);
    fclose(file);
    ck_assert_str_eq(begin, "<?xml");
    /* A path that is too long is reported as an error, not truncated. */
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    def.scenarios = longest;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_ERROR_LIMIT);
}
END_TEST

/* Makes every allocation fail once. Each failure is reported as out of memory, and nothing leaks.
 */
START_TEST(reports_out_of_memory) {
    wend_paper_def def = parts_def();
    wend_result ran = WEND_ERROR_MEMORY;
    for (unsigned long k = 1; ran == WEND_ERROR_MEMORY; k += 1 + k / 8) {
        worlds_heap failing = {.fails_at = k};
        wend_paper_result *result = NULL;
        memset(done, 0, sizeof done);
        def.allocator = worlds_allocator(&failing);
        ran = wend_paper_run(&def, &result, &lab_error);
        wend_paper_result_destroy(result);
        ck_assert_uint_eq(failing.held, 0);
    }
    ck_assert_int_eq(ran, WEND_OK);
}
END_TEST

LAB_MAIN("paper trials", parts_run_in_order, failing_part_ends_the_reproduction,
         draws_picture_of_steering_decision, reports_out_of_memory)
