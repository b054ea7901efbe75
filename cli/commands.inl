/* The commands of the tool. The command NAME is the variable command_NAME, defined in cmd_NAME.c.
 */
WEND_ENTRY(run)
WEND_ENTRY(check)
WEND_ENTRY(convert)
WEND_ENTRY(list)
WEND_ENTRY(map)
WEND_ENTRY(plan)
WEND_ENTRY(schema)
WEND_ENTRY(bench)
WEND_ENTRY(paper)
WEND_ENTRY(completion)
WEND_ENTRY(help)
WEND_ENTRY(version)
