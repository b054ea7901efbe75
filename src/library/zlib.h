/* library/zlib.h: zlib, for the bundles in pages (.html files). The output for pages loads it. */
#ifndef LIBRARY_ZLIB_H
#define LIBRARY_ZLIB_H

#include "library/load.h"
#include <zlib.h>

/* One pointer for each function. Calls of a function go through its pointer: the generated header
 * defines `name` as library_zlib_functions.name. */
typedef struct library_zlib_table {
#define LIBRARY_FUNCTION(name) __typeof__(name) *(name);
#include "library/zlib.inl"
#undef LIBRARY_FUNCTION
} library_zlib_table;

extern library_zlib_table library_zlib_functions;
extern library library_zlib;

#include <wend-libraries/zlib.h>

#endif
