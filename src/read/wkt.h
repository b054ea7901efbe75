/* Reads polygons and lines from well-known text (WKT). */
#ifndef READ_WKT_H
#define READ_WKT_H

#include "read/shapes.h"

/* True if the text begins with a WKT keyword. */
bool wkt_begins(const char *text);

/* Reads any number of geometries, one after another; a ';' or ',' between them is allowed. Error
 * messages give the line and column, and call the text `source`. */
wend_result wkt_read(const char *text, size_t size, const char *source, memory_arena *arena,
                     shapes_list *out, wend_error *error);

#endif
