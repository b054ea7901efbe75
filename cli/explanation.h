/* Checks the value of the option `wend run --explain`, and prints the explanation. */
#ifndef CLI_EXPLANATION_H
#define CLI_EXPLANATION_H

#include "cli/command.h"

/* Checks that `text` has the form AGENT@TIME, and that there is exactly one output, a figure. If
 * not, prints the error and returns false. */
bool explanation_check(const char *text, const option_value *outputs);

/* Explains the choice of the agent and time that `text` names, and prints it unless `quiet` is
 * true: one sentence as text, or, as JSON, all data including the marks. Prints errors. Fails like
 * wend_explain_scenario, and with WEND_ERROR_CANCELLED. */
wend_result explanation_make(wend_explain_def *def, const char *text, bool quiet, bool as_json);

#endif
