/* Writes files under a temporary name until they are complete, and formats numbers as decimal text.
 */
#define _POSIX_C_SOURCE 200809L
#include "record/file/file.h"
#include "base/error.h"
#include "base/text.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static wend_result report_failure(const char *path, const char *what, wend_error *error) {
    int reason = errno;
    error_set(error, WEND_ERROR_IO, "cannot %s: %s", what,
              reason != 0 ? strerror(reason) : "unknown reason");
    error_set_location(error, path, 0, 0);
    return WEND_ERROR_IO;
}

static void free_names(record_file *file) {
    free(file->path);
    free(file->part);
    memset(file, 0, sizeof *file);
}

wend_result record_open(record_file *file, const char *path, wend_error *error) {
    size_t length = strlen(path);
    file->stream = NULL;
    file->path = malloc(length + 1);
    file->part = malloc(length + sizeof ".part");
    if (file->path == NULL || file->part == NULL) {
        free_names(file);
        return error_no_memory(error, "a file name");
    }
    memcpy(file->path, path, length + 1);
    memcpy(file->part, path, length);
    memcpy(file->part + length, ".part", sizeof ".part");
    struct stat info;
    bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    errno = is_folder ? EISDIR : 0;
    file->stream = is_folder ? NULL : fopen(file->part, "wb");
    if (file->stream == NULL) {
        wend_result result = report_failure(path, "write", error);
        free_names(file);
        return result;
    }
    return WEND_OK;
}

wend_result record_check(const record_file *file, wend_error *error) {
    return ferror(file->stream) != 0 ? report_failure(file->path, "write", error) : WEND_OK;
}

wend_result record_close(record_file *file, bool keep, wend_error *error) {
    if (file->stream == NULL) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    errno = 0;
    bool broken = fflush(file->stream) != 0 || ferror(file->stream) != 0;
    if (broken) {
        result = report_failure(file->path, "write", error);
    }
    errno = 0;
    if (fclose(file->stream) != 0 && result == WEND_OK) {
        result = report_failure(file->path, "write", error);
    }
    if (result == WEND_OK && keep && rename(file->part, file->path) != 0) {
        result = report_failure(file->path, "rename the finished file", error);
    }
    if (result != WEND_OK || !keep) {
        remove(file->part);
    }
    free_names(file);
    return result;
}

size_t record_format_integer(uint64_t value, char out[RECORD_NUMBER_SIZE]) {
    char digits[RECORD_NUMBER_SIZE];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    for (size_t i = 0; i < count; i++) {
        out[i] = digits[count - 1 - i];
    }
    out[count] = '\0';
    return count;
}

/* Writes the digits after the decimal point, without trailing zeroes. Returns the number of
 * characters written. */
static size_t format_fraction(uint64_t fraction, uint32_t decimals, char *out) {
    size_t length = decimals;
    for (uint32_t i = decimals; i > 0; i--) {
        out[i - 1] = (char)('0' + fraction % 10);
        fraction /= 10;
    }
    while (out[length - 1] == '0') {
        length--;
    }
    out[length] = '\0';
    return length;
}

size_t record_format(double value, uint32_t decimals, char out[RECORD_NUMBER_SIZE]) {
    static const double powers[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    if (!(fabs(value) < 9e9)) {
        return text_format_double(value, out);
    }
    uint64_t scaled = (uint64_t)(fabs(value) * powers[decimals] + 0.5);
    uint64_t unit = (uint64_t)powers[decimals];
    uint64_t fraction = scaled % unit;
    size_t length = 0;
    if (value < 0.0 && scaled > 0) {
        out[length++] = '-';
    }
    length += record_format_integer(scaled / unit, out + length);
    if (fraction > 0) {
        out[length++] = '.';
        length += format_fraction(fraction, decimals, out + length);
    }
    return length;
}
