/* The trajectory formats that can be read: name.c defines input_name. */
WEND_ENTRY(wtraj)
WEND_ENTRY(csv)
WEND_ENTRY(sqlite)
WEND_ENTRY(txt)
