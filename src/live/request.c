/* Reads requests. The reader checks the whole text once; the values of members are read again when
 * a message asks for them, so that a request needs no tree and no memory. */
#include "live/request.h"
#include "base/error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const live_member *live_find_member(const live_request *request, const char *key) {
    for (uint32_t i = 0; i < request->count; i++) {
        const live_member *member = &request->members[i];
        if (strcmp(member->key, key) == 0) {
            return member->value.kind == JSON_NULL ? NULL : member;
        }
    }
    return NULL;
}

bool live_has(const live_request *request, const char *key) {
    return live_find_member(request, key) != NULL;
}

/* Describes a token for messages, with the value of short numbers and texts. */
static void describe(const json_token *token, char *out, size_t size) {
    bool short_text = token->kind == JSON_TEXT && token->size <= 40;
    if (short_text) {
        snprintf(out, size, "\"%.*s\"", (int)token->size, token->start);
    } else if (token->kind == JSON_NUMBER) {
        snprintf(out, size, "%.*s", token->size > 40 ? 40 : (int)token->size, token->start);
    } else {
        snprintf(out, size, "%s", json_describe(token));
    }
}

wend_result live_refuse(const char *key, const json_token *found, wend_error *error,
                        const char *expected, ...) {
    char what[160], seen[64];
    va_list arguments;
    va_start(arguments, expected);
    vsnprintf(what, sizeof what, expected, arguments);
    va_end(arguments);
    describe(found, seen, sizeof seen);
    return error_set(error, WEND_ERROR_INVALID, "'%s' must be %s, found %s", key, what, seen);
}

/* Reads one member after its key. */
static wend_result read_member(json_reader *reader, const json_token *key, live_request *out,
                               wend_error *error) {
    if (out->count == LIVE_MAX_MEMBERS || key->size >= LIVE_MAX_KEY) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "a message has at most %d keys of at most %d bytes", LIVE_MAX_MEMBERS,
                         LIVE_MAX_KEY - 1);
    }
    live_member *member = &out->members[out->count];
    json_copy_text(key, member->key);
    for (uint32_t i = 0; i < out->count; i++) {
        if (strcmp(out->members[i].key, member->key) == 0) {
            return error_set(error, WEND_ERROR_NAME, "the key '%s' appears twice", member->key);
        }
    }
    member->value = json_next(reader);
    /* The token of a text starts after its quote. */
    member->text = member->value.start - (member->value.kind == JSON_TEXT);
    json_skip(reader, member->value);
    member->size = (size_t)(reader->at - member->text);
    out->count++;
    return reader->result;
}

wend_result live_request_read(const char *text, size_t size, live_request *out, wend_error *error) {
    json_reader reader;
    json_open(&reader, text, size, "", error);
    out->count = 0;
    json_token token = json_next(&reader);
    if (reader.result == WEND_OK && token.kind != JSON_OBJECT) {
        return error_set(error, WEND_ERROR_SYNTAX,
                         "expected a message such as {\"do\":\"state\"}, "
                         "found %s",
                         json_describe(&token));
    }
    for (token = json_next(&reader); token.kind == JSON_KEY; token = json_next(&reader)) {
        wend_result result = read_member(&reader, &token, out, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    (void)json_next(&reader); /* nothing may follow */
    return reader.result;
}

/* Gets a member, which must exist. */
static const live_member *require(const live_request *request, const char *key, const char *what,
                                  wend_error *error) {
    const live_member *member = live_find_member(request, key);
    if (member == NULL) {
        error_set(error, WEND_ERROR_INVALID, "the message needs '%s', %s", key, what);
    }
    return member;
}

wend_result live_get_number(const live_request *request, const char *key, double low, double high,
                            double *out, wend_error *error) {
    const live_member *member = require(request, key, "a number", error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    const json_token *token = &member->value;
    if (token->kind != JSON_NUMBER || !(token->number >= low && token->number <= high)) {
        return live_refuse(key, token, error, "a number from %g to %g", low, high);
    }
    *out = token->number;
    return WEND_OK;
}

wend_result live_get_integer(const live_request *request, const char *key, uint32_t low,
                             uint32_t high, uint32_t *out, wend_error *error) {
    const live_member *member = require(request, key, "a whole number", error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    const json_token *token = &member->value;
    bool fits = token->kind == JSON_NUMBER && token->number >= low && token->number <= high &&
                token->number == floor(token->number);
    if (!fits) {
        return live_refuse(key, token, error, "a whole number from %u to %u", low, high);
    }
    *out = (uint32_t)token->number;
    return WEND_OK;
}

wend_result live_get_bool(const live_request *request, const char *key, bool *out,
                          wend_error *error) {
    const live_member *member = require(request, key, "true or false", error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    if (member->value.kind != JSON_TRUE && member->value.kind != JSON_FALSE) {
        return live_refuse(key, &member->value, error, "true or false");
    }
    *out = member->value.kind == JSON_TRUE;
    return WEND_OK;
}

wend_result live_get_text(const live_request *request, const char *key, char *out, size_t capacity,
                          wend_error *error) {
    const live_member *member = require(request, key, "a text", error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    if (member->value.kind != JSON_TEXT || member->value.size >= capacity) {
        return live_refuse(key, &member->value, error, "a text of at most %zu bytes", capacity - 1);
    }
    json_copy_text(&member->value, out);
    return WEND_OK;
}

/* Parses a string of decimal digits. Keys that the world chooses are 2^63 and more. */
static bool parse_key(const json_token *token, uint64_t *out) {
    char text[24];
    uint64_t value = 0;
    if (token->kind != JSON_TEXT || token->size >= sizeof text) {
        return false;
    }
    json_copy_text(token, text);
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, *at - '0', &value)) {
            return false;
        }
    }
    if (at == text || *at != '\0') {
        return false;
    }
    *out = value;
    return true;
}

wend_result live_get_key(const live_request *request, const char *key, uint64_t *out,
                         wend_error *error) {
    const live_member *member = require(request, key, "the key of an agent: \"7\"", error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    if (!parse_key(&member->value, out)) {
        return live_refuse(key, &member->value, error, "the key of an agent in quotes: \"7\"");
    }
    return WEND_OK;
}

/* Begins to read the items of a list. `form` describes it in messages. */
static wend_result open_list(const live_request *request, const char *key, const char *form,
                             json_reader *reader, wend_error *error) {
    const live_member *member = require(request, key, form, error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    if (member->value.kind != JSON_ARRAY) {
        return live_refuse(key, &member->value, error, "%s", form);
    }
    json_open(reader, member->text, member->size, "", error);
    (void)json_next(reader);
    return WEND_OK;
}

wend_result live_get_keys(const live_request *request, const char *key, uint64_t *out,
                          uint32_t capacity, uint32_t *count, wend_error *error) {
    static const char form[] = "a list of keys of agents: [\"7\"]";
    json_reader reader;
    wend_result result = open_list(request, key, form, &reader, error);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t used = 0;
    json_token token;
    for (token = json_next(&reader); token.kind != JSON_ARRAY_END; token = json_next(&reader)) {
        if (used == capacity) {
            return error_set(error, WEND_ERROR_LIMIT, "'%s' has more than %u keys", key, capacity);
        }
        if (!parse_key(&token, &out[used++])) {
            return live_refuse(key, &token, error, form);
        }
    }
    *count = used;
    return WEND_OK;
}

/* Reads `least` to `most` numbers up to the end of a list that has begun. Returns how many there
 * are, or 0 if the list has another form; then `*token` is the wrong token. */
static uint32_t read_numbers(json_reader *reader, double *out, uint32_t least, uint32_t most,
                             json_token *token) {
    uint32_t count = 0;
    for (*token = json_next(reader); token->kind == JSON_NUMBER; *token = json_next(reader)) {
        if (count == most || !(fabs(token->number) <= LIVE_MAX_NUMBER)) {
            return 0;
        }
        out[count++] = token->number;
    }
    return token->kind == JSON_ARRAY_END && count >= least ? count : 0;
}

/* Gets a list of `least` to `most` numbers. */
static wend_result get_numbers(const live_request *request, const char *key, double *out,
                               uint32_t least, uint32_t most, uint32_t *count, const char *form,
                               wend_error *error) {
    const live_member *member = require(request, key, form, error);
    if (member == NULL) {
        return WEND_ERROR_INVALID;
    }
    json_reader reader;
    json_open(&reader, member->text, member->size, "", error);
    json_token token = json_next(&reader);
    *count = token.kind == JSON_ARRAY ? read_numbers(&reader, out, least, most, &token) : 0;
    return *count > 0 ? WEND_OK : live_refuse(key, &token, error, "%s", form);
}

wend_result live_get_point(const live_request *request, const char *key, wend_point *out,
                           wend_error *error) {
    double values[2] = {0.0, 0.0};
    uint32_t count = 0;
    wend_result result =
        get_numbers(request, key, values, 2, 2, &count, "[x, y] with numbers up to 1e7", error);
    if (result == WEND_OK) {
        *out = (wend_point){values[0], values[1]};
    }
    return result;
}

wend_result live_get_velocity(const live_request *request, const char *key, double most,
                              wend_point *out, wend_error *error) {
    wend_point velocity = {0.0, 0.0};
    wend_result result = live_get_point(request, key, &velocity, error);
    if (result != WEND_OK) {
        return result;
    }
    double speed = sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    if (speed > most) {
        return error_set(error, WEND_ERROR_INVALID,
                         "'%s' must be a velocity of at most %g m/s, found %g m/s", key, most,
                         speed);
    }
    *out = velocity;
    return WEND_OK;
}

wend_result live_get_location(const live_request *request, const char *key, wend_point *out,
                              uint32_t *layer, wend_error *error) {
    double values[3] = {0.0, 0.0, 0.0};
    uint32_t count = 0;
    wend_result result = get_numbers(request, key, values, 2, 3, &count, "[x, y, layer]", error);
    if (result != WEND_OK) {
        return result;
    }
    double floor_of = count == 3 ? values[2] : 0.0;
    if (!(floor_of >= 0.0 && floor_of <= 255.0 && floor_of == floor(floor_of))) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the layer in '%s' must be a whole number "
                         "from 0 to 255, found %g",
                         key, floor_of);
    }
    *out = (wend_point){values[0], values[1]};
    *layer = (uint32_t)floor_of;
    return WEND_OK;
}

wend_result live_get_points(const live_request *request, const char *key, wend_point *out,
                            uint32_t capacity, uint32_t *count, wend_error *error) {
    static const char form[] = "a list of points: [[x, y], ...]";
    json_reader reader;
    wend_result result = open_list(request, key, form, &reader, error);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t used = 0;
    json_token token;
    for (token = json_next(&reader); token.kind != JSON_ARRAY_END; token = json_next(&reader)) {
        double values[2] = {0.0, 0.0};
        if (used == capacity) {
            return error_set(error, WEND_ERROR_LIMIT, "'%s' has more than %u points", key,
                             capacity);
        }
        if (token.kind != JSON_ARRAY || read_numbers(&reader, values, 2, 2, &token) == 0) {
            return live_refuse(key, &token, error, form);
        }
        out[used++] = (wend_point){values[0], values[1]};
    }
    *count = used;
    return WEND_OK;
}
