/* Conversion of trajectories: reads frames in an input format that this test defines, and writes
 * them with the output formats of runs. */
#define _XOPEN_SOURCE 700
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A trajectory of ten frames, 0.25 s apart. One agent walks 1 m per frame; a second agent is
 * present only in the last frame. The file name selects the failure to simulate. */
typedef struct toy {
    uint32_t frames;
    wend_space_def def;
    wend_space *space;
    wend_agent_state agents[2];
    uint32_t index_of_slot[2];
    bool breaks;
} toy;

enum { TOY_FRAMES = 10 };
static int toys_open;

static wend_result toy_begin(void *state, const void *params, void *user, const char *path,
                             const wend_allocator *allocator, wend_recording *recording,
                             wend_error *error) {
    (void)user;
    toy *t = state;
    (void)params;
    (void)allocator;
    toys_open++;
    t->breaks = strstr(path, "breaks") != NULL;
    static const wend_layer_def open_ground;
    t->def = wend_default_space_def();
    t->def.layers = &open_ground;
    t->def.layer_count = 1;
    wend_result result = wend_space_create(&t->def, &t->space, error);
    recording->scenario = "toy";
    recording->space = t->space;
    recording->space_def = &t->def;
    recording->frame_interval = 0.25;
    if (strstr(path, "wrong") != NULL) {
        error->code = WEND_ERROR_FORMAT;
        strcpy(error->message, "wrong from the start");
        result = WEND_ERROR_FORMAT;
    }
    return result;
}

static wend_result toy_frame(void *state, wend_frame *frame, bool *more, wend_error *error) {
    toy *t = state;
    if (t->breaks && t->frames == 6) {
        error->code = WEND_ERROR_FORMAT;
        strcpy(error->message, "broken in the middle");
        return WEND_ERROR_FORMAT;
    }
    *more = t->frames < TOY_FRAMES;
    uint32_t count = t->frames == TOY_FRAMES - 1 ? 2 : 1;
    for (uint32_t i = 0; i < count; i++) {
        t->agents[i] = (wend_agent_state){
            .agent = {(UINT64_C(1) << 32) | i}, .key = 5 + i, .position = {t->frames, i}};
        t->index_of_slot[i] = i;
    }
    *frame = (wend_frame){.agents = t->agents,
                          .agent_count = count,
                          .index_of_slot = t->index_of_slot,
                          .slot_count = count,
                          .time = 0.25 * t->frames,
                          .step = t->frames};
    t->frames++;
    return WEND_OK;
}

static void toy_end(void *state) {
    toys_open--;
    wend_space_release(((toy *)state)->space);
}

static double toy_done(const void *state) {
    return (double)((const toy *)state)->frames / TOY_FRAMES;
}

static const wend_input toy_input = {
    .entry = {WEND_HEAD(wend_input), .name = "toy", .summary = "a toy"},
    .extension = ".toy",
    .state_size = sizeof(toy),
    .begin = toy_begin,
    .frame = toy_frame,
    .end = toy_end,
    .done = toy_done};

static char folder[64], csv[96], png[96];
static const char *outputs[] = {csv, png};
static wend_convert_def def;
static wend_convert_result done;

static void set_up(void) {
    lab_set_up();
    ck_assert_int_eq(wend_registry_add(lab_registry, WEND_KIND_INPUT, &toy_input.entry, &lab_error),
                     WEND_OK);
    strcpy(folder, "/tmp/wend-convert-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(csv, sizeof csv, "%s/out.csv", folder);
    snprintf(png, sizeof png, "%s/out.png", folder);
    memset(&done, 0, sizeof done);
    def = wend_default_convert_def();
    def.path = "some.toy";
    def.registry = lab_registry;
    def.outputs = outputs;
    def.output_count = 1;
}

static void tear_down(void) {
    ck_assert_int_eq(toys_open, 0);
    remove(csv);
    remove(png);
    ck_assert_int_eq(rmdir(folder), 0);
    lab_tear_down();
}

static const char *read_text(const char *path) {
    static char text[4096];
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static bool exists(const char *path) {
    struct stat found;
    return stat(path, &found) == 0;
}

START_TEST(writes_all_frames) {
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_OK);
    ck_assert_uint_eq(done.frames, TOY_FRAMES);
    ck_assert_uint_eq(done.positions, TOY_FRAMES + 1);
    ck_assert_double_eq(done.first_time, 0.0);
    ck_assert_double_eq(done.last_time, 2.25);
    ck_assert(!done.cancelled);
    ck_assert_str_eq(read_text(csv), "time,agent,x,y,layer,vx,vy\n"
                                     "0,5,0,0,0,0,0\n0.25,5,1,0,0,0,0\n"
                                     "0.5,5,2,0,0,0,0\n0.75,5,3,0,0,0,0\n"
                                     "1,5,4,0,0,0,0\n1.25,5,5,0,0,0,0\n"
                                     "1.5,5,6,0,0,0,0\n1.75,5,7,0,0,0,0\n"
                                     "2,5,8,0,0,0,0\n2.25,5,9,0,0,0,0\n"
                                     "2.25,6,9,1,0,0,0\n");
}
END_TEST

START_TEST(frame_rate_limits_frames_but_keeps_the_last) {
    def.frames_per_second = 1.0;
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_OK);
    ck_assert_str_eq(read_text(csv), "time,agent,x,y,layer,vx,vy\n0,5,0,0,0,0,0\n1,5,4,0,0,0,0\n"
                                     "2,5,8,0,0,0,0\n2.25,5,9,0,0,0,0\n"
                                     "2.25,6,9,1,0,0,0\n");
    ck_assert_uint_eq(done.frames, 4);
    def.frames_per_second = 100.0;
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_OK);
    ck_assert_uint_eq(done.frames, TOY_FRAMES);
}
END_TEST

START_TEST(draws_a_picture_without_a_world) {
    def.output_count = 2;
    const char *settings[] = {"output.png.width=400"};
    def.settings = settings;
    def.setting_count = 1;
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_OK);
    FILE *file = fopen(png, "rb");
    uint8_t head[24] = {0};
    ck_assert_uint_eq(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    ck_assert(memcmp(head + 1, "PNG", 3) == 0);
    ck_assert_uint_eq(((uint32_t)head[18] << 8) | head[19], 400);
}
END_TEST

START_TEST(converts_truncated_file_up_to_its_last_complete_frame) {
    def.path = "breaks.toy";
    def.frames_per_second = 1.0;
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.message, "broken in the middle");
    ck_assert_uint_eq(done.frames, 3); /* the frames at 0 s and 1 s, and the last complete frame */
    ck_assert_double_eq(done.last_time, 1.25);
    ck_assert_str_eq(read_text(csv), "time,agent,x,y,layer,vx,vy\n0,5,0,0,0,0,0\n1,5,4,0,0,0,0\n"
                                     "1.25,5,5,0,0,0,0\n");
}
END_TEST

START_TEST(failed_start_leaves_no_file) {
    def.path = "wrong.toy";
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_ERROR_FORMAT);
    ck_assert(!exists(csv));
    def.path = "some.wrong";
    ck_assert_int_eq(wend_convert(&def, NULL, &lab_error), WEND_ERROR_NAME);
    ck_assert(!exists(csv));
    def.path = "some.toy";
    const char *bad[] = {"out.unknown"};
    def.outputs = bad;
    ck_assert_int_eq(wend_convert(&def, NULL, NULL), WEND_ERROR_NAME);
}
END_TEST

START_TEST(refuses_invalid_settings) {
    static const struct {
        const char *setting, *expected;
    } wrong[] = {{"output.png.widht=3", "did you mean 'width'?"},
                 {"output.pngg.width=400", "did you mean 'png'?"},
                 {"measure.speed.x=1", "measure"},
                 {"output.png.width=9", "300"},
                 {"output", "expected path=value"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        def.settings = &wrong[i].setting;
        def.setting_count = 1;
        ck_assert_int_ne(wend_convert(&def, NULL, &lab_error), WEND_OK);
        ck_assert_msg(strstr(lab_error.message, wrong[i].expected) != NULL, "%s",
                      lab_error.message);
        ck_assert(!exists(csv));
    }
}
END_TEST

START_TEST(reports_failing_output) {
    char part[120];
    snprintf(part, sizeof part, "%s.part", csv);
    ck_assert_int_eq(symlink("/dev/full", part), 0);
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.path, csv);
    ck_assert(!exists(csv) && !exists(part));
}
END_TEST

static volatile sig_atomic_t stop;
static double shares[TOY_FRAMES];
static int expected;

static void progress(void *user, double share) {
    ck_assert_ptr_eq(user, &expected);
    shares[expected++] = share;
    stop = expected == 3;
}

START_TEST(reports_progress_and_can_be_cancelled) {
    expected = 0;
    stop = 0;
    def.progress = progress;
    def.user = &expected;
    def.cancel = &stop;
    ck_assert_int_eq(wend_convert(&def, &done, &lab_error), WEND_OK);
    ck_assert(done.cancelled);
    ck_assert_uint_eq(done.frames, 3);
    ck_assert_double_eq(shares[2], 0.3);
    ck_assert(exists(csv));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("convert");
    TCase *tests = tcase_create("convert");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, writes_all_frames);
    tcase_add_test(tests, frame_rate_limits_frames_but_keeps_the_last);
    tcase_add_test(tests, draws_a_picture_without_a_world);
    tcase_add_test(tests, converts_truncated_file_up_to_its_last_complete_frame);
    tcase_add_test(tests, failed_start_leaves_no_file);
    tcase_add_test(tests, refuses_invalid_settings);
    tcase_add_test(tests, reports_failing_output);
    tcase_add_test(tests, reports_progress_and_can_be_cancelled);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
