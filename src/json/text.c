/* Decodes keys and strings, whose escapes json/reader.c has checked. A half of a surrogate pair
 * that stands alone becomes three bytes that are not valid UTF-8. */
#include "json/reader.h"
#include <string.h>

static uint32_t hex_value(const char *at) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a') + 10;
        value = value * 16 + digit;
    }
    return value;
}

static size_t put_utf8(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | (code >> 6));
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | (code >> 12));
        out[1] = (char)(0x80 | ((code >> 6) & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | (code >> 18));
    out[1] = (char)(0x80 | ((code >> 12) & 0x3f));
    out[2] = (char)(0x80 | ((code >> 6) & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

/* Decodes one character at `*at` to UTF-8 and moves `*at` past it. Returns the number of bytes
 * written. */
static size_t take_character(const char **at, const char *end, char out[4]) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    const char *p = *at;
    if (*p != '\\') {
        *at = p + 1;
        out[0] = *p;
        return 1;
    }
    if (p[1] != 'u') {
        const char *letter = strchr(letters, p[1]);
        *at = p + 2;
        out[0] = letter != NULL ? meanings[letter - letters] : p[1];
        return 1;
    }
    uint32_t code = hex_value(p + 2);
    *at = p + 6;
    bool pair = (code & 0xfc00) == 0xd800 && end - *at >= 6 && (*at)[0] == '\\' &&
                (*at)[1] == 'u' && (hex_value(*at + 2) & 0xfc00) == 0xdc00;
    if (pair) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (hex_value(*at + 2) & 0x3ff);
        *at += 6;
    }
    return put_utf8(code, out);
}

bool json_equals(const json_token *token, const char *text) {
    const char *at = token->start, *end = token->start + token->size;
    while (at < end) {
        char bytes[4];
        size_t count = take_character(&at, end, bytes);
        /* A decoded zero byte matches nothing, because `text` contains no zero byte. If `text` is
         * shorter than `bytes`, strncmp stops at the end of `text`. */
        if (bytes[0] == '\0' || strncmp(text, bytes, count) != 0) {
            return false;
        }
        text += count;
    }
    return *text == '\0';
}

void json_copy_text(const json_token *token, char *out) {
    const char *at = token->start, *end = token->start + token->size;
    while (at < end) {
        char bytes[4];
        size_t count = take_character(&at, end, bytes);
        if (bytes[0] == '\0') {
            break;
        }
        memcpy(out, bytes, count);
        out += count;
    }
    *out = '\0';
}
