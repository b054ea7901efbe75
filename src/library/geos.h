/* library/geos.h: GEOS, for areas made of polygons. geos_open and walkable_text load
 * it. */
#ifndef LIBRARY_GEOS_H
#define LIBRARY_GEOS_H

#include "library/load.h"
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

/* One pointer for each function. Calls of a function go through its pointer: the generated header
 * defines `name` as library_geos_functions.name. */
typedef struct library_geos_table {
#define LIBRARY_FUNCTION(name) __typeof__(name) *(name);
#include "library/geos.inl"
#undef LIBRARY_FUNCTION
} library_geos_table;

extern library_geos_table library_geos_functions;
extern library library_geos;

#include <wend-libraries/geos.h>

#endif
