/* Filling a wend_error, and the assertion for wrong use of the API. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <wend/base.h>

/* Fills `error` (which may be NULL) with the code and the formatted message, cut where it does not
 * fit; path, line and column become empty. Returns `code`. */
__attribute__((format(printf, 3, 4))) wend_result error_set(wend_error *error, wend_result code,
                                                            const char *format, ...);

/* Adds where it happened; `path` may be NULL (then the one set before stays). A path that is too
 * long keeps its end, after "...". */
void error_place(wend_error *error, const char *path, int line, int column);

/* States what a correct caller guarantees. Also checked in release builds; never for input. */
#define WEND_ASSERT(condition)                                                                     \
    ((condition) ? (void)0 : wend_assert_failed(#condition, __FILE__, __LINE__))

#endif
