/* SQLite: the names of its functions, and where their addresses go. */
#include "library/sqlite.h"

library_sqlite_table library_sqlite_functions;

static const char *const names[] = {
#define LIBRARY_FUNCTION(name) #name,
#include "library/sqlite.inl"
#undef LIBRARY_FUNCTION
};

_Static_assert(sizeof(library_sqlite_table) == sizeof names, "one pointer for each name");

library library_sqlite = {
    .file = LIBRARY_SQLITE_FILE,
    .purpose = ".sqlite files need SQLite",
    .names = names,
    .count = sizeof names / sizeof *names,
    .functions = &library_sqlite_functions,
};
