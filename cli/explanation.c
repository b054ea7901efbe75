/* Checks the value AGENT@TIME of `wend run --explain`, and prints explanations as text or JSON. */
#include "cli/explanation.h"
#include <string.h>

bool explanation_check(const char *text, const option_value *outputs) {
    uint64_t key = 0;
    double time = 0.0;
    wend_error error;
    if (wend_explain_parse(text, &key, &time, &error) != WEND_OK) {
        fprintf(stderr, "wend run: --explain: %s\n", error.message);
        return false;
    }
    const char *path = outputs->count == 1 ? outputs->list[0] : "";
    const char *ending = strrchr(path, '.');
    if (ending == NULL || (strcmp(ending, ".svg") != 0 && strcmp(ending, ".png") != 0)) {
        fputs("wend run: --explain writes one figure; give one -o FILE.svg or FILE.png\n", stderr);
        return false;
    }
    return true;
}

static void json_velocity(wend_json *json, const char *name, wend_vec2 velocity) {
    wend_json_write_key(json, name);
    wend_json_begin_array(json);
    wend_json_write_number(json, (double)velocity.x);
    wend_json_write_number(json, (double)velocity.y);
    wend_json_end_array(json);
}

static void json_count(wend_json *json, const char *name, uint32_t count) {
    wend_json_write_key(json, name);
    wend_json_write_integer(json, count);
}

static void json_subject(wend_json *json, const wend_subject *subject) {
    wend_json_write_key(json, "subject");
    wend_json_begin_object(json);
    wend_json_write_key(json, "kind");
    wend_json_write_text(json, wend_subject_kind_text(subject->kind));
    if (subject->kind == WEND_SUBJECT_AGENT) {
        wend_json_write_key(json, "key");
        wend_json_write_integer(json, (int64_t)subject->key);
    } else if (subject->kind != WEND_SUBJECT_NONE) {
        json_count(json, "index", subject->index);
        json_count(json, "part", subject->part);
    }
    wend_json_end_object(json);
}

static void json_mark(wend_json *json, const wend_mark *mark) {
    wend_json_begin_object(json);
    wend_json_write_key(json, "kind");
    wend_json_write_text(json, wend_mark_kind_text(mark->kind));
    wend_json_write_key(json, "stage");
    wend_json_write_text(json, wend_kind_text(mark->stage));
    wend_json_write_key(json, "entry");
    wend_json_write_text(json, mark->entry);
    wend_json_write_key(json, "space");
    wend_json_write_text(json, mark->space == WEND_MARK_SPACE_WORLD ? "world" : "velocity");
    json_subject(json, &mark->subject);
    json_velocity(json, "a", mark->a);
    json_velocity(json, "b", mark->b);
    json_velocity(json, "c", mark->c);
    if (mark->label != NULL) {
        wend_json_write_key(json, "label");
        wend_json_write_text(json, mark->label);
    }
    wend_json_end_object(json);
}

static void json_marks(wend_json *json, const wend_mark *marks, uint32_t count) {
    wend_json_write_key(json, "marks");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < count; i++) {
        json_mark(json, &marks[i]);
    }
    wend_json_end_array(json);
}

static void print_json(const wend_explanation *e, const wend_mark *marks, uint32_t count) {
    static const char *const solve_statuses[] = {"free", "relaxed", "infeasible"};
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "agent");
    wend_json_write_integer(&json, (int64_t)e->agent.key);
    wend_json_write_key(&json, "time_s");
    wend_json_write_number(&json, e->time);
    json_velocity(&json, "preferred", e->preferred);
    json_velocity(&json, "chosen", e->chosen);
    json_count(&json, "half_planes", e->half_planes);
    json_count(&json, "cones", e->cones);
    json_count(&json, "goal_sets", e->goal_sets);
    json_count(&json, "regions", e->regions);
    json_count(&json, "forces", e->forces);
    wend_json_write_key(&json, "last_choice");
    wend_json_write_text(
        &json,
        solve_statuses[e->agent.solve_status <= WEND_SOLVE_INFEASIBLE ? e->agent.solve_status
                                                                      : WEND_SOLVE_INFEASIBLE]);
    wend_json_write_key(&json, "sentence");
    wend_json_write_text(&json, e->sentence);
    json_marks(&json, marks, count);
    wend_json_end_object(&json);
    putchar('\n');
}

static void print(const wend_explanation *explanation, const wend_mark *marks, uint32_t capacity,
                  bool as_json) {
    uint32_t count = explanation->mark_count;
    if (as_json) {
        print_json(explanation, marks, count < capacity ? count : capacity);
    } else {
        puts(explanation->sentence);
    }
}

wend_result explanation_make(wend_explain_def *def, const char *text, bool quiet, bool as_json) {
    static wend_mark marks[4096];
    wend_explanation explanation;
    wend_error error;
    def->marks = marks;
    def->mark_capacity = sizeof marks / sizeof *marks;
    wend_explain_parse(text, &def->key, &def->time, &error);
    wend_result result = wend_explain_scenario(def, &explanation, &error);
    if (result != WEND_OK) {
        print_error(&error);
        return result;
    }
    if (!explanation.cancelled && !quiet) {
        print(&explanation, marks, def->mark_capacity, as_json);
    }
    return explanation.cancelled ? WEND_ERROR_CANCELLED : WEND_OK;
}
