/* read/words.h: reads files that are lists of words and numbers, separated by blanks or line
 * breaks.
 *
 * After the first failure all functions do nothing and return 0, so that a reader can check once at
 * the end. Messages give the line and the column of the word that is wrong. */
#ifndef READ_WORDS_H
#define READ_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wend/base.h>

enum { WORDS_SIZE = 48 }; /* bytes: longer words are cut */

typedef struct words {
    const char *at, *end, *line_start;
    int line, column; /* where the last word begins */
    bool comments;    /* true: a word that begins with '#' and the rest of its line are ignored */
    const char *source;
    wend_error *error;
    wend_result result;
} words;

/* Returns a reader of a text; `source` is the name of the file for messages. */
words words_of(const char *text, size_t size, const char *source, wend_error *error);

/* True if nothing has failed. */
static inline bool words_ok(const words *w) {
    return w->result == WEND_OK;
}
/* Returns the number of bytes that have not been read yet. */
static inline size_t words_left(const words *w) {
    return (size_t)(w->end - w->at);
}

/* Fails with a message, unless something has failed before. The column is that of the last word if
 * it is on this line, otherwise 1. */
__attribute__((format(printf, 4, 5))) void words_fail(words *w, wend_result code, int line,
                                                      const char *format, ...);

/* Reads the next word, cut if it is too long. Returns false at the end of the text. */
bool words_next(words *w, char out[WORDS_SIZE]);

/* Reads a word; fails at the end of the text. `expected` says what the word should be. */
void words_read(words *w, char out[WORDS_SIZE], const char *expected);

/* Reads a whole number from 0 to `most`. */
uint32_t words_count(words *w, uint32_t most, const char *expected);

/* Reads a finite number of at most `most` in absolute value. */
double words_number(words *w, double most, const char *expected);

/* Reads a whole text; `source` is the name of the file for messages. */
typedef wend_result words_reader(const char *text, size_t size, const char *source, void *context,
                                 wend_error *error);

/* Reads a file from the disk with `read`. Fails as `read` does, or with WEND_ERROR_IO or
 * WEND_ERROR_MEMORY. `what` names the content in messages: "the graph". */
wend_result words_load(const char *path, const char *what, const wend_allocator *allocator,
                       words_reader *read, void *context, wend_error *error);

#endif
