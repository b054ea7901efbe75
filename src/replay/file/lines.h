/* Reads tables in text files: lines, fields and numbers, with their positions for messages. */
#ifndef REPLAY_FILE_LINES_H
#define REPLAY_FILE_LINES_H

#include "base/memory.h"
#include <stdio.h>

enum {
    LINES_LONGEST = 65536, /* longest line, bytes */
    LINES_FIELDS = 256     /* fields of a line that are read */
};

typedef struct line_reader {
    FILE *stream;
    const char *path; /* for messages, not copied */
    memory *heap;
    char *buffer;
    size_t at, filled; /* in the buffer: start of the next line, end of the bytes read */
    bool at_end;       /* of the file */
    bool has_newline;  /* the current line ends with a newline, so it was not cut off */
    uint32_t line;     /* number of the current line, from 1 */
} line_reader;

/* A field of the current line, terminated by a zero, without surrounding blanks. */
typedef struct line_field {
    char *text;
    int column; /* from 1 */
} line_field;

/* Opens a file. `path` must live as long as the reader. Call lines_close even after a failure. */
wend_result lines_open(line_reader *r, const char *path, memory *heap, wend_error *error);
void lines_close(line_reader *r);
/* Reads the next line, without its line end; NULL after the last. The caller may change the text,
 * which is valid until the next call. */
wend_result lines_next(line_reader *r, char **line, wend_error *error);

/* Splits a line at a separator; ' ' means any number of blanks and tabs. Double quotes around a
 * field are removed. Returns the number of fields, at most LINES_FIELDS. */
uint32_t lines_split(char *line, char separator, line_field out[LINES_FIELDS]);

/* Parse a field as a number, or as a whole number with a magnitude of at most 2^53 (any int64_t if
 * it is written without a point). Return false if it is not one. */
bool field_parse_number(const char *text, double *out);
bool field_parse_integer(const char *text, int64_t *out);

/* Finds the first number after the word "framerate" in a comment. Returns false if there is none.
 */
bool comment_find_rate(const char *comment, double *out);

/* True if two words are equal, ignoring the case of ASCII letters. */
bool is_same_word(const char *a, const char *b);

/* Reports a failure at a field of the current line; columns count bytes. */
__attribute__((format(printf, 5, 6))) wend_result lines_fail(const line_reader *r, int column,
                                                             wend_result code, wend_error *error,
                                                             const char *format, ...);

#endif
