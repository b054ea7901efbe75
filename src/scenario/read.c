/* Reads typed values from nodes of a document, and writes the error messages: what was found, what
 * was expected, and where. */
#include "scenario/read.h"
#include "base/error.h"
#include "base/renamed.h"
#include "base/text.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void read_fail(reader *r, const node *at, wend_result code, const char *format, ...) {
    if (!reader_ok(r)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    error_set_list(r->error, code, format, arguments);
    va_end(arguments);
    read_fail_as(r, at, code);
}

void read_fail_as(reader *r, const node *at, wend_result code) {
    if (reader_ok(r)) {
        r->result = node_locate_error(at, r->error, code);
    }
}

void *read_allocate(reader *r, size_t count, size_t size) {
    if (!reader_ok(r)) {
        return NULL;
    }
    void *block = node_allocate(r->tree, count, size);
    if (block == NULL) {
        r->result = error_no_memory(r->error, "a scenario");
    }
    return block;
}

void read_fail_wrong_type(reader *r, const node *found, const char *what, const char *expected) {
    char description[NODE_DESCRIPTION_SIZE];
    read_fail(r, found, WEND_ERROR_INVALID, "%s must be %s, found %s", what, expected,
              node_describe(found, description));
}

bool read_is_mapping(reader *r, const node *mapping, const char *what) {
    if (reader_ok(r) && mapping->kind != NODE_MAPPING) {
        read_fail_wrong_type(r, mapping, what, "a mapping (key: value)");
    }
    return reader_ok(r);
}

bool read_is_list(reader *r, const node *list, const char *what) {
    if (reader_ok(r) && list->kind != NODE_LIST) {
        read_fail_wrong_type(r, list, what, "a list");
    }
    return reader_ok(r);
}

/* Joins words as "a, b, c", up to the size of `out`. */
static const char *join_words(const char *const *words, size_t count, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (used + length + 8 > size) {
            snprintf(out + used, size - used, ", ...");
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return out;
}

/* Returns the key that forms the end of `word`, after an underscore, or NULL if there is none. For
 * example, preferred_speed gives the key speed. */
static const char *find_shorter_key(const char *word, const char *const *keys, size_t count) {
    size_t length = strlen(word);
    for (size_t i = 0; i < count; i++) {
        size_t part = strlen(keys[i]);
        if (part < length && word[length - part - 1] == '_' &&
            strcmp(word + length - part, keys[i]) == 0) {
            return keys[i];
        }
    }
    return NULL;
}

/* Writes the hint that ends a message about an unknown key. */
static const char *write_key_hint(const char *word, const char *const *keys, size_t count,
                                  char *out, size_t size) {
    const char *current = renamed_find(word, keys, count);
    const char *nearest = text_find_nearest(word, keys, count);
    if (nearest == NULL) {
        nearest = find_shorter_key(word, keys, count);
    }
    char list[300];
    if (current != NULL) {
        snprintf(out, size, "; it is now called '%s'", current);
    } else if (nearest != NULL) {
        snprintf(out, size, "; did you mean '%s'?", nearest);
    } else {
        snprintf(out, size, "; available: %s", join_words(keys, count, list, sizeof list));
    }
    return out;
}

void read_check_keys(reader *r, const node *mapping, const char *what, const char *const *keys,
                     size_t count) {
    if (!read_is_mapping(r, mapping, what)) {
        return;
    }
    for (uint32_t i = 0; i < mapping->count; i++) {
        const node_member *member = &mapping->members[i];
        bool known = false;
        for (size_t k = 0; k < count && !known; k++) {
            known = strcmp(member->key, keys[k]) == 0;
        }
        if (known) {
            continue;
        }
        char hint[400];
        r->result = node_key_error(member, r->error, WEND_ERROR_NAME, "%s has no key '%.60s'%s",
                                   what, member->key,
                                   write_key_hint(member->key, keys, count, hint, sizeof hint));
        return;
    }
}

void read_describe_range(double low, double high, const char *noun, char out[READ_RANGE_SIZE]) {
    char least[TEXT_DOUBLE_SIZE], most[TEXT_DOUBLE_SIZE];
    text_format_double(low, least);
    text_format_double(high, most);
    if (low == -INFINITY && high == INFINITY) {
        snprintf(out, READ_RANGE_SIZE, "%s", noun);
    } else if (high == INFINITY) {
        snprintf(out, READ_RANGE_SIZE, "%s of at least %s", noun, least);
    } else {
        snprintf(out, READ_RANGE_SIZE, "%s from %s to %s", noun, least, most);
    }
}

static bool is_plain(const node *value) {
    return value->kind == NODE_SCALAR && !value->quoted;
}

double read_number(reader *r, const node *value, const char *what, double low, double high) {
    if (!reader_ok(r)) {
        return 0.0;
    }
    double number = 0.0;
    if (!is_plain(value) || !text_parse_double(value->text, &number) || number < low ||
        number > high) {
        char expected[READ_RANGE_SIZE];
        read_describe_range(low, high, "a number", expected);
        read_fail_wrong_type(r, value, what, expected);
        return 0.0;
    }
    return number;
}

int64_t read_integer(reader *r, const node *value, const char *what, int64_t low, int64_t high) {
    if (!reader_ok(r)) {
        return 0;
    }
    int64_t number = 0;
    if (!is_plain(value) || !text_parse_int64(value->text, &number) || number < low ||
        number > high) {
        char expected[READ_RANGE_SIZE];
        snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low,
                 (long long)high);
        read_fail_wrong_type(r, value, what, expected);
        return 0;
    }
    return number;
}

bool read_bool(reader *r, const node *value, const char *what) {
    if (!reader_ok(r)) {
        return false;
    }
    bool is_true =
        is_plain(value) && (strcmp(value->text, "true") == 0 || strcmp(value->text, "on") == 0);
    bool is_false =
        is_plain(value) && (strcmp(value->text, "false") == 0 || strcmp(value->text, "off") == 0);
    if (!is_true && !is_false) {
        read_fail_wrong_type(r, value, what, "true or false");
    }
    return is_true;
}

const char *read_text(reader *r, const node *value, const char *what) {
    if (reader_ok(r) && (value->kind != NODE_SCALAR || value->text[0] == '\0')) {
        read_fail_wrong_type(r, value, what, "a string");
    }
    return reader_ok(r) ? value->text : "";
}

uint32_t read_choice(reader *r, const node *value, const char *what, const char *const *names,
                     size_t count) {
    const char *text = read_text(r, value, what);
    if (!reader_ok(r)) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    char list[200];
    read_fail(r, value, WEND_ERROR_NAME, "%s must be one of %s; found '%.60s'", what,
              join_words(names, count, list, sizeof list), text);
    return 0;
}

wend_point read_point(reader *r, const node *value, const char *what) {
    wend_point point = {0.0, 0.0};
    if (!reader_ok(r)) {
        return point;
    }
    if (value->kind != NODE_LIST || value->count != 2) {
        read_fail_wrong_type(r, value, what, "a point [x, y]");
        return point;
    }
    point.x = read_number(r, value->items[0], "x", -FORMAT_MAX_COORDINATE, FORMAT_MAX_COORDINATE);
    point.y = read_number(r, value->items[1], "y", -FORMAT_MAX_COORDINATE, FORMAT_MAX_COORDINATE);
    return point;
}

/* Reads the first `count` items of a list of points. */
static uint32_t read_first_points(reader *r, const node *value, uint32_t count, const char *what,
                                  uint32_t least, uint32_t most, const wend_point **out) {
    *out = NULL;
    if (!reader_ok(r)) {
        return 0;
    }
    if (value->kind != NODE_LIST || count < least || count > most) {
        char expected[READ_RANGE_SIZE];
        if (least == most) {
            snprintf(expected, sizeof expected, "a list of %u points [x, y]", least);
        } else if (most == UINT32_MAX) {
            snprintf(expected, sizeof expected, "a list of at least %u points [x, y]", least);
        } else {
            snprintf(expected, sizeof expected, "a list of %u to %u points [x, y]", least, most);
        }
        read_fail_wrong_type(r, value, what, expected);
        return 0;
    }
    wend_point *points = read_allocate(r, count, sizeof *points);
    char each[READ_RANGE_SIZE];
    snprintf(each, sizeof each, "a vertex of %s", what);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        points[i] = read_point(r, value->items[i], each);
    }
    *out = points;
    return reader_ok(r) ? count : 0;
}

uint32_t read_points(reader *r, const node *value, const char *what, uint32_t least, uint32_t most,
                     const wend_point **out) {
    return read_first_points(r, value, value->count, what, least, most, out);
}

static bool same_number(const node *a, const node *b) {
    double x = 0.0, y = 0.0;
    return is_plain(a) && is_plain(b) && text_parse_double(a->text, &x) &&
           text_parse_double(b->text, &y) && x == y;
}

/* True if the last point of a list repeats the first, as in rings of GeoJSON. */
static bool is_closed(const node *list) {
    if (list->kind != NODE_LIST || list->count < 4) {
        return false;
    }
    const node *first = list->items[0], *last = list->items[list->count - 1];
    return first->kind == NODE_LIST && last->kind == NODE_LIST && first->count == 2 &&
           last->count == 2 && same_number(first->items[0], last->items[0]) &&
           same_number(first->items[1], last->items[1]);
}

uint32_t read_polygon(reader *r, const node *value, const char *what, uint32_t most,
                      const wend_point **out) {
    uint32_t count = value->count - (is_closed(value) ? 1 : 0);
    return read_first_points(r, value, count, what, 3, most, out);
}

double read_number_key(reader *r, const node *mapping, const char *key, double low, double high,
                       double fallback) {
    const node *value = node_get(mapping, key);
    return value != NULL ? read_number(r, value, key, low, high) : fallback;
}

bool read_bool_key(reader *r, const node *mapping, const char *key, bool fallback) {
    const node *value = node_get(mapping, key);
    return value != NULL ? read_bool(r, value, key) : fallback;
}

const char *read_text_key(reader *r, const node *mapping, const char *key, const char *fallback) {
    const node *value = node_get(mapping, key);
    return value != NULL ? read_text(r, value, key) : fallback;
}

wend_point read_point_key(reader *r, const node *mapping, const char *key, wend_point fallback) {
    const node *value = node_get(mapping, key);
    return value != NULL ? read_point(r, value, key) : fallback;
}

node *read_required(reader *r, const node *mapping, const char *what, const char *key) {
    node *value = node_get(mapping, key);
    if (value == NULL) {
        read_fail(r, mapping, WEND_ERROR_INVALID, "%s needs the key '%s'", what, key);
    }
    return reader_ok(r) ? value : NULL;
}
