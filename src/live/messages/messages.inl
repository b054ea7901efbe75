/* The messages of a live world. The entry `name` is the variable live_message_name, defined in
 * name.c. */
WEND_ENTRY(describe)
WEND_ENTRY(state)
WEND_ENTRY(step)
WEND_ENTRY(seek)
WEND_ENTRY(restart)
WEND_ENTRY(explain)
WEND_ENTRY(pick)
WEND_ENTRY(overlay)
