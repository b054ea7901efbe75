/* The csv output: compares each row with the state of the world, and checks which files are left
 * after failures. */
#define _XOPEN_SOURCE 700
#include "unit/scenario/lab.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ROWS = 40000 };

typedef struct row {
    double time, x, y, vx, vy;
    uint64_t agent;
    uint32_t layer;
} row;

static row rows[MOST_ROWS];
static uint32_t row_count;

/* The content of every frame of a run, recorded by an output format that this test registers. */
static row recorded[MOST_ROWS];
static uint32_t recorded_count, noted_frames, noted_ends;
static bool noted_keep, fail_begin;
static int fail_frame = -1;

static wend_result note_begin(void *state, const void *params, void *user,
                              const wend_recording *recording, const char *path,
                              wend_error *error) {
    (void)user;
    (void)state;
    (void)params;
    (void)path;
    ck_assert_uint_gt(recording->agent_count, 0);
    if (fail_begin) {
        snprintf(error->message, sizeof error->message, "refused to begin");
        return WEND_ERROR_IO;
    }
    return WEND_OK;
}

static wend_result record_frame(void *state, const wend_frame *frame, wend_error *error) {
    (void)state;
    if ((int)noted_frames == fail_frame) {
        snprintf(error->message, sizeof error->message, "frame %u refused", noted_frames);
        return WEND_ERROR_IO;
    }
    noted_frames++;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *a = &frame->agents[i];
        ck_assert_uint_lt(recorded_count, MOST_ROWS);
        recorded[recorded_count++] =
            (row){frame->time,           a->position.x, a->position.y, (double)a->velocity.x,
                  (double)a->velocity.y, a->key,        a->layer};
    }
    return WEND_OK;
}

static wend_result record_end(void *state, bool keep, wend_error *error) {
    (void)state;
    (void)error;
    noted_ends++;
    noted_keep = keep;
    return WEND_OK;
}

static const wend_output note_output = {
    .entry = {WEND_HEAD(wend_output), .name = "note", .summary = "keeps frames"},
    .extension = ".note",
    .begin = note_begin,
    .frame = record_frame,
    .end = record_end,
};

static bool exists(const char *name) {
    struct stat found;
    return lstat(name, &found) == 0;
}

/* Removes files that an earlier failed test may have left behind. */
static void remove_files(void) {
    static const char *const names[] = {"a.csv",    "a.csv.part",    "full.csv", "full.csv.part",
                                        "full.png", "full.png.part", "taken.csv"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        remove(names[i]);
    }
}

static void read_csv(const char *name) {
    FILE *file = fopen(name, "r");
    ck_assert_ptr_nonnull(file);
    char line[300];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, "time,agent,x,y,layer,vx,vy\n");
    for (row_count = 0; fgets(line, sizeof line, file) != NULL; row_count++) {
        row *r = &rows[row_count];
        int used = 0;
        ck_assert_int_eq(sscanf(line, "%lf,%" SCNu64 ",%lf,%lf,%" SCNu32 ",%lf,%lf\n%n", &r->time,
                                &r->agent, &r->x, &r->y, &r->layer, &r->vx, &r->vy, &used),
                         7);
        ck_assert_uint_eq(strlen(line), (size_t)used);
    }
    fclose(file);
}

static wend_result run(const char *text, const char *const *outputs, uint32_t count, double fps) {
    recorded_count = noted_frames = noted_ends = 0;
    wend_result added =
        wend_registry_add(lab_registry, WEND_KIND_OUTPUT, &note_output.entry, &lab_error);
    ck_assert(added == WEND_OK || added == WEND_ERROR_NAME);
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = count;
    def.frames_per_second = fps;
    wend_summary *summary = NULL;
    wend_result result = wend_run_scenario(&def, &summary, &lab_error);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return result;
}

static const char *const both[] = {"a.csv", "b.note"};

START_TEST(rows_match_agent_states_to_written_precision) {
    remove_files();
    static const char text[] =
        "time: {end: 12}\nspace:\n  layers:\n"
        "    - {name: a, walkable: [[1000, 0], [1008, 0], [1008, 9], [1000, 9]]}\n"
        "    - {name: b, walkable: [[1008, 0], [1020, 0], [1020, 9], [1008, 9]]}\n"
        "  links: [{from: a, to: b, segment: [[1008, 0], [1008, 9]]}]\n"
        "goals: {g: {box: [[1017, 0.5], [1019, 8.5]], layer: b, on_arrival: leave}}\n"
        "agents: [{random: {box: [[1000, 0], [1005, 9]], count: 30}, goal: g, layer: a,\n"
        "          key: 9000000000000000000}]\n";
    ck_assert_msg(run(text, both, 2, 0) == WEND_OK, "%s", lab_error.message);
    read_csv("a.csv");
    ck_assert_uint_eq(row_count, recorded_count);
    ck_assert_uint_gt(row_count, 1000);
    uint32_t on_b = 0;
    for (uint32_t i = 0; i < row_count; i++) {
        ck_assert_uint_eq(rows[i].agent, recorded[i].agent);
        ck_assert_uint_eq(rows[i].layer, recorded[i].layer);
        ck_assert_double_eq_tol(rows[i].time, recorded[i].time, 0.5001e-6);
        ck_assert_double_eq_tol(rows[i].x, recorded[i].x, 0.5001e-4);
        ck_assert_double_eq_tol(rows[i].y, recorded[i].y, 0.5001e-4);
        ck_assert_double_eq_tol(rows[i].vx, recorded[i].vx, 0.5001e-4);
        ck_assert_double_eq_tol(rows[i].vy, recorded[i].vy, 0.5001e-4);
        on_b += rows[i].layer == 1;
    }
    ck_assert_uint_gt(on_b, 100);
    ck_assert(noted_keep && noted_ends == 1);
    remove("a.csv");
}
END_TEST

/* A recording contains the first state, then one frame per interval, then the last state. */
START_TEST(frames_are_recorded_at_the_given_interval) {
    static const struct {
        double dt, fps, end;
        uint32_t frames;
        double second;
    } all[] = {{0.1, 0, 2, 21, 0.1},      {0.1, 10, 2, 21, 0.1},   {0.1, 5, 2, 11, 0.2},
               {0.1, 4, 2, 9, 0.3},       {0.1, 1000, 2, 21, 0.1}, {0.01, 0, 1, 11, 0.1},
               {0.01, 100, 1, 101, 0.01}, {0.5, 0, 3, 7, 0.5},     {0.1, 1, 2.5, 4, 1.0},
               {0.1, 0.1, 2, 2, 2.0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "time: {dt: %g, end: %g}\nagents: [{at: [0, 0], goal: [99, 0]}]", all[i].dt,
                 all[i].end);
        ck_assert_int_eq(run(text, &both[1], 1, all[i].fps), WEND_OK);
        ck_assert_msg(noted_frames == all[i].frames, "case %zu: %u frames", i, noted_frames);
        ck_assert_double_eq(recorded[0].time, 0);
        ck_assert_double_eq_tol(recorded[1].time, all[i].second, 1e-9);
        ck_assert_double_eq_tol(recorded[recorded_count - 1].time, all[i].end, 1e-9);
    }
}
END_TEST

START_TEST(agent_that_arrives_at_once_is_recorded) {
    ck_assert_int_eq(run("agents: [{at: [3, 4], goal: [3, 4]}]", both, 2, 0), WEND_OK);
    read_csv("a.csv");
    ck_assert_uint_ge(row_count, 1);
    ck_assert(rows[0].x == 3 && rows[0].y == 4 && rows[0].time == 0);
    remove("a.csv");
}
END_TEST

/* An output that fails leaves no file; the other outputs are closed, and their files are complete.
 */
START_TEST(failing_output_leaves_other_outputs_complete) {
    remove_files();
    static const char text[] = "time: {end: 2}\nagents: [{at: [0, 0], goal: [99, 0]}]";
    fail_begin = true;
    ck_assert_int_eq(run(text, both, 2, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "refused to begin");
    ck_assert(noted_ends == 1 && !noted_keep);
    ck_assert(!exists("a.csv.part"));
    fail_begin = false;
    fail_frame = 7;
    remove("a.csv");
    ck_assert_int_eq(run(text, both, 2, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "frame 7 refused");
    ck_assert(noted_ends == 1 && !noted_keep);
    fail_frame = -1;
    read_csv("a.csv");
    ck_assert_uint_eq(row_count, 8);
    ck_assert(!exists("a.csv.part"));
    remove("a.csv");
}
END_TEST

START_TEST(reports_unwritable_output) {
    remove_files();
    static const char text[] = "agents: [{grid: {origin: [0, 0], spacing: 1, count: [30, 30]}, "
                               "goal: [90, 0]}]\ntime: {end: 5}";
    static const char *const nowhere[] = {"no/such/folder/a.csv"};
    ck_assert_int_eq(run(text, nowhere, 1, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.path, "no/such/folder/a.csv");
    ck_assert_str_eq(lab_error.message, "cannot write: No such file or directory");
    static const char *const full[] = {"full.csv"}, *const full_png[] = {"full.png"};
    ck_assert_int_eq(symlink("/dev/full", "full.csv.part"), 0);
    ck_assert_int_eq(run(text, full, 1, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot write: No space left on device");
    ck_assert_str_eq(lab_error.path, "full.csv");
    ck_assert(!exists("full.csv") && !exists("full.csv.part"));
    ck_assert_int_eq(symlink("/dev/full", "full.png.part"), 0);
    ck_assert_int_eq(run(text, full_png, 1, 0), WEND_ERROR_IO);
    ck_assert(!exists("full.png") && !exists("full.png.part"));
    /* The path is a folder: the error is reported before the first step. */
    ck_assert_int_eq(mkdir("taken.csv", 0700), 0);
    static const char *const taken[] = {"taken.csv"};
    ck_assert_int_eq(run(text, taken, 1, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot write: Is a directory");
    ck_assert_str_eq(lab_error.path, "taken.csv");
    ck_assert(!exists("taken.csv.part"));
    ck_assert_int_eq(rmdir("taken.csv"), 0);
}
END_TEST

START_TEST(replaces_old_file_only_when_complete) {
    remove_files();
    static const char text[] = "time: {end: 1}\nagents: [{at: [0, 0], goal: [99, 0]}]";
    FILE *file = fopen("a.csv", "w");
    fputs("old\n", file);
    fclose(file);
    ck_assert_int_eq(symlink("/dev/full", "a.csv.part"), 0);
    ck_assert_int_eq(run(text, both, 1, 0), WEND_ERROR_IO);
    char line[20] = "";
    file = fopen("a.csv", "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    ck_assert_str_eq(line, "old\n");
    ck_assert_int_eq(run(text, both, 1, 0), WEND_OK);
    read_csv("a.csv");
    ck_assert_uint_eq(row_count, 11);
    remove("a.csv");
}
END_TEST

LAB_MAIN("csv", rows_match_agent_states_to_written_precision,
         frames_are_recorded_at_the_given_interval, agent_that_arrives_at_once_is_recorded,
         failing_output_leaves_other_outputs_complete, reports_unwritable_output,
         replaces_old_file_only_when_complete)
