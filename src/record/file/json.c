/* Implements the functions wend_json_*, which write JSON (RFC 8259) to a stream. Invalid UTF-8 is
 * replaced by U+FFFD, and non-finite numbers are replaced by null. */
#include "base/error.h"
#include "base/text.h"
#include "draw/canvas/utf8.h"
#include <inttypes.h>
#include <math.h>
#include <wend/kit.h>

static void new_line(wend_json *json) {
    if (json->compact) {
        return;
    }
    fputc('\n', json->stream);
    for (uint32_t i = 0; i < json->depth; i++) {
        fputs("  ", json->stream);
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
        fputs(json->compact ? ", " : ",", json->stream);
    }
    json->has_members[json->depth - 1] = true;
    new_line(json);
}

static void begin(wend_json *json, bool is_array) {
    WEND_ASSERT(json->depth < WEND_JSON_DEPTH);
    start_value(json);
    fputc(is_array ? '[' : '{', json->stream);
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
    fputc(is_array ? ']' : '}', json->stream);
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

static void write_quoted(FILE *stream, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', stream);
    while (*s != '\0') {
        size_t length = utf8_length(s);
        if (length == 0) {
            fputs("\xef\xbf\xbd", stream);
            s++;
        } else if (*s == '"' || *s == '\\') {
            fprintf(stream, "\\%c", *s++);
        } else if (*s == '\n') {
            fputs("\\n", stream);
            s++;
        } else if (*s < 0x20 || *s == 0x7f) {
            fprintf(stream, "\\u%04x", *s++);
        } else {
            fwrite(s, 1, length, stream);
            s += length;
        }
    }
    fputc('"', stream);
}

void wend_json_write_key(wend_json *json, const char *key) {
    WEND_ASSERT(json->depth > 0 && !json->is_array[json->depth - 1] && !json->after_key);
    if (json->has_members[json->depth - 1]) {
        fputs(json->compact ? ", " : ",", json->stream);
    }
    json->has_members[json->depth - 1] = true;
    new_line(json);
    write_quoted(json->stream, key);
    fputs(": ", json->stream);
    json->after_key = true;
}

void wend_json_write_text(wend_json *json, const char *text) {
    start_value(json);
    if (text == NULL) {
        fputs("null", json->stream);
    } else {
        write_quoted(json->stream, text);
    }
}

void wend_json_write_number(wend_json *json, double value) {
    start_value(json);
    char text[TEXT_DOUBLE_SIZE] = "null";
    if (isfinite(value)) {
        text_format_double(value, text);
    }
    fputs(text, json->stream);
}

void wend_json_write_integer(wend_json *json, int64_t value) {
    start_value(json);
    fprintf(json->stream, "%" PRId64, value);
}

void wend_json_write_bool(wend_json *json, bool value) {
    start_value(json);
    fputs(value ? "true" : "false", json->stream);
}
