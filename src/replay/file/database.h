/* A SQLite database that may be hostile: it is opened read-only, nothing in its schema is trusted,
 * and the work to read it is limited.
 *
 * Only plain tables are read. Views, virtual tables and computed columns are rejected, so no
 * expression from the file is ever evaluated. The pages of a damaged file may form cycles, so the
 * instructions of SQLite's virtual machine are counted, and their number is limited in proportion
 * to the file's size. */
#ifndef REPLAY_FILE_DATABASE_H
#define REPLAY_FILE_DATABASE_H

#include "library/sqlite.h"
#include <wend/base.h>

typedef struct database {
    const char *path; /* path of the file; not copied */
    sqlite3 *handle;
    uint64_t size;            /* size of the file, bytes */
    uint64_t work, most_work; /* instructions executed so far, and their limit */
} database;

/* Opens a database. Do not move the struct after this call, and close it even if this call fails.
 */
wend_result database_open(database *d, const char *path, wend_error *error);
void database_close(database *d);
/* Fills `error` with the message and the path of the file. Returns `code`. */
__attribute__((format(printf, 4, 5))) wend_result
database_error(const database *d, wend_result code, wend_error *error, const char *format, ...);
/* `*out` becomes true if there is a plain table with this name. */
wend_result database_find_table(database *d, const char *table, bool *out, wend_error *error);
/* Fails unless the table is a plain table that has all the given columns. `columns` ends with NULL.
 */
wend_result database_check_table(database *d, const char *table, const char *const *columns,
                                 wend_error *error);
wend_result database_prepare(database *d, const char *text, sqlite3_stmt **out, wend_error *error);
/* Advances a statement to its next row; `*more` becomes false after the last row. */
wend_result database_step(database *d, sqlite3_stmt *statement, bool *more, wend_error *error);

#endif
