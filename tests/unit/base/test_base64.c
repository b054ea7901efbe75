/* Writes bytes as base64. */
#include "base/base64.h"

#include <string.h>

#include "support/suite.h"

static void check_text(const char *bytes, size_t size, const char *expected) {
    char text[64] = "................................................";
    base64_encode((const uint8_t *)bytes, size, text);
    ck_assert_uint_eq(base64_size(size), strlen(expected));
    ck_assert_mem_eq(text, expected, strlen(expected));
    ck_assert_int_eq(text[strlen(expected)], '.');
}

/* RFC 4648, section 10. */
START_TEST(matches_the_test_vectors_of_the_standard) {
    static const char *const texts[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                        "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_text("foobar", i, texts[i]);
    }
}
END_TEST

START_TEST(covers_the_alphabet) {
    check_text("\xfb\xef\xbe\xff\xff\xff\0\0\0", 9, "++++////AAAA");
    check_text("\0\x10\x83\x10\x51\x87\x20\x92\x8b", 9, "ABCDEFGHIJKL");
}
END_TEST

START_TEST(text_can_be_written_in_pieces) {
    uint8_t bytes[99];
    char whole[132], pieces[132];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 37);
    }
    base64_encode(bytes, sizeof bytes, whole);
    for (size_t at = 0; at < sizeof bytes; at += 33) {
        base64_encode(bytes + at, 33, pieces + base64_size(at));
    }
    ck_assert_mem_eq(whole, pieces, sizeof whole);
}
END_TEST

int main(void) {
    SUITE("base/base64", matches_the_test_vectors_of_the_standard, covers_the_alphabet,
          text_can_be_written_in_pieces);
}
