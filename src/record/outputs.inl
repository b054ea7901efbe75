/* The output formats: name.c defines output_name. */
WEND_ENTRY(wtraj)
WEND_ENTRY(csv)
WEND_ENTRY(png)
WEND_ENTRY(sqlite)
WEND_ENTRY(txt)
WEND_ENTRY(svg)
