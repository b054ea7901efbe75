/* Modifiers: one line for each file of this folder. */
WEND_ENTRY(fundamental_diagram)
WEND_ENTRY(scale)
WEND_ENTRY(terrain)
WEND_ENTRY(yield)
