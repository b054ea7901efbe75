/* SHA-1 of a message (RFC 3174, method 1). Symbols as there: H is the state, W the schedule of 80
 * words, A to E the working words. Cost: proportional to the message; no memory. */
#include "serve/net/sha1.h"
#include <string.h>

enum { BLOCK_SIZE = 64, LENGTH_SIZE = 8 /* bytes */, ROUNDS = 80 };

static uint32_t rotate_left(uint32_t word, uint32_t bits) {
    return word << bits | word >> (32 - bits);
}

static uint32_t load_big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The function f and the constant K of a round. */
static uint32_t mix(uint32_t round, uint32_t b, uint32_t c, uint32_t d) {
    if (round < 20) {
        return ((b & c) | (~b & d)) + 0x5a827999u;
    }
    if (round < 40) {
        return (b ^ c ^ d) + 0x6ed9eba1u;
    }
    if (round < 60) {
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    }
    return (b ^ c ^ d) + 0xca62c1d6u;
}

static void add_block(uint32_t h[5], const uint8_t block[BLOCK_SIZE]) {
    uint32_t w[ROUNDS];
    for (uint32_t t = 0; t < 16; t++) {
        w[t] = load_big_endian(block + 4 * (size_t)t);
    }
    for (uint32_t t = 16; t < ROUNDS; t++) {
        w[t] = rotate_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    }
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (uint32_t t = 0; t < ROUNDS; t++) {
        uint32_t sum = rotate_left(a, 5) + mix(t, b, c, d) + e + w[t];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = sum;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* The last blocks: the rest of the message, a one bit, zeros, and the length in bits. */
static void add_rest(uint32_t h[5], const uint8_t *rest, size_t rest_size, uint64_t size) {
    uint8_t blocks[2 * BLOCK_SIZE] = {0};
    size_t total = rest_size + 1 + LENGTH_SIZE <= BLOCK_SIZE ? BLOCK_SIZE : 2 * BLOCK_SIZE;
    if (rest_size > 0) {
        memcpy(blocks, rest, rest_size);
    }
    blocks[rest_size] = 0x80;
    for (size_t i = 0; i < LENGTH_SIZE; i++) {
        blocks[total - 1 - i] = (uint8_t)(size * 8 >> 8 * i);
    }
    for (size_t at = 0; at < total; at += BLOCK_SIZE) {
        add_block(h, blocks + at);
    }
}

void sha1_digest(const void *message, size_t size, uint8_t out[SHA1_SIZE]) {
    uint32_t h[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    const uint8_t *bytes = message;
    size_t whole = size - size % BLOCK_SIZE;
    for (size_t at = 0; at < whole; at += BLOCK_SIZE) {
        add_block(h, bytes + at);
    }
    add_rest(h, bytes + whole, size - whole, size);
    for (size_t i = 0; i < SHA1_SIZE; i++) {
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}
