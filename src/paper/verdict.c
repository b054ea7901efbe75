/* Derives the verdict on a table from claims. */
#include "paper/verdict.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Appends words to a text of VERDICT_TEXT_SIZE bytes, after "; " if it is not empty. */
static void append(char *text, const char *words) {
    size_t used = strlen(text);
    snprintf(text + used, VERDICT_TEXT_SIZE - used, "%s%s", used > 0 ? "; " : "", words);
}

void paper_claim(paper_claims *claims, wend_verdict outcome, const char *format, ...) {
    char words[VERDICT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    bool holds = outcome == WEND_VERDICT_CONFIRMED || outcome == WEND_VERDICT_BETTER;
    append(holds ? claims->held : claims->broken, words);
    claims->confirmed += outcome == WEND_VERDICT_CONFIRMED;
    claims->better += outcome == WEND_VERDICT_BETTER;
    claims->failed += outcome == WEND_VERDICT_NOT_CONFIRMED;
    claims->open += outcome == WEND_VERDICT_OPEN;
}

wend_verdict paper_at_most(double ours, double most, double better) {
    if (isnan(ours) || isnan(most)) {
        return WEND_VERDICT_OPEN;
    }
    if (ours > most) {
        return WEND_VERDICT_NOT_CONFIRMED;
    }
    return ours <= better ? WEND_VERDICT_BETTER : WEND_VERDICT_CONFIRMED;
}

wend_verdict paper_at_least(double ours, double least, double better) {
    return paper_at_most(-ours, -least, -better);
}

wend_verdict paper_verdict(const paper_claims *claims) {
    if (claims->failed > 0) {
        return WEND_VERDICT_NOT_CONFIRMED;
    }
    if (claims->confirmed + claims->better == 0) {
        return WEND_VERDICT_OPEN;
    }
    return claims->confirmed == 0 ? WEND_VERDICT_BETTER : WEND_VERDICT_CONFIRMED;
}

wend_result paper_add_verdict(wend_paper_call *call, const wend_paper_table *table,
                              const paper_claims *claims, wend_error *error) {
    char reason[2 * VERDICT_TEXT_SIZE + 40];
    bool both = claims->held[0] != '\0' && claims->broken[0] != '\0';
    snprintf(reason, sizeof reason, "%s%s%s.", claims->broken, both ? ". What holds: " : "",
             claims->held);
    wend_paper_table judged = *table;
    judged.verdict = paper_verdict(claims);
    judged.reason = reason;
    return wend_paper_add_table(call, &judged, error);
}
