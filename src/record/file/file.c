/* Writes files under a temporary name until they are complete, and formats numbers as decimal text.
 */
#define _POSIX_C_SOURCE 200809L
#include "record/file/file.h"
#include "base/text.h"
#include <errno.h>
#include <math.h>
#include <unistd.h>

wend_result record_open(record_file *file, const char *path, wend_error *error) {
    return record_open_beside(file, path, NULL, error);
}

wend_result record_open_beside(record_file *file, const char *path, const char *input,
                               wend_error *error) {
    file->stream = NULL;
    wend_result result = target_find(&file->target, path, "write", NULL, error);
    if (result == WEND_OK && input != NULL) {
        result = target_spare(&file->target, input, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    int descriptor = target_open(&file->target, file->target.part, "write", error);
    if (descriptor < 0) {
        target_free(&file->target);
        return WEND_ERROR_IO;
    }
    errno = 0;
    file->stream = fdopen(descriptor, "wb");
    if (file->stream == NULL) {
        result = target_failed(path, "write", error);
        close(descriptor);
        target_finish(&file->target, false, "write", NULL);
    }
    return result;
}

wend_result record_check(const record_file *file, wend_error *error) {
    return ferror(file->stream) != 0 ? target_failed(file->target.path, "write", error) : WEND_OK;
}

wend_result record_close(record_file *file, bool keep, wend_error *error) {
    if (file->stream == NULL) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    errno = 0;
    bool broken = fflush(file->stream) != 0 || ferror(file->stream) != 0;
    if (broken) {
        result = target_failed(file->target.path, "write", error);
    }
    int lock = dup(fileno(file->stream)); /* until the file has its final name */
    errno = 0;
    if (fclose(file->stream) != 0 && result == WEND_OK) {
        result = target_failed(file->target.path, "write", error);
    }
    file->stream = NULL;
    wend_result renamed =
        target_finish(&file->target, keep && result == WEND_OK, "rename the finished file",
                      result == WEND_OK ? error : NULL);
    if (lock >= 0) {
        close(lock);
    }
    return result == WEND_OK ? renamed : result;
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
