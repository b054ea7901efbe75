/* Compares published values with measured ones, as tables in text or as JSON. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <wend/kit.h>

/* Prints every table with its rows and columns; a cell has the measured value, and the published
 * one in brackets. */
void tables_print(const wend_paper_result *result, FILE *stream);

/* Adds {paper, table, row, column, unit, theirs, ours} for each value to the open array. */
void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json);

#endif
