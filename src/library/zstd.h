/* library/zstd.h: zstd, for trajectories in .wtraj files. The output and the input for .wtraj files
 * load it. */
#ifndef LIBRARY_ZSTD_H
#define LIBRARY_ZSTD_H

#include "library/load.h"
#include <zstd.h>

/* One pointer for each function. Calls of a function go through its pointer: the generated header
 * defines `name` as library_zstd_functions.name. */
typedef struct library_zstd_table {
#define LIBRARY_FUNCTION(name) __typeof__(name) *(name);
#include "library/zstd.inl"
#undef LIBRARY_FUNCTION
} library_zstd_table;

extern library_zstd_table library_zstd_functions;
extern library library_zstd;

#include <wend-libraries/zstd.h>

#endif
