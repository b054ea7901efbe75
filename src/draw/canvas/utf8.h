/* UTF-8 texts (RFC 3629): finds and copies complete characters. */
#ifndef DRAW_CANVAS_UTF8_H
#define DRAW_CANVAS_UTF8_H

#include <stddef.h>

/* Returns the length of the character that starts here, or 0 if it is invalid. Reads no byte beyond
 * the first invalid one, so it stops at a final zero. */
size_t utf8_length(const unsigned char *s);

/* Copies as many complete characters as fit into `size` bytes, including the final zero. Invalid
 * bytes become '?'. */
void utf8_copy(char *out, size_t size, const char *text);

#endif
