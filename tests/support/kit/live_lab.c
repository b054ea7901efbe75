/* Live worlds for tests: see live_lab.h. */
#include "support/kit/live_lab.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/kit/saved_bundles.h"
#include "json/reader.h"

enum { MOST_TEXT = 1 << 16, MOST_STEP = 64 };

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void check_result(wend_result result, const wend_error *error) {
    char text[1024];
    ck_assert_msg(result == WEND_OK, "%s", wend_error_text(error, text, sizeof text));
}

static wend_scenario *load(const live_lab *lab, const char *text, const char *path) {
    wend_error error = {.message = ""};
    wend_scenario_def def = wend_default_scenario_def();
    wend_scenario *out = NULL;
    def.path = path != NULL ? path : "sample.yaml";
    def.text = text;
    def.text_size = text != NULL ? strlen(text) : 0;
    def.registry = lab->registry;
    check_result(wend_scenario_load(&def, &out, &error), &error);
    return out;
}

void live_lab_open(live_lab *lab, const char *text, const char *path) {
    wend_error error = {.message = ""};
    wend_world *world = NULL;
    size_t size = 0;
    memset(lab, 0, sizeof *lab);
    check_result(wend_registry_create(NULL, &lab->registry, &error), &error);
    check_result(wend_kit_register(lab->registry, &error), &error);
    lab->scenario = load(lab, text, path);
    check_result(wend_scenario_create_world(lab->scenario, lab->registry, 1, NULL, &world, &error),
                 &error);
    wend_bundle_def def = wend_default_bundle_def();
    def.space_def = wend_scenario_space_def(lab->scenario);
    def.starts = &world;
    def.start_count = 1;
    def.title = "sample";
    lab->bytes = saved_bundle_bytes(&def, &size);
    wend_world_destroy(world);
    check_result(wend_bundle_load(lab->bytes, size, NULL, &lab->bundle, &error), &error);
    wend_live_def live = wend_default_live_def();
    live.bundle = lab->bundle;
    live.registry = lab->registry;
    check_result(wend_live_create(&live, &lab->live, &error), &error);
    lab->world = wend_live_world(lab->live);
}

void live_lab_close(live_lab *lab) {
    wend_live_destroy(lab->live);
    wend_bundle_destroy(lab->bundle);
    wend_scenario_destroy(lab->scenario);
    wend_registry_destroy(lab->registry);
    free(lab->bytes);
}

/* ---- Questions ------------------------------------------------------------------------------- */

static const char *ask(live_lab *lab, const char *format, va_list list) {
    static char message[MOST_TEXT];
    vsnprintf(message, sizeof message, format, list);
    for (char *at = message; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    const char *answer = wend_live_answer(lab->live, message, strlen(message), NULL);
    ck_assert_ptr_nonnull(answer);
    lab->world = wend_live_world(lab->live);
    return answer;
}

const char *live_lab_ask(live_lab *lab, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *answer = ask(lab, format, list);
    va_end(list);
    return answer;
}

const char *live_lab_expect(live_lab *lab, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *answer = ask(lab, format, list);
    va_end(list);
    ck_assert_msg(!live_lab_has(answer, "error"), "%s: %.300s", format, answer);
    return answer;
}

const char *live_lab_refuse(live_lab *lab, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *answer = ask(lab, format, list);
    va_end(list);
    ck_assert_msg(live_lab_has(answer, "error"), "%s: %.300s", format, answer);
    return live_lab_text(answer, "error.message");
}

void live_lab_step(live_lab *lab, uint32_t count) {
    live_lab_expect(lab, "{'do':'step','count':%u}", count);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Moves to the member or item that the first name of a path names. */
static json_token enter(json_reader *r, json_token container, const char *name, size_t length) {
    char wanted[MOST_STEP];
    ck_assert_uint_lt(length, sizeof wanted);
    memcpy(wanted, name, length);
    wanted[length] = '\0';
    long index = container.kind == JSON_ARRAY ? strtol(wanted, NULL, 10) : 0;
    for (long i = 0;; i++) {
        json_token key = json_next(r);
        if (key.kind == JSON_OBJECT_END || key.kind == JSON_ARRAY_END || key.kind == JSON_END) {
            return (json_token){.kind = JSON_END};
        }
        bool is_key = key.kind == JSON_KEY && container.kind == JSON_OBJECT;
        json_token value = is_key ? json_next(r) : key;
        if (is_key ? json_equals(&key, wanted) : i == index) {
            return value;
        }
        json_skip(r, value);
    }
}

static json_token find(json_reader *r, const char *answer, const char *path) {
    static wend_error error;
    json_open(r, answer, strlen(answer), "answer", &error);
    json_token at = json_next(r);
    while (*path != '\0' && at.kind != JSON_END) {
        size_t length = strcspn(path, ".");
        bool is_container = at.kind == JSON_OBJECT || at.kind == JSON_ARRAY;
        at = is_container ? enter(r, at, path, length) : (json_token){.kind = JSON_END};
        path += length + (path[length] == '.');
    }
    return at;
}

bool live_lab_has(const char *answer, const char *path) {
    json_reader r;
    json_token at = find(&r, answer, path);
    return at.kind != JSON_END && at.kind != JSON_NULL;
}

double live_lab_number(const char *answer, const char *path) {
    json_reader r;
    json_token at = find(&r, answer, path);
    ck_assert_msg(at.kind == JSON_NUMBER, "%s is no number in %.300s", path, answer);
    return at.number;
}

bool live_lab_bool(const char *answer, const char *path) {
    json_reader r;
    json_token at = find(&r, answer, path);
    ck_assert_msg(at.kind == JSON_TRUE || at.kind == JSON_FALSE, "%s is no bool", path);
    return at.kind == JSON_TRUE;
}

const char *live_lab_text(const char *answer, const char *path) {
    static char texts[4][MOST_TEXT * 8];
    static int next;
    json_reader r;
    json_token at = find(&r, answer, path);
    ck_assert_msg(at.kind == JSON_TEXT, "%s is no text in %.300s", path, answer);
    ck_assert_uint_lt(at.size, sizeof texts[0]);
    next = (next + 1) % 4;
    json_copy_text(&at, texts[next]);
    return texts[next];
}

uint32_t live_lab_count(const char *answer, const char *path) {
    json_reader r;
    json_token at = find(&r, answer, path);
    uint32_t count = 0;
    ck_assert_msg(at.kind == JSON_ARRAY, "%s is no list in %.300s", path, answer);
    for (json_token item = json_next(&r); item.kind != JSON_ARRAY_END && item.kind != JSON_END;
         item = json_next(&r)) {
        json_skip(&r, item);
        count++;
    }
    return count;
}

uint32_t live_lab_numbers(const char *answer, const char *path, double *out, uint32_t capacity) {
    json_reader r;
    json_token at = find(&r, answer, path);
    uint32_t count = 0, outside = r.depth - 1;
    ck_assert_msg(at.kind == JSON_ARRAY, "%s is no list in %.300s", path, answer);
    while (r.depth > outside && at.kind != JSON_END) {
        at = json_next(&r);
        if (at.kind == JSON_NUMBER) {
            if (count < capacity) {
                out[count] = at.number;
            }
            count++;
        }
    }
    return count;
}
