/* Checks UTF-8 byte by byte, by the table of byte sequences in RFC 3629, section 4: the first byte
 * gives the number of continuation bytes and the range of the first of them, which excludes
 * overlong forms, surrogates and numbers above U+10FFFF. */
#include "serve/net/utf8.h"

static const struct {
    uint8_t first, last; /* range of the first byte */
    uint8_t missing, low, high;
} LEADS[] = {
    {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf},
    {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
    {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

static bool begin_character(utf8_check *check, uint8_t byte) {
    for (size_t i = 0; i < sizeof LEADS / sizeof LEADS[0]; i++) {
        if (byte >= LEADS[i].first && byte <= LEADS[i].last) {
            *check = (utf8_check){LEADS[i].missing, LEADS[i].low, LEADS[i].high};
            return true;
        }
    }
    return byte < 0x80;
}

static bool continue_character(utf8_check *check, uint8_t byte) {
    bool good = byte >= check->low && byte <= check->high;
    *check = (utf8_check){(uint8_t)(check->missing - 1), 0x80, 0xbf};
    return good;
}

bool utf8_check_piece(utf8_check *check, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool good = check->missing == 0 ? begin_character(check, bytes[i])
                                        : continue_character(check, bytes[i]);
        if (!good) {
            return false;
        }
    }
    return true;
}

bool utf8_check_is_complete(const utf8_check *check) {
    return check->missing == 0;
}
