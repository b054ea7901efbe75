/* The tables of papers as text: every line fits, every table has its caption, the meaning of its
 * columns and its verdict, and no value is lost when a table is split. */
#include "paper/trials.h"
#include "paper/verdict.h"
#include "unit/scenario/lab.h"
#include <math.h>

enum { WIDTH = 100, WIDE_COLUMNS = 26 };

static const char *const long_words =
    "a remark that is much longer than what a line can hold, so that it has to be printed on "
    "several lines, none of which may be longer than a hundred characters, wherever it begins";

static wend_result add_wide(wend_paper_call *call, wend_error *error) {
    paper_row row = {.call = call, .table = "Wide", .error = error};
    for (int r = 0; r < 2; r++) {
        row.row = r ? "a row with a rather long name" : "short";
        for (int k = 0; k < WIDE_COLUMNS; k++) {
            char column[40];
            snprintf(column, sizeof column, "column %d", k);
            paper_add_number(&row, column, "m", k % 3 ? NAN : 1000.5, 100.0 * r + k);
        }
        paper_add_remark(&row, "words", long_words);
    }
    return row.result;
}

static wend_result add_mixed(wend_paper_call *call, wend_error *error) {
    paper_row row = {.call = call, .table = "Mixed", .row = "before", .error = error};
    paper_add_number(&row, "length", "m", 155.12, 154.0);
    paper_add_number(&row, "time", "s", NAN, 0.00012);
    row.row = "ratio";
    paper_add_number(&row, "length", "1", NAN, 0.97);
    paper_add_number(&row, "time", "s", NAN, 12345678.0);
    return row.result;
}

static wend_result run_tables(wend_paper_call *call, wend_error *error) {
    static const wend_paper_column columns[] = {{"column *", "the number of the column"},
                                                {"words", long_words}};
    static const wend_paper_table wide = {
        .name = "Wide", .caption = long_words, .columns = columns, .column_count = 2};
    paper_claims claims = {0};
    paper_claim(&claims, WEND_VERDICT_CONFIRMED, "%d of %d", 3, 4);
    wend_result result = add_wide(call, error);
    result = result == WEND_OK ? add_mixed(call, error) : result;
    return result == WEND_OK ? paper_add_verdict(call, &wide, &claims, error) : result;
}

static const wend_paper paper_tables = {
    .entry = {WEND_HEAD(wend_paper), .name = "tables", .summary = "tables", .citation = "nobody"},
    .run = run_tables};

static wend_paper_result *make_result(void) {
    wend_paper_result *result = NULL;
    wend_paper_def def = wend_default_paper_def();
    def.paper = &paper_tables;
    def.registry = lab_registry;
    def.scenarios = ".";
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    return result;
}

/* Prints the tables and returns the text, which is valid until the next call. */
static const char *print_tables(void) {
    static char text[1 << 16];
    wend_paper_result *result = make_result();
    FILE *stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    wend_paper_print(result, stream);
    wend_paper_result_destroy(result);
    rewind(stream);
    size_t size = fread(text, 1, sizeof text - 1, stream);
    fclose(stream);
    ck_assert_uint_lt(size, sizeof text - 1);
    text[size] = '\0';
    return text;
}

START_TEST(every_line_fits) {
    const char *text = print_tables();
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        ck_assert_msg(length <= WIDTH, "%zu columns: %.*s", length, (int)length, line);
        ck_assert_msg(length == 0 || line[length - 1] != ' ', "ends in a space: %.*s", (int)length,
                      line);
    }
}
END_TEST

/* Returns how often a word occurs in a text. */
static int count_word(const char *text, const char *word) {
    int count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        count++;
    }
    return count;
}

START_TEST(splitting_loses_no_value) {
    const char *text = print_tables();
    for (int k = 0; k < WIDE_COLUMNS; k++) {
        char name[40], value[40];
        snprintf(name, sizeof name, "column %d", k);
        snprintf(value, sizeof value, k % 3 ? " %d" : " %d (1000.5)", 100 + k);
        ck_assert_msg(strstr(text, name) != NULL, "%s", name);
        ck_assert_msg(strstr(text, value) != NULL, "%s", value);
    }
    /* Every block repeats the names of its rows. */
    ck_assert_int_ge(count_word(text, "a row with a rather long name  "), 3);
}
END_TEST

START_TEST(tables_have_caption_notes_and_verdict) {
    const char *text = print_tables();
    ck_assert_ptr_nonnull(strstr(text, "Wide\n  a remark that is much longer"));
    ck_assert_ptr_nonnull(strstr(text, "column *: the number of the column"));
    ck_assert_ptr_nonnull(strstr(text, "verdict: confirmed: 3 of 4."));
    ck_assert_ptr_nonnull(strstr(text, "short, words: a remark"));
}
END_TEST

/* A column in which rows have different units states the unit in each cell, not above them. */
START_TEST(each_cell_has_one_unit) {
    const char *text = print_tables();
    const char *mixed = strstr(text, "Mixed\n");
    ck_assert_ptr_nonnull(mixed);
    ck_assert_ptr_nonnull(strstr(mixed, "154 (155.1) m"));
    ck_assert_ptr_nonnull(strstr(mixed, "0.970"));
    ck_assert_ptr_null(strstr(mixed, "0.970 m"));
    ck_assert_ptr_nonnull(strstr(mixed, "0.00012"));
    ck_assert_ptr_nonnull(strstr(mixed, "1.2e+07"));
}
END_TEST

START_TEST(result_holds_copies_of_tables) {
    wend_paper_result *result = make_result();
    wend_paper_table table;
    ck_assert_uint_eq(wend_paper_table_count(result), 1);
    ck_assert(!wend_paper_find_table(result, "Mixed", &table));
    ck_assert(wend_paper_find_table(result, "Wide", &table));
    ck_assert_str_eq(table.caption, long_words);
    ck_assert_ptr_ne(table.caption, long_words);
    ck_assert_uint_eq(table.column_count, 2);
    ck_assert_str_eq(table.columns[0].name, "column *");
    ck_assert_str_eq(wend_paper_table_at(result, 0).reason, "3 of 4.");
    wend_paper_result_destroy(result);
}
END_TEST

LAB_MAIN("paper print", every_line_fits, splitting_loses_no_value,
         tables_have_caption_notes_and_verdict, each_cell_has_one_unit,
         result_holds_copies_of_tables)
