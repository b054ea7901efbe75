/* cairo: the names of its functions, and where their addresses go. */
#include "library/cairo.h"

library_cairo_table library_cairo_functions;

static const char *const names[] = {
#define LIBRARY_FUNCTION(name) #name,
#include "library/cairo.inl"
#undef LIBRARY_FUNCTION
};

_Static_assert(sizeof(library_cairo_table) == sizeof names, "one pointer for each name");

library library_cairo = {
    .file = LIBRARY_CAIRO_FILE,
    .purpose = "pictures need cairo",
    .names = names,
    .count = sizeof names / sizeof *names,
    .functions = &library_cairo_functions,
};
