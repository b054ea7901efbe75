/* Helpers that the tests of papers share: they run a reproduction once in quick mode, and find its
 * values by name. */
#ifndef PUBLISHED_RERUN_H
#define PUBLISHED_RERUN_H

#include "unit/scenario/lab.h"
#include <math.h>

static wend_paper_result *rerun_result;

static inline void rerun(const char *paper) {
    wend_paper_def def = wend_default_paper_def();
    def.paper =
        (const wend_paper *)wend_registry_find(lab_registry, WEND_KIND_PAPER, paper, &lab_error);
    ck_assert_ptr_nonnull(def.paper);
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    def.quick = true;
    wend_result ran = wend_paper_run(&def, &rerun_result, &lab_error);
    ck_assert_msg(ran == WEND_OK, "%s: %s", lab_error.path, lab_error.message);
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

#endif
