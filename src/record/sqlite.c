/* Writes trajectories as a SQLite database in JuPedSim's format, version 2.
 *
 * Rows are appended in one transaction without a journal, because the file is deleted if anything
 * fails. Indexes, geometry and metadata are written last. Ids count from 1 in the order in which
 * agents first appear. An agent faces its direction of motion; a standing agent keeps facing its
 * last direction of motion. */
#include "library/sqlite.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "record/file/clock.h"
#include "record/file/file.h"
#include "record/file/keys.h"
#include "record/file/walkable.h"
#include <errno.h>
#include <math.h>
#include <string.h>

/* m/s: agents slower than this keep the direction that they face */
static const double STANDING_SPEED = 1e-3;
static const int64_t MOST_EMPTY_FRAMES =
    10000000; /* largest number of missing frames that are written as empty frames */

typedef struct sqlite {
    const wend_recording *recording;
    record_file file;
    memory heap;
    sqlite3 *db;
    sqlite3_stmt *insert;
    record_clock clock;
    key_table ids;
    wend_vec2 *facing; /* direction that each agent faces (unit vector), indexed by `id - 1` */
    uint32_t facing_count, facing_capacity;
    record_box visited;
    int64_t frames_written;
} sqlite;

static const char create_text[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA cache_size = -32768;" /* 32768 KiB: a negative value sets the size in KiB */
    "BEGIN;"
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, "
    "pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);";

static const char finish_text[] = "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
                                  "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"
                                  "COMMIT;";

/* ---- Statements ------------------------------------------------------------------------------ */

/* Reports an error from SQLite. After a failed commit, SQLite no longer holds the error code of the
 * operating system, but errno does. */
static wend_result report_failure(const sqlite *s, wend_error *error) {
    int last = errno;
    int reason = s->db != NULL ? sqlite3_system_errno(s->db) : 0;
    int code = s->db != NULL ? sqlite3_errcode(s->db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM) {
        return error_no_memory(error, "a database");
    }
    if (code == SQLITE_FULL) {
        reason = ENOSPC;
    } else if (code == SQLITE_IOERR && reason == 0) {
        reason = last;
    }
    error_set(error, WEND_ERROR_IO, "cannot write: %s",
              reason != 0 ? strerror(reason) : sqlite3_errmsg(s->db));
    error_set_location(error, s->file.target.path, 0, 0);
    return WEND_ERROR_IO;
}

static wend_result execute(const sqlite *s, const char *text, wend_error *error) {
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK ? WEND_OK
                                                                    : report_failure(s, error);
}

static wend_result prepare(const sqlite *s, const char *text, sqlite3_stmt **out,
                           wend_error *error) {
    int code = sqlite3_prepare_v3(s->db, text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    return code == SQLITE_OK ? WEND_OK : report_failure(s, error);
}

/* Runs a statement that returns no rows, and resets it so that the next values can be bound. */
static wend_result run(const sqlite *s, sqlite3_stmt *statement, wend_error *error) {
    wend_result result =
        sqlite3_step(statement) == SQLITE_DONE ? WEND_OK : report_failure(s, error);
    sqlite3_reset(statement);
    return result;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    (void)params;
    sqlite *s = state;
    wend_result result = library_load(&library_sqlite, error);
    if (result != WEND_OK) {
        return result;
    }
    s->recording = recording;
    s->visited = box_empty();
    memory_init(&s->heap, &recording->allocator);
    keys_init(&s->ids, &s->heap);
    clock_init(&s->clock, recording);
    result = file_check_regular(path, "write", "", error);
    if (result == WEND_OK) {
        result = record_open(&s->file, path, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(s->file.target.part, &s->db, flags, NULL) != SQLITE_OK) {
        return report_failure(s, error);
    }
    result = execute(s, create_text, error);
    if (result == WEND_OK) {
        result = prepare(s, "INSERT INTO trajectory_data VALUES(?,?,?,?,?,?)", &s->insert, error);
    }
    return result;
}

/* Finds the id of an agent and the direction that it faces. Returns false if out of memory. */
static bool find_facing(sqlite *s, const wend_agent_state *agent, int64_t *id, wend_vec2 *facing) {
    uint32_t number = 0;
    if (!keys_number(&s->ids, agent->key, &number) ||
        !memory_grow(&s->heap, (void **)&s->facing, sizeof *s->facing, &s->facing_capacity,
                     number + 1)) {
        return false;
    }
    if (number == s->facing_count) {
        s->facing[s->facing_count++] = (wend_vec2){1.0F, 0.0F};
    }
    double x = (double)agent->velocity.x, y = (double)agent->velocity.y;
    double speed = sqrt(x * x + y * y);
    if (speed >= STANDING_SPEED) {
        s->facing[number] = (wend_vec2){(float)(x / speed), (float)(y / speed)};
    }
    *id = (int64_t)number + 1;
    *facing = s->facing[number];
    return true;
}

static wend_result insert_agent(sqlite *s, int64_t number, const wend_agent_state *agent,
                                wend_error *error) {
    int64_t id = 0;
    wend_vec2 facing;
    if (!find_facing(s, agent, &id, &facing)) {
        return error_no_memory(error, "a database");
    }
    box_add(&s->visited, agent->position);
    sqlite3_bind_int64(s->insert, 1, number);
    sqlite3_bind_int64(s->insert, 2, id);
    sqlite3_bind_double(s->insert, 3, agent->position.x);
    sqlite3_bind_double(s->insert, 4, agent->position.y);
    sqlite3_bind_double(s->insert, 5, (double)facing.x);
    sqlite3_bind_double(s->insert, 6, (double)facing.y);
    return run(s, s->insert, error);
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    sqlite *s = state;
    int64_t number = 0;
    wend_result result = clock_number(&s->clock, shown->time, &number, error);
    if (result == WEND_OK && number - s->frames_written > MOST_EMPTY_FRAMES) {
        result = error_set(error, WEND_ERROR_LIMIT,
                           "%lld frames are missing before time %g s and would be written as empty "
                           "frames: choose a lower frame rate",
                           (long long)(number - s->frames_written), shown->time);
    }
    if (result != WEND_OK) {
        error_set_location(error, s->file.target.path, 0, 0);
        return result;
    }
    if (number < 0) {
        return WEND_OK;
    }
    s->frames_written++;
    for (uint32_t i = 0; i < shown->agent_count && result == WEND_OK; i++) {
        result = insert_agent(s, number, &shown->agents[i], error);
    }
    return result;
}

/* ---- After the last frame -------------------------------------------------------------------- */

static wend_result insert_frames(const sqlite *s, int64_t hash, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    wend_result result = prepare(s, "INSERT INTO frame_data VALUES(?,?)", &statement, error);
    for (int64_t i = 0; i <= s->clock.last && result == WEND_OK; i++) {
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_int64(statement, 2, hash);
        result = run(s, statement, error);
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result insert_geometry(const sqlite *s, int64_t hash, const char *wkt,
                                   wend_error *error) {
    sqlite3_stmt *statement = NULL;
    wend_result result = prepare(s, "INSERT INTO geometry VALUES(?,?)", &statement, error);
    if (result == WEND_OK) {
        sqlite3_bind_int64(statement, 1, hash);
        sqlite3_bind_text(statement, 2, wkt, -1, SQLITE_STATIC);
        result = run(s, statement, error);
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result insert_metadata(const sqlite *s, const record_box *bounds, wend_error *error) {
    bool empty = box_is_empty(bounds);
    const struct {
        const char *key;
        double value;
    } rows[] = {{"version", 2.0},
                {"fps", clock_rate(&s->clock)},
                {"xmin", empty ? 0.0 : bounds->low.x},
                {"xmax", empty ? 0.0 : bounds->high.x},
                {"ymin", empty ? 0.0 : bounds->low.y},
                {"ymax", empty ? 0.0 : bounds->high.y}};
    sqlite3_stmt *statement = NULL;
    wend_result result = prepare(s, "INSERT INTO metadata VALUES(?,?)", &statement, error);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && result == WEND_OK; i++) {
        char text[TEXT_DOUBLE_SIZE];
        text_format_double(rows[i].value, text);
        sqlite3_bind_text(statement, 1, rows[i].key, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, text, -1, SQLITE_TRANSIENT);
        result = run(s, statement, error);
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result finish(sqlite *s, wend_error *error) {
    char *wkt = NULL;
    record_box bounds;
    wend_result result =
        walkable_text(s->recording->space_def, &s->visited, &s->heap, &wkt, &bounds, error);
    if (result != WEND_OK) {
        error_set_location(error, s->file.target.path, 0, 0);
        return result;
    }
    /* The shift leaves 63 bits, so the hash is positive and fits the integer type of every reader.
     */
    int64_t hash = (int64_t)(hash_bytes(wkt, strlen(wkt), 0) >> 1);
    result = insert_frames(s, hash, error);
    if (result == WEND_OK) {
        result = insert_geometry(s, hash, wkt, error);
    }
    if (result == WEND_OK) {
        result = insert_metadata(s, &bounds, error);
    }
    if (result == WEND_OK) {
        result = execute(s, finish_text, error);
    }
    memory_free_text(&s->heap, wkt);
    return result;
}

static wend_result end(void *state, bool keep, wend_error *error) {
    sqlite *s = state;
    if (s->recording == NULL) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if (keep && s->insert != NULL) {
        result = finish(s, error);
    }
    sqlite3_finalize(s->insert);
    if (sqlite3_close(s->db) != SQLITE_OK && result == WEND_OK) {
        result = report_failure(s, error);
    }
    wend_result closed =
        record_close(&s->file, keep && result == WEND_OK, result == WEND_OK ? error : NULL);
    keys_free(&s->ids);
    memory_free(&s->heap, s->facing, s->facing_capacity * sizeof *s->facing);
    return result != WEND_OK ? result : closed;
}

const wend_output output_sqlite = {
    .entry = {WEND_HEAD(wend_output), .name = "sqlite",
              .summary = "trajectories and geometry as a SQLite database of JuPedSim, version 2"},
    .extension = ".sqlite",
    .state_size = sizeof(sqlite),
    .begin = begin,
    .frame = frame,
    .end = end,
};
