/* A SQLite database that may be hostile: opened for reading alone, with nothing in its schema
 * trusted, and with bounded work.
 *
 * Only plain tables are read; a view, a virtual table or a computed column in their place is
 * refused, so that no expression of the file is ever evaluated. A damaged tree of pages may go
 * round in circles: the instructions of SQLite's machine are counted, and bounded by the file's
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

/* Must not be moved afterwards; close it in any case. */
wend_result database_open(database *d, const char *path, wend_error *error);
void database_close(database *d);
/* Fills it with a message and the path. */
__attribute__((format(printf, 4, 5))) wend_result
database_refuse(const database *d, wend_result code, wend_error *error, const char *format, ...);
/* Refuses what is no plain table, or lacks one of the columns (their list ends in NULL). */
wend_result database_check_table(database *d, const char *table, const char *const *columns,
                                 wend_error *error);
wend_result database_prepare(database *d, const char *text, sqlite3_stmt **out, wend_error *error);
/* The next row of a statement; `*more` is false after the last. */
wend_result database_step(database *d, sqlite3_stmt *statement, bool *more, wend_error *error);

#endif
