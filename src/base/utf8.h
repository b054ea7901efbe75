/* UTF-8 text (RFC 3629): finds and copies complete characters. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* Returns the length in bytes of the character that starts at `s`, or 0 if it is invalid. Reads no
 * byte after the first invalid byte, so it never reads beyond a terminating zero. */
size_t utf8_length(const unsigned char *s);

/* Copies as many complete characters as fit into `size` bytes, including the terminating zero.
 * Invalid bytes become '?'. */
void utf8_copy(char *out, size_t size, const char *text);

#endif
