/* Values of a paper beside ours, as tables for people and as JSON for programs. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <wend/kit.h>

/* Every table with its rows and columns; a cell is our value, and theirs in brackets. */
void tables_print(const wend_paper_result *result, FILE *stream);

/* Adds {paper, table, row, column, unit, theirs, ours} for each value to the array that is open. */
void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json);

#endif
