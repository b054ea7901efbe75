/* needs: kit */
/* Checks every output format that can be read. The data read back must equal the world within the
 * precision stated in docs/formats.md, and converting a file to another format and back must
 * preserve its data. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_ROWS = 60000, MOST_FORMATS = 16 };

/* The precision of each format: half a unit in the last decimal that it writes. */
static const struct {
    const char *extension;
    double precision; /* m */
} stated[] = {{".wtraj", 0.5e-3}, {".csv", 0.5e-4}, {".txt", 0.5e-4}, {".sqlite", 0.0}};

static double precision_of(const char *extension) {
    for (size_t i = 0; i < sizeof stated / sizeof stated[0]; i++) {
        if (strcmp(stated[i].extension, extension) == 0) {
            return stated[i].precision;
        }
    }
    ck_abort_msg("the precision of %s is not stated in this test", extension);
    return NAN;
}

/* ---- Frames, kept -----------------------------------------------------------------------------*/

typedef struct row {
    double time;
    uint64_t key;
    wend_point position;
} row;

typedef struct row_list {
    row *rows;
    uint32_t count;
} row_list;

static row_list noted;

static void add_frame(row_list *list, const wend_frame *frame) {
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        ck_assert_uint_lt(list->count, MOST_ROWS);
        list->rows[list->count++] = (row){frame->time, agent->key, agent->position};
    }
}

static int by_time_and_key(const void *left, const void *right) {
    const row *a = left, *b = right;
    if (fabs(a->time - b->time) > 1e-4) {
        return a->time < b->time ? -1 : 1;
    }
    return (a->key > b->key) - (a->key < b->key);
}

static row_list new_list(void) {
    row_list list = {calloc(MOST_ROWS, sizeof(row)), 0};
    ck_assert_ptr_nonnull(list.rows);
    return list;
}

static wend_result record_begin(void *state, const void *params, void *user,
                                const wend_recording *recording, const char *path,
                                wend_error *error) {
    (void)user;
    (void)state;
    (void)params;
    (void)recording;
    (void)path;
    (void)error;
    return WEND_OK;
}

static wend_result record_frame(void *state, const wend_frame *frame, wend_error *error) {
    (void)state;
    (void)error;
    add_frame(&noted, frame);
    return WEND_OK;
}

static wend_result record_end(void *state, bool keep, wend_error *error) {
    (void)state;
    (void)keep;
    (void)error;
    return WEND_OK;
}

static const wend_output note_output = {
    .entry = {WEND_HEAD(wend_output), .name = "note", .summary = "keeps frames"},
    .extension = ".note",
    .begin = record_begin,
    .frame = record_frame,
    .end = record_end,
};

/* ---- Formats ----------------------------------------------------------------------------------*/

static const char *extensions[MOST_FORMATS];
static uint32_t extension_count;

static bool can_be_read(const char *extension) {
    for (uint32_t i = 0; i < wend_registry_count(lab_registry, WEND_KIND_INPUT); i++) {
        const wend_input *input =
            (const wend_input *)wend_registry_get(lab_registry, WEND_KIND_INPUT, i);
        if (strcmp(input->extension, extension) == 0) {
            return true;
        }
    }
    return false;
}

static void find_formats(void) {
    extension_count = 0;
    for (uint32_t i = 0; i < wend_registry_count(lab_registry, WEND_KIND_OUTPUT); i++) {
        const wend_output *output =
            (const wend_output *)wend_registry_get(lab_registry, WEND_KIND_OUTPUT, i);
        if (can_be_read(output->extension)) {
            ck_assert_uint_lt(extension_count, MOST_FORMATS);
            extensions[extension_count++] = output->extension;
        }
    }
    ck_assert_uint_ge(extension_count, 4);
}

/* A scenario with two floors joined by a link, two crossing crowds, a door, and agents that leave
 * one by one. */
static const char busy[] =
    "time: {end: 24}\nspace:\n  layers:\n"
    "    - {name: a, walkable: [[500, -3], [512, -3], [512, 9], [500, 9]],\n"
    "       obstacles: [[[505, 1], [506, 1], [506, 5], [505, 5]]]}\n"
    "    - {name: b, walkable: [[512, -3], [530, -3], [530, 9], [512, 9]]}\n"
    "  links: [{from: a, to: b, segment: [[512, -3], [512, 9]]}]\n"
    "goals:\n  east: {box: [[526, -2], [529, 8]], layer: b, on_arrival: leave}\n"
    "  west: {box: [[501, -2], [503, 8]], layer: a}\n"
    "agents:\n"
    "  - {random: {box: [[500.5, -2.5], [504.5, 8.5]], count: 40}, goal: east, layer: a}\n"
    "  - {random: {box: [[514, -2.5], [524, 8.5]], count: 40}, goal: west, layer: b}\n";

static void run_busy(const char *const *outputs, uint32_t count) {
    noted.count = 0;
    wend_scenario *s = lab_load(busy);
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = count;
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
}

static row_list read_back(const char *path) {
    row_list list = new_list();
    wend_trajectory *trajectory = NULL;
    wend_result result = wend_trajectory_open(lab_registry, path, NULL, &trajectory, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s: %s", path, lab_error.message);
    const wend_recording *recording = wend_trajectory_recording(trajectory);
    ck_assert_double_eq_tol(recording->frame_interval, 0.1, 1e-9);
    ck_assert_ptr_nonnull(recording->space);
    ck_assert_ptr_nonnull(recording->space_def);
    const wend_frame *frame = NULL;
    double last = -1.0;
    while (true) {
        result = wend_trajectory_next(trajectory, &frame, &lab_error);
        ck_assert_msg(result == WEND_OK, "%s: %s", path, lab_error.message);
        if (frame == NULL) {
            break;
        }
        ck_assert_double_gt(frame->time, last);
        last = frame->time;
        for (uint32_t i = 0; i < frame->agent_count; i++) {
            uint32_t slot = wend_agent_slot(frame->agents[i].agent);
            ck_assert_uint_lt(slot, frame->slot_count);
            ck_assert_uint_eq(frame->index_of_slot[slot], i);
            ck_assert(i == 0 || wend_agent_slot(frame->agents[i - 1].agent) < slot);
        }
        add_frame(&list, frame);
    }
    ck_assert_double_eq_tol(wend_trajectory_progress(trajectory), 1.0, 0.02);
    wend_trajectory_close(trajectory);
    return list;
}

static void compare(const char *what, row_list expected, row_list found, double precision) {
    /* The added 1e-9 covers rounding errors, which are larger for coordinates near 500. */
    double slack = precision > 0.0 ? precision + 1e-9 : 0.0;
    ck_assert_msg(expected.count == found.count, "%s: %u rows, expected %u", what, found.count,
                  expected.count);
    qsort(expected.rows, expected.count, sizeof(row), by_time_and_key);
    qsort(found.rows, found.count, sizeof(row), by_time_and_key);
    for (uint32_t i = 0; i < found.count; i++) {
        const row *a = &expected.rows[i], *b = &found.rows[i];
        ck_assert_msg(a->key == b->key && fabs(a->time - b->time) < 1.1e-6 &&
                          fabs(a->position.x - b->position.x) <= slack &&
                          fabs(a->position.y - b->position.y) <= slack,
                      "%s: agent %lu at %.17g s: %.17g %.17g, expected %.17g %.17g", what,
                      (unsigned long)b->key, b->time, b->position.x, b->position.y, a->position.x,
                      a->position.y);
    }
}

static void name_of(char out[64], const char *stem, uint32_t format) {
    snprintf(out, 64, "%s%s", stem, extensions[format]);
}

static void write_all(char names[MOST_FORMATS][64]) {
    const char *outputs[MOST_FORMATS + 1] = {"x.note"};
    find_formats();
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_OUTPUT, &note_output.entry, &lab_error), WEND_OK);
    noted = new_list();
    for (uint32_t i = 0; i < extension_count; i++) {
        name_of(names[i], "first", i);
        outputs[i + 1] = names[i];
    }
    run_busy(outputs, extension_count + 1);
    ck_assert_uint_gt(noted.count, 5000);
}

/* ---- Tests ------------------------------------------------------------------------------------*/

START_TEST(data_read_back_equals_data_written) {
    char names[MOST_FORMATS][64];
    write_all(names);
    for (uint32_t i = 0; i < extension_count; i++) {
        row_list list = read_back(names[i]);
        compare(names[i], noted, list, precision_of(extensions[i]));
        free(list.rows);
        remove(names[i]);
    }
    free(noted.rows);
}
END_TEST

static wend_convert_result convert(const char *from, const char *to) {
    wend_convert_def def = wend_default_convert_def();
    def.path = from;
    def.registry = lab_registry;
    def.outputs = &to;
    def.output_count = 1;
    wend_convert_result done;
    wend_result result = wend_convert(&def, &done, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s to %s: %s", from, to, lab_error.message);
    return done;
}

START_TEST(conversion_round_trip_keeps_common_data) {
    char names[MOST_FORMATS][64];
    write_all(names);
    for (uint32_t a = 0; a < extension_count; a++) {
        for (uint32_t b = 0; b < extension_count; b++) {
            char there[64], back[64], what[160];
            name_of(there, "there", b);
            name_of(back, "back", a);
            snprintf(what, sizeof what, "%s by %s", names[a], extensions[b]);
            wend_convert_result done = convert(names[a], there);
            ck_assert_uint_eq(done.positions, noted.count);
            ck_assert_uint_eq(convert(there, back).positions, noted.count);
            row_list expected = read_back(names[a]), found = read_back(back);
            /* Each of the two writes may round; a number that is already rounded does not change.
             */
            compare(what, expected, found,
                    precision_of(extensions[a]) + precision_of(extensions[b]));
            free(expected.rows);
            free(found.rows);
            remove(there);
            remove(back);
        }
    }
    for (uint32_t i = 0; i < extension_count; i++) {
        remove(names[i]);
    }
    free(noted.rows);
}
END_TEST

LAB_MAIN("formats", data_read_back_equals_data_written, conversion_round_trip_keeps_common_data)
