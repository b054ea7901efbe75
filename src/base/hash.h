/* 64-bit mixing for hash tables, state hashes and random numbers; not for cryptography. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 2^64 / golden ratio, rounded to an odd number: the increment of splitmix64 (Steele, Lea, Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014). */
#define HASH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The finaliser of splitmix64, with Stafford's "variant 13" constants: a bijection in which every
 * input bit changes about half of the output bits. Maps 0 to 0. */
static inline uint64_t hash_mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Appends `value` to the sequence that has the hash `hash`, and returns the hash of the longer
 * sequence. The result depends on the order of the values. */
static inline uint64_t hash_combine(uint64_t hash, uint64_t value) {
    return hash_mix64(hash * UINT64_C(0xd6e8feb86659fd93) + HASH_GOLDEN + hash_mix64(value));
}

/* Returns a hash of `size` bytes, the same on little- and big-endian machines. `bytes` may be NULL
 * if size is 0. */
uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed);

/* Like hash_bytes, but several times as fast, and different on little- and big-endian machines: for
 * hash tables. `size` is a multiple of 4. */
static inline uint64_t hash_for_table(const void *bytes, size_t size, uint64_t seed) {
    const unsigned char *at = bytes;
    uint64_t hash = seed + size * HASH_GOLDEN;
    size_t left = size;
    for (; left >= sizeof hash; left -= sizeof hash, at += sizeof hash) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        /* A product spreads each bit to higher ones only, so high bits are moved down between. */
        hash = (hash ^ word) * UINT64_C(0xd6e8feb86659fd93);
        hash = (hash ^ (hash >> 32)) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    if (left > 0) {
        uint32_t word;
        memcpy(&word, at, sizeof word);
        hash ^= word;
    }
    return hash_mix64(hash);
}

#endif
