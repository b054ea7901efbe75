/* Reads JSON text as a sequence of tokens, each with its position.
 *
 * Checks the grammar of RFC 8259 while reading, except that a number may begin with zeros or a
 * point and end with a point, and that texts may hold invalid UTF-8. It builds no tree, so memory
 * use does not depend on the text. */
#ifndef JSON_READER_H
#define JSON_READER_H

#include <wend/base.h>

typedef enum json_kind {
    JSON_OBJECT, /* { */
    JSON_OBJECT_END,
    JSON_ARRAY, /* [ */
    JSON_ARRAY_END,
    JSON_KEY,
    JSON_TEXT,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
    JSON_END /* end of the text */
} json_kind;

typedef struct json_token {
    json_kind kind;
    const char *start; /* for a key or string: the first byte after the opening quote; not
                          zero-terminated */
    size_t size;       /* bytes as written, including escapes */
    double number;
    int line, column;
} json_token;

enum {
    JSON_READER_DEPTH = 128,
    JSON_MAX_LINE = 1 << 30 /* larger line and column numbers are reported as this number */
};

typedef struct json_reader {
    const char *at, *end, *line_start;
    int line;
    const char *source;
    wend_error *error;
    wend_result result; /* WEND_OK until the first failure; after that, all tokens are JSON_END */
    uint32_t depth;
    bool in_object[JSON_READER_DEPTH];
    bool has_members; /* true if the innermost container has members so far */
    bool after_key, started;
} json_reader;

/* Starts reading a text. Skips a byte order mark at its start. */
void json_open(json_reader *r, const char *text, size_t size, const char *source,
               wend_error *error);
/* Returns the next token; JSON_END at the end of the text and after a failure. */
json_token json_next(json_reader *r);
/* Skips the rest of the value that `first` begins. */
void json_skip(json_reader *r, json_token first);
/* Reports a failure at a token, unless the reader has already failed. */
void json_fail(json_reader *r, const json_token *at, wend_result code, const char *message);
/* True if a key or string equals `text` after its escapes are resolved. */
bool json_equals(const json_token *token, const char *text);
/* Copies a key or string with its escapes resolved, and with a zero byte at its end; a zero byte in
 * the string ends the copy. `out` must have room for token->size + 1 bytes. */
void json_copy_text(const json_token *token, char *out);
/* Returns a word that describes the kind of a token, for messages. */
const char *json_describe(const json_token *token);

#endif
