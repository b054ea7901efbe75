/* The trajectory formats that can be read: name.c defines input_name. */
WEND_ENTRY(wtraj)
