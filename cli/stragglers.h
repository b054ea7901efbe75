/* Who did not arrive, for people: one by one, or in bunches when they are many. */
#ifndef CLI_STRAGGLERS_H
#define CLI_STRAGGLERS_H

#include <wend/kit.h>

void print_stragglers(const wend_summary *summary, FILE *stream);

#endif
