/* Texts as UTF-8 (RFC 3629). */
#ifndef DRAW_CANVAS_UTF8_H
#define DRAW_CANVAS_UTF8_H

#include <stddef.h>

/* The length of the character that starts here, 0 if none does. Looks at no byte beyond the first
 * wrong one, so a final zero ends it. */
size_t utf8_length(const unsigned char *s);

/* Copies as many whole characters as fit into `size` bytes with the final zero; '?' stands for
 * bytes that are none. */
void utf8_copy(char *out, size_t size, const char *text);

#endif
