/* zlib: the names of its functions, and where their addresses go. */
#include "library/zlib.h"

library_zlib_table library_zlib_functions;

static const char *const names[] = {
#define LIBRARY_FUNCTION(name) #name,
#include "library/zlib.inl"
#undef LIBRARY_FUNCTION
};

_Static_assert(sizeof(library_zlib_table) == sizeof names, "one pointer for each name");

library library_zlib = {
    .file = LIBRARY_ZLIB_FILE,
    .purpose = "pages need zlib",
    .names = names,
    .count = sizeof names / sizeof *names,
    .functions = &library_zlib_functions,
};
