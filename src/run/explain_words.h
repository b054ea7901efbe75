/* Describes a steering decision in words. */
#ifndef RUN_EXPLAIN_WORDS_H
#define RUN_EXPLAIN_WORDS_H

#include <wend/kit.h>

/* Writes the agent's preferred velocity, its constraints and its choice in a sentence or two. The
 * text is truncated to `size`. */
void explain_in_words(const wend_explanation *e, const char *group, char *out, size_t size);

#endif
