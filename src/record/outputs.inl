/* The output formats: name.c defines output_name. */
WEND_ENTRY(csv)
WEND_ENTRY(png)
WEND_ENTRY(svg)
