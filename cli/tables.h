/* Prints the values that a paper published beside the measured ones: as text tables or as JSON. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <wend/kit.h>

/* Prints every table with its rows and columns; a cell has the measured value, and the published
 * one in brackets. */
void tables_print(const wend_paper_result *result, FILE *stream);

/* Adds an object {paper, table, row, column, unit, theirs, ours, words} to the open array for each
 * value. */
void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json);

#endif
