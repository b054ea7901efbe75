/* The trajectory formats that can be read. The entry `name` is the variable input_name, defined in
 * name.c. */
WEND_ENTRY(wtraj)
WEND_ENTRY(csv)
WEND_ENTRY(sqlite)
WEND_ENTRY(txt)
