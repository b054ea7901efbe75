/* Prints the agents that did not arrive: one by one, or in groups if there are many. */
#ifndef CLI_STRAGGLERS_H
#define CLI_STRAGGLERS_H

#include <wend/kit.h>

void print_stragglers(const wend_summary *summary, FILE *stream);

#endif
