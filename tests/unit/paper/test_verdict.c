/* Verdicts follow from the outcomes of claims, and outcomes follow from values. */
#include "paper/verdict.h"
#include "unit/scenario/lab.h"
#include <math.h>

static wend_verdict judge(int confirmed, int better, int failed, int open) {
    paper_claims claims = {0};
    for (int i = 0; i < confirmed + better + failed + open; i++) {
        wend_verdict outcome = i < confirmed                     ? WEND_VERDICT_CONFIRMED
                               : i < confirmed + better          ? WEND_VERDICT_BETTER
                               : i < confirmed + better + failed ? WEND_VERDICT_NOT_CONFIRMED
                                                                 : WEND_VERDICT_OPEN;
        paper_claim(&claims, outcome, "claim %d", i);
    }
    return paper_verdict(&claims);
}

START_TEST(one_failed_claim_decides) {
    ck_assert_int_eq(judge(0, 0, 0, 0), WEND_VERDICT_OPEN);
    ck_assert_int_eq(judge(0, 0, 0, 3), WEND_VERDICT_OPEN);
    ck_assert_int_eq(judge(1, 0, 0, 3), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(judge(0, 2, 0, 0), WEND_VERDICT_BETTER);
    ck_assert_int_eq(judge(1, 2, 0, 0), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(judge(5, 5, 1, 0), WEND_VERDICT_NOT_CONFIRMED);
    ck_assert_int_eq(judge(0, 0, 1, 1), WEND_VERDICT_NOT_CONFIRMED);
}
END_TEST

START_TEST(outcomes_follow_from_values) {
    ck_assert_int_eq(paper_at_most(1.0, 2.0, 0.5), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(paper_at_most(0.5, 2.0, 0.5), WEND_VERDICT_BETTER);
    ck_assert_int_eq(paper_at_most(2.1, 2.0, 0.5), WEND_VERDICT_NOT_CONFIRMED);
    ck_assert_int_eq(paper_at_most(NAN, 2.0, 0.5), WEND_VERDICT_OPEN);
    ck_assert_int_eq(paper_at_most(2.0, 2.0, NAN), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(paper_at_least(1.2, 1.0, INFINITY), WEND_VERDICT_CONFIRMED);
    ck_assert_int_eq(paper_at_least(1.2, 1.0, 1.1), WEND_VERDICT_BETTER);
    ck_assert_int_eq(paper_at_least(0.9, 1.0, 1.1), WEND_VERDICT_NOT_CONFIRMED);
}
END_TEST

START_TEST(texts_are_joined_and_bounded) {
    paper_claims claims = {0};
    paper_claim(&claims, WEND_VERDICT_CONFIRMED, "first");
    paper_claim(&claims, WEND_VERDICT_BETTER, "second");
    paper_claim(&claims, WEND_VERDICT_NOT_CONFIRMED, "third");
    ck_assert_str_eq(claims.held, "first; second");
    ck_assert_str_eq(claims.broken, "third");
    for (int i = 0; i < 1000; i++) {
        paper_claim(&claims, WEND_VERDICT_OPEN, "claim number %d", i);
    }
    ck_assert_uint_lt(strlen(claims.broken), VERDICT_TEXT_SIZE);
    ck_assert_uint_eq(claims.open, 1000);
    ck_assert_int_eq(paper_verdict(&claims), WEND_VERDICT_NOT_CONFIRMED);
}
END_TEST

START_TEST(every_verdict_has_a_text) {
    ck_assert_str_eq(wend_verdict_text(WEND_VERDICT_CONFIRMED), "confirmed");
    ck_assert_str_eq(wend_verdict_text(WEND_VERDICT_BETTER), "better");
    ck_assert_str_eq(wend_verdict_text(WEND_VERDICT_NOT_CONFIRMED), "not confirmed");
    ck_assert_str_eq(wend_verdict_text(WEND_VERDICT_OPEN), "not judged");
}
END_TEST

LAB_MAIN("paper verdict", one_failed_claim_decides, outcomes_follow_from_values,
         texts_are_joined_and_bounded, every_verdict_has_a_text)
