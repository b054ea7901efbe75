/* Checks UTF-8 (RFC 3629) that arrives in pieces. */
#ifndef SERVE_NET_UTF8_H
#define SERVE_NET_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the next byte must be. Zero the struct before the first piece. */
typedef struct utf8_check {
    uint8_t missing;   /* number of continuation bytes that the current character still needs */
    uint8_t low, high; /* range of the next continuation byte */
} utf8_check;

/* Checks the next piece. Returns false at the first byte that no valid text can have there; the
 * check is then over. */
bool utf8_check_piece(utf8_check *check, const uint8_t *bytes, size_t size);
/* True if the text may end here: no character is incomplete. */
bool utf8_check_is_complete(const utf8_check *check);

#endif
