/* SHA-1 (RFC 3174). The handshake of WebSockets uses it as a checksum; it protects nothing. */
#ifndef SERVE_NET_SHA1_H
#define SERVE_NET_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20 /* bytes */ };

/* Writes the digest of a message. */
void sha1_digest(const void *message, size_t size, uint8_t out[SHA1_SIZE]);

#endif
