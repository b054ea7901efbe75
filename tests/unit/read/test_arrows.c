/* Files of guidance fields, in the format of Menge and in our own: what they contain is read, and
 * everything that is wrong is reported with its line and column. */
#include "read/arrows.h"

#include <stdio.h>
#include <string.h>

#include "support/suite.h"

static wend_error error;
static memory heap;
static memory_arena arena;

static const arrows_limits limits = {
    .most_cells = 1000, .most_layers = 2, .smallest_cell = 0.01, .largest_cell = 50, .longest = 10};

static wend_result read_text(const char *text, arrows_file *out) {
    memset(&error, 0, sizeof error);
    return arrows_file_read(text, strlen(text), "field.txt", &limits, &arena, out, &error);
}

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static void end(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

static void check_arrow(const arrows_layer *layer, uint32_t cell, float x, float y) {
    ck_assert_float_eq(layer->arrows[cell].x, x);
    ck_assert_float_eq(layer->arrows[cell].y, y);
}

START_TEST(reads_vector_fields_of_menge) {
    arrows_file f;
    begin();
    ck_assert_int_eq(read_text("2 3\n1.5\n-8.5 -5.25\n1 0\n0 1\n-1 0\n0 -1\n0.5 0.5\n0 0\n", &f),
                     WEND_OK);
    ck_assert_uint_eq(f.layer_count, 1);
    const arrows_layer *layer = &f.layers[0];
    ck_assert_ptr_null(layer->name);
    ck_assert_uint_eq(layer->rows, 2);
    ck_assert_uint_eq(layer->columns, 3);
    ck_assert_double_eq(layer->width, 1.5);
    ck_assert_double_eq(layer->height, 1.5);
    ck_assert_double_eq(layer->low.x, -8.5);
    ck_assert_double_eq(layer->low.y, -5.25);
    check_arrow(layer, 2, -1.0F, 0.0F);
    check_arrow(layer, 4, 0.5F, 0.5F);
    end();
}
END_TEST

START_TEST(reads_layers_rectangles_and_comments) {
    arrows_file f;
    begin();
    ck_assert_int_eq(read_text("# two floors\nguidance 1\nlayer ground # below\nsize 2 1 cell 1 2\n"
                               "low 0 0\narrows 1 0 0 1\nlayer 1\nsize 1 1\ncell 3 3\nlow 9 9\n"
                               "arrows -2 0 # fast\n",
                               &f),
                     WEND_OK);
    ck_assert_uint_eq(f.layer_count, 2);
    ck_assert_str_eq(f.layers[0].name, "ground");
    ck_assert_int_eq(f.layers[0].line, 3);
    ck_assert_double_eq(f.layers[0].height, 2.0);
    check_arrow(&f.layers[0], 1, 0.0F, 1.0F);
    ck_assert_str_eq(f.layers[1].name, "1");
    check_arrow(&f.layers[1], 0, -2.0F, 0.0F);
    ck_assert_int_eq(read_text("guidance 1 size 1 1 cell 1 1 low 0 0 arrows 1 1", &f), WEND_OK);
    ck_assert_ptr_null(f.layers[0].name);
    end();
}
END_TEST

static const struct {
    const char *text;
    int line, column;
    const char *message;
} wrong[] = {
    {"", 1, 1, "the file ends where a guidance field was expected"},
    {"guidance 2", 1, 10, "the field has version 2; this program reads version 1"},
    {"guidance 1\nsiz", 2, 1, "expected 'layer', found 'siz'"},
    {"guidance 1\nsize 0 4 cell", 2, 8,
     "a field has at least one row and one column, found 4 rows "
     "and 0 columns"},
    {"guidance 1\nsize 4 -1", 2, 8,
     "expected the number of rows (a whole number from 0), found '-1'"},
    {"guidance 1\nsize 100 100", 2, 10,
     "a field has at most 1000 cells, found 100 rows and 100 columns"},
    {"guidance 1 size 1 1\ncell 0 1", 2, 6, "expected the width of a cell (0.01 to 50 m), found 0"},
    {"guidance 1 size 1 1 cell 1 1\nhigh", 2, 1, "expected 'low', found 'high'"},
    {"guidance 1 size 1 1 cell 1 1 low 0 0 arrows\n1 nan", 2, 3,
     "expected the y component of arrow 1 of 1 (a number), found 'nan'"},
    {"guidance 1 size 1 1 cell 1 1 low 0 0 arrows\n1 11", 2, 3,
     "expected the y component of arrow 1 of 1 (a number), found '11'"},
    {"guidance 1 size 1 1 cell 1 1 low 0 0 arrows 1 1\nmore", 2, 1,
     "expected 'layer', found 'more'"},
    {"guidance 1 layer a size 1 1 cell 1 1 low 0 0 arrows 1 1\nsize", 2, 1,
     "expected 'layer', found 'size'"},
    {"1 1 1 0 0 1", 1, 12, "the file ends where the y component of arrow 1 of 1 was expected"},
    {"1 1 1 0 0 1 2 3", 1, 15, "expected the end of the file after the last arrow, found '3'"},
    {"30 30 1 0 0", 1, 4, "the file states 30 rows and 30 columns, but is too short for them"},
    {"1 1 inf 0 0 1 2", 1, 5, "expected the size of a cell (a number), found 'inf'"},
};

START_TEST(reports_what_is_wrong_and_where) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        arrows_file f;
        begin();
        ck_assert_int_ne(read_text(wrong[i].text, &f), WEND_OK);
        ck_assert_str_eq(error.message, wrong[i].message);
        ck_assert_str_eq(error.path, "field.txt");
        ck_assert_msg(error.line == wrong[i].line && error.column == wrong[i].column,
                      "%s: at %d:%d, not %d:%d", wrong[i].message, error.line, error.column,
                      wrong[i].line, wrong[i].column);
        end();
    }
}
END_TEST

START_TEST(refuses_more_layers_than_the_space_has) {
    arrows_file f;
    char text[512] = "guidance 1";
    begin();
    for (int i = 0; i < 3; i++) {
        strcat(text, "\nlayer x size 1 1 cell 1 1 low 0 0 arrows 1 0");
    }
    ck_assert_int_eq(read_text(text, &f), WEND_ERROR_LIMIT);
    ck_assert_int_eq(error.line, 4);
    end();
}
END_TEST

START_TEST(files_are_read_and_errors_keep_their_line) {
    arrows_file f;
    begin();
    ck_assert_int_eq(arrows_file_load("no-such-field.txt", &limits, &arena, &f, &error),
                     WEND_ERROR_IO);
    ck_assert_str_eq(error.path, "no-such-field.txt");
    FILE *file = fopen("test_arrows.txt", "w");
    ck_assert_ptr_nonnull(file);
    fputs("1 2\n1\n0 0\n1 0\nx 0\n", file);
    fclose(file);
    ck_assert_int_eq(arrows_file_load("test_arrows.txt", &limits, &arena, &f, &error),
                     WEND_ERROR_SYNTAX);
    ck_assert_int_eq(error.line, 5);
    remove("test_arrows.txt");
    end();
}
END_TEST

int main(void) {
    SUITE("read/arrows", reads_vector_fields_of_menge, reads_layers_rectangles_and_comments,
          reports_what_is_wrong_and_where, refuses_more_layers_than_the_space_has,
          files_are_read_and_errors_keep_their_line);
}
