/* Reads tables in text files: lines, fields and numbers, with their line and column for messages.
 */
#ifndef REPLAY_FILE_LINES_H
#define REPLAY_FILE_LINES_H

#include "base/memory.h"
#include <stdio.h>

enum {
    LINES_LONGEST = 65536, /* bytes in the longest line that is accepted */
    LINES_FIELDS = 256     /* maximum number of fields that are read from a line */
};

typedef struct line_reader {
    FILE *stream;
    const char *path; /* path of the file, for messages; not copied */
    memory *heap;
    char *buffer;
    size_t at, filled; /* indices into the buffer: start of the next line, end of the bytes read */
    bool at_end;       /* the buffer contains the rest of the file */
    bool has_newline;  /* the current line ends with a newline, so it is complete */
    uint32_t line;     /* number of the current line, counted from 1 */
} line_reader;

/* A field of the current line, without surrounding blanks, as a zero-terminated string. */
typedef struct line_field {
    char *text;
    int column; /* column of its first byte in the line, counted from 1 */
} line_field;

/* Opens a file. `path` must live as long as the reader. Call lines_close even after a failure. */
wend_result lines_open(line_reader *r, const char *path, memory *heap, wend_error *error);
void lines_close(line_reader *r);
/* Stores the next line, without its line end, in `*line`, or NULL after the last line. The caller
 * may modify the line, which is valid until the next call. */
wend_result lines_next(line_reader *r, char **line, wend_error *error);

/* Splits a line into fields at a separator; the separator ' ' stands for any number of blanks and
 * tabs. Double quotes around a field are removed. Returns the number of fields, at most
 * LINES_FIELDS. */
uint32_t lines_split(char *line, char separator, line_field out[LINES_FIELDS]);

/* The first function parses a field as a number, the second as a whole number. A whole number that
 * is written without a decimal point or an exponent can be any int64_t; otherwise its magnitude is
 * at most 2^53. Both functions return false if the field is not such a number. */
bool field_parse_number(const char *text, double *out);
bool field_parse_integer(const char *text, int64_t *out);

/* Finds the first number after the word "framerate" in a comment. Returns false if there is no such
 * number. */
bool comment_find_rate(const char *comment, double *out);

/* True if two words are equal, ignoring the case of ASCII letters. */
bool is_same_word(const char *a, const char *b);

/* Reports an error at a column of the current line. Columns are counted in bytes. */
__attribute__((format(printf, 5, 6))) wend_result lines_fail(const line_reader *r, int column,
                                                             wend_result code, wend_error *error,
                                                             const char *format, ...);

#endif
