/* Conditions of transitions: one line for each entry in this folder. */
WEND_ENTRY(expression)
