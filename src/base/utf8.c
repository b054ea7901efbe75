/* Checks and copies UTF-8 text. */
#include "base/utf8.h"
#include <string.h>

size_t utf8_length(const unsigned char *s) {
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        size_t length;
    } forms[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (s[0] < forms[i].first_low || s[0] > forms[i].first_high) {
            continue;
        }
        if (forms[i].length > 1 && (s[1] < forms[i].second_low || s[1] > forms[i].second_high)) {
            return 0;
        }
        for (size_t k = 2; k < forms[i].length; k++) {
            if ((s[k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return forms[i].length;
    }
    return 0;
}

void utf8_copy(char *out, size_t size, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    size_t used = 0;
    while (*s != '\0') {
        size_t length = utf8_length(s);
        size_t taken = length == 0 ? 1 : length;
        if (used + taken + 1 > size) {
            break;
        }
        memcpy(out + used, length == 0 ? (const void *)"?" : s, taken);
        used += taken;
        s += taken;
    }
    out[used] = '\0';
}
