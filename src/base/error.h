/* Filling a wend_error, and the assertion for wrong use of the API. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdarg.h>
#include <wend/base.h>

/* Fills `error` (which may be NULL) with the code and the formatted message, cut where it does not
 * fit; path, line and column become empty. Returns `code`. */
__attribute__((format(printf, 3, 4))) wend_result error_set(wend_error *error, wend_result code,
                                                            const char *format, ...);

/* The same with the arguments of a caller that has "..." itself. */
__attribute__((format(printf, 3, 0))) wend_result
error_set_list(wend_error *error, wend_result code, const char *format, va_list arguments);

/* The failure of an allocation, and the only text for it: "out of memory for " and what the memory
 * was for, such as "a map". `error` may be NULL. Returns WEND_ERROR_MEMORY. */
__attribute__((format(printf, 2, 3))) wend_result error_no_memory(wend_error *error,
                                                                  const char *what, ...);

/* Adds where it happened; `path` may be NULL (then the one set before stays). A path that is too
 * long keeps its end, after "...". */
void error_place(wend_error *error, const char *path, int line, int column);

/* States what a correct caller guarantees. Also checked in release builds; never for input. */
#define WEND_ASSERT(condition)                                                                     \
    ((condition) ? (void)0 : wend_assert_failed(#condition, __FILE__, __LINE__))

#endif
