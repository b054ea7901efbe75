/* The reader of JSON: the order and positions of tokens, what is no JSON, and decoded texts. */
#include "support/suite.h"
#include "json/reader.h"
#include <stdlib.h>
#include <string.h>

/* Opens a copy of a text without a zero at its end, so that a sanitizer sees reads beyond it. */
static char *open_copy(json_reader *r, const char *text, wend_error *error) {
    size_t size = strlen(text);
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    json_open(r, copy, size, "a.json", error);
    return copy;
}

/* Reads a whole text. Returns the result of the reader. */
static wend_result read_all(const char *text, wend_error *error) {
    json_reader r;
    char *copy = open_copy(&r, text, error);
    uint32_t count = 0;
    while (json_next(&r).kind != JSON_END) {
        ck_assert_uint_le(++count, 2 * strlen(text) + 2);
    }
    ck_assert_int_eq(json_next(&r).kind, JSON_END);
    free(copy);
    return r.result;
}

START_TEST(tokens_come_in_order_with_their_positions) {
    static const struct {
        json_kind kind;
        int line, column;
    } expected[] = {{JSON_OBJECT, 1, 1}, {JSON_KEY, 1, 2},        {JSON_ARRAY, 1, 7},
                    {JSON_TRUE, 1, 8},   {JSON_NULL, 2, 2},       {JSON_NUMBER, 2, 8},
                    {JSON_OBJECT, 3, 1}, {JSON_OBJECT_END, 3, 2}, {JSON_ARRAY_END, 3, 4},
                    {JSON_KEY, 3, 7},    {JSON_TEXT, 3, 11},      {JSON_OBJECT_END, 3, 14},
                    {JSON_END, 3, 15}};
    wend_error error;
    json_reader r;
    char *copy = open_copy(&r, "{\"k\": [true,\n null, -2.5e1,\n{} ], \"t\":\"x\"}", &error);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        json_token token = json_next(&r);
        ck_assert_msg(token.kind == expected[i].kind, "token %zu is %s", i, json_describe(&token));
        ck_assert_int_eq(token.line, expected[i].line);
        ck_assert_int_eq(token.column, expected[i].column);
        ck_assert(token.kind != JSON_NUMBER || token.number == -25.0);
    }
    ck_assert_int_eq(r.result, WEND_OK);
    free(copy);
}
END_TEST

START_TEST(a_skipped_value_is_followed_by_the_next_one) {
    wend_error error;
    json_reader r;
    char *copy = open_copy(&r, "[[{\"a\":[1,{}]},[]],7,8]", &error);
    (void)json_next(&r);
    json_skip(&r, json_next(&r));
    json_token seven = json_next(&r);
    json_skip(&r, seven);
    ck_assert_double_eq(seven.number, 7.0);
    ck_assert_double_eq(json_next(&r).number, 8.0);
    free(copy);
}
END_TEST

START_TEST(what_is_no_json_is_refused_where_it_fails) {
    static const struct {
        const char *text;
        int column;
        const char *says;
    } wrong[] = {{"", 1, "the text ends here; expected a value"},
                 {"[1,]", 4, "expected a value, found ']'"},
                 {"{\"a\":1,}", 8, "a key in quotes"},
                 {"{\"a\"}", 5, "':' after a key"},
                 {"{\"a\":}", 6, "a value"},
                 {"[1 2]", 4, "',' or ']'"},
                 {"[1}", 3, "',' or ']'"},
                 {"1 2", 3, "the end of the text"},
                 {"nul", 1, "a value"},
                 {"\"a", 3, "'\"' at the end of a string"},
                 {"\"a\nb\"", 3, "'\"' at the end of a string"},
                 {"\"\\x\"", 2, "an escape"},
                 {"\"\\u12g4\"", 2, "an escape"},
                 {"\"\\u12", 2, "an escape"},
                 {"\"\\", 2, "an escape"},
                 {"1e999", 1, "in the range of a double"},
                 {"-", 1, "a number"},
                 {"+1", 1, "a value"},
                 {"NaN", 1, "a value"},
                 {"\x01", 1, "an unexpected byte"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        wend_error error = {0};
        ck_assert_int_eq(read_all(wrong[i].text, &error), WEND_ERROR_SYNTAX);
        ck_assert_msg(strstr(error.message, wrong[i].says) != NULL, "'%s': %s", wrong[i].text,
                      error.message);
        ck_assert_msg(error.line == 1 && error.column == wrong[i].column, "'%s': column %d",
                      wrong[i].text, error.column);
        ck_assert_str_eq(error.path, "a.json");
    }
}
END_TEST

START_TEST(numbers_may_have_zeros_before_them_and_a_point_at_their_end) {
    static const struct {
        const char *text;
        double number;
    } all[] = {{"007", 7.0}, {"1.", 1.0}, {"-0", 0.0}, {"2E+3", 2000.0}, {"-.5", -0.5}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_error error = {0};
        json_reader r;
        char *copy = open_copy(&r, all[i].text, &error);
        json_token token = json_next(&r);
        ck_assert_msg(token.kind == JSON_NUMBER, "'%s': %s", all[i].text, error.message);
        ck_assert_double_eq(token.number, all[i].number);
        ck_assert_uint_eq(token.size, strlen(all[i].text));
        free(copy);
    }
}
END_TEST

START_TEST(depth_is_limited) {
    char text[2 * JSON_READER_DEPTH + 3];
    for (size_t depth = JSON_READER_DEPTH; depth <= JSON_READER_DEPTH + 1; depth++) {
        wend_error error = {0};
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        wend_result expected = depth <= JSON_READER_DEPTH ? WEND_OK : WEND_ERROR_LIMIT;
        ck_assert_int_eq(read_all(text, &error), expected);
    }
}
END_TEST

START_TEST(texts_are_decoded) {
    static const struct {
        const char *json, *text;
    } all[] = {{"\"\"", ""},
               {"\"plain\"", "plain"},
               {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
               {"\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac"},
               {"\"\\ud83d\\ude00!\"", "\xf0\x9f\x98\x80!"},
               {"\"\\ud83d!\"", "\xed\xa0\xbd!"}, /* half of a pair */
               {"\"\\ud83d\\u0041\"", "\xed\xa0\xbd\x41"},
               {"\"\xc3\xa9\"", "\xc3\xa9"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_error error;
        json_reader r;
        char *copy = open_copy(&r, all[i].json, &error);
        json_token token = json_next(&r);
        ck_assert_int_eq(token.kind, JSON_TEXT);
        char *out = malloc(token.size + 1);
        ck_assert_ptr_nonnull(out);
        json_copy_text(&token, out);
        ck_assert_str_eq(out, all[i].text);
        ck_assert(json_equals(&token, all[i].text));
        ck_assert(!json_equals(&token, "other"));
        free(out);
        free(copy);
    }
}
END_TEST

START_TEST(a_zero_in_a_text_ends_the_copy_and_equals_nothing) {
    wend_error error;
    json_reader r;
    char out[16];
    char *copy = open_copy(&r, "\"a\\u0000b\"", &error);
    json_token token = json_next(&r);
    json_copy_text(&token, out);
    ck_assert_str_eq(out, "a");
    ck_assert(!json_equals(&token, "a"));
    free(copy);
}
END_TEST

int main(void) {
    SUITE("json/reader", tokens_come_in_order_with_their_positions,
          a_skipped_value_is_followed_by_the_next_one, what_is_no_json_is_refused_where_it_fails,
          numbers_may_have_zeros_before_them_and_a_point_at_their_end, depth_is_limited,
          texts_are_decoded, a_zero_in_a_text_ends_the_copy_and_equals_nothing);
}
