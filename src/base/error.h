/* Functions that fill a wend_error, and the assertion against misuse of the API. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdarg.h>
#include <wend/base.h>

/* Fills `error` (may be NULL) with the code and the formatted message, which is truncated if it
 * does not fit. Clears path, line and column. Returns `code`. */
__attribute__((format(printf, 3, 4))) wend_result error_set(wend_error *error, wend_result code,
                                                            const char *format, ...);

/* Does the same with a va_list, for callers that take "..." themselves. */
__attribute__((format(printf, 3, 0))) wend_result
error_set_list(wend_error *error, wend_result code, const char *format, va_list arguments);

/* Reports a failed allocation: "out of memory for " and what the memory was for, such as "a map".
 * All failed allocations are reported with this text. `error` may be NULL. Returns
 * WEND_ERROR_MEMORY. */
__attribute__((format(printf, 2, 3))) wend_result error_no_memory(wend_error *error,
                                                                  const char *what, ...);

/* Adds the location of an error. If `path` is NULL, the earlier path stays. If a path is too long,
 * only its end is kept, preceded by "...". */
void error_set_location(wend_error *error, const char *path, int line, int column);

/* Asserts a condition that every correct caller guarantees. Release builds check it too. Not for
 * validating input. */
#define WEND_ASSERT(condition)                                                                     \
    ((condition) ? (void)0 : wend_assert_failed(#condition, __FILE__, __LINE__))

#endif
