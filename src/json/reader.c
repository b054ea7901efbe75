/* Reads JSON text as a sequence of tokens, in one pass. Containers may be nested up to
 * JSON_READER_DEPTH levels. */
#include "json/reader.h"
#include "base/error.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>

void json_open(json_reader *r, const char *text, size_t size, const char *source,
               wend_error *error) {
    memset(r, 0, sizeof *r);
    r->at = text;
    r->end = text + size;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        r->at += 3;
    }
    r->line_start = r->at;
    r->line = 1;
    r->source = source;
    r->error = error;
}

static int column_of(const json_reader *r, const char *at) {
    ptrdiff_t column = at - r->line_start + 1;
    return column > JSON_MAX_LINE ? JSON_MAX_LINE : (int)column;
}

static void fail_at(json_reader *r, int line, int column, wend_result code, const char *message) {
    if (r->result == WEND_OK) {
        r->result = error_set(r->error, code, "%s", message);
        error_set_location(r->error, r->source, line, column);
    }
}

void json_fail(json_reader *r, const json_token *at, wend_result code, const char *message) {
    fail_at(r, at->line, at->column, code, message);
}

static void fail_here(json_reader *r, const char *expected) {
    char message[160];
    if (r->at >= r->end) {
        snprintf(message, sizeof message, "the text ends here; expected %s", expected);
    } else if (*r->at > ' ' && *r->at <= '~') {
        snprintf(message, sizeof message, "expected %s, found '%c'", expected, *r->at);
    } else {
        snprintf(message, sizeof message, "expected %s, found an unexpected byte", expected);
    }
    fail_at(r, r->line, column_of(r, r->at), WEND_ERROR_SYNTAX, message);
}

static void skip_blanks(json_reader *r) {
    while (r->at < r->end &&
           (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')) {
        if (*r->at == '\n') {
            r->line += r->line < JSON_MAX_LINE;
            r->line_start = r->at + 1;
        }
        r->at++;
    }
}

static bool take(json_reader *r, char wanted) {
    skip_blanks(r);
    bool found = r->at < r->end && *r->at == wanted;
    r->at += found;
    return found;
}

static json_token begin(json_reader *r, json_kind kind) {
    return (json_token){
        .kind = kind, .start = r->at, .line = r->line, .column = column_of(r, r->at)};
}

static json_token end_token(json_reader *r) {
    return begin(r, JSON_END);
}

static bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Returns the number of bytes of an escape after its backslash, or 0 if the escape is invalid. */
static size_t escape_size(const char *at, const char *end) {
    if (at < end && *at != '\0' && strchr("\"\\/bfnrt", *at) != NULL) {
        return 1;
    }
    if (end - at < 5 || *at != 'u') {
        return 0;
    }
    return is_hex(at[1]) && is_hex(at[2]) && is_hex(at[3]) && is_hex(at[4]) ? 5 : 0;
}

static json_token take_text(json_reader *r, json_kind kind) {
    json_token token = begin(r, kind);
    const char *at = ++r->at;
    token.start = at;
    while (at < r->end && *at != '"' && (unsigned char)*at >= ' ') {
        size_t escaped = *at == '\\' ? escape_size(at + 1, r->end) : 0;
        if (*at == '\\' && escaped == 0) {
            r->at = at;
            fail_here(r, "an escape such as \\n or \\u00e9");
            return end_token(r);
        }
        at += escaped + 1;
    }
    r->at = at;
    if (at >= r->end || *at != '"') {
        fail_here(r, "'\"' at the end of a string");
        return end_token(r);
    }
    token.size = (size_t)(at - token.start);
    r->at++;
    return token;
}

static json_token take_word(json_reader *r, const char *word, json_kind kind) {
    json_token token = begin(r, kind);
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
        fail_here(r, "a value");
        return end_token(r);
    }
    token.size = length;
    r->at += length;
    return token;
}

static bool is_number_byte(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

static json_token take_number(json_reader *r) {
    enum { LONGEST = 400 };
    json_token token = begin(r, JSON_NUMBER);
    char text[LONGEST + 1];
    while (token.size < LONGEST && r->at + token.size < r->end &&
           is_number_byte(r->at[token.size])) {
        text[token.size] = r->at[token.size];
        token.size++;
    }
    text[token.size] = '\0';
    if (!text_parse_double(text, &token.number)) {
        fail_here(r, "a number in the range of a double");
        return end_token(r);
    }
    r->at += token.size;
    return token;
}

static json_token open_container(json_reader *r, json_kind kind) {
    json_token token = begin(r, kind);
    if (r->depth == JSON_READER_DEPTH) {
        json_fail(r, &token, WEND_ERROR_LIMIT, "values are nested more than 128 deep");
        return end_token(r);
    }
    r->in_object[r->depth++] = kind == JSON_OBJECT;
    r->has_members = false;
    r->at++;
    return token;
}

static json_token close_container(json_reader *r, json_kind kind) {
    json_token token = begin(r, kind);
    r->at++;
    r->depth--;
    r->has_members = true;
    return token;
}

static json_token take_value(json_reader *r) {
    skip_blanks(r);
    r->started = true;
    r->after_key = false;
    r->has_members = true;
    char c = r->at < r->end ? *r->at : '\0';
    switch (c) {
    case '{':
        return open_container(r, JSON_OBJECT);
    case '[':
        return open_container(r, JSON_ARRAY);
    case '"':
        return take_text(r, JSON_TEXT);
    case 't':
        return take_word(r, "true", JSON_TRUE);
    case 'f':
        return take_word(r, "false", JSON_FALSE);
    case 'n':
        return take_word(r, "null", JSON_NULL);
    default:
        if (c == '-' || (c >= '0' && c <= '9')) {
            return take_number(r);
        }
        fail_here(r, "a value");
        return end_token(r);
    }
}

static json_token take_member(json_reader *r) {
    bool object = r->in_object[r->depth - 1];
    char closing = object ? '}' : ']';
    skip_blanks(r);
    if (r->at < r->end && *r->at == closing) {
        return close_container(r, object ? JSON_OBJECT_END : JSON_ARRAY_END);
    }
    if (r->has_members && !take(r, ',')) {
        fail_here(r, object ? "',' or '}'" : "',' or ']'");
        return end_token(r);
    }
    if (!object) {
        return take_value(r);
    }
    skip_blanks(r);
    if (r->at >= r->end || *r->at != '"') {
        fail_here(r, "a key in quotes");
        return end_token(r);
    }
    json_token key = take_text(r, JSON_KEY);
    if (r->result == WEND_OK && !take(r, ':')) {
        fail_here(r, "':' after a key");
    }
    r->after_key = true;
    return key;
}

json_token json_next(json_reader *r) {
    if (r->result != WEND_OK) {
        return end_token(r);
    }
    json_token token;
    if (r->after_key || (r->depth == 0 && !r->started)) {
        token = take_value(r);
    } else if (r->depth > 0) {
        token = take_member(r);
    } else {
        skip_blanks(r);
        if (r->at < r->end) {
            fail_here(r, "the end of the text");
        }
        token = end_token(r);
    }
    return r->result == WEND_OK ? token : end_token(r);
}

void json_skip(json_reader *r, json_token first) {
    if (first.kind != JSON_OBJECT && first.kind != JSON_ARRAY) {
        return;
    }
    uint32_t outside = r->depth - 1;
    while (r->result == WEND_OK && r->depth > outside) {
        (void)json_next(r);
    }
}

const char *json_describe(const json_token *token) {
    static const char *const words[] = {
        [JSON_OBJECT] = "an object",
        [JSON_OBJECT_END] = "'}'",
        [JSON_ARRAY] = "a list",
        [JSON_ARRAY_END] = "']'",
        [JSON_KEY] = "a key",
        [JSON_TEXT] = "a string",
        [JSON_NUMBER] = "a number",
        [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",
        [JSON_NULL] = "null",
        [JSON_END] = "the end of the text",
    };
    return words[token->kind];
}
