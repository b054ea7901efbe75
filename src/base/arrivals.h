/* base/arrivals.h: the times at which the agents of a source are due. */
#ifndef BASE_ARRIVALS_H
#define BASE_ARRIVALS_H

#include <wend/source.h>

/* Returns the time (s) from agent `index - 1` to agent `index` of a source, or from the start of
 * the source to agent 0. The def's timing must not be WEND_SOURCE_SCHEDULE. */
double arrivals_interval(const wend_source_def *def, uint64_t seed, uint64_t first_key,
                         uint64_t index);

/* Counts the agents that are due up to def->until, def->count aside. Returns `most + 1` if there
 * are more than `most`. */
uint32_t arrivals_count(const wend_source_def *def, uint64_t seed, uint64_t first_key,
                        uint32_t most);

#endif
