/* Reads choices of entries. A number is a number, {"uniform": [low, high]}, {"normal": [mean,
 * deviation]} with optional "min" and "max", or "inf"; a switch is true or false; a word, a name or
 * a text is a string; a point is [x, y], and a polygon a list of points. */
#include "live/choose/choices.h"
#include "base/error.h"
#include <math.h>
#include <string.h>

/* What is being read. */
typedef struct source {
    json_reader *reader;
    const wend_entry *entry;
    const char *name; /* of the setting */
    uint32_t read;    /* number of settings read; each may take room for a polygon */
    memory_arena *arena;
    wend_error *error;
} source;

static wend_result refuse(const source *from, const char *expected, const json_token *found) {
    if (from->reader->result != WEND_OK) {
        return from->reader->result;
    }
    return error_set(from->error, WEND_ERROR_INVALID, "%s: '%s' must be %s, found %s",
                     from->entry->name, from->name, expected, json_describe(found));
}

static const char *copy_text(const source *from, const json_token *token) {
    char *text = arena_take(from->arena, token->size + 1, 1);
    if (text != NULL) {
        json_copy_text(token, text);
    }
    return text;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Reads two numbers up to the end of a list that has begun. */
static bool read_pair(const source *from, double out[2], json_token *token) {
    for (int i = 0; i < 2; i++) {
        *token = json_next(from->reader);
        if (token->kind != JSON_NUMBER) {
            return false;
        }
        out[i] = token->number;
    }
    *token = json_next(from->reader);
    return token->kind == JSON_ARRAY_END;
}

/* Reads {"uniform": [a, b]} or {"normal": [a, b], "min": low, "max": high} after its brace. */
static wend_result read_distribution(const source *from, wend_value *out) {
    static const char form[] =
        "a number, {\"uniform\": [a, b]} or {\"normal\": [a, b]}, perhaps with "
        "\"min\" and \"max\"";
    bool uniform = false, normal = false;
    wend_distribution number = {.low = NAN, .high = NAN};
    json_token token = json_next(from->reader);
    for (; token.kind == JSON_KEY; token = json_next(from->reader)) {
        json_token key = token;
        double pair[2] = {0.0, 0.0};
        token = json_next(from->reader);
        if (token.kind == JSON_NUMBER && json_equals(&key, "min")) {
            number.low = token.number;
        } else if (token.kind == JSON_NUMBER && json_equals(&key, "max")) {
            number.high = token.number;
        } else if (token.kind == JSON_ARRAY && !uniform && !normal &&
                   read_pair(from, pair, &token)) {
            uniform = json_equals(&key, "uniform");
            normal = json_equals(&key, "normal");
            number.a = pair[0];
            number.b = pair[1];
        } else {
            return refuse(from, form, &token);
        }
    }
    bool has_limits = !isnan(number.low) || !isnan(number.high);
    if (token.kind != JSON_OBJECT_END || (!uniform && !normal) || (uniform && has_limits)) {
        return refuse(from, form, &token);
    }
    if (uniform) {
        number = wend_uniform(number.a, number.b);
    } else { /* the limits of scenario files */
        number.kind = WEND_DISTRIBUTION_NORMAL;
        number.low = isnan(number.low) ? number.a - 4.0 * number.b : number.low;
        number.high = isnan(number.high) ? number.a + 4.0 * number.b : number.high;
    }
    *out = (wend_value){.kind = WEND_VALUE_NUMBER, .number = number};
    return WEND_OK;
}

/* Reads a point or a list of points after its bracket. */
static wend_result read_points(const source *from, wend_value *out) {
    static const char form[] = "a point [x, y] or a list of at most 1024 points";
    wend_point *points =
        arena_take(from->arena, LIVE_MAX_SETTING_POINTS * sizeof *points, sizeof(double));
    double pair[2] = {0.0, 0.0};
    if (points == NULL) {
        return error_no_memory(from->error, "settings");
    }
    *out = (wend_value){.kind = WEND_VALUE_POINTS, .points = points};
    json_token token = json_next(from->reader);
    if (token.kind == JSON_NUMBER) {
        points[0].x = token.number;
        token = json_next(from->reader);
        points[0].y = token.number;
        bool is_pair = token.kind == JSON_NUMBER;
        token = is_pair ? json_next(from->reader) : token;
        out->point_count = 1;
        return token.kind == JSON_ARRAY_END && is_pair ? WEND_OK : refuse(from, form, &token);
    }
    for (; token.kind == JSON_ARRAY; token = json_next(from->reader)) {
        if (out->point_count == LIVE_MAX_SETTING_POINTS || !read_pair(from, pair, &token)) {
            return refuse(from, form, &token);
        }
        points[out->point_count++] = (wend_point){pair[0], pair[1]};
    }
    return token.kind == JSON_ARRAY_END ? WEND_OK : refuse(from, form, &token);
}

static wend_result read_value(const source *from, const json_token *token, wend_value *out) {
    *out = (wend_value){.kind = WEND_VALUE_TEXT};
    switch (token->kind) {
    case JSON_NUMBER:
        out->kind = WEND_VALUE_NUMBER;
        out->number = wend_constant(token->number);
        return WEND_OK;
    case JSON_TRUE:
    case JSON_FALSE:
        out->text = token->kind == JSON_TRUE ? "true" : "false";
        return WEND_OK;
    case JSON_TEXT:
        if (json_equals(token, "inf")) {
            out->kind = WEND_VALUE_NUMBER;
            out->number = wend_constant(INFINITY);
            return WEND_OK;
        }
        out->text = copy_text(from, token);
        return out->text != NULL ? WEND_OK : error_no_memory(from->error, "settings");
    case JSON_OBJECT:
        return read_distribution(from, out);
    case JSON_ARRAY:
        return read_points(from, out);
    default:
        return refuse(from, "a value", token);
    }
}

/* ---- Settings -------------------------------------------------------------------------------- */

/* Finds the setting of a name in a list; returns `count` if there is none. */
static uint32_t find(const wend_setting *settings, uint32_t count, const char *name) {
    uint32_t at = 0;
    while (at < count && strcmp(settings[at].name, name) != 0) {
        at++;
    }
    return at;
}

wend_choice live_keep_settings(const wend_entry *entry, const wend_choice *before) {
    bool same = before != NULL && before->name != NULL && strcmp(before->name, entry->name) == 0;
    return (wend_choice){entry->name, same ? before->settings : NULL,
                         same ? before->setting_count : 0};
}

/* Reads one setting after its key. */
static wend_result read_setting(source *from, const json_token *key, wend_setting *settings,
                                uint32_t *count) {
    from->name = copy_text(from, key);
    if (from->name == NULL) {
        return error_no_memory(from->error, "settings");
    }
    uint32_t at = find(settings, *count, from->name);
    json_token token = json_next(from->reader);
    bool is_null = token.kind == JSON_NULL;
    if (from->read++ == LIVE_MAX_SETTINGS || (at == LIVE_MAX_SETTINGS && !is_null)) {
        return error_set(from->error, WEND_ERROR_LIMIT, "%s has more than %d settings",
                         from->entry->name, LIVE_MAX_SETTINGS);
    }
    if (is_null) {
        *count -= at < *count;
        for (uint32_t i = at; i < *count; i++) {
            settings[i] = settings[i + 1];
        }
        return WEND_OK;
    }
    settings[at].name = from->name;
    *count += at == *count;
    return read_value(from, &token, &settings[at].value);
}

wend_result live_read_settings(json_reader *reader, const wend_entry *entry,
                               const wend_choice *before, memory_arena *arena, wend_choice *out,
                               wend_error *error) {
    source from = {.reader = reader, .entry = entry, .arena = arena, .error = error};
    wend_choice kept = live_keep_settings(entry, before);
    wend_setting *settings =
        arena_take(arena, (LIVE_MAX_SETTINGS + 1) * sizeof *settings, sizeof(double));
    uint32_t count = kept.setting_count < LIVE_MAX_SETTINGS ? kept.setting_count : 0;
    if (settings == NULL) {
        return error_no_memory(error, "settings");
    }
    for (uint32_t i = 0; i < count; i++) {
        settings[i] = kept.settings[i];
    }
    wend_result result = WEND_OK;
    json_token key = json_next(reader);
    for (; key.kind == JSON_KEY && result == WEND_OK; key = json_next(reader)) {
        result = read_setting(&from, &key, settings, &count);
    }
    if (result == WEND_OK) {
        *out = (wend_choice){entry->name, settings, count};
        result = reader->result;
    }
    return result;
}
