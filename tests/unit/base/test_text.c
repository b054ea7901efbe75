/* Tests edit distances, name suggestions, and the parsing and formatting of numbers. Oracles: a
 * recursive edit distance, and the C library in the "C" locale. */
#include "base/text.h"
#include "support/suite.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Computes the distance by its definition, in exponential time: tries every possible last edit. */
static uint32_t slow_distance(const char *a, size_t n, const char *b, size_t m) {
    if (n == 0 || m == 0) {
        return (uint32_t)(n + m);
    }
    uint32_t best = slow_distance(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1] ? 1 : 0);
    uint32_t other = slow_distance(a, n - 1, b, m) + 1;
    best = other < best ? other : best;
    other = slow_distance(a, n, b, m - 1) + 1;
    best = other < best ? other : best;
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        other = slow_distance(a, n - 2, b, m - 2) + 1;
        best = other < best ? other : best;
    }
    return best;
}

START_TEST(edit_distance_matches_its_definition) {
    state = 1;
    for (int i = 0; i < 3000; i++) {
        char words[2][8] = {{0}};
        for (int j = 0; j < 2; j++) {
            size_t length = next_bits() % 7;
            for (size_t k = 0; k < length; k++) {
                words[j][k] = (char)('a' + next_bits() % 3);
            }
        }
        uint32_t want = slow_distance(words[0], strlen(words[0]), words[1], strlen(words[1]));
        uint32_t got = text_edit_distance(words[0], words[1]);
        ck_assert_msg(got == want, "'%s' to '%s': %u, want %u", words[0], words[1], got, want);
    }
}
END_TEST

START_TEST(edit_distance_counts_swaps_ignores_case_and_limits_length) {
    ck_assert_uint_eq(text_edit_distance("", ""), 0);
    ck_assert_uint_eq(text_edit_distance("", "abc"), 3);
    ck_assert_uint_eq(text_edit_distance("radius", "raduis"), 1);
    ck_assert_uint_eq(text_edit_distance("ORCA", "orca"), 0);
    char longest[TEXT_WORD_LIMIT + 2];
    memset(longest, 'a', sizeof longest);
    longest[TEXT_WORD_LIMIT + 1] = '\0';
    ck_assert_uint_eq(text_edit_distance(longest, "a"), UINT32_MAX);
    ck_assert_uint_eq(text_edit_distance("a", longest), UINT32_MAX);
    ck_assert_uint_eq(text_edit_distance("", longest + 1), TEXT_WORD_LIMIT);
}
END_TEST

START_TEST(finds_the_nearest_similar_name) {
    static const char *const names[] = {"direct", "orca", "orca_segment", NULL,
                                        "rvo",    "hrvo", "gvo"};
    const size_t count = sizeof names / sizeof *names;
    ck_assert_str_eq(text_find_nearest("orac", names, count), "orca");
    ck_assert_str_eq(text_find_nearest("hrvo", names, count), "hrvo");
    ck_assert_str_eq(text_find_nearest("orca_segmant", names, count), "orca_segment");
    ck_assert_str_eq(text_find_nearest("Orca-Segmen", names, count), "orca_segment");
    ck_assert_str_eq(text_find_nearest("vo", names, count), "rvo");
    ck_assert_str_eq(text_find_nearest("direkt", names, count), "direct");
    ck_assert_ptr_null(text_find_nearest("social", names, count));
    ck_assert_ptr_null(text_find_nearest("", names, count));
    ck_assert_ptr_null(text_find_nearest("x", names, count));
    ck_assert_ptr_null(text_find_nearest("orca", names, 0));
    static const char *const letters[] = {"a"};
    ck_assert_ptr_null(text_find_nearest("b", letters, 1));
    char longest[TEXT_WORD_LIMIT + 2];
    memset(longest, 'a', sizeof longest);
    longest[TEXT_WORD_LIMIT + 1] = '\0';
    ck_assert_ptr_null(text_find_nearest(longest, names, count));
}
END_TEST

/* ---- Numbers --------------------------------------------------------------------------------- */

static void require_parses_as(const char *text, double want) {
    double got = 99.0;
    ck_assert_msg(text_parse_double(text, &got), "'%s' is refused", text);
    ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "'%s' is %a, want %a", text, got, want);
}

static void require_rejected(const char *text) {
    double value = 99.0;
    ck_assert_msg(!text_parse_double(text, &value), "'%s' is read as %g", text, value);
    ck_assert_double_eq(value, 99.0);
}

START_TEST(parses_valid_doubles) {
    require_parses_as("0", 0.0);
    require_parses_as("-0", -0.0);
    require_parses_as("+1.5", 1.5);
    require_parses_as(".5", 0.5);
    require_parses_as("5.", 5.0);
    require_parses_as("0001e2", 100.0);
    require_parses_as("1E-3", 0.001);
    require_parses_as("0.1", 0.1);
    require_parses_as("1e308", 1e308);
    require_parses_as("1.7976931348623157e308", DBL_MAX);
    require_parses_as("5e-324", 0x1p-1074);
    require_parses_as("1e-400", 0.0);
    require_parses_as("0e999999999999999999999", 0.0);
    require_parses_as("1e-999999999999999999999", 0.0);
    /* The first number lies halfway between 1 and the next double, the second slightly above that.
     */
    require_parses_as("1.00000000000000011102230246251565404236316680908203125", 1.0);
    require_parses_as("1.000000000000000111022302462515654042363166809082031250001",
                      0x1.0000000000001p0);
}
END_TEST

START_TEST(rejects_invalid_doubles) {
    static const char *const bad[] = {"",        " ",      "1 ",
                                      " 1",      "+",      "-",
                                      ".",       "e5",     "1e",
                                      "1e+",     "1e5.",   "1.2.3",
                                      "0x10",    "nan",    "NaN",
                                      "inf",     "-inf",   "1,5",
                                      "1_0",     "--1",    "+-1",
                                      "1e309",   "-1e309", "1f",
                                      "1e5e5",   "1.5abc", "1e99999999999999999999",
                                      "\xc2\xbd"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        require_rejected(bad[i]);
    }
}
END_TEST

START_TEST(very_long_numbers_round_correctly) {
    char text[3000];
    /* The digit 1 and 1999 zeros, which the exponent cancels. */
    memset(text, '0', sizeof text);
    memcpy(text, "1", 1);
    snprintf(text + 2000, sizeof text - 2000, "e-2000");
    double value = 0.0;
    ck_assert(text_parse_double(text, &value));
    ck_assert_double_eq(value, 0.1);
    /* The number halfway between 1 and the next double, padded with zeros to 1500 characters. If
     * the last zero is replaced by a 1, the number is rounded up. */
    const char *half = "1.00000000000000011102230246251565404236316680908203125";
    memset(text, '0', sizeof text);
    memcpy(text, half, strlen(half));
    text[1500] = '\0';
    require_parses_as(text, 1.0);
    text[1499] = '1';
    require_parses_as(text, 0x1.0000000000001p0);
    memset(text, '0', 2000);
    memcpy(text, "0.", 2);
    strcpy(text + 2000, "25e2000");
    require_parses_as(text, 25.0);
}
END_TEST

/* Returns a double with any exponent, including denormals. */
static double any_double(void) {
    for (;;) {
        uint64_t bits = next_bits();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            return value;
        }
    }
}

START_TEST(formats_shortest_text_from_which_a_double_round_trips) {
    state = 2;
    for (int i = 0; i < 20000; i++) {
        double value =
            i % 2 == 0 ? any_double() : (double)(int64_t)(next_bits() % 2000000) / 1000.0;
        value = i % 16 == 2 ? value * 0x1p-1040 : value;
        char text[TEXT_DOUBLE_SIZE], other[64];
        size_t length = text_format_double(value, text);
        double again = 0.0;
        bool good = length == strlen(text) && text_parse_double(text, &again) &&
                    memcmp(&again, &value, sizeof value) == 0 && strtod(text, NULL) == value;
        for (int digits = 1; good && digits <= 17; digits++) {
            snprintf(other, sizeof other, "%.*g", digits, value);
            if (strtod(other, NULL) == value) {
                good = strcmp(other, text) == 0;
                break;
            }
        }
        if (!good) {
            ck_abort_msg("seed 2, case %d: %a is written '%s', shortest '%s'", i, value, text,
                         other);
        }
    }
}
END_TEST

START_TEST(formats_notable_doubles) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.0, "0"},
                 {-0.0, "-0"},
                 {0.1, "0.1"},
                 {-2.5, "-2.5"},
                 {1e23, "1e+23"},
                 {1.0 / 3.0, "0.3333333333333333"},
                 {0x1p-1074, "5e-324"},
                 {DBL_MAX, "1.7976931348623157e+308"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"},
                 {NAN, "nan"},
                 {-DBL_MIN, "-2.2250738585072014e-308"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_DOUBLE_SIZE];
        ck_assert_uint_eq(text_format_double(cases[i].value, text), strlen(cases[i].text));
        ck_assert_str_eq(text, cases[i].text);
    }
}
END_TEST

/* Runs in "C" and in every installed locale that has a decimal point other than '.'. */
START_TEST(numbers_do_not_depend_on_the_locale) {
    static const char *const names[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8", "de_DE"};
    int tried = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i]) == NULL) {
            continue;
        }
        tried++;
        char text[TEXT_DOUBLE_SIZE];
        text_format_double(-1234.5e-20, text);
        ck_assert_str_eq(text, "-1.2345e-17");
        require_parses_as("1234.5", 1234.5);
        require_rejected("1234,5");
    }
    ck_assert_int_ge(tried, 1);
}
END_TEST

START_TEST(parses_valid_and_rejects_invalid_integers) {
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"+7", 7},
                {"007", 7},
                {"9223372036854775807", INT64_MAX},
                {"-9223372036854775808", INT64_MIN},
                {"-12", -12}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t value = 99;
        ck_assert_msg(text_parse_int64(good[i].text, &value), "'%s' is refused", good[i].text);
        ck_assert_msg(value == good[i].value, "'%s' is %" PRId64, good[i].text, value);
    }
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      " 1",
                                      "1 ",
                                      "1.0",
                                      "1e3",
                                      "0x1",
                                      "--1",
                                      "1a",
                                      "\xef\xbc\x99",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t value = 99;
        ck_assert_msg(!text_parse_int64(bad[i], &value), "'%s' is read", bad[i]);
        ck_assert_int_eq(value, 99);
    }
}
END_TEST

START_TEST(suggests_similar_or_available_names) {
    static const char *const names[] = {"direct", "relax", "external"};
    char out[64];
    ck_assert_str_eq(text_suggest("drect", names, 3, out, sizeof out), "; did you mean 'direct'?");
    ck_assert_str_eq(text_suggest("orca", names, 3, out, sizeof out),
                     "; available: direct, relax, external");
    ck_assert_str_eq(text_suggest("orca", names, 0, out, sizeof out), "");
    for (size_t size = 24; size < sizeof out; size++) {
        memset(out, 'x', sizeof out);
        text_suggest("orca", names, 3, out, size);
        ck_assert_uint_lt(strlen(out), size);
        bool is_complete = strstr(out, "external") != NULL || out[0] == '\0';
        ck_assert(is_complete || strcmp(out + strlen(out) - 3, "...") == 0);
    }
}
END_TEST

START_TEST(ends_with_requires_a_proper_suffix) {
    ck_assert(text_ends_with("hall.wmap", ".wmap") && text_ends_with("a/.b.wmap", ".wmap"));
    ck_assert(!text_ends_with(".wmap", ".wmap") && !text_ends_with("hall.wmap ", ".wmap"));
    ck_assert(!text_ends_with("wmap", ".wmap") && !text_ends_with("", ".wmap"));
    ck_assert(!text_ends_with("hall.WMAP", ".wmap"));
}
END_TEST

int main(void) {
    SUITE("base/text", edit_distance_matches_its_definition,
          edit_distance_counts_swaps_ignores_case_and_limits_length, finds_the_nearest_similar_name,
          suggests_similar_or_available_names, parses_valid_doubles, rejects_invalid_doubles,
          very_long_numbers_round_correctly, formats_shortest_text_from_which_a_double_round_trips,
          formats_notable_doubles, numbers_do_not_depend_on_the_locale,
          parses_valid_and_rejects_invalid_integers, ends_with_requires_a_proper_suffix);
}
