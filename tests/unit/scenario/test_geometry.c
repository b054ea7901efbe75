/* Geometry from files and text: what is refused and at which position, and which notes are given.
 */
#define _XOPEN_SOURCE 700
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { LIMIT = 64 * 1024 * 1024 };

/* Makes a sparse file that starts with `start` and otherwise contains zero bytes. */
static void make_file(char path[64], const char *start, long size) {
    char folder[] = "/tmp/wend-geometry-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, 64, "%s/large.wkt", folder);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, start, strlen(start)), (long)strlen(start));
    ck_assert_int_eq(ftruncate(file, size), 0);
    ck_assert_int_eq(close(file), 0);
}

START_TEST(refuses_files_larger_than_64_megabytes) {
    char path[64], text[200], expected[200];
    lab_set_up();
    make_file(path, "POLYGON ((0 0, 9 0, 9 9))", LIMIT + 1);
    snprintf(text, sizeof text, "space:\n  walkable: %s\n", path);
    snprintf(expected, sizeof expected, "%s: the file is larger than 64 MB", path);
    wend_result result = lab_try(text);
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    ck_assert_int_eq(result, WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, expected);
    ck_assert_str_eq(lab_error.path, "folder/sample.yaml");
    ck_assert_int_eq(lab_error.line, 2);
    ck_assert_int_eq(lab_error.column, 13);
    lab_tear_down();
}
END_TEST

typedef struct refusal {
    const char *text;
    int line, column;
    const char *message;
} refusal;

static const refusal refusals[] = {
    {"space: {walkable: 'POLYGON ((0 0, 9000 0, 9000 9, 0 9))'}", 1, 8,
     "the space is 9000 m x 9 m; at most 8192 m x 8192 m are possible: "
     "use 'clip: [[x, y], [x, y]]' to take a part of it"},
    {"space:\n  layers:\n    - {name: a, rings: 'POLYGON ((0 0, 9 0, 9 9))'}\n"
     "    - {name: b, rings: 'POLYGON ((0 0, 9 0, 9 8200))'}",
     4, 7,
     "the space is 9 m x 8200 m; at most 8192 m x 8192 m are possible: "
     "use 'clip: [[x, y], [x, y]]' to take a part of it"},
    {"space: {walkable: 'POLYGON ((0 0, 1 b))'}", 1, 19,
     "expected a number, found 'b' (line 1, column 18 of the WKT)"},
    {"space: {walkable: 'POINT (1 1)'}", 1, 19, "the WKT has no polygon or line"},
    {"space: {obstacles: 'LINESTRING (0 0, 1 1)'}", 1, 20,
     "a line has no area: give 'width' (m), or put it under 'walls'"},
    {"space: {walkable: plan}", 1, 19,
     "walkable must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found 'plan'"},
    {"space: {walkable: [{file: 'POINT (1 1)', where: {a: b}}]}", 1, 49,
     "WKT has no properties to choose by"},
};

START_TEST(refusals_report_their_position) {
    lab_set_up();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *r = &refusals[i];
        ck_assert_int_ne(lab_try(r->text), WEND_OK);
        ck_assert_msg(strcmp(lab_error.message, r->message) == 0 && lab_error.line == r->line &&
                          lab_error.column == r->column,
                      "%s\n%d:%d: %s", r->text, lab_error.line, lab_error.column,
                      lab_error.message);
    }
    lab_tear_down();
}
END_TEST

/* Ground that is too large is accepted if `clip` keeps only a part of it. */
START_TEST(oversized_ground_is_accepted_with_clip) {
    lab_set_up();
    ck_assert_int_eq(lab_try("space: {walkable: 'POLYGON ((0 0, 9000 0, 9000 9, 0 9))', "
                             "clip: [[100, 1], [200, 5]]}"),
                     WEND_OK);
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("scenario/geometry", refuses_files_larger_than_64_megabytes,
          refusals_report_their_position, oversized_ground_is_accepted_with_clip);
}
