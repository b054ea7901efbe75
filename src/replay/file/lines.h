/* Tables in text files: lines, fields and numbers, with their places for messages. */
#ifndef REPLAY_FILE_LINES_H
#define REPLAY_FILE_LINES_H

#include "base/memory.h"
#include <stdio.h>

enum {
    LINES_LONGEST = 65536, /* bytes of a line */
    LINES_FIELDS = 256     /* fields of a line that are looked at */
};

typedef struct line_reader {
    FILE *stream;
    const char *path; /* for messages, not copied */
    memory *heap;
    char *buffer;
    size_t at, filled; /* in the buffer: the next line, and the end of what was read */
    bool at_end;       /* of the file */
    bool ended;        /* the present line ended in a newline: it was not cut off */
    uint32_t line;     /* number of the present line, from 1 */
} line_reader;

/* A piece of the present line; ends in a zero, has no blanks around it. */
typedef struct line_field {
    char *text;
    int column; /* from 1 */
} line_field;

/* `path` must live as long as the reader. Close it in any case. */
wend_result lines_open(line_reader *r, const char *path, memory *heap, wend_error *error);
void lines_close(line_reader *r);
/* The next line without its end, NULL after the last; may be changed, lives until the next call. */
wend_result lines_next(line_reader *r, char **line, wend_error *error);

/* Splits a line at a separator; ' ' stands for blanks and tabs, any number of them. Double quotes
 * around a field are taken off. Returns how many fields there are, at most LINES_FIELDS. */
uint32_t lines_split(char *line, char separator, line_field out[LINES_FIELDS]);

/* Reads a field as a number, or as a whole number of at most 2^53 (or any that int64_t holds, when
 * it is written without a point). */
bool field_number(const char *text, double *out);
bool field_integer(const char *text, int64_t *out);

/* The first number in a comment behind the word "framerate"; false if there is none. */
bool comment_rate(const char *comment, double *out);

/* Whether two words are equal, ASCII letters without case. */
bool same_word(const char *a, const char *b);

/* Fails at a field of the present line; columns count bytes. */
__attribute__((format(printf, 5, 6))) wend_result lines_fail(const line_reader *r, int column,
                                                             wend_result code, wend_error *error,
                                                             const char *format, ...);

#endif
