/* Requests: what is no message, keys that are wrong or unknown, and random bytes. Every answer is
 * valid JSON, and nothing but a change changes the world. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "live/message.h"
#include "support/kit/live_lab.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include "json/reader.h"

static const char scenario[] =
    "space: {walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]}\n"
    "goals: {exit: {point: [19, 5]}}\n"
    "profiles: {p: {plan: straight}}\n"
    "obstacles: [{name: door, door: [[10, 0], [10, 10]], closed: false}]\n"
    "agents: [{goal: exit, profile: p, grid: {origin: [1, 1], spacing: 1, count: [3, 3]}}]\n";

static live_lab lab;

static void set_up(void) {
    live_lab_open(&lab, scenario, NULL);
}

static void tear_down(void) {
    live_lab_close(&lab);
}

/* Reads an answer to its end. */
static void check_json(const char *answer, size_t length) {
    static wend_error error;
    json_reader reader;
    ck_assert_uint_eq(strlen(answer), length);
    json_open(&reader, answer, length, "answer", &error);
    json_token token = json_next(&reader);
    ck_assert_int_eq(token.kind, JSON_OBJECT);
    json_skip(&reader, token);
    ck_assert_int_eq(json_next(&reader).kind, JSON_END);
    ck_assert_msg(reader.result == WEND_OK, "%s: %.200s", error.message, answer);
}

static const char *answer_to(const char *message, size_t size) {
    size_t length = 0;
    const char *answer = wend_live_answer(lab.live, message, size, &length);
    ck_assert_ptr_nonnull(answer);
    check_json(answer, length);
    return answer;
}

static void refuse(const char *message, const char *code, const char *says) {
    const char *answer = answer_to(message, strlen(message));
    ck_assert_msg(live_lab_has(answer, "error"), "%s: %s", message, answer);
    ck_assert_str_eq(live_lab_text(answer, "error.code"), code);
    const char *text = live_lab_text(answer, "error.message");
    ck_assert_msg(strstr(text, says) != NULL, "%s: '%s' does not say '%s'", message, text, says);
}

/* ---- Syntax ---------------------------------------------------------------------------------- */

START_TEST(text_that_is_no_message_is_refused) {
    refuse("", "syntax", "the text ends here");
    refuse("7", "syntax", "found a number");
    refuse("[]", "syntax", "found a list");
    refuse("{\"do\":\"state\"", "syntax", "the text ends here");
    refuse("{\"do\":\"state\"} x", "syntax", "the end of the text");
    refuse("{\"do\":\"state\",}", "syntax", "a key in quotes");
    refuse("{do:1}", "syntax", "a key in quotes");
    refuse("{\"do\":NaN}", "syntax", "a value");
    refuse("{\"do\":\"step\",\"count\":Infinity}", "syntax", "a value");
    refuse("{\"do\":\"step\",\"count\":1e999}", "syntax", "range of a double");
    refuse("{\"do\":\"state\",\"do\":\"step\"}", "name", "'do' appears twice");
    refuse("{\"do\":\"step\",\"an unusually long key that nobody would use\":1}", "limit",
           "at most");
}
END_TEST

START_TEST(limits_are_stated) {
    char *text = malloc(WEND_MAX_LIVE_MESSAGE + 64);
    ck_assert_ptr_nonnull(text);
    int used = sprintf(text, "{\"do\":\"state\",\"id\":");
    memset(text + used, '[', 200);
    memset(text + used + 200, ']', 200);
    strcpy(text + used + 400, "}");
    refuse(text, "limit", "nested");
    used = sprintf(text, "{\"do\":\"state\"");
    for (int i = 0; i < 40; i++) {
        used += sprintf(text + used, ",\"k%d\":1", i);
    }
    strcpy(text + used, "}");
    refuse(text, "limit", "at most 32 keys");
    memset(text, ' ', WEND_MAX_LIVE_MESSAGE + 1);
    memcpy(text, "{\"do\":\"state\"}", 14);
    ck_assert(!live_lab_has(answer_to(text, WEND_MAX_LIVE_MESSAGE), "error"));
    ck_assert(live_lab_has(answer_to(text, WEND_MAX_LIVE_MESSAGE + 1), "error"));
    free(text);
}
END_TEST

START_TEST(unknown_messages_and_keys_are_named) {
    refuse("{}", "invalid", "needs 'do'");
    refuse("{\"do\":7}", "invalid", "'do' must be a text");
    refuse("{\"do\":\"stat\"}", "name", "did you mean 'state'");
    refuse("{\"do\":\"xyzzy\"}", "name", "available: describe");
    refuse("{\"do\":\"step\",\"cuont\":3}", "name", "did you mean 'count'");
    refuse("{\"do\":\"state\",\"x\":3}", "name", "'state' has no key 'x'");
    ck_assert(!live_lab_has(answer_to("{\"id\":9,\"do\":\"state\"}", 21), "error"));
}
END_TEST

/* ---- Members --------------------------------------------------------------------------------- */

static live_request read_request(const char *text) {
    live_request request;
    wend_error error = {0};
    ck_assert_msg(live_request_read(text, strlen(text), &request, &error) == WEND_OK, "%s",
                  error.message);
    return request;
}

START_TEST(members_of_all_types_are_read) {
    live_request request = read_request(
        "{\"n\":-2.5,\"i\":7,\"b\":false,\"t\":\"a\\u00e9\\n\",\"k\":\"18446744073709551615\","
        "\"p\":[1,-2],\"l\":[3,4,5],\"m\":[3,4],\"ps\":[[0,0],[1,2]],\"ks\":[\"1\",\"2\"],"
        "\"z\":null,\"e\":[]}");
    double number = 0.0;
    uint32_t integer = 0, layer = 0, count = 0;
    bool flag = true;
    char text[16];
    uint64_t key = 0, keys[4];
    wend_point point, points[4];
    ck_assert_int_eq(live_get_number(&request, "n", -3.0, 0.0, &number, NULL), WEND_OK);
    ck_assert_double_eq(number, -2.5);
    ck_assert_int_eq(live_get_integer(&request, "i", 7, 7, &integer, NULL), WEND_OK);
    ck_assert_uint_eq(integer, 7);
    ck_assert_int_eq(live_get_bool(&request, "b", &flag, NULL), WEND_OK);
    ck_assert(!flag);
    ck_assert_int_eq(live_get_text(&request, "t", text, sizeof text, NULL), WEND_OK);
    ck_assert_str_eq(text, "a\xc3\xa9\n");
    ck_assert_int_eq(live_get_key(&request, "k", &key, NULL), WEND_OK);
    ck_assert_uint_eq(key, UINT64_MAX);
    ck_assert_int_eq(live_get_point(&request, "p", &point, NULL), WEND_OK);
    ck_assert_double_eq(point.y, -2.0);
    ck_assert_int_eq(live_get_location(&request, "l", &point, &layer, NULL), WEND_OK);
    ck_assert_uint_eq(layer, 5);
    ck_assert_int_eq(live_get_location(&request, "m", &point, &layer, NULL), WEND_OK);
    ck_assert_uint_eq(layer, 0);
    ck_assert_int_eq(live_get_points(&request, "ps", points, 4, &count, NULL), WEND_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_double_eq(points[1].y, 2.0);
    ck_assert_int_eq(live_get_keys(&request, "ks", keys, 4, &count, NULL), WEND_OK);
    ck_assert_uint_eq(keys[1], 2);
    ck_assert_int_eq(live_get_keys(&request, "e", keys, 4, &count, NULL), WEND_OK);
    ck_assert_uint_eq(count, 0);
    ck_assert(!live_has(&request, "z"));
    ck_assert(!live_has(&request, "none"));
    ck_assert(live_has(&request, "e"));
}
END_TEST

START_TEST(members_of_wrong_types_leave_values_unchanged) {
    live_request request = read_request("{\"n\":5,\"t\":\"text\",\"l\":[1,2,300],\"p\":[1,2],"
                                        "\"ps\":[[0,0],[1,2]],\"m\":[1,2,0.5],\"s\":\"\"}");
    wend_error error;
    double number = 1.0;
    uint32_t integer = 1, layer = 9, count = 9;
    bool flag = true;
    char text[4] = "abc";
    uint64_t key = 1;
    wend_point point = {8, 8}, points[1];
    ck_assert_int_ne(live_get_number(&request, "n", 6.0, 9.0, &number, &error), WEND_OK);
    ck_assert_ptr_nonnull(strstr(error.message, "'n' must be a number from 6 to 9, found 5"));
    ck_assert_int_ne(live_get_number(&request, "t", 0.0, 9.0, &number, &error), WEND_OK);
    ck_assert_ptr_nonnull(strstr(error.message, "found \"text\""));
    ck_assert_int_ne(live_get_number(&request, "x", 0.0, 9.0, &number, &error), WEND_OK);
    ck_assert_ptr_nonnull(strstr(error.message, "needs 'x'"));
    ck_assert_int_ne(live_get_integer(&request, "n", 0, 4, &integer, &error), WEND_OK);
    ck_assert_int_ne(live_get_bool(&request, "n", &flag, &error), WEND_OK);
    ck_assert_int_ne(live_get_text(&request, "t", text, sizeof text, &error), WEND_OK);
    ck_assert_int_ne(live_get_key(&request, "s", &key, &error), WEND_OK);
    ck_assert_int_ne(live_get_point(&request, "l", &point, &error), WEND_OK);
    ck_assert_int_ne(live_get_location(&request, "l", &point, &layer, &error), WEND_OK);
    ck_assert_int_ne(live_get_location(&request, "m", &point, &layer, &error), WEND_OK);
    ck_assert_int_eq(live_get_points(&request, "ps", points, 1, &count, &error), WEND_ERROR_LIMIT);
    ck_assert_int_ne(live_get_points(&request, "p", points, 1, &count, &error), WEND_OK);
    ck_assert_double_eq(number, 1.0);
    ck_assert_uint_eq(integer, 1);
    ck_assert(flag);
    ck_assert_str_eq(text, "abc");
    ck_assert_uint_eq(key, 1);
    ck_assert_double_eq(point.x, 8);
    ck_assert_uint_eq(layer, 9);
    ck_assert_uint_eq(count, 9);
}
END_TEST

/* ---- Random messages ------------------------------------------------------------------------- */

/* Writes a random value, sometimes of the type that is wanted. */
static size_t put_value(char *out, uint64_t bits) {
    static const char *const values[] = {"0",
                                         "1",
                                         "-1",
                                         "1e300",
                                         "0.5",
                                         "true",
                                         "null",
                                         "\"1\"",
                                         "\"orca\"",
                                         "\"steering\"",
                                         "[5,5]",
                                         "[5,5,0]",
                                         "[[0,0],[1,0],[0,1]]",
                                         "[\"1\",\"2\"]",
                                         "{}",
                                         "{\"horizon\":2}",
                                         "[{\"name\":\"scale\"}]",
                                         "[[[[]]]]",
                                         "\"\\u0000\"",
                                         "\"map:x\""};
    return (size_t)sprintf(out, "%s", values[bits % (sizeof values / sizeof values[0])]);
}

START_TEST(random_messages_get_valid_answers) {
    char message[1024];
    for (uint32_t i = 0; i < trials(6000); i++) {
        uint64_t bits = wend_random_bits(1, 1, i, 0);
        const live_message *type = live_message_at((uint32_t)(bits % live_message_count()));
        size_t used = (size_t)sprintf(message, "{\"do\":\"%s\"", type->name);
        for (uint32_t k = 0; type->keys != NULL && type->keys[k] != NULL; k++) {
            uint64_t more = wend_random_bits(1, 2, i, k);
            if (more % 8 > 1) {
                used += (size_t)sprintf(message + used, ",\"%s\":", type->keys[k]);
                used += put_value(message + used, more >> 8);
            }
        }
        used += (size_t)sprintf(message + used, "}");
        if (bits >> 32 & 1) { /* damages a byte or two */
            message[(bits >> 40) % used] = (char)(bits >> 33);
            message[(bits >> 48) % used] = (char)(bits >> 34);
        }
        (void)answer_to(message, used);
        if (i % 7 == 0) {
            (void)answer_to("{\"do\":\"step\"}", 13);
        }
    }
    ck_assert(!live_lab_has(answer_to("{\"do\":\"restart\"}", 16), "error"));
}
END_TEST

START_TEST(random_bytes_get_an_error) {
    uint8_t bytes[64];
    for (uint32_t i = 0; i < trials(20000); i++) {
        size_t size = (size_t)(wend_random_bits(2, 1, i, 0) % sizeof bytes);
        for (size_t k = 0; k < size; k++) {
            bytes[k] = (uint8_t)wend_random_bits(2, 2, i, (uint32_t)k);
        }
        ck_assert(live_lab_has(answer_to((const char *)bytes, size), "error"));
    }
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Each allocation fails in turn; every message still gets an answer or NULL, and works later. */
START_TEST(running_out_of_memory_is_answered) {
    static const char *const messages[] = {
        "{\"do\":\"state\"}",
        "{\"do\":\"describe\"}",
        "{\"do\":\"entries\"}",
        "{\"do\":\"choose\",\"kind\":\"steering\",\"name\":\"orca\",\"settings\":{\"horizon\":3}}",
        "{\"do\":\"add_agents\",\"at\":[15,5],\"count\":5,\"profile\":0}",
        "{\"do\":\"steer\",\"slot\":1,\"velocity\":[1,0]}",
        "{\"do\":\"step\",\"count\":2}",
        "{\"do\":\"seek\",\"step\":1}",
        "{\"do\":\"restart\"}",
    };
    uint32_t failures = 0;
    for (size_t m = 0; m < sizeof messages / sizeof messages[0]; m++) {
        for (unsigned long at = 1; at < 400; at++) {
            worlds_heap heap = {0};
            wend_live_def def = wend_default_live_def();
            wend_live *live = NULL;
            def.bundle = lab.bundle;
            def.registry = lab.registry;
            def.allocator = worlds_allocator(&heap);
            ck_assert_int_eq(wend_live_create(&def, &live, NULL), WEND_OK);
            ck_assert_ptr_nonnull(wend_live_answer(live, "{\"do\":\"step\"}", 13, NULL));
            heap.fails_at = heap.calls + at;
            size_t length = 0;
            const char *answer = wend_live_answer(live, messages[m], strlen(messages[m]), &length);
            bool failed =
                answer == NULL || live_lab_has(answer, "error") || live_lab_has(answer, "stopped");
            bool was_reached = heap.calls >= heap.fails_at;
            heap.fails_at = 0;
            if (answer != NULL) {
                check_json(answer, length);
            }
            failures += failed;
            size_t size = 0;
            ck_assert_ptr_nonnull(wend_live_frame(live, WEND_LIVE_DENSITY, &size));
            answer = wend_live_answer(live, "{\"do\":\"step\"}", 13, &length);
            ck_assert_ptr_nonnull(answer);
            ck_assert_msg(!live_lab_has(answer, "error"), "%s, allocation %lu: %s", messages[m], at,
                          answer);
            wend_live_destroy(live);
            ck_assert_uint_eq(heap.held, 0);
            if (!was_reached) {
                break;
            }
        }
    }
    ck_assert_uint_gt(failures, 40);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        text_that_is_no_message_is_refused,
        limits_are_stated,
        unknown_messages_and_keys_are_named,
        members_of_all_types_are_read,
        members_of_wrong_types_leave_values_unchanged,
        random_messages_get_valid_answers,
        random_bytes_get_an_error,
        running_out_of_memory_is_answered,
    };
    Suite *suite = suite_create("live/requests");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
