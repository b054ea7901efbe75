/* library/sqlite.h: SQLite, for trajectories in .sqlite files. The output and the input for .sqlite
 * files load it. */
#ifndef LIBRARY_SQLITE_H
#define LIBRARY_SQLITE_H

#include "library/load.h"
#include <sqlite3.h>

/* One pointer for each function. Calls of a function go through its pointer: the generated header
 * defines `name` as library_sqlite_functions.name. */
typedef struct library_sqlite_table {
#define LIBRARY_FUNCTION(name) __typeof__(name) *(name);
#include "library/sqlite.inl"
#undef LIBRARY_FUNCTION
} library_sqlite_table;

extern library_sqlite_table library_sqlite_functions;
extern library library_sqlite;

#include <wend-libraries/sqlite.h>

#endif
