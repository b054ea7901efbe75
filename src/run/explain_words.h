/* Describes a steering decision in words. */
#ifndef RUN_EXPLAIN_WORDS_H
#define RUN_EXPLAIN_WORDS_H

#include <wend/kit.h>

/* Writes one or two sentences about the agent's preferred velocity, its constraints and its choice.
 * The text is truncated to `size` bytes. */
void explain_in_words(const wend_explanation *e, const char *group, char *out, size_t size);

#endif
