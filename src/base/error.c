/* The library's version, the texts of result codes, and functions that fill and format a
 * wend_error. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifndef WEND_VERSION_STRING
#define WEND_VERSION_STRING "unversioned"
#endif

const char *wend_version(void) {
    return WEND_VERSION_STRING;
}

uint32_t wend_interface(void) {
    return WEND_INTERFACE;
}

const char *wend_result_text(wend_result result) {
    static const char *const texts[WEND_RESULT_COUNT] = {
        [WEND_OK] = "done",
        [WEND_ERROR_MEMORY] = "out of memory",
        [WEND_ERROR_INVALID] = "invalid value",
        [WEND_ERROR_GEOMETRY] = "invalid geometry",
        [WEND_ERROR_NAME] = "unknown or duplicate name",
        [WEND_ERROR_LIMIT] = "limit exceeded",
        [WEND_ERROR_FORMAT] = "damaged or unknown format",
        [WEND_ERROR_SYNTAX] = "syntax error",
        [WEND_ERROR_IO] = "input or output failed",
        [WEND_ERROR_NUMBER] = "a number is not finite",
        [WEND_ERROR_CANCELLED] = "cancelled",
    };
    unsigned index = (unsigned)result;
    return index < WEND_RESULT_COUNT ? texts[index] : "unknown result";
}

/* Fills `error` with a message: `prefix`, then the formatted text. */
__attribute__((format(printf, 4, 0))) static void fill(wend_error *error, wend_result code,
                                                       const char *prefix, const char *format,
                                                       va_list arguments) {
    /* The message is formatted in a separate buffer, because the arguments may point into *error
     * (if the message wraps an earlier one). */
    char message[WEND_ERROR_MESSAGE_SIZE];
    size_t prefix_length = strlen(prefix);
    memcpy(message, prefix, prefix_length + 1);
    int length =
        vsnprintf(message + prefix_length, sizeof message - prefix_length, format, arguments);
    if (length < 0) {
        message[prefix_length] = '\0';
    }
    memset(error, 0, sizeof *error);
    error->code = code;
    memcpy(error->message, message, strlen(message) + 1);
}

wend_result error_set_list(wend_error *error, wend_result code, const char *format,
                           va_list arguments) {
    if (error != NULL) {
        fill(error, code, "", format, arguments);
    }
    return code;
}

wend_result error_set(wend_error *error, wend_result code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, code, format, arguments);
    va_end(arguments);
    return code;
}

wend_result error_no_memory(wend_error *error, const char *what, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, what);
        fill(error, WEND_ERROR_MEMORY, "out of memory for ", what, arguments);
        va_end(arguments);
    }
    return WEND_ERROR_MEMORY;
}

void error_set_location(wend_error *error, const char *path, int line, int column) {
    if (error == NULL) {
        return;
    }
    error->line = line;
    error->column = column;
    if (path == NULL) {
        return;
    }
    static const char cut[] = "...";
    size_t length = strlen(path);
    if (length < WEND_ERROR_PATH_SIZE) {
        memmove(error->path, path, length + 1);
        return;
    }
    size_t kept = WEND_ERROR_PATH_SIZE - sizeof cut;
    memcpy(error->path, cut, sizeof cut - 1);
    memcpy(error->path + sizeof cut - 1, path + length - kept, kept + 1);
}

const char *wend_error_text(const wend_error *error, char *out, size_t size) {
    char line[16] = "", column[16] = "";
    bool has_path = error->path[0] != '\0';
    if (error->line > 0) {
        snprintf(line, sizeof line, "%s%d", has_path ? ":" : "", error->line);
    }
    if (error->column > 0) {
        snprintf(column, sizeof column, ":%d", error->column);
    }
    bool has_place = has_path || error->line > 0;
    snprintf(out, size, "%s%s%s%s%s", error->path, line, column, has_place ? ": " : "",
             error->message);
    return out;
}
