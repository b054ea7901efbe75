/* GEOS: the names of its functions, and where their addresses go. */
#include "library/geos.h"

library_geos_table library_geos_functions;

static const char *const names[] = {
#define LIBRARY_FUNCTION(name) #name,
#include "library/geos.inl"
#undef LIBRARY_FUNCTION
};

_Static_assert(sizeof(library_geos_table) == sizeof names, "one pointer for each name");

library library_geos = {
    .file = LIBRARY_GEOS_FILE,
    .purpose = "polygons need GEOS",
    .names = names,
    .count = sizeof names / sizeof *names,
    .functions = &library_geos_functions,
};
