/* Reads the lines, fields and numbers of tables in text files. */
#define _POSIX_C_SOURCE 200809L
#include "replay/file/lines.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

enum { BUFFER_SIZE = 4 * LINES_LONGEST };

static wend_result fail_io(const line_reader *r, const char *what, wend_error *error) {
    error_set(error, WEND_ERROR_IO, "cannot %s: %s", what,
              errno != 0 ? strerror(errno) : "unknown reason");
    error_set_location(error, r->path, 0, 0);
    return WEND_ERROR_IO;
}

wend_result lines_fail(const line_reader *r, int column, wend_result code, wend_error *error,
                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, code, format, arguments);
    va_end(arguments);
    error_set_location(error, r->path, (int)r->line, column);
    return code;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

wend_result lines_open(line_reader *r, const char *path, memory *heap, wend_error *error) {
    *r = (line_reader){.path = path, .heap = heap};
    if (file_check_regular(path, "read", "", error) != WEND_OK) {
        return WEND_ERROR_IO;
    }
    errno = 0;
    r->stream = fopen(path, "rb");
    if (r->stream == NULL) {
        return fail_io(r, "open", error);
    }
    r->buffer = memory_get(heap, BUFFER_SIZE);
    return r->buffer != NULL ? WEND_OK : error_no_memory(error, "a table");
}

void lines_close(line_reader *r) {
    if (r->stream != NULL) {
        fclose(r->stream);
    }
    if (r->heap != NULL) {
        memory_free(r->heap, r->buffer, BUFFER_SIZE);
    }
    *r = (line_reader){.path = r->path};
}

/* Moves the unread bytes to the front of the buffer and fills the rest of it from the file. */
static wend_result refill(line_reader *r, wend_error *error) {
    memmove(r->buffer, r->buffer + r->at, r->filled - r->at);
    r->filled -= r->at;
    r->at = 0;
    errno = 0;
    size_t room = BUFFER_SIZE - 1 - r->filled;
    size_t got = fread(r->buffer + r->filled, 1, room, r->stream);
    r->filled += got;
    r->at_end = got < room;
    return ferror(r->stream) != 0 ? fail_io(r, "read", error) : WEND_OK;
}

/* Takes the line that ends at index `end` from the buffer. */
static wend_result take_line(line_reader *r, size_t end, char **line, wend_error *error) {
    size_t length = end - r->at;
    *line = r->buffer + r->at;
    r->line++;
    r->at = r->has_newline ? end + 1 : end;
    if (length > LINES_LONGEST) {
        return lines_fail(r, 1, WEND_ERROR_LIMIT, error, "the line is longer than %d bytes",
                          LINES_LONGEST);
    }
    if (memchr(*line, '\0', length) != NULL) {
        int column = (int)strlen(*line) + 1;
        return lines_fail(r, column, WEND_ERROR_SYNTAX, error,
                          "a zero byte: this is not a text file");
    }
    if (length > 0 && (*line)[length - 1] == '\r') {
        length--;
    }
    (*line)[length] = '\0';
    if (r->line == 1 && strncmp(*line, "\xef\xbb\xbf", 3) == 0) {
        *line += 3;
    }
    return WEND_OK;
}

wend_result lines_next(line_reader *r, char **line, wend_error *error) {
    char *newline = memchr(r->buffer + r->at, '\n', r->filled - r->at);
    if (newline == NULL && !r->at_end) {
        wend_result result = refill(r, error);
        if (result != WEND_OK) {
            return result;
        }
        newline = memchr(r->buffer, '\n', r->filled);
    }
    r->has_newline = newline != NULL;
    if (newline != NULL) {
        return take_line(r, (size_t)(newline - r->buffer), line, error);
    }
    if (r->filled == r->at) {
        *line = NULL;
        return WEND_OK;
    }
    return take_line(r, r->filled, line, error);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Trims blanks and one pair of quotes from the field that extends from `begin` to `end`. */
static line_field trim(char *line, char *begin, char *end) {
    while (begin < end && is_blank(*begin)) {
        begin++;
    }
    while (end > begin && is_blank(end[-1])) {
        end--;
    }
    if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
        begin++;
        end--;
    }
    *end = '\0';
    return (line_field){begin, (int)(begin - line) + 1};
}

static uint32_t split_blanks(char *line, line_field *out) {
    uint32_t count = 0;
    char *at = line;
    while (count < LINES_FIELDS) {
        at += strspn(at, " \t");
        if (*at == '\0') {
            break;
        }
        char *end = at + strcspn(at, " \t");
        char *next = *end == '\0' ? end : end + 1;
        out[count++] = trim(line, at, end);
        at = next;
    }
    return count;
}

uint32_t lines_split(char *line, char separator, line_field out[LINES_FIELDS]) {
    if (separator == ' ') {
        return split_blanks(line, out);
    }
    uint32_t count = 0;
    for (char *at = line; at != NULL && count < LINES_FIELDS;) {
        char *end = strchr(at, separator);
        char *next = end != NULL ? end + 1 : NULL;
        out[count++] = trim(line, at, end != NULL ? end : at + strlen(at));
        at = next;
    }
    return count;
}

bool is_same_word(const char *a, const char *b) {
    return strcasecmp(a, b) == 0;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Parses a number with at most 15 digits and at most one decimal point. The digits, taken as a
 * whole number, and the power of ten are both exact doubles, so a single division rounds correctly
 * (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990). Returns false for
 * other numbers, which need the general parser. */
static bool parse_short_number(const char *text, double *out) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *at = text + (*text == '-');
    uint64_t digits = 0;
    uint32_t count = 0, decimals = 0;
    bool point = false;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
        } else if (count == 15) {
            return false;
        } else {
            digits = 10 * digits + (uint64_t)(*at - '0');
            count++;
            decimals += point;
        }
    }
    if (*at != '\0' || count == 0) {
        return false;
    }
    double value = (double)digits / powers[decimals];
    *out = *text == '-' ? -value : value;
    return true;
}

bool field_parse_number(const char *text, double *out) {
    return parse_short_number(text, out) || text_parse_double(text, out);
}

bool field_parse_integer(const char *text, int64_t *out) {
    double number = 0.0;
    if (text_parse_int64(text, out)) {
        return true;
    }
    if (!field_parse_number(text, &number) || !(fabs(number) <= 9007199254740992.0) ||
        number != floor(number)) {
        return false;
    }
    *out = (int64_t)number;
    return true;
}

bool comment_find_rate(const char *comment, double *out) {
    static const char word[] = "framerate";
    const char *at = comment;
    while (*at != '\0' && strncasecmp(at, word, sizeof word - 1) != 0) {
        at++;
    }
    while (*at != '\0' && isdigit((unsigned char)*at) == 0) {
        at++;
    }
    char number[TEXT_DOUBLE_SIZE];
    size_t length = strspn(at, "0123456789.");
    if (length == 0 || length >= sizeof number) {
        return false;
    }
    memcpy(number, at, length);
    number[length] = '\0';
    return field_parse_number(number, out);
}
