/* Reads words and numbers one after another, with their lines and columns. One pass, no memory. */
#include "read/words.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "read/shapes.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>

words words_of(const char *text, size_t size, const char *source, wend_error *error) {
    return (words){.at = text,
                   .end = text + size,
                   .line_start = text,
                   .line = 1,
                   .column = 1,
                   .source = source,
                   .error = error};
}

void words_fail(words *w, wend_result code, int line, const char *format, ...) {
    if (words_ok(w)) {
        va_list values;
        va_start(values, format);
        w->result = error_set_list(w->error, code, format, values);
        va_end(values);
        error_set_location(w->error, w->source, line, line == w->line ? w->column : 1);
    }
}

/* Skips blanks, line breaks and comments. */
static void skip_blanks(words *w) {
    bool in_comment = false;
    for (; w->at < w->end; w->at++) {
        in_comment = in_comment || (w->comments && *w->at == '#');
        if (*w->at == '\n') {
            w->line += w->line < SHAPES_MAX_LINE;
            w->line_start = w->at + 1;
            in_comment = false;
        } else if (!in_comment && !isspace((unsigned char)*w->at)) {
            return;
        }
    }
}

bool words_next(words *w, char out[WORDS_SIZE]) {
    size_t length = 0;
    skip_blanks(w);
    ptrdiff_t column = w->at - w->line_start + 1;
    w->column = column > SHAPES_MAX_LINE ? SHAPES_MAX_LINE : (int)column;
    for (; w->at < w->end && !isspace((unsigned char)*w->at); w->at++) {
        if (length < WORDS_SIZE - 1) {
            out[length++] = isgraph((unsigned char)*w->at) ? *w->at : '?';
        }
    }
    out[length] = '\0';
    return length > 0;
}

void words_read(words *w, char out[WORDS_SIZE], const char *expected) {
    out[0] = '\0';
    if (words_ok(w) && !words_next(w, out)) {
        words_fail(w, WEND_ERROR_SYNTAX, w->line, "the file ends where %s was expected", expected);
    }
}

uint32_t words_count(words *w, uint32_t most, const char *expected) {
    char word[WORDS_SIZE];
    int64_t number = 0;
    words_read(w, word, expected);
    if (words_ok(w) && (!text_parse_int64(word, &number) || number < 0)) {
        words_fail(w, WEND_ERROR_SYNTAX, w->line, "expected %s (a whole number from 0), found '%s'",
                   expected, word);
    }
    if (words_ok(w) && number > (int64_t)most) {
        words_fail(w, WEND_ERROR_LIMIT, w->line, "expected %s (at most %u), found '%s'", expected,
                   most, word);
    }
    return words_ok(w) ? (uint32_t)number : 0;
}

double words_number(words *w, double most, const char *expected) {
    char word[WORDS_SIZE];
    double number = 0.0;
    words_read(w, word, expected);
    if (words_ok(w) && (!text_parse_double(word, &number) || !(fabs(number) <= most))) {
        words_fail(w, WEND_ERROR_SYNTAX, w->line, "expected %s (a number), found '%s'", expected,
                   word);
    }
    return words_ok(w) ? number : 0.0;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* What the codec of a file needs besides the bytes, and where an error is. */
typedef struct target {
    const char *path;
    words_reader *read;
    void *context;
    int line, column;
} target;

static wend_result load(const void *bytes, size_t size, const wend_allocator *allocator, void *out,
                        wend_error *error) {
    (void)allocator;
    target *to = out;
    wend_result result = to->read(bytes != NULL ? bytes : "", size, to->path, to->context, error);
    if (result != WEND_OK && error != NULL) {
        to->line = error->line;
        to->column = error->column;
    }
    return result;
}

wend_result words_load(const char *path, const char *what, const wend_allocator *allocator,
                       words_reader *read, void *context, wend_error *error) {
    const file_codec codec = {.what = what, .load = load};
    target to = {path, read, context, 0, 0};
    wend_result result = file_load(&codec, path, allocator, &to, error);
    if (result != WEND_OK && error != NULL && to.line > 0) {
        error_set_location(error, path, to.line, to.column);
    }
    return result;
}
