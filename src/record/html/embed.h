/* record/html/embed.h: a bundle as an element of a page. */
#ifndef RECORD_HTML_EMBED_H
#define RECORD_HTML_EMBED_H

#include <stdio.h>
#include <wend/base.h>

#include "base/memory.h"

/* Writes the script element with a bundle: its bytes compressed with gzip, as base64. The title is
 * an attribute. Write errors show in the stream. Fails with WEND_ERROR_IO (zlib cannot be loaded)
 * and WEND_ERROR_MEMORY. Equal bundles give equal elements. */
wend_result embed_bundle(FILE *stream, const char *title, const uint8_t *bytes, size_t size,
                         memory *heap, wend_error *error);

/* Writes text for the value of an attribute in double quotes. */
void embed_attribute(FILE *stream, const char *text);

#endif
