/* Writes the published and measured values of a paper as JSON. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <wend/kit.h>

/* For each value, adds an object {paper, table, row, column, unit, theirs, ours, words} to the
 * array that is open in `json`. Each table with a verdict adds three more, with an empty row and
 * the columns "caption", "verdict" and "reason". */
void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json);

#endif
