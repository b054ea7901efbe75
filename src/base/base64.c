/* Writes bytes as base64. */
#include "base/base64.h"

static const char alphabet[64] = {'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
                                  'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
                                  'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
                                  'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
                                  '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '/'};

void base64_encode(const uint8_t *bytes, size_t size, char *out) {
    for (size_t at = 0; at < size; at += 3, out += 4) {
        size_t left = size - at;
        uint32_t bits = (uint32_t)bytes[at] << 16;
        bits |= left > 1 ? (uint32_t)bytes[at + 1] << 8 : 0;
        bits |= left > 2 ? bytes[at + 2] : 0;
        out[0] = alphabet[bits >> 18];
        out[1] = alphabet[bits >> 12 & 63];
        out[2] = left > 1 ? alphabet[bits >> 6 & 63] : '=';
        out[3] = left > 2 ? alphabet[bits & 63] : '=';
    }
}
