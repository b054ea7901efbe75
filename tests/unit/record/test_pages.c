/* Pages and bundles that a run writes: their starts are those of the scenario, and lead to the
 * state hash of the run. */
#define _POSIX_C_SOURCE 200809L
#include <wend/bundle.h>

#include <stdlib.h>
#include <unistd.h>

#include "library/zlib.h"
#include "unit/scenario/lab.h"

enum { MOST_BYTES = 1 << 22 };

static const char text[] = "time: {end: 6}\n"
                           "space: {walkable: [[0, 0], [20, 0], [20, 8], [0, 8]],\n"
                           "        obstacles: [[[9, 2], [10, 2], [10, 6], [9, 6]]]}\n"
                           "output: {html: {seeds: 3}, bundle: {seeds: 2}}\n"
                           "agents:\n"
                           "  - {random: {box: [[1, 1], [6, 7]], count: 9}, goal: [19, 4]}\n";
/* Its bundle takes several pieces of base64. */
static const char large_text[] =
    "time: {end: 0.2}\n"
    "output: {html: {seeds: 3}}\n"
    "agents: [{random: {box: [[0, 0], [99, 99]], count: 900}, goal: [200, 4]}]\n";
static const char page_text[] = "<html>\n<!--WEND-BUNDLE-->\n</html>\n";

static void write_file(const char *path, const char *content) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fputs(content, file) >= 0 && fclose(file) == 0, true);
}

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(MOST_BYTES + 1);
    ck_assert(file != NULL && bytes != NULL);
    *size = fread(bytes, 1, MOST_BYTES, file);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

/* Runs the scenario with an output, and returns its summary. */
static wend_summary *run_to(const char *path, const char *content) {
    wend_scenario *s = lab_load(content);
    wend_run_def def = lab_run_def(s);
    def.outputs = &path;
    def.output_count = 1;
    wend_summary *summary = lab_run_from(&def);
    wend_scenario_destroy(s);
    return summary;
}

/* ---- Contents -------------------------------------------------------------------------------- */

static int digit_of(char letter) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = letter != 0 ? strchr(letters, letter) : NULL;
    return found != NULL ? (int)(found - letters) : -1;
}

/* Decodes base64 up to the first other character. */
static size_t decode(const char *from, uint8_t *out) {
    size_t made = 0;
    uint32_t bits = 0, count = 0;
    for (; digit_of(*from) >= 0; from++) {
        bits = bits << 6 | (uint32_t)digit_of(*from);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out[made++] = (uint8_t)(bits >> count);
        }
    }
    return made;
}

/* Returns the bundle in a page; the caller frees it. */
static uint8_t *unpack(const char *page, size_t *size) {
    const char *begin = strstr(page, "data-title=\"sample\">");
    ck_assert_ptr_nonnull(begin);
    uint8_t *packed = malloc(strlen(page)), *bytes = malloc(MOST_BYTES);
    ck_assert(packed != NULL && bytes != NULL);
    z_stream stream = {.next_in = packed, .next_out = bytes, .avail_out = MOST_BYTES};
    stream.avail_in = (uInt)decode(begin + strlen("data-title=\"sample\">"), packed);
    ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    *size = stream.total_out;
    inflateEnd(&stream);
    free(packed);
    return bytes;
}

static wend_bundle *load_bundle(const uint8_t *bytes, size_t size) {
    wend_bundle *bundle = NULL;
    ck_assert_msg(wend_bundle_load(bytes, size, NULL, &bundle, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
    return bundle;
}

/* Checks that start k is the world of the scenario with seed 1 + k, and that start 0 leads to the
 * final hash. */
static void check_starts(const wend_bundle *bundle, uint32_t count) {
    wend_bundle_info info = wend_bundle_get_info(bundle);
    ck_assert_uint_eq(info.start_count, count);
    for (uint32_t i = 0; i < count; i++) {
        char setting[20];
        const char *settings[] = {setting};
        snprintf(setting, sizeof setting, "seed=%u", i + 1);
        wend_scenario_def def = lab_def(text);
        def.settings = settings;
        def.setting_count = 1;
        wend_scenario *s = lab_load_def(&def);
        wend_world *expected = lab_world(s), *world = NULL;
        wend_world_def made = wend_default_world_def();
        ck_assert_int_eq(wend_bundle_create_world(bundle, &made, i, &world, &lab_error), WEND_OK);
        uint32_t steps = (uint32_t)info.final_step;
        ck_assert_int_eq(wend_world_step(expected, steps, &lab_error), WEND_OK);
        ck_assert_int_eq(wend_world_step(world, steps, &lab_error), WEND_OK);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(expected));
        ck_assert(i > 0 || wend_world_hash(world) == info.final_hash);
        wend_world_destroy(world);
        wend_world_destroy(expected);
        wend_scenario_destroy(s);
    }
}

START_TEST(a_page_runs_the_scenario_with_other_seeds_too) {
    write_file("template.html", page_text);
    setenv("WEND_VIEWER", "template.html", 1);
    wend_summary *summary = run_to("a.html", text);
    size_t size, length;
    uint8_t *page = read_file("a.html", &length), *bytes = unpack((const char *)page, &size);
    wend_bundle *bundle = load_bundle(bytes, size);
    wend_bundle_info info = wend_bundle_get_info(bundle);
    ck_assert_str_eq(info.title, "sample");
    ck_assert_str_eq(info.text, text);
    ck_assert_double_eq(info.end, 6.0);
    ck_assert_double_eq((double)info.final_step, lab_number(summary, "steps"));
    check_starts(bundle, 3);
    wend_bundle_destroy(bundle);
    wend_summary_destroy(summary);
    free(bytes);
    free(page);
}
END_TEST

START_TEST(a_bundle_is_written_as_it_is) {
    wend_summary_destroy(run_to("a.bundle", text));
    size_t size;
    uint8_t *bytes = read_file("a.bundle", &size);
    wend_bundle *bundle = load_bundle(bytes, size);
    check_starts(bundle, 2);
    wend_bundle_destroy(bundle);
    free(bytes);
}
END_TEST

START_TEST(everything_around_the_bundle_is_the_template) {
    write_file("template.html", page_text);
    setenv("WEND_VIEWER", "template.html", 1);
    wend_summary_destroy(run_to("a.html", large_text));
    size_t length;
    char *page = (char *)read_file("a.html", &length);
    static const char head[] =
        "<html>\n<script type=\"application/octet-stream\" id=\"wend-bundle\" ";
    ck_assert_mem_eq(page, head, strlen(head));
    static const char tail[] = "</script>\n</html>\n";
    ck_assert_str_eq(page + length - strlen(tail), tail);
    ck_assert_uint_gt(length, 4 * 4096);
    size_t size;
    uint8_t *bytes = unpack(page, &size);
    wend_bundle *bundle = load_bundle(bytes, size);
    ck_assert_uint_eq(wend_bundle_get_info(bundle).start_count, 3);
    wend_bundle_destroy(bundle);
    free(bytes);
    free(page);
}
END_TEST

START_TEST(a_missing_template_is_reported) {
    unsetenv("WEND_VIEWER"); /* no page is beside this program */
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    const char *path = "missing.html";
    wend_summary *summary = NULL;
    def.outputs = &path;
    def.output_count = 1;
    ck_assert_int_eq(wend_run_scenario(&def, &summary, &lab_error), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.path, path);
    ck_assert_ptr_nonnull(strstr(lab_error.message, "'make viewer'"));
    ck_assert_ptr_nonnull(strstr(lab_error.message, "WEND_VIEWER"));
    ck_assert_int_ne(access(path, F_OK), 0);
    wend_scenario_destroy(s);
}
END_TEST

LAB_MAIN("record/pages", a_missing_template_is_reported,
         a_page_runs_the_scenario_with_other_seeds_too, a_bundle_is_written_as_it_is,
         everything_around_the_bundle_is_the_template)
