/* Writes YAML text to memory. */
#include "live/scenario/yaml.h"
#include "base/text.h"
#include "base/utf8.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FORMATTED = 300, MOST_DIGITS = 17 };

void yaml_free(yaml *y) {
    memory_free(y->memory, y->text, y->capacity);
    *y = (yaml){.memory = y->memory};
}

static void put(yaml *y, const char *text, size_t size) {
    if (y->failed || size >= YAML_MOST - y->size ||
        !memory_grow(y->memory, (void **)&y->text, 1, &y->capacity, y->size + (uint32_t)size + 1)) {
        y->failed = true;
        return;
    }
    memcpy(y->text + y->size, text, size);
    y->size += (uint32_t)size;
    y->text[y->size] = '\0';
}

void yaml_add(yaml *y, const char *format, ...) {
    char text[MOST_FORMATTED + 1];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put(y, text, strlen(text));
}

void yaml_add_text(yaml *y, const char *text) {
    put(y, text, strlen(text));
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* Returns the code of a character of UTF-8 whose length is known. */
static uint32_t code_of(const unsigned char *s, size_t length) {
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = s[0] & masks[length];
    for (size_t i = 1; i < length; i++) {
        code = code << 6 | (s[i] & 0x3fu);
    }
    return code;
}

/* True for characters that YAML does not allow, or that it treats as breaks or as a mark. */
static bool is_special(uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
           code == 0xfeff || code == 0xfffe || code == 0xffff;
}

void yaml_quote(yaml *y, const char *text) {
    put(y, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0';) {
        size_t length = utf8_length(s);
        uint32_t code = length > 0 ? code_of(s, length) : 0xfffd;
        if (code == '"' || code == '\\') {
            yaml_add(y, "\\%c", (int)code);
        } else if (is_special(code) || length == 0) {
            yaml_add(y, "\\u%04x", (unsigned)code);
        } else {
            put(y, (const char *)s, length);
        }
        s += length > 0 ? length : 1;
    }
    put(y, "\"", 1);
}

void yaml_comment(yaml *y, const char *text) {
    put(y, "# ", 2);
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0';) {
        size_t length = utf8_length(s);
        bool printable = length > 0 && !is_special(code_of(s, length));
        put(y, printable ? (const char *)s : "?", printable ? length : 1);
        s += length > 0 ? length : 1;
    }
    put(y, "\n", 1);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void put_infinite(yaml *y, double value) {
    yaml_add_text(y, value > 0.0 ? ".inf" : value < 0.0 ? "-.inf" : "0");
}

void yaml_number(yaml *y, double value) {
    char text[TEXT_DOUBLE_SIZE];
    if (!isfinite(value)) {
        put_infinite(y, value);
        return;
    }
    text_format_double(value + 0.0, text);
    yaml_add_text(y, text);
}

/* Appends the shortest decimal that, minus an offset, rounds to a number in single precision. */
static void put_rounded(yaml *y, double value, double offset) {
    float wanted = (float)(value - offset);
    char text[TEXT_DOUBLE_SIZE];
    double parsed = 0.0;
    if (!isfinite(value)) {
        put_infinite(y, value);
        return;
    }
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value + 0.0);
        if (text_parse_double(text, &parsed) && (float)(parsed - offset) == wanted) {
            break;
        }
    }
    yaml_number(y, parsed);
}

void yaml_single(yaml *y, double value) {
    put_rounded(y, value, 0.0);
}

/* ---- Points ---------------------------------------------------------------------------------- */

void yaml_point(yaml *y, wend_point point) {
    yaml_add_text(y, "[");
    yaml_number(y, point.x);
    yaml_add_text(y, ", ");
    yaml_number(y, point.y);
    yaml_add_text(y, "]");
}

static void put_pair(yaml *y, wend_point pair, wend_point offset) {
    yaml_add_text(y, "[");
    put_rounded(y, pair.x, offset.x);
    yaml_add_text(y, ", ");
    put_rounded(y, pair.y, offset.y);
    yaml_add_text(y, "]");
}

void yaml_vector(yaml *y, wend_point vector) {
    put_pair(y, vector, (wend_point){0.0, 0.0});
}

void yaml_position(yaml *y, const wend_space *space, wend_point position) {
    put_pair(y, position, wend_space_origin(space));
}

void yaml_points(yaml *y, const wend_point *points, uint32_t count) {
    yaml_add_text(y, "[");
    for (uint32_t i = 0; i < count; i++) {
        yaml_add_text(y, i > 0 ? ", " : "");
        yaml_point(y, points[i]);
    }
    yaml_add_text(y, "]");
}

void yaml_positions(yaml *y, const wend_space *space, const wend_point *points, uint32_t count) {
    yaml_add_text(y, "[");
    for (uint32_t i = 0; i < count; i++) {
        yaml_add_text(y, i > 0 ? ", " : "");
        yaml_position(y, space, points[i]);
    }
    yaml_add_text(y, "]");
}

void yaml_distribution(yaml *y, const wend_distribution *number) {
    if (number->kind == WEND_DISTRIBUTION_CONSTANT) {
        yaml_number(y, number->a);
        return;
    }
    bool uniform = number->kind == WEND_DISTRIBUTION_UNIFORM;
    yaml_add_text(y, uniform ? "{uniform: " : "{normal: ");
    yaml_point(y, (wend_point){number->a, number->b});
    if (!uniform && number->low < number->high) {
        yaml_add_text(y, ", min: ");
        yaml_number(y, number->low);
        yaml_add_text(y, ", max: ");
        yaml_number(y, number->high);
    }
    yaml_add_text(y, "}");
}
