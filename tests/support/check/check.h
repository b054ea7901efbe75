/* Includes libcheck, and makes assertions that hold cheap.
 *
 * libcheck notes the line of every assertion that holds, with a system call, so that it can report
 * the last one if a test crashes. In tests that make millions of assertions this took most of the
 * time. Without these notes, libcheck reports the beginning of a test that crashes; a core file or
 * a sanitizer shows the line. The build puts this folder before the system's headers. */
#ifndef SUPPORT_CHECK_CHECK_H
#define SUPPORT_CHECK_CHECK_H

#pragma GCC system_header
#include_next <check.h>

#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                   \
    ((expr)                                                                                        \
         ? (void)0                                                                                 \
         : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", ##__VA_ARGS__))

#endif
