/* Tests output files: numbers are written with the given decimals, a file is either complete or
 * absent, and a csv file matches the world. */
#define _XOPEN_SOURCE 700
#include "record/file/file.h"
#include "support/suite.h"
#include <check.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wend/kit.h>
#include <wend/random.h>

static wend_registry *registry;
static wend_error error;
static char folder[] = "/tmp/wend-outputs-XXXXXX";
static char path[256], part[280];

static void set_up(void) {
    strcpy(folder, "/tmp/wend-outputs-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.csv", folder);
    snprintf(part, sizeof part, "%s.part", path);
    ck_assert_int_eq(wend_registry_create(NULL, &registry, &error), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, &error), WEND_OK);
}

static void tear_down(void) {
    wend_registry_destroy(registry);
    remove(path);
    remove(part);
    ck_assert_int_eq(rmdir(folder), 0);
}

static bool exists(const char *name) {
    struct stat found;
    return stat(name, &found) == 0;
}

START_TEST(formats_numbers_with_given_decimals) {
    char text[RECORD_NUMBER_SIZE];
    static const struct {
        double value;
        uint32_t decimals;
        const char *text;
    } all[] = {{0, 4, "0"},
               {-0.0, 4, "0"},
               {1.5, 4, "1.5"},
               {-1.00004, 4, "-1"},
               {-0.00004, 4, "0"},
               {2.00006, 4, "2.0001"},
               {0.0501, 4, "0.0501"},
               {123456.789, 2, "123456.79"},
               {7, 0, "7"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        size_t length = record_format(all[i].value, all[i].decimals, text);
        ck_assert_str_eq(text, all[i].text);
        ck_assert_uint_eq(length, strlen(text));
    }
    for (uint64_t i = 0; i < 20000; i++) {
        double value = (wend_random_uniform(3, i, 0, 0) - 0.5) * 2e4;
        record_format(value, 4, text);
        ck_assert_msg(fabs(strtod(text, NULL) - value) <= 0.5001e-4, "%.17g %s", value, text);
    }
    record_format(1e300, 4, text);
    ck_assert_double_eq(strtod(text, NULL), 1e300);
}
END_TEST

START_TEST(file_is_renamed_only_when_complete) {
    record_file file;
    ck_assert_int_eq(record_open(&file, path, &error), WEND_OK);
    fputs("abc\n", file.stream);
    ck_assert(exists(part) && !exists(path));
    ck_assert_int_eq(record_close(&file, true, &error), WEND_OK);
    ck_assert(!exists(part) && exists(path));
    ck_assert_int_eq(record_open(&file, path, &error), WEND_OK);
    ck_assert_int_eq(record_close(&file, false, &error), WEND_OK);
    ck_assert(!exists(part) && exists(path));
}
END_TEST

START_TEST(file_that_another_run_writes_is_refused) {
    record_file first, second;
    FILE *left = fopen(part, "w"); /* by a run that was killed */
    ck_assert_ptr_nonnull(left);
    fputs("left by another run\n", left);
    fclose(left);
    ck_assert_int_eq(record_open(&first, path, &error), WEND_OK);
    ck_assert_int_eq(record_open(&second, path, &error), WEND_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(error.message, "another program is writing"));
    ck_assert_str_eq(error.path, path);
    fputs("abc\n", first.stream);
    ck_assert_int_eq(record_close(&first, true, &error), WEND_OK);
    char text[16] = "";
    FILE *written = fopen(path, "r");
    ck_assert_ptr_nonnull(written);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, written));
    fclose(written);
    ck_assert_str_eq(text, "abc\n");
    ck_assert_int_eq(record_open(&second, path, &error), WEND_OK);
    ck_assert_int_eq(record_close(&second, false, &error), WEND_OK);
}
END_TEST

START_TEST(reports_file_that_cannot_be_opened) {
    record_file file;
    ck_assert_int_eq(record_open(&file, "/nowhere/at/all.csv", &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.path, "/nowhere/at/all.csv");
    ck_assert_ptr_null(file.stream);
    ck_assert_int_eq(record_close(&file, true, &error), WEND_OK);
}
END_TEST

static wend_scenario *load(const char *text) {
    wend_scenario_def def = wend_default_scenario_def();
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    wend_scenario *s = NULL;
    ck_assert_msg(wend_scenario_load(&def, &s, &error) == WEND_OK, "%s", error.message);
    return s;
}

static wend_result run(const wend_scenario *s, double fps) {
    const char *outputs[] = {path};
    wend_run_def def = wend_default_run_def();
    def.scenario = s;
    def.registry = registry;
    def.outputs = outputs;
    def.output_count = 1;
    def.frames_per_second = fps;
    wend_summary *summary = NULL;
    wend_result result = wend_run_scenario(&def, &summary, &error);
    wend_summary_destroy(summary);
    return result;
}

/* A limit on the size of files simulates a full disk. */
START_TEST(full_disk_is_reported_and_leaves_no_file) {
    wend_scenario *s = load("agents: [{grid: {origin: [0, 0], spacing: 1, count: [20, 20]}, "
                            "goal: [90, 0]}]");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small = {50000, 50000};
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    wend_result result = run(s, 0);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(result, WEND_ERROR_IO);
    ck_assert_str_eq(error.path, path);
    ck_assert_msg(strstr(error.message, "cannot write: ") != NULL, "%s", error.message);
    ck_assert(!exists(path) && !exists(part));
    wend_scenario_destroy(s);
}
END_TEST

/* Steps a second world of the same scenario, and compares its state with every row. */
START_TEST(csv_rows_match_world_state) {
    wend_scenario *s =
        load("time: {dt: 0.1, end: 3}\nspace: {walkable: [[-9, -9], [9, -9], [9, 9]]}\n"
             "agents: [{at: [[0, -5], [1, -6], [2, -7]], goal: [8, 0], key: 40}]");
    ck_assert_int_eq(run(s, 5), WEND_OK);
    wend_world *world = NULL;
    ck_assert_int_eq(wend_scenario_create_world(s, registry, 1, NULL, &world, &error), WEND_OK);
    FILE *file = fopen(path, "r");
    char line[200];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, "time,agent,x,y,layer,vx,vy\n");
    uint32_t rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        double time, x, y, vx, vy;
        unsigned long agent;
        unsigned layer;
        ck_assert_int_eq(
            sscanf(line, "%lf,%lu,%lf,%lf,%u,%lf,%lf", &time, &agent, &x, &y, &layer, &vx, &vy), 7);
        ck_assert_double_eq_tol(time, 0.2 * (rows / 3), 1e-9);
        while (wend_world_time(world) < time - 1e-9) {
            ck_assert_int_eq(wend_world_step(world, 1, &error), WEND_OK);
        }
        rows++;
        wend_agent_state state;
        if (time == 0) {
            ck_assert_double_eq(x, (double)agent - 40);
            continue;
        }
        ck_assert(wend_world_get_agent(world, wend_world_find_agent(world, agent), &state));
        ck_assert_double_eq_tol(x, state.position.x, 0.6e-4);
        ck_assert_double_eq_tol(y, state.position.y, 0.6e-4);
        ck_assert_double_eq_tol(vx, (double)state.velocity.x, 0.6e-4);
        ck_assert_double_eq_tol(vy, (double)state.velocity.y, 0.6e-4);
        ck_assert_uint_eq(layer, state.layer);
    }
    fclose(file);
    ck_assert_uint_eq(rows, 3 * 16);
    wend_world_destroy(world);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(extension_selects_format) {
    ck_assert_str_eq(wend_output_for(registry, "a.b.csv", &error)->entry.name, "csv");
    ck_assert_str_eq(wend_output_for(registry, "dir/x.png", &error)->entry.name, "png");
    ck_assert_ptr_null(wend_output_for(registry, ".csv", &error));
    ck_assert_ptr_null(wend_output_for(registry, "csv", &error));
    ck_assert_int_eq(error.code, WEND_ERROR_NAME);
}
END_TEST

START_TEST(groups_are_found_by_key) {
    static const wend_agent_group groups[] = {{"a", 5, 3, 0}, {"b", 10, 1, 3}, {"c", 11, 9, 4}};
    wend_recording recording = {.groups = groups, .group_count = 3};
    for (uint64_t key = 0; key < 25; key++) {
        uint32_t expected = WEND_NONE;
        for (uint32_t i = 0; i < 3; i++) {
            if (key >= groups[i].first_key && key < groups[i].first_key + groups[i].count) {
                expected = i;
            }
        }
        ck_assert_uint_eq(wend_recording_group_of(&recording, key), expected);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outputs");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, formats_numbers_with_given_decimals);
    tcase_add_test(all, file_is_renamed_only_when_complete);
    tcase_add_test(all, file_that_another_run_writes_is_refused);
    tcase_add_test(all, reports_file_that_cannot_be_opened);
    tcase_add_test(all, full_disk_is_reported_and_leaves_no_file);
    tcase_add_test(all, csv_rows_match_world_state);
    tcase_add_test(all, extension_selects_format);
    tcase_add_test(all, groups_are_found_by_key);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
