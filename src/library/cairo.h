/* library/cairo.h: cairo, for pictures. surface_open loads
 * it. */
#ifndef LIBRARY_CAIRO_H
#define LIBRARY_CAIRO_H

#include "library/load.h"
#include <cairo/cairo-svg.h>

/* One pointer for each function. Calls of a function go through its pointer: the generated header
 * defines `name` as library_cairo_functions.name. */
typedef struct library_cairo_table {
#define LIBRARY_FUNCTION(name) __typeof__(name) *(name);
#include "library/cairo.inl"
#undef LIBRARY_FUNCTION
} library_cairo_table;

extern library_cairo_table library_cairo_functions;
extern library library_cairo;

#include <wend-libraries/cairo.h>

#endif
