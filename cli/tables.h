/* Prints the published values of a paper next to the measured values, as text tables or as JSON. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <wend/kit.h>

/* Prints every table with its rows and columns. A cell contains the measured value, followed by the
 * published value in brackets. */
void tables_print(const wend_paper_result *result, FILE *stream);

/* For each value, adds an object {paper, table, row, column, unit, theirs, ours, words} to the
 * array that is open in `json`. */
void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json);

#endif
