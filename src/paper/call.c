/* Provides the context in which a paper is reproduced: runs the trials, stores values and files,
 * and reports progress. */
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include <math.h>
#include <string.h>
#include <wend/kit.h>

struct wend_paper_result {
    memory heap;
    memory_arena arena; /* holds the text of values and the names of files */
    wend_paper_value *values;
    uint32_t value_count, value_capacity;
    wend_paper_table *tables;
    uint32_t table_count, table_capacity;
    const char **files;
    uint32_t file_count, file_capacity;
    bool cancelled;
};

struct wend_paper_call {
    const wend_paper_def *def;
    wend_paper_result *result;
    uint32_t trial_count, done_count; /* expected number of trials, and number of trials finished */
};

void wend_paper_def_init(wend_paper_def *def, size_t size) {
    const wend_paper_def defaults = {.threads = 1};
    def_fill(def, size, &defaults, sizeof defaults);
}

const wend_paper_def *wend_paper_call_def(const wend_paper_call *call) {
    return call->def;
}

void *wend_paper_call_user(const wend_paper_call *call) {
    return call->def->paper->entry.user;
}

/* True if the caller has cancelled the reproduction; if so, marks the result as cancelled. */
static bool is_cancelled(wend_paper_call *call) {
    bool now = call->def->cancel != NULL && *call->def->cancel != 0;
    call->result->cancelled = call->result->cancelled || now;
    return now;
}

/* ---- Values and files ------------------------------------------------------------------------ */

/* Copies text into the memory of the result. Returns NULL if `text` is NULL or if out of memory. */
static const char *copy_text(wend_paper_result *result, const char *text) {
    if (text == NULL) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *copy = arena_take(&result->arena, size, 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

wend_result wend_paper_add(wend_paper_call *call, const wend_paper_value *value,
                           wend_error *error) {
    wend_paper_result *result = call->result;
    wend_paper_value kept = {.table = copy_text(result, value->table),
                             .row = copy_text(result, value->row),
                             .column = copy_text(result, value->column),
                             .unit = copy_text(result, value->unit),
                             .published = value->published,
                             .measured = value->measured,
                             .text = copy_text(result, value->text)};
    if (kept.table == NULL || kept.row == NULL || kept.column == NULL || kept.unit == NULL ||
        (kept.text == NULL && value->text != NULL) ||
        !memory_grow(&result->heap, (void **)&result->values, sizeof *result->values,
                     &result->value_capacity, result->value_count + 1)) {
        return error_no_memory(error, "the results of a paper");
    }
    result->values[result->value_count++] = kept;
    return WEND_OK;
}

/* Copies the explanations of columns. Returns false if out of memory. */
static bool copy_columns(wend_paper_result *result, const wend_paper_table *from,
                         wend_paper_table *to) {
    to->columns = NULL;
    if (from->column_count == 0) {
        return true;
    }
    wend_paper_column *columns = arena_take(&result->arena, from->column_count * sizeof *columns,
                                            _Alignof(wend_paper_column));
    bool good = columns != NULL;
    for (uint32_t i = 0; i < from->column_count && good; i++) {
        columns[i].name = copy_text(result, from->columns[i].name);
        columns[i].meaning = copy_text(result, from->columns[i].meaning);
        good = columns[i].name != NULL && columns[i].meaning != NULL;
    }
    to->columns = columns;
    return good;
}

wend_result wend_paper_add_table(wend_paper_call *call, const wend_paper_table *table,
                                 wend_error *error) {
    wend_paper_result *result = call->result;
    wend_paper_table kept = *table;
    kept.name = copy_text(result, table->name);
    kept.caption = copy_text(result, table->caption);
    kept.reason = copy_text(result, table->reason);
    if (kept.name == NULL || kept.caption == NULL || kept.reason == NULL ||
        !copy_columns(result, table, &kept) ||
        !memory_grow(&result->heap, (void **)&result->tables, sizeof *result->tables,
                     &result->table_capacity, result->table_count + 1)) {
        return error_no_memory(error, "the results of a paper");
    }
    result->tables[result->table_count++] = kept;
    return WEND_OK;
}

const char *wend_paper_add_file(wend_paper_call *call, const char *name) {
    wend_paper_result *result = call->result;
    const char *directory = call->def->directory;
    if (directory == NULL || is_cancelled(call)) {
        return NULL;
    }
    const char *paper = call->def->paper->entry.name;
    size_t begin = strlen(directory) + 1, size = begin + strlen(paper) + strlen(name) + 2;
    char *path = arena_take(&result->arena, size, 1);
    if (path == NULL || !memory_grow(&result->heap, (void **)&result->files, sizeof(char *),
                                     &result->file_capacity, result->file_count + 1)) {
        return NULL;
    }
    snprintf(path, size, "%s/%s-%s", directory, paper, name);
    for (size_t i = 0; paper[i] != '\0'; i++) {
        path[begin + i] = paper[i] == '_' ? '-' : paper[i];
    }
    result->files[result->file_count++] = path;
    return path;
}

/* ---- Trials ---------------------------------------------------------------------------------- */

void wend_paper_set_trial_count(wend_paper_call *call, uint32_t trial_count) {
    call->trial_count = trial_count;
}

static void report_share(const wend_paper_call *call, double trial_share) {
    if (call->def->progress != NULL && call->trial_count > 0) {
        double share = ((double)call->done_count + trial_share) / (double)call->trial_count;
        call->def->progress(call->def->user, share < 1.0 ? share : 1.0);
    }
}

/* Reports the progress of a run: the fraction of agents that have arrived or the fraction of time
 * elapsed, whichever is larger. Most runs end long before their end time. */
static void report_run_progress(void *user, const wend_progress *progress) {
    double arrived = progress->agents > 0 ? (double)progress->arrived / progress->agents : 0.0;
    double elapsed = progress->end > 0.0 ? progress->time / progress->end : 0.0;
    report_share(user, fmin(fmax(arrived, elapsed), 1.0));
}

static wend_result load_scenario(const wend_paper_call *call, const wend_paper_trial *trial,
                                 wend_scenario **out, wend_error *error) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", call->def->scenarios, trial->scenario);
    if (length < 0 || (size_t)length >= sizeof path) {
        return error_set(error, WEND_ERROR_LIMIT, "the path of the scenarios is too long");
    }
    enum { MOST_PAPER_SETTINGS = 8, MOST_SETTINGS = 32 };
    const char *settings[MOST_SETTINGS], *const *paper_settings = call->def->paper->settings;
    uint32_t count = 0;
    for (; paper_settings != NULL && count < MOST_PAPER_SETTINGS && paper_settings[count] != NULL;
         count++) {
        settings[count] = paper_settings[count];
    }
    for (uint32_t i = 0; i < trial->setting_count && count < MOST_SETTINGS; i++) {
        settings[count++] = trial->settings[i];
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = call->def->registry;
    def.plan = trial->plan;
    def.follow = trial->follow;
    def.steer = trial->steer;
    def.settings = settings;
    def.setting_count = count;
    def.allocator = call->def->allocator;
    return wend_scenario_load(&def, out, error);
}

wend_result wend_paper_run_trial(wend_paper_call *call, const wend_paper_trial *trial,
                                 wend_summary **out, wend_error *error) {
    *out = NULL;
    if (is_cancelled(call)) {
        return WEND_OK;
    }
    wend_scenario *scenario = NULL;
    wend_result result = load_scenario(call, trial, &scenario, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_run_def run = wend_default_run_def();
    run.scenario = scenario;
    run.registry = call->def->registry;
    run.threads = trial->timed ? 1 : call->def->threads;
    run.outputs = &trial->output;
    run.output_count = trial->output != NULL ? 1 : 0;
    run.frames_per_second = trial->output_fps;
    run.progress = report_run_progress;
    run.user = call;
    run.observe = trial->observe;
    run.observer = trial->observer;
    run.cancel = call->def->cancel;
    run.allocator = call->def->allocator;
    result = wend_run_scenario(&run, out, error);
    wend_scenario_destroy(scenario);
    if (result == WEND_ERROR_CANCELLED && is_cancelled(call)) {
        return WEND_OK;
    }
    if (result == WEND_OK && wend_summary_cancelled(*out)) {
        wend_summary_destroy(*out);
        *out = NULL;
        call->result->cancelled = true;
    }
    call->done_count++;
    report_share(call, 0.0);
    return result;
}

bool wend_paper_count_trial(wend_paper_call *call) {
    call->done_count++;
    report_share(call, 0.0);
    return !is_cancelled(call);
}

/* ---- The reproduction ------------------------------------------------------------------------ */

wend_result wend_paper_run(const wend_paper_def *given, wend_paper_result **out,
                           wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_paper_def full_def;
    const wend_paper_def *def = &full_def;
    wend_result result = DEF_READ(paper, given, &full_def, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->paper != NULL && def->registry != NULL && def->scenarios != NULL);
    wend_error ignored;
    error = error != NULL ? error : &ignored;
    *out = NULL;
    wend_paper_result *made = memory_allocate(&def->allocator, sizeof *made);
    if (made == NULL) {
        return error_no_memory(error, "the results of a paper");
    }
    memset(made, 0, sizeof *made);
    memory_init(&made->heap, &def->allocator);
    arena_init(&made->arena, &made->heap);
    wend_paper_call call = {.def = def, .result = made};
    result = def->paper->run(&call, error);
    if (result != WEND_OK) {
        wend_paper_result_destroy(made);
        return result;
    }
    *out = made;
    return WEND_OK;
}

void wend_paper_result_destroy(wend_paper_result *result) {
    if (result == NULL) {
        return;
    }
    wend_allocator allocator = result->heap.allocator;
    memory_free(&result->heap, result->values, result->value_capacity * sizeof *result->values);
    memory_free(&result->heap, result->tables, result->table_capacity * sizeof *result->tables);
    memory_free(&result->heap, result->files, result->file_capacity * sizeof *result->files);
    arena_free(&result->arena);
    memory_release(&allocator, result, sizeof *result);
}

bool wend_paper_result_cancelled(const wend_paper_result *result) {
    return result->cancelled;
}

uint32_t wend_paper_value_count(const wend_paper_result *result) {
    return result->value_count;
}

wend_paper_value wend_paper_value_at(const wend_paper_result *result, uint32_t index) {
    WEND_ASSERT(index < result->value_count);
    return result->values[index];
}

uint32_t wend_paper_table_count(const wend_paper_result *result) {
    return result->table_count;
}

wend_paper_table wend_paper_table_at(const wend_paper_result *result, uint32_t index) {
    WEND_ASSERT(index < result->table_count);
    return result->tables[index];
}

bool wend_paper_find_table(const wend_paper_result *result, const char *name,
                           wend_paper_table *out) {
    for (uint32_t i = 0; i < result->table_count; i++) {
        if (strcmp(result->tables[i].name, name) == 0) {
            *out = result->tables[i];
            return true;
        }
    }
    return false;
}

uint32_t wend_paper_file_count(const wend_paper_result *result) {
    return result->file_count;
}

const char *wend_paper_file_at(const wend_paper_result *result, uint32_t index) {
    WEND_ASSERT(index < result->file_count);
    return result->files[index];
}
