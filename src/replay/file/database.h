/* A SQLite database that may be hostile: it is opened read-only, nothing in its schema is trusted,
 * and the work is bounded.
 *
 * Only plain tables are read. A view, a virtual table or a computed column in their place is
 * rejected, so no expression of the file is ever evaluated. A damaged tree of pages may contain
 * cycles, so the instructions of SQLite's virtual machine are counted, and bounded by the file's
 * size. */
#ifndef REPLAY_FILE_DATABASE_H
#define REPLAY_FILE_DATABASE_H

#include <sqlite3.h>
#include <wend/base.h>

typedef struct database {
    const char *path; /* not copied */
    sqlite3 *handle;
    uint64_t size;            /* bytes */
    uint64_t work, most_work; /* instructions */
} database;

/* Opens a database. Do not move the struct afterwards, and close it even after a failure. */
wend_result database_open(database *d, const char *path, wend_error *error);
void database_close(database *d);
/* Fills `error` with a message and the path. Returns the code. */
__attribute__((format(printf, 4, 5))) wend_result
database_error(const database *d, wend_result code, wend_error *error, const char *format, ...);
/* Fails unless the table is a plain one with all of the columns (a list that ends in NULL). */
wend_result database_check_table(database *d, const char *table, const char *const *columns,
                                 wend_error *error);
wend_result database_prepare(database *d, const char *text, sqlite3_stmt **out, wend_error *error);
/* Moves to the next row of a statement; `*more` is false after the last. */
wend_result database_step(database *d, sqlite3_stmt *statement, bool *more, wend_error *error);

#endif
