/* A choice in words. */
#ifndef RUN_EXPLAIN_WORDS_H
#define RUN_EXPLAIN_WORDS_H

#include <wend/kit.h>

/* What the agent wants, what bounds it and what it chose, in a sentence or two; cut to `size`. */
void explain_in_words(const wend_explanation *e, const char *group, char *out, size_t size);

#endif
