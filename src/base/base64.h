/* base/base64.h: bytes as text in the alphabet A-Z a-z 0-9 + / (RFC 4648, section 4), for pages and
 * for handshakes of web sockets. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of characters of `size` bytes as base64, padding included. */
static inline size_t base64_size(size_t size) {
    return (size / 3 + (size % 3 != 0)) * 4;
}

/* Writes the base64_size(size) characters of some bytes, without a final zero. If `size` is not a
 * multiple of 3, the text ends with padding; so a text can be written in pieces of 3 n bytes. */
void base64_encode(const uint8_t *bytes, size_t size, char *out);

#endif
