/* Compares the output of the JSON writer with the requirements of the format. */
#define _POSIX_C_SOURCE 200809L
#include "support/suite.h"
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/random.h>

static char *text;
static size_t size;
static wend_json json;

static void set_up(void) {
    json = (wend_json){.stream = open_memstream(&text, &size), .compact = true};
    ck_assert_ptr_nonnull(json.stream);
}

static void expect(const char *expected) {
    fclose(json.stream);
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(nests_objects_and_arrays) {
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "a");
    wend_json_begin_array(&json);
    wend_json_write_integer(&json, -5);
    wend_json_write_bool(&json, true);
    wend_json_begin_object(&json);
    wend_json_end_object(&json);
    wend_json_end_array(&json);
    wend_json_write_key(&json, "b");
    wend_json_write_text(&json, NULL);
    wend_json_end_object(&json);
    expect("{\"a\": [-5, true, {}], \"b\": null}");
}
END_TEST

static void append(void *user, const char *piece, size_t length) {
    strncat(user, piece, length);
}

START_TEST(writes_to_a_function) {
    char seen[64] = "";
    wend_json sink = {.compact = true, .write = append, .user = seen};
    wend_json_begin_array(&sink);
    wend_json_write_text(&sink, "a\n\"");
    wend_json_write_number(&sink, 0.5);
    wend_json_write_integer(&sink, -7);
    wend_json_end_array(&sink);
    ck_assert_str_eq(seen, "[\"a\\n\\\"\", 0.5, -7]");
    expect("");
}
END_TEST

START_TEST(puts_each_value_on_its_own_line) {
    json.compact = false;
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "a");
    wend_json_begin_array(&json);
    wend_json_write_integer(&json, 1);
    wend_json_write_integer(&json, 2);
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    expect("{\n  \"a\": [\n    1,\n    2\n  ]\n}");
}
END_TEST

START_TEST(special_characters_in_text_are_escaped) {
    wend_json_write_text(
        &json, "q\" b\\ n\n t\t \x01 \xc3\xa9 \xff\xe2\x82 \xed\xa0\x80 \xf0\x9f\x98\x80");
    expect("\"q\\\" b\\\\ n\\n t\\u0009 \\u0001 \xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd "
           "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x98\x80\"");
}
END_TEST

START_TEST(writes_shortest_decimals_and_null_for_non_finite_numbers) {
    wend_json_begin_array(&json);
    wend_json_write_number(&json, 0.1);
    wend_json_write_number(&json, NAN);
    wend_json_write_number(&json, -INFINITY);
    wend_json_write_number(&json, 3);
    wend_json_write_integer(&json, INT64_MIN);
    wend_json_end_array(&json);
    expect("[0.1, null, null, 3, -9223372036854775808]");
}
END_TEST

/* Checks that every number reads back with the same bits. */
START_TEST(numbers_read_back_with_the_same_bits) {
    static const double some[] = {0.0,     -0.0,     1.0 / 3, 5e-324, 2.2250738585072014e-308,
                                  DBL_MAX, -DBL_MAX, 1e21,    1e-7,   123456789012345678.0};
    wend_json_begin_array(&json);
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t bits = wend_random_bits(9, i, 0, 0);
        double value = 0.0;
        memcpy(&value, &bits, sizeof value);
        wend_json_write_number(&json, i < 10 ? some[i] : isfinite(value) ? value : (double)i);
    }
    wend_json_end_array(&json);
    fclose(json.stream);
    const char *at = text;
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t bits = wend_random_bits(9, i, 0, 0);
        double value = 0.0, read = 0.0;
        memcpy(&value, &bits, sizeof value);
        value = i < 10 ? some[i] : isfinite(value) ? value : (double)i;
        char *end = NULL;
        ck_assert(*at == '[' || *at == ',');
        read = strtod(at + 1, &end);
        ck_assert_msg(read == value, "%.17g is written as %.30s", value, at);
        at = end;
    }
    ck_assert_str_eq(at, "]");
    free(text);
}
END_TEST

/* Returns the length in bytes of the UTF-8 character that starts at `s`, decoded according to the
 * definition of UTF-8. Returns 0 if the bytes are not UTF-8. */
static size_t utf8_length_by_definition(const unsigned char *s, size_t left) {
    size_t length = s[0] < 0x80       ? 1
                    : s[0] >> 5 == 6  ? 2
                    : s[0] >> 4 == 14 ? 3
                    : s[0] >> 3 == 30 ? 4
                                      : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t point = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (s[i] >> 6 != 2) {
            return 0;
        }
        point = point << 6 | (s[i] & 0x3f);
    }
    bool good = point >= least[length] && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return good ? length : 0;
}

/* Uses random bytes that are often near the limits of UTF-8. Every complete character is kept, and
 * every other byte becomes U+FFFD. */
START_TEST(replaces_invalid_utf8) {
    static const unsigned char edges[] = {0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1,
                                          0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff};
    fclose(json.stream);
    free(text);
    for (uint64_t round = 0; round < 4000; round++) {
        unsigned char bytes[13] = {0};
        for (int i = 0; i < 12; i++) {
            uint64_t bits = wend_random_bits(21, round, 0, (uint32_t)i);
            bytes[i] = bits & 1 ? edges[(bits >> 1) % sizeof edges]
                                : (unsigned char)(0x21 + (bits >> 8) % 0x39);
        }
        set_up();
        wend_json_write_text(&json, (const char *)bytes);
        char expected[200] = "\"";
        size_t used = 1;
        for (size_t i = 0; i < 12;) {
            size_t length = utf8_length_by_definition(bytes + i, 12 - i);
            if (length == 0) {
                used += (size_t)sprintf(expected + used, "\xef\xbf\xbd");
            } else if (bytes[i] == '"' || bytes[i] == '\\') {
                used += (size_t)sprintf(expected + used, "\\%c", bytes[i]);
            } else if (bytes[i] == 0x7f) {
                used += (size_t)sprintf(expected + used, "\\u007f");
            } else {
                memcpy(expected + used, bytes + i, length);
                used += length;
            }
            i += length == 0 ? 1 : length;
        }
        strcpy(expected + used, "\"");
        expect(expected);
    }
    set_up();
    expect("");
}
END_TEST

START_TEST(control_characters_are_escaped) {
    char all[33] = {0};
    for (int i = 1; i < 32; i++) {
        all[i - 1] = (char)i;
    }
    wend_json_write_text(&json, all);
    fclose(json.stream);
    for (const char *at = text; *at != '\0'; at++) {
        ck_assert_int_ge(*at, 0x20);
    }
    ck_assert_ptr_nonnull(strstr(text, "\\u0001\\u0002"));
    ck_assert_ptr_nonnull(strstr(text, "\\n"));
    ck_assert_ptr_nonnull(strstr(text, "\\u001f\""));
    free(text);
}
END_TEST

/* Nests containers to the maximum depth, in both layouts. Brackets match, and commas separate the
 * values. */
START_TEST(nests_to_the_maximum_depth) {
    for (uint32_t i = 0; i < WEND_JSON_DEPTH / 2; i++) {
        wend_json_begin_array(&json);
        wend_json_write_integer(&json, i);
        wend_json_begin_object(&json);
        wend_json_write_key(&json, "k");
    }
    wend_json_write_bool(&json, false);
    for (uint32_t i = 0; i < WEND_JSON_DEPTH / 2; i++) {
        wend_json_end_object(&json);
        wend_json_end_array(&json);
    }
    char expected[600] = "";
    for (int i = 0; i < WEND_JSON_DEPTH / 2; i++) {
        sprintf(expected + strlen(expected), "[%d, {\"k\": ", i);
    }
    strcat(expected, "false");
    for (int i = 0; i < WEND_JSON_DEPTH / 2; i++) {
        strcat(expected, "}]");
    }
    expect(expected);
}
END_TEST

START_TEST(empty_containers_stay_on_one_line) {
    json.compact = false;
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "");
    wend_json_begin_array(&json);
    wend_json_end_array(&json);
    wend_json_write_key(&json, "b\n");
    wend_json_begin_object(&json);
    wend_json_end_object(&json);
    wend_json_end_object(&json);
    expect("{\n  \"\": [],\n  \"b\\n\": {}\n}");
}
END_TEST

START_TEST(report_is_written_as_an_object) {
    static const char *const items[] = {"x.csv", "y.png"};
    wend_report *report = NULL;
    ck_assert_int_eq(wend_report_create(NULL, &report, NULL), WEND_OK);
    wend_report_add_integer(report, "n", 3);
    wend_report_add_number(report, "m", NAN);
    wend_report_add_text(report, "t", "a\"b");
    wend_report_add_list(report, "l", items, 2);
    wend_report_add_list(report, "e", NULL, 0);
    ck_assert(wend_report_is_complete(report));
    ck_assert_uint_eq(wend_report_count(report), 5);
    ck_assert_str_eq(wend_report_find(report, "l")->items[1], "y.png");
    ck_assert_ptr_null(wend_report_find(report, "none"));
    wend_report_write_json(report, &json);
    wend_report_destroy(report);
    expect("{\"n\": 3, \"m\": null, \"t\": \"a\\\"b\", \"l\": [\"x.csv\", \"y.png\"], \"e\": []}");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, nests_objects_and_arrays);
    tcase_add_test(all, writes_to_a_function);
    tcase_add_test(all, puts_each_value_on_its_own_line);
    tcase_add_test(all, special_characters_in_text_are_escaped);
    tcase_add_test(all, writes_shortest_decimals_and_null_for_non_finite_numbers);
    tcase_add_test(all, numbers_read_back_with_the_same_bits);
    tcase_add_test(all, replaces_invalid_utf8);
    tcase_add_test(all, control_characters_are_escaped);
    tcase_add_test(all, nests_to_the_maximum_depth);
    tcase_add_test(all, empty_containers_stay_on_one_line);
    tcase_add_test(all, report_is_written_as_an_object);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
