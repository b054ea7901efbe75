/* Checks the value of the option `wend run --explain`, and prints the explanation. */
#ifndef CLI_EXPLANATION_H
#define CLI_EXPLANATION_H

#include "cli/command.h"

/* Checks that `text` has the form AGENT@TIME, and that there is exactly one output, a figure. If
 * not, prints the error and returns false. */
bool explanation_check(const char *text, const option_value *outputs);

/* Prints the explanation of an agent's choice: one sentence as text, or, as JSON, all data
 * including the marks. `marks` has room for `capacity` marks and holds the first marks of the
 * explanation. */
void explanation_print(const wend_explanation *explanation, const wend_mark *marks,
                       uint32_t capacity, bool as_json);

#endif
