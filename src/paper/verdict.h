/* Derives the verdict on a table from claims: statements of the publication, each of which the
 * measured values confirm, exceed or contradict. */
#ifndef PAPER_VERDICT_H
#define PAPER_VERDICT_H

#include <wend/kit.h>

enum { VERDICT_TEXT_SIZE = 1200 };

/* The claims about one table. A zeroed struct has none; its verdict is WEND_VERDICT_OPEN. */
typedef struct paper_claims {
    uint32_t confirmed, better, failed, open;
    /* What was found, for claims that hold, and for those that do not or cannot be judged. */
    char held[VERDICT_TEXT_SIZE], broken[VERDICT_TEXT_SIZE];
} paper_claims;

/* Adds a claim with its outcome. The text states the values; it has no full stop. */
__attribute__((format(printf, 3, 4))) void paper_claim(paper_claims *claims, wend_verdict outcome,
                                                       const char *format, ...);

/* The outcome of a claim that `ours` is at most `most`. It is better if `ours` is at most `better`
 * too. The outcome is open if `ours` is not a number. */
wend_verdict paper_at_most(double ours, double most, double better);
/* The outcome of a claim that `ours` is at least `least`. It is better if `ours` is at least
 * `better` too. */
wend_verdict paper_at_least(double ours, double least, double better);

/* The verdict on all claims: not confirmed if any of them failed; otherwise open if none could be
 * judged, better if all that could be judged are better, and confirmed in all other cases. */
wend_verdict paper_verdict(const paper_claims *claims);

/* Adds the caption and the verdict of a table to the result of a paper. The fields `verdict` and
 * `reason` of `table` are ignored; they follow from the claims. */
wend_result paper_add_verdict(wend_paper_call *call, const wend_paper_table *table,
                              const paper_claims *claims, wend_error *error);

#endif
