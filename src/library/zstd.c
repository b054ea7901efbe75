/* zstd: the names of its functions, and where their addresses go. */
#include "library/zstd.h"

library_zstd_table library_zstd_functions;

static const char *const names[] = {
#define LIBRARY_FUNCTION(name) #name,
#include "library/zstd.inl"
#undef LIBRARY_FUNCTION
};

_Static_assert(sizeof(library_zstd_table) == sizeof names, "one pointer for each name");

library library_zstd = {
    .file = LIBRARY_ZSTD_FILE,
    .purpose = ".wtraj files need zstd",
    .names = names,
    .count = sizeof names / sizeof *names,
    .functions = &library_zstd_functions,
};
