/* Implements the functions wend_json_*, which write JSON (RFC 8259) to a stream or a function.
 * Invalid UTF-8 is replaced by U+FFFD, and non-finite numbers are replaced by null. */
#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <wend/report.h>

static void put(const wend_json *json, const char *text, size_t size) {
    if (json->write != NULL) {
        json->write(json->user, text, size);
    } else {
        fwrite(text, 1, size, json->stream);
    }
}

static void put_text(const wend_json *json, const char *text) {
    put(json, text, strlen(text));
}

static void new_line(wend_json *json) {
    if (json->compact) {
        return;
    }
    put_text(json, "\n");
    for (uint32_t i = 0; i < json->depth; i++) {
        put_text(json, "  ");
    }
}

/* Writes the separator before a value: nothing after a key, otherwise a comma and a new line. */
static void start_value(wend_json *json) {
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (json->depth == 0) {
        return;
    }
    WEND_ASSERT(json->is_array[json->depth - 1]);
    if (json->has_members[json->depth - 1]) {
        put_text(json, json->compact ? ", " : ",");
    }
    json->has_members[json->depth - 1] = true;
    new_line(json);
}

static void begin(wend_json *json, bool is_array) {
    WEND_ASSERT(json->depth < WEND_JSON_DEPTH);
    start_value(json);
    put_text(json, is_array ? "[" : "{");
    json->is_array[json->depth] = is_array;
    json->has_members[json->depth] = false;
    json->depth++;
}

static void end(wend_json *json, bool is_array) {
    WEND_ASSERT(json->depth > 0 && json->is_array[json->depth - 1] == is_array);
    json->depth--;
    if (json->has_members[json->depth]) {
        new_line(json);
    }
    put_text(json, is_array ? "]" : "}");
}

void wend_json_begin_object(wend_json *json) {
    begin(json, false);
}

void wend_json_end_object(wend_json *json) {
    end(json, false);
}

void wend_json_begin_array(wend_json *json) {
    begin(json, true);
}

void wend_json_end_array(wend_json *json) {
    end(json, true);
}

/* Writes the character at `s`, which takes `length` bytes (0: an invalid byte), with an escape
 * where JSON needs one. */
static void put_character(const wend_json *json, const unsigned char *s, size_t length) {
    char escape[8];
    if (length == 0) {
        put_text(json, "\xef\xbf\xbd");
    } else if (*s == '"' || *s == '\\') {
        snprintf(escape, sizeof escape, "\\%c", *s);
        put_text(json, escape);
    } else if (*s == '\n') {
        put_text(json, "\\n");
    } else if (*s < 0x20 || *s == 0x7f) {
        snprintf(escape, sizeof escape, "\\u%04x", *s);
        put_text(json, escape);
    } else {
        put(json, (const char *)s, length);
    }
}

static void write_quoted(const wend_json *json, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    put_text(json, "\"");
    while (*s != '\0') {
        size_t length = utf8_length(s);
        put_character(json, s, length);
        s += length == 0 ? 1 : length;
    }
    put_text(json, "\"");
}

void wend_json_write_key(wend_json *json, const char *key) {
    WEND_ASSERT(json->depth > 0 && !json->is_array[json->depth - 1] && !json->after_key);
    if (json->has_members[json->depth - 1]) {
        put_text(json, json->compact ? ", " : ",");
    }
    json->has_members[json->depth - 1] = true;
    new_line(json);
    write_quoted(json, key);
    put_text(json, ": ");
    json->after_key = true;
}

void wend_json_write_text(wend_json *json, const char *text) {
    start_value(json);
    if (text == NULL) {
        put_text(json, "null");
    } else {
        write_quoted(json, text);
    }
}

void wend_json_write_number(wend_json *json, double value) {
    start_value(json);
    char text[TEXT_DOUBLE_SIZE] = "null";
    if (isfinite(value)) {
        text_format_double(value, text);
    }
    put_text(json, text);
}

void wend_json_write_integer(wend_json *json, int64_t value) {
    start_value(json);
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_text(json, text);
}

void wend_json_write_bool(wend_json *json, bool value) {
    start_value(json);
    put_text(json, value ? "true" : "false");
}
