/* Hashes a sequence of bytes, eight at a time, with hash_combine. Cost: about 1 ns per eight
 * bytes. */
#include "base/hash.h"

/* Loads up to eight bytes as a little-endian number. */
static uint64_t load_little_endian(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << (8 * i);
    }
    return word;
}

uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed) {
    const unsigned char *at = bytes;
    /* The length is hashed first, so that trailing zeros change the hash. */
    uint64_t hash = hash_combine(seed, size);
    size_t left = size;
    for (; left >= 8; left -= 8, at += 8) {
        hash = hash_combine(hash, load_little_endian(at, 8));
    }
    return left > 0 ? hash_combine(hash, load_little_endian(at, left)) : hash;
}
