/* Opens SQLite databases of unknown origin, limits their size and the work to read them, and checks
 * their tables. */
#include "replay/file/database.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    WORK_PER_CALL = 1000, /* virtual machine instructions between two calls of count_work */
    /* Instructions allowed per byte of the file; the shortest row takes about ten bytes and forty
     * instructions. */
    WORK_PER_BYTE = 16,
    /* Instructions allowed for a file of any size: enough for a schema and other small reads. */
    WORK_AT_LEAST = 1000000,
    LONGEST_VALUE = 256 << 20, /* largest size of a value, bytes */
    /* Largest size in bytes of an SQL statement, including the statements in the schema. */
    LONGEST_SCHEMA = 1 << 20
};

wend_result database_error(const database *d, wend_result code, wend_error *error,
                           const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, code, format, arguments);
    va_end(arguments);
    error_set_location(error, d->path, 0, 0);
    return code;
}

/* Converts the last SQLite error to a wend_error. */
static wend_result fail(const database *d, wend_error *error) {
    int code = d->handle != NULL ? sqlite3_errcode(d->handle) : SQLITE_NOMEM;
    switch (code) {
    case SQLITE_NOMEM:
        return error_no_memory(error, "a database");
    case SQLITE_NOTADB:
        return database_error(d, WEND_ERROR_FORMAT, error, "this is not a SQLite database");
    case SQLITE_INTERRUPT:
        return database_error(d, WEND_ERROR_FORMAT, error,
                              "the database is damaged: it takes more work to read than its size "
                              "allows");
    case SQLITE_CORRUPT:
        return database_error(d, WEND_ERROR_FORMAT, error, "the database is damaged: %.200s",
                              sqlite3_errmsg(d->handle));
    case SQLITE_READONLY: /* there is a journal that would have to be rolled back */
        return database_error(d, WEND_ERROR_IO, error,
                              "its writer was stopped while it changed the file: open it with "
                              "another program of SQLite, which repairs it from '%.80s-journal'",
                              d->path);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return database_error(d, WEND_ERROR_IO, error, "cannot read: %.200s",
                              sqlite3_errmsg(d->handle));
    default:
        return database_error(d, WEND_ERROR_FORMAT, error, "the database cannot be read: %.200s",
                              sqlite3_errmsg(d->handle));
    }
}

/* Counts instructions. SQLite calls this function once every WORK_PER_CALL instructions; a nonzero
 * result stops the query. */
static int count_work(void *user) {
    database *d = user;
    d->work += WORK_PER_CALL;
    return d->work > d->most_work;
}

/* Finds the size of the file, and derives the limit on the work from it. Fails if the file cannot
 * be opened. */
static wend_result find_size(database *d, wend_error *error) {
    if (file_check_regular(d->path, "read", "", error) != WEND_OK) {
        return WEND_ERROR_IO;
    }
    errno = 0;
    FILE *file = fopen(d->path, "rb");
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        size = ftell(file);
    }
    int reason = errno;
    if (file != NULL) {
        fclose(file);
    }
    if (size < 0) {
        return database_error(d, WEND_ERROR_IO, error, "cannot open: %s", strerror(reason));
    }
    d->size = (uint64_t)size;
    d->most_work = WORK_AT_LEAST + WORK_PER_BYTE * d->size;
    return WEND_OK;
}

static void set_guards(database *d) {
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(d->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(d->handle, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
    sqlite3_limit(d->handle, SQLITE_LIMIT_SQL_LENGTH, LONGEST_SCHEMA);
    sqlite3_limit(d->handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(d->handle, SQLITE_LIMIT_EXPR_DEPTH, 50);
    sqlite3_limit(d->handle, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_limit(d->handle, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_progress_handler(d->handle, WORK_PER_CALL, count_work, d);
}

/* True if a journal belongs to a transaction over several files. Rolling it back would delete the
 * file that the journal names, which may be any file; wend never writes such a journal. */
static bool names_other_files(FILE *journal) {
    static const uint8_t magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    uint8_t tail[8] = {0};
    return fseek(journal, -(long)sizeof tail, SEEK_END) == 0 &&
           fread(tail, 1, sizeof tail, journal) == sizeof tail &&
           memcmp(tail, magic, sizeof tail) == 0;
}

/* Rolls back the transaction that was interrupted when the writer of NAME.part was killed. Only
 * unfinished files are changed; all others are opened read-only. Errors are left to the caller,
 * which opens the file afterwards. */
static void roll_back(const char *path) {
    char name[4096];
    sqlite3 *handle = NULL;
    int length = snprintf(name, sizeof name, "%s-journal", path);
    if (!text_ends_with(path, ".part") || length < 0 || (size_t)length >= sizeof name ||
        file_check_regular(name, "read", "", NULL) != WEND_OK) {
        return;
    }
    FILE *journal = fopen(name, "rb");
    bool is_safe = journal != NULL && !names_other_files(journal);
    if (journal != NULL) {
        fclose(journal);
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (is_safe && sqlite3_open_v2(path, &handle, flags, NULL) == SQLITE_OK) {
        sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_exec(handle, "PRAGMA schema_version", NULL, NULL, NULL);
    }
    sqlite3_close(handle);
}

wend_result database_open(database *d, const char *path, wend_error *error) {
    *d = (database){.path = path};
    wend_result result = library_load(&library_sqlite, error);
    if (result == WEND_OK) {
        result = find_size(d, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    roll_back(path);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &d->handle, flags, NULL) != SQLITE_OK) {
        return fail(d, error);
    }
    set_guards(d);
    if (sqlite3_exec(d->handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;", NULL, NULL,
                     NULL) != SQLITE_OK) {
        return fail(d, error);
    }
    return WEND_OK;
}

void database_close(database *d) {
    sqlite3_close(d->handle);
    d->handle = NULL;
}

wend_result database_prepare(database *d, const char *text, sqlite3_stmt **out, wend_error *error) {
    int code = sqlite3_prepare_v2(d->handle, text, -1, out, NULL);
    return code == SQLITE_OK ? WEND_OK : fail(d, error);
}

wend_result database_step(database *d, sqlite3_stmt *statement, bool *more, wend_error *error) {
    int code = sqlite3_step(statement);
    *more = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? WEND_OK : fail(d, error);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Runs a query with one or two names as parameters. `*out` becomes true if the query returns a row.
 */
static wend_result query_matches(database *d, const char *text, const char *first,
                                 const char *second, bool *out, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    wend_result result = database_prepare(d, text, &statement, error);
    if (result == WEND_OK) {
        sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
        if (second != NULL) {
            sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
        }
        result = database_step(d, statement, out, error);
    }
    sqlite3_finalize(statement);
    return result;
}

wend_result database_find_table(database *d, const char *table, bool *out, wend_error *error) {
    return query_matches(
        d, "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND rootpage > 0", table,
        NULL, out, error);
}

wend_result database_check_table(database *d, const char *table, const char *const *columns,
                                 wend_error *error) {
    bool found = false;
    wend_result result = database_find_table(d, table, &found, error);
    if (result == WEND_OK && !found) {
        return database_error(d, WEND_ERROR_FORMAT, error,
                              "there is no table '%s': expected a database of JuPedSim", table);
    }
    for (uint32_t i = 0; columns[i] != NULL && result == WEND_OK; i++) {
        result =
            query_matches(d, "SELECT 1 FROM pragma_table_xinfo(?) WHERE name = ? AND hidden = 0",
                          table, columns[i], &found, error);
        if (result == WEND_OK && !found) {
            return database_error(d, WEND_ERROR_FORMAT, error,
                                  "table '%s' has no column '%s': expected a database of JuPedSim",
                                  table, columns[i]);
        }
    }
    return result;
}
