/* The output formats. The entry `name` is the variable output_name, defined in name.c. */
WEND_ENTRY(wtraj)
WEND_ENTRY(csv)
WEND_ENTRY(png)
WEND_ENTRY(sqlite)
WEND_ENTRY(txt)
WEND_ENTRY(svg)
WEND_ENTRY(html)
WEND_ENTRY(bundle)
