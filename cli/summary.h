/* Prints the summary of a run as text. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include <wend/kit.h>

void print_summary(const wend_summary *summary, const wend_registry *registry, FILE *stream);

#endif
