/* Checks the arguments of `wend run --explain`, and prints its result. */
#ifndef CLI_EXPLANATION_H
#define CLI_EXPLANATION_H

#include "cli/command.h"

/* Checks that `text` is AGENT@TIME and that there is one output, a figure. Prints the error
 * otherwise. */
bool explanation_check(const char *text, const option_value *outputs);

/* Prints the explanation of an agent's choice: a sentence, or everything as JSON with its marks, of
 * which `marks` holds the first `capacity`. */
void explanation_print(const wend_explanation *explanation, const wend_mark *marks,
                       uint32_t capacity, bool as_json);

#endif
