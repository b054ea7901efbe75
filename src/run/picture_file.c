/* Writes pictures to files: opens the file, draws, and reports a failure with the name of the file.
 */
#include "run/picture_file.h"
#include "base/error.h"
#include "base/text.h"
#include "record/file/file.h"
#include <errno.h>

wend_result picture_file_check(const char *path, wend_error *error) {
    if (text_ends_with(path, ".svg") || text_ends_with(path, ".png")) {
        return WEND_OK;
    }
    return error_set(error, WEND_ERROR_NAME,
                     "'%.200s' cannot hold a picture; expected a name that ends in .svg or .png",
                     path);
}

wend_result picture_file_write(draw_function draw, const void *what, const char *path,
                               wend_error *error) {
    record_file file;
    wend_result result = record_open(&file, path, error);
    if (result != WEND_OK) {
        return result;
    }
    errno = 0;
    result = draw(what, text_ends_with(path, ".svg"), file.stream, error);
    if (result != WEND_OK && error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    if (ferror(file.stream) != 0) {
        result = record_check(&file, error); /* the error names the file and the reason */
    }
    wend_result closed = record_close(&file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result != WEND_OK ? result : closed;
}
