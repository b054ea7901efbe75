/* Parameters of conditions, actions and triggers: distributions, which the entries sample
 * themselves, and texts. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "step/params.h"
#include "support/budget.h"
#include "support/suite.h"

typedef struct own_params {
    wend_distribution pause;
    const char *text;
    wend_distribution limit;
    void *bound; /* not in the table */
} own_params;

static const wend_param rows[] = {
    {"pause", WEND_PARAM_DISTRIBUTION, offsetof(own_params, pause), 2.5, 0.0, 60.0, "s", "a time",
     NULL},
    {"text", WEND_PARAM_TEXT, offsetof(own_params, text), 0.0, 0.0, 0.0, "", "a text", NULL},
    {"limit", WEND_PARAM_DISTRIBUTION, offsetof(own_params, limit), 1.0, 0.0, INFINITY, "m",
     "a limit", NULL},
};
static const wend_entry entry = {.name = "thing",
                                 .summary = "a thing",
                                 .params = rows,
                                 .param_count = sizeof rows / sizeof *rows,
                                 .params_size = sizeof(own_params)};

static memory from;
static params_block block;

static wend_setting pause(wend_distribution number) {
    return (wend_setting){"pause", {.kind = WEND_VALUE_NUMBER, .number = number}};
}

static wend_setting text(const char *value) {
    return (wend_setting){"text", {.kind = WEND_VALUE_TEXT, .text = value}};
}

START_TEST(defaults_are_constants_and_the_empty_text) {
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, NULL, 0, NULL), WEND_OK);
    const own_params *p = block.params;
    ck_assert_int_eq(p->pause.kind, WEND_DISTRIBUTION_CONSTANT);
    ck_assert_double_eq(p->pause.a, 2.5);
    ck_assert_double_eq(p->limit.a, 1.0);
    ck_assert_str_eq(p->text, "");
    ck_assert_ptr_null(p->bound);
    ck_assert_uint_eq(block.sampled_count, 0); /* nothing per agent */
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(values_are_kept_as_given_and_texts_are_copied) {
    char words[] = "speed > 1 and x < 2";
    wend_distribution normal = wend_normal(10.0, 2.0);
    normal.low = 5.0;
    normal.high = 15.0;
    const wend_setting settings[] = {
        pause(normal),
        text(words),
        {"limit", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(INFINITY)}}};
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, settings, 3, NULL), WEND_OK);
    memset(words, 'x', sizeof words - 1);
    const own_params *p = block.params;
    ck_assert_int_eq(p->pause.kind, WEND_DISTRIBUTION_NORMAL);
    ck_assert(p->pause.a == 10.0 && p->pause.b == 2.0);
    ck_assert(p->pause.low == 5.0 && p->pause.high == 15.0);
    ck_assert_str_eq(p->text, "speed > 1 and x < 2");
    ck_assert(isinf(p->limit.a));
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

static void refuse(wend_setting setting, const char *message) {
    wend_error error = {0};
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, &setting, 1, &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message, message);
    ck_assert_uint_eq(from.held, 0);
}

START_TEST(distributions_are_checked_like_sampled_numbers) {
    refuse(pause(wend_constant(61.0)), "pause can be 61, but must lie between 0 and 60 s");
    refuse(pause(wend_uniform(-1.0, 5.0)), "pause can be -1, but must lie between 0 and 60 s");
    refuse(pause(wend_uniform(1.0, 90.0)), "pause can be 90, but must lie between 0 and 60 s");
    refuse(pause(wend_normal(3.0, 1.0)), "pause can be -1, but must lie between 0 and 60 s");
    refuse(pause(wend_normal(3.0, -1.0)), "pause is not a finite number or distribution");
    refuse(pause(wend_constant(INFINITY)), "pause is not a finite number or distribution");
    refuse(pause(wend_constant(NAN)), "pause is not a finite number or distribution");
    refuse((wend_setting){"pause", {.kind = WEND_VALUE_TEXT, .text = "2"}},
           "parameter 'pause' must be a number");
}
END_TEST

START_TEST(texts_have_at_most_4000_bytes) {
    static char longest[4002];
    memset(longest, 'a', 4001);
    refuse(text(longest), "parameter 'text' must be a text of at most 4000 bytes");
    refuse((wend_setting){"text", {.kind = WEND_VALUE_NUMBER}},
           "parameter 'text' must be a text of at most 4000 bytes");
    longest[4000] = '\0';
    wend_setting setting = text(longest);
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, &setting, 1, NULL), WEND_OK);
    ck_assert_str_eq(((const own_params *)block.params)->text, longest);
    params_free(&block, &from);
}
END_TEST

START_TEST(leaks_nothing_when_memory_runs_out) {
    const wend_setting settings[] = {pause(wend_uniform(1.0, 2.0)), text("x > 1")};
    bool done = false;
    for (uint64_t allowed = 0; !done && allowed < 50; allowed++) {
        uint64_t left = allowed;
        wend_allocator allocator = budget_allocator(&left);
        memory_init(&from, &allocator);
        done = params_create(&block, &from, &entry, settings, 2, NULL) == WEND_OK;
        if (done) {
            params_free(&block, &from);
        }
        ck_assert_uint_eq(from.held, 0);
    }
    ck_assert(done);
}
END_TEST

int main(void) {
    SUITE("step/behaviour_params", defaults_are_constants_and_the_empty_text,
          values_are_kept_as_given_and_texts_are_copied,
          distributions_are_checked_like_sampled_numbers, texts_have_at_most_4000_bytes,
          leaks_nothing_when_memory_runs_out);
}
