/* What `wend run --explain` is asked for, and what it tells. */
#ifndef CLI_EXPLANATION_H
#define CLI_EXPLANATION_H

#include "cli/command.h"

/* Whether `text` is AGENT@TIME and there is one output, a figure; else prints what is wrong. */
bool explanation_check(const char *text, const option_value *outputs);

/* One choice of an agent: a sentence, or all of it as JSON with its marks, of which `marks` holds
 * the first `capacity`. */
void explanation_print(const wend_explanation *explanation, const wend_mark *marks,
                       uint32_t capacity, bool as_json);

#endif
