/* Helpers that the tests of papers share: they run a reproduction once in quick mode, find its
 * values by name, and check how its tables are presented. */
#ifndef PUBLISHED_RERUN_H
#define PUBLISHED_RERUN_H

#include "unit/scenario/lab.h"
#include <math.h>

static wend_paper_result *rerun_result;

/* Runs a paper; `steer` is as in wend_paper_def. */
static inline void rerun_with(const char *paper, const char *steer) {
    wend_paper_def def = wend_default_paper_def();
    def.paper =
        (const wend_paper *)wend_registry_find(lab_registry, WEND_KIND_PAPER, paper, &lab_error);
    ck_assert_ptr_nonnull(def.paper);
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    def.quick = true;
    def.steer = steer;
    wend_result ran = wend_paper_run(&def, &rerun_result, &lab_error);
    ck_assert_msg(ran == WEND_OK, "%s: %s", lab_error.path, lab_error.message);
}

static inline void rerun(const char *paper) {
    rerun_with(paper, NULL);
}

static inline wend_paper_value rerun_value(const char *table, const char *row, const char *column) {
    for (uint32_t i = 0; i < wend_paper_value_count(rerun_result); i++) {
        wend_paper_value value = wend_paper_value_at(rerun_result, i);
        if (strcmp(value.table, table) == 0 && strcmp(value.row, row) == 0 &&
            strcmp(value.column, column) == 0) {
            return value;
        }
    }
    ck_abort_msg("no value '%s', '%s', '%s'", table, row, column);
    return (wend_paper_value){.measured = NAN};
}

static inline double rerun_ours(const char *table, const char *row, const char *column) {
    return rerun_value(table, row, column).measured;
}

static inline wend_verdict rerun_verdict(const char *table) {
    wend_paper_table found;
    ck_assert_msg(wend_paper_find_table(rerun_result, table, &found), "no verdict on '%s'", table);
    return found.verdict;
}

/* True if a column is covered by the name of an explanation, in which '*' stands for any text. */
static inline bool rerun_is_covered(const char *name, const char *column) {
    const char *star = strchr(name, '*');
    if (star == NULL) {
        return strcmp(name, column) == 0;
    }
    size_t before = (size_t)(star - name), after = strlen(star + 1), length = strlen(column);
    return length >= before + after && strncmp(name, column, before) == 0 &&
           strcmp(star + 1, column + length - after) == 0;
}

/* Checks that every table has a caption, an explanation for each column, and a reason for its
 * verdict. */
static inline void rerun_check_captions(void) {
    for (uint32_t i = 0; i < wend_paper_value_count(rerun_result); i++) {
        wend_paper_value value = wend_paper_value_at(rerun_result, i);
        wend_paper_table table;
        bool covered = false;
        ck_assert_msg(wend_paper_find_table(rerun_result, value.table, &table),
                      "'%s' has no caption and no verdict", value.table);
        ck_assert_uint_gt(strlen(table.caption), 20);
        ck_assert_uint_gt(strlen(table.reason), 5);
        for (uint32_t k = 0; k < table.column_count; k++) {
            covered = covered || rerun_is_covered(table.columns[k].name, value.column);
        }
        ck_assert_msg(covered, "'%s': column '%s' is not explained", value.table, value.column);
    }
}

/* Checks that no line of the printed tables is longer than 100 columns. */
static inline void rerun_check_width(void) {
    static char line[4096];
    FILE *stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    wend_paper_print(rerun_result, stream);
    rewind(stream);
    while (fgets(line, sizeof line, stream) != NULL) {
        ck_assert_msg(strcspn(line, "\n") <= 100, "too wide: %s", line);
    }
    fclose(stream);
}

#endif
