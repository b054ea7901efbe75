/* The words that describe velocities and activities. */
#include "support/suite.h"
#include "words/words.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

START_TEST(truncates_text_that_has_no_room) {
    char out[8];
    words w = {out, sizeof out, 0};
    words_add(&w, "%s", "abc");
    words_add(&w, "%d", 1234567);
    ck_assert_str_eq(out, "abc1234");
    ck_assert_uint_eq(w.used, 7);
    words_add(&w, "more");
    ck_assert_str_eq(out, "abc1234");
    words one = {out, 1, 0};
    words_add(&one, "x");
    ck_assert_str_eq(out, "");
}
END_TEST

START_TEST(turn_is_the_smaller_angle_and_positive_to_the_left) {
    const double turns[] = {0.0, 10.0, -10.0, 90.0, -90.0, 179.0, -179.0};
    for (int start = -180; start < 180; start += 15) {
        for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
            double a = start * WEND_PI / 180.0, b = a + turns[i] * WEND_PI / 180.0;
            wend_vec2 from = {(float)(2.0 * cos(a)), (float)(2.0 * sin(a))};
            wend_vec2 to = {(float)cos(b), (float)sin(b)};
            ck_assert_double_eq_tol(words_turn(from, to), turns[i], 1e-4);
        }
    }
}
END_TEST

START_TEST(unknown_and_zero_velocities_have_no_turn) {
    const wend_vec2 walks = {1.0F, 0.0F}, stands = {1e-3F, 0.0F}, unknown = {NAN, NAN};
    ck_assert_double_eq(words_turn(walks, stands), 0.0);
    ck_assert_double_eq(words_turn(stands, walks), 0.0);
    ck_assert_double_eq(words_turn(unknown, walks), 0.0);
    ck_assert(words_is_standing(stands) && !words_is_standing(walks));
    ck_assert(words_is_known(stands) && !words_is_known(unknown));
    ck_assert(!words_is_known((wend_vec2){0.0F, INFINITY}));
    ck_assert_double_eq(words_speed((wend_vec2){3.0F, -4.0F}), 5.0);
    ck_assert_double_eq_tol(words_heading((wend_vec2){0.0F, -4.0F}), -90.0, 1e-12);
}
END_TEST

/* An activity that keeps an agent from its goal has a sentence of its own, and no two have the
 * same. */
START_TEST(activities_that_stop_an_agent_have_sentences) {
    const wend_activity stopping[] = {WEND_ACTIVITY_WAITING, WEND_ACTIVITY_APPROACHING,
                                      WEND_ACTIVITY_STRANDED, WEND_ACTIVITY_ARRIVED,
                                      WEND_ACTIVITY_CLOSED};
    for (size_t i = 0; i < sizeof stopping / sizeof stopping[0]; i++) {
        const char *text = words_activity(stopping[i]);
        ck_assert(text[0] == ' ' && text[strlen(text) - 1] == '.');
        for (size_t k = 0; k < i; k++) {
            ck_assert_str_ne(text, words_activity(stopping[k]));
        }
    }
    ck_assert_str_eq(words_activity(WEND_ACTIVITY_WALKING), "");
    ck_assert_str_eq(words_activity(WEND_ACTIVITY_COUNT), "");
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        truncates_text_that_has_no_room, turn_is_the_smaller_angle_and_positive_to_the_left,
        unknown_and_zero_velocities_have_no_turn, activities_that_stop_an_agent_have_sentences};
    return suite_run("words", tests, sizeof tests / sizeof tests[0]);
}
