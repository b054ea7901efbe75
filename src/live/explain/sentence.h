/* One or two sentences that say why an agent moves as it does. */
#ifndef LIVE_EXPLAIN_SENTENCE_H
#define LIVE_EXPLAIN_SENTENCE_H

#include "live/explain/limits.h"
#include <wend/world.h>

/* What the sentences are about. */
typedef struct sentence_facts {
    const wend_agent_state *agent;
    const limits *limits;
    const char *goal;  /* name of its goal; "" for a goal without a name; NULL: it has no goal */
    const char *queue; /* name of the queue to which the goal belongs, or NULL */
    uint32_t goal_index;
} sentence_facts;

enum { SENTENCE_SIZE = 800 };

/* Writes the sentences; text beyond `size` bytes is cut. */
void sentence_write(const sentence_facts *facts, char *out, size_t size);

#endif
