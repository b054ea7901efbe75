/* SHA-1 and UTF-8: the examples of their RFCs, and properties. */
#include "serve/net/sha1.h"
#include "serve/net/utf8.h"
#include "support/suite.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void check_digest(const char *message, size_t repeat, const char *expected) {
    static char text[1000001];
    size_t size = strlen(message);
    for (size_t i = 0; i < repeat; i++) {
        memcpy(text + i * size, message, size);
    }
    uint8_t digest[SHA1_SIZE];
    char shown[2 * SHA1_SIZE + 1];
    sha1_digest(text, size * repeat, digest);
    for (size_t i = 0; i < SHA1_SIZE; i++) {
        snprintf(shown + 2 * i, 3, "%02x", digest[i]);
    }
    ck_assert_str_eq(shown, expected);
}

START_TEST(sha1_of_the_examples_of_rfc_3174) {
    check_digest("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d");
    check_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                 "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    check_digest("a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    check_digest("0123456701234567012345670123456701234567012345670123456701234567", 10,
                 "dea356a2cddd90c7a7ecedc5ebb563934f460452");
    check_digest("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"); /* FIPS 180 test vector */
}
END_TEST

/* The padding takes one block or two: with one bit changed, each length gives another digest. */
START_TEST(sha1_depends_on_every_byte_at_all_lengths) {
    uint8_t bytes[200] = {0};
    for (size_t size = 1; size <= sizeof bytes; size++) {
        uint8_t before[SHA1_SIZE], after[SHA1_SIZE];
        sha1_digest(bytes, size, before);
        bytes[size - 1] ^= 1;
        sha1_digest(bytes, size, after);
        bytes[size - 1] ^= 1;
        ck_assert_int_ne(memcmp(before, after, SHA1_SIZE), 0);
        sha1_digest(bytes, size - 1, after);
        ck_assert_int_ne(memcmp(before, after, SHA1_SIZE), 0);
    }
}
END_TEST

/* Decodes one character by the definition in RFC 3629: bits by length, then the forbidden values.
 * Returns its size, or 0. */
static size_t decode(const uint8_t *s, size_t size) {
    size_t length = s[0] < 0x80       ? 1
                    : s[0] >> 5 == 6  ? 2
                    : s[0] >> 4 == 14 ? 3
                    : s[0] >> 3 == 30 ? 4
                                      : 0;
    if (length == 0 || length > size) {
        return 0;
    }
    uint32_t value = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (s[i] >> 6 != 2) {
            return 0;
        }
        value = value << 6 | (s[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool good = value >= least[length] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    return good ? length : 0;
}

static bool is_valid(const uint8_t *s, size_t size) {
    for (size_t at = 0; at < size;) {
        size_t length = decode(s + at, size - at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

static bool is_accepted(const uint8_t *s, size_t size, size_t split) {
    utf8_check check = {0};
    return utf8_check_piece(&check, s, split) &&
           utf8_check_piece(&check, s + split, size - split) && utf8_check_is_complete(&check);
}

/* All texts of one to three bytes, and all of four bytes with boundary values, at all splits. */
START_TEST(utf8_agrees_with_its_definition) {
    static const uint8_t edges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                    0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xec, 0xed, 0xee,
                                    0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff};
    enum { EDGES = sizeof edges };
    uint32_t valid = 0;
    for (uint32_t i = 0; i < 1u << 16; i++) {
        uint8_t two[2] = {(uint8_t)i, (uint8_t)(i >> 8)};
        ck_assert_int_eq(is_accepted(two, 1, 1), is_valid(two, 1));
        ck_assert_int_eq(is_accepted(two, 2, 1), is_valid(two, 2));
    }
    for (uint32_t i = 0; i < EDGES * EDGES * EDGES * EDGES; i++) {
        uint8_t s[4] = {edges[i % EDGES], edges[i / EDGES % EDGES],
                        edges[i / EDGES / EDGES % EDGES], edges[i / EDGES / EDGES / EDGES]};
        for (size_t split = 0; split <= 4; split++) {
            ck_assert_int_eq(is_accepted(s, 4, split), is_valid(s, 4));
        }
        valid += is_valid(s, 4);
    }
    ck_assert_uint_gt(valid, 100);
}
END_TEST

int main(void) {
    SUITE("serve/digests", sha1_of_the_examples_of_rfc_3174,
          sha1_depends_on_every_byte_at_all_lengths, utf8_agrees_with_its_definition);
}
