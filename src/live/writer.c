/* Writes answers: a JSON writer on a text that grows. */
#include "live/writer.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(void *user, const char *text, size_t size) {
    live_writer *out = user;
    if (out->failed || size > LIVE_MAX_ANSWER - out->size) {
        out->failed = true;
        return;
    }
    uint32_t needed = out->size + (uint32_t)size + 1; /* the final zero */
    if (needed > out->capacity &&
        !memory_grow(out->memory, (void **)&out->text, 1, &out->capacity, needed)) {
        out->failed = true;
        return;
    }
    memcpy(out->text + out->size, text, size);
    out->size += (uint32_t)size;
}

void live_writer_init(live_writer *out, memory *source) {
    out->memory = source;
    live_writer_reset(out);
}

void live_writer_free(live_writer *out) {
    memory_free(out->memory, out->text, out->capacity);
    out->text = NULL;
    out->capacity = 0;
    live_writer_reset(out);
}

void live_writer_reset(live_writer *out) {
    out->json = (wend_json){.compact = true, .write = put, .user = out};
    out->size = 0;
    out->failed = false;
}

const char *live_writer_end(live_writer *out) {
    put(out, "", 0);
    if (out->failed) {
        return NULL;
    }
    out->text[out->size] = '\0';
    return out->text;
}

static void begin(live_writer *out, const char *key) {
    if (key != NULL) {
        wend_json_write_key(&out->json, key);
    }
}

void live_begin_object(live_writer *out, const char *key) {
    begin(out, key);
    wend_json_begin_object(&out->json);
}

void live_end_object(live_writer *out) {
    wend_json_end_object(&out->json);
}

void live_begin_list(live_writer *out, const char *key) {
    begin(out, key);
    wend_json_begin_array(&out->json);
}

void live_end_list(live_writer *out) {
    wend_json_end_array(&out->json);
}

void live_write_number(live_writer *out, const char *key, double value) {
    begin(out, key);
    wend_json_write_number(&out->json, value);
}

void live_write_float(live_writer *out, const char *key, float value) {
    begin(out, key);
    char text[TEXT_DOUBLE_SIZE];
    double parsed = (double)value;
    if (isfinite(value)) {
        snprintf(text, sizeof text, "%.7g", (double)value);
        (void)text_parse_double(text, &parsed);
    }
    wend_json_write_number(&out->json, parsed);
}

void live_write_integer(live_writer *out, const char *key, int64_t value) {
    begin(out, key);
    wend_json_write_integer(&out->json, value);
}

void live_write_bool(live_writer *out, const char *key, bool value) {
    begin(out, key);
    wend_json_write_bool(&out->json, value);
}

void live_write_text(live_writer *out, const char *key, const char *text) {
    begin(out, key);
    wend_json_write_text(&out->json, text);
}

void live_write_null(live_writer *out, const char *key) {
    live_write_text(out, key, NULL);
}

void live_write_key(live_writer *out, const char *key, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    live_write_text(out, key, text);
}

void live_write_hash(live_writer *out, const char *key, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, value);
    live_write_text(out, key, text);
}

void live_write_point(live_writer *out, const char *key, wend_point point) {
    live_begin_list(out, key);
    live_write_number(out, NULL, point.x);
    live_write_number(out, NULL, point.y);
    live_end_list(out);
}

void live_write_location(live_writer *out, const char *key, wend_point point, uint32_t layer) {
    live_begin_list(out, key);
    live_write_number(out, NULL, point.x);
    live_write_number(out, NULL, point.y);
    live_write_integer(out, NULL, layer);
    live_end_list(out);
}

void live_write_segment(live_writer *out, const char *key, wend_point a, wend_point b) {
    live_begin_list(out, key);
    live_write_number(out, NULL, a.x);
    live_write_number(out, NULL, a.y);
    live_write_number(out, NULL, b.x);
    live_write_number(out, NULL, b.y);
    live_end_list(out);
}
