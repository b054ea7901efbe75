/* Goal selectors: one line for each file in this folder. */
WEND_ENTRY(given)
WEND_ENTRY(nearest)
WEND_ENTRY(cycle)
WEND_ENTRY(any)
