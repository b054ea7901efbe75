/* Suggests similar names, and parses and formats numbers independently of the locale.
 *
 * Distance: optimal string alignment, the restricted form of Damerau's distance (Damerau, "A
 * technique for computer detection and correction of spelling errors", CACM 1964), by dynamic
 * programming over three rows; O(n * m) for words of n and m bytes.
 *
 * Numbers: the C library rounds correctly but uses the locale's decimal point. So the parser passes
 * digits and an exponent, without a decimal point, to the C library, and the formatter replaces the
 * locale's decimal point with '.'. Both are thread-safe in every locale. */
#include "base/text.h"
#include "base/renamed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ----------------------------------------------------------------------------------- */

static char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_letter(char a, char b) {
    return to_lower(a) == to_lower(b);
}

static uint32_t min_u32(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

uint32_t text_edit_distance(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > TEXT_WORD_LIMIT || b_length > TEXT_WORD_LIMIT) {
        return UINT32_MAX;
    }
    /* Row i holds the distances from the first i bytes of `a` to each prefix of `b`. */
    uint32_t rows[3][TEXT_WORD_LIMIT + 1];
    for (uint32_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_length; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t replaced = above[j - 1] + (is_same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = min_u32(replaced, min_u32(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) &&
                is_same_letter(a[i - 2], b[j - 1])) {
                row[j] = min_u32(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

const char *text_find_nearest(const char *word, const char *const *names, size_t count) {
    size_t length = strlen(word);
    if (length > TEXT_WORD_LIMIT) {
        return NULL;
    }
    uint32_t limit = length < 6 ? 1 : (uint32_t)(length / 3);
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        uint32_t distance = names[i] != NULL ? text_edit_distance(word, names[i]) : UINT32_MAX;
        if (distance <= limit && distance < length) {
            nearest = names[i];
            limit = distance;
            if (distance == 0) {
                break;
            }
            limit--;
        }
    }
    return nearest;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

enum {
    /* A double, or the midpoint of two adjacent doubles, has at most 768 significant decimal
     * digits. Of any further digits, it only matters whether one of them is not 0. */
    DIGIT_LIMIT = 800,
    EXPONENT_LIMIT = 1 << 30, /* exponents are capped near this limit, far beyond any double */
};

/* A decimal number as digits * 10^exponent, without leading zeros. */
typedef struct decimal {
    char digits[DIGIT_LIMIT + 1];
    int count;
    int64_t exponent;
    bool more; /* a digit beyond DIGIT_LIMIT is not 0 */
} decimal;

static void add_digit(decimal *number, char digit, bool fraction) {
    if (number->count == 0 && digit == '0') {
        number->exponent -= fraction ? 1 : 0;
    } else if (number->count < DIGIT_LIMIT) {
        number->digits[number->count++] = digit;
        number->exponent -= fraction ? 1 : 0;
    } else {
        number->more = number->more || digit != '0';
        number->exponent += fraction ? 0 : 1;
    }
}

/* Reads `digits [. digits]`. Returns the end of what was read, or NULL if there is no digit. */
static const char *read_digits(const char *at, decimal *number) {
    bool has_digit = false;
    for (; is_digit(*at); at++) {
        has_digit = true;
        add_digit(number, *at, false);
    }
    if (*at == '.') {
        for (at++; is_digit(*at); at++) {
            has_digit = true;
            add_digit(number, *at, true);
        }
    }
    return has_digit ? at : NULL;
}

/* Reads `e [+-] digits`. Returns the end of what was read, or NULL if there is no digit. */
static const char *read_exponent(const char *at, decimal *number) {
    at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+') {
        at++;
    }
    if (!is_digit(*at)) {
        return NULL;
    }
    int64_t exponent = 0;
    for (; is_digit(*at); at++) {
        exponent = exponent < EXPONENT_LIMIT ? 10 * exponent + (*at - '0') : exponent;
    }
    number->exponent += negative ? -exponent : exponent;
    return at;
}

static double to_double(decimal *number) {
    static const int exponent_bound = 400 + DIGIT_LIMIT; /* larger exponents give 0 or infinity */
    if (number->count == 0) {
        return 0.0;
    }
    char text[DIGIT_LIMIT + 32];
    memcpy(text, number->digits, (size_t)number->count);
    int length = number->count;
    if (number->more) {
        text[length++] = '1';
        number->exponent--;
    }
    int64_t exponent = number->exponent;
    exponent = exponent > exponent_bound ? exponent_bound : exponent;
    exponent = exponent < -2 * exponent_bound ? -2 * exponent_bound : exponent;
    snprintf(text + length, sizeof text - (size_t)length, "e%d", (int)exponent);
    return strtod(text, NULL);
}

bool text_parse_double(const char *text, double *out) {
    bool negative = *text == '-';
    const char *at = *text == '-' || *text == '+' ? text + 1 : text;
    decimal number;
    number.count = 0;
    number.exponent = 0;
    number.more = false;
    at = read_digits(at, &number);
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at = read_exponent(at, &number);
    }
    if (at == NULL || *at != '\0') {
        return false;
    }
    double value = to_double(&number);
    if (isinf(value)) {
        return false;
    }
    *out = negative ? -value : value;
    return true;
}

bool text_parse_int64(const char *text, int64_t *out) {
    bool negative = *text == '-';
    const char *at = *text == '-' || *text == '+' ? text + 1 : text;
    if (!is_digit(*at)) {
        return false;
    }
    /* Accumulates a negative value, because INT64_MIN has no positive counterpart. */
    int64_t value = 0;
    for (; is_digit(*at); at++) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, *at - '0', &value)) {
            return false;
        }
    }
    if (*at != '\0' || (!negative && value == INT64_MIN)) {
        return false;
    }
    *out = negative ? value : -value;
    return true;
}

/* Replaces the locale's decimal point, which may consist of several bytes, with '.'. */
static size_t normalise_point(char *text) {
    size_t length = 0;
    bool in_point = false;
    for (const char *at = text; *at != '\0'; at++) {
        bool is_number_part = is_digit(*at) || *at == '-' || *at == '+' || *at == 'e';
        if (is_number_part) {
            text[length++] = *at;
        } else if (!in_point) {
            text[length++] = '.';
        }
        in_point = !is_number_part;
    }
    text[length] = '\0';
    return length;
}

const char *text_suggest(const char *word, const char *const *names, size_t count, char *out,
                         size_t size) {
    const char *current = renamed_find(word, names, count);
    if (current) {
        snprintf(out, size, "; it is now called '%s'", current);
        return out;
    }
    const char *nearest = text_find_nearest(word, names, count);
    if (nearest) {
        snprintf(out, size, "; did you mean '%s'?", nearest);
        return out;
    }
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t more = strlen(names[i]) + strlen("; available: ");
        if (length + more + sizeof ", ..." > size) {
            snprintf(out + length, size - length, length ? ", ..." : "");
            break;
        }
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   i ? ", " : "; available: ", names[i]);
    }
    return out;
}

size_t text_format_double(double value, char out[TEXT_DOUBLE_SIZE]) {
    if (isnan(value) || isinf(value)) {
        const char *name = isnan(value) ? "nan" : (value > 0.0 ? "inf" : "-inf");
        memcpy(out, name, strlen(name) + 1);
        return strlen(name);
    }
    /* For a normal number, %.15g prints no unnecessary digits, so the search starts with 15 digits.
     * A denormal has fewer significant bits, so its search starts with 1. */
    static const double smallest_normal = 0x1p-1022;
    int digits = fabs(value) < smallest_normal ? 1 : 15;
    size_t length = 0;
    double parsed = 0.0;
    do {
        snprintf(out, TEXT_DOUBLE_SIZE, "%.*g", digits, value);
        length = normalise_point(out);
        digits++;
    } while (digits <= 17 && (!text_parse_double(out, &parsed) || parsed != value));
    return length;
}

bool text_ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), ending_length = strlen(ending);
    return length > ending_length && strcmp(text + length - ending_length, ending) == 0;
}
