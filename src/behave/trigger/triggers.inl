/* Triggers of signals: one line for each file in this folder. */
WEND_ENTRY(time)
WEND_ENTRY(population)
WEND_ENTRY(door)
