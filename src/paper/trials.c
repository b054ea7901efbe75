/* Implements the helpers that the reproductions of papers share. */
#include "paper/trials.h"
#include "base/error.h"
#include <math.h>
#include <stdio.h>

double paper_find_number(const wend_summary *summary, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(summary), name);
    if (value == NULL) {
        return NAN;
    }
    return value->kind == WEND_REPORT_INTEGER ? (double)value->integer : value->number;
}

wend_result paper_run_parts(wend_paper_call *call, const paper_part *parts, int count,
                            wend_error *error) {
    uint32_t trials = 0;
    for (int i = 0; i < count; i++) {
        trials += parts[i].count(wend_paper_call_def(call));
    }
    wend_paper_set_trial_count(call, trials);
    wend_result result = WEND_OK;
    for (int i = 0; i < count && result == WEND_OK; i++) {
        result = parts[i].run(call, error);
    }
    return result;
}

static void add_value(paper_row *row, const wend_paper_value *value) {
    if (row->result == WEND_OK) {
        row->result = wend_paper_add(row->call, value, row->error);
    }
}

void paper_add_number(paper_row *row, const char *column, const char *unit, double theirs,
                      double ours) {
    add_value(row, &(wend_paper_value){.table = row->table,
                                       .row = row->row,
                                       .column = column,
                                       .unit = unit,
                                       .published = theirs,
                                       .measured = ours});
}

void paper_add_remark(paper_row *row, const char *column, const char *words) {
    add_value(row, &(wend_paper_value){.table = row->table,
                                       .row = row->row,
                                       .column = column,
                                       .unit = "1",
                                       .published = NAN,
                                       .measured = NAN,
                                       .text = words});
}

wend_result paper_draw_choice(wend_paper_call *call, const paper_choice *choice,
                              wend_error *error) {
    const wend_paper_def *paper = wend_paper_call_def(call);
    const char *figure = wend_paper_add_file(call, choice->file);
    if (figure == NULL) {
        return WEND_OK;
    }
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", paper->scenarios, choice->scenario);
    if (length < 0 || (size_t)length >= sizeof path) {
        return error_set(error, WEND_ERROR_LIMIT, "the path of the scenarios is too long");
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = paper->registry;
    def.steer = choice->steer;
    def.settings = &choice->setting;
    def.setting_count = choice->setting != NULL ? 1 : 0;
    def.allocator = paper->allocator;
    wend_scenario *scenario = NULL;
    wend_result result = wend_scenario_load(&def, &scenario, error);
    if (result == WEND_OK) {
        wend_explain_def explain = wend_default_explain_def();
        wend_explanation explanation;
        explain.scenario = scenario;
        explain.registry = paper->registry;
        explain.key = choice->key;
        explain.time = choice->time;
        explain.path = figure;
        explain.extent = choice->extent;
        explain.cancel = paper->cancel;
        explain.allocator = paper->allocator;
        result = wend_explain_scenario(&explain, &explanation, error);
    }
    wend_scenario_destroy(scenario);
    return result;
}
