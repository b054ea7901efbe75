/* The commands: cmd_name.c defines command_name. */
WEND_ENTRY(run)
WEND_ENTRY(check)
WEND_ENTRY(convert)
WEND_ENTRY(list)
WEND_ENTRY(bench)
WEND_ENTRY(help)
WEND_ENTRY(version)
