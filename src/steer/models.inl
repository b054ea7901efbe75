/* Steering models: one line for each file of this folder. */
WEND_ENTRY(direct)
WEND_ENTRY(external)
WEND_ENTRY(orca)
WEND_ENTRY(orca_arc)
WEND_ENTRY(orca_segment)
WEND_ENTRY(relax)
