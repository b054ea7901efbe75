/* Writes trajectories as a SQLite database in JuPedSim's format, version 2.
 *
 * Geometry and metadata are written first. Rows are collected in memory and written in short
 * transactions, so that the file is a valid recording of the frames so far if the program is
 * killed: between two transactions it is complete, and within one its journal restores it. Indexes
 * are written last, and so are the geometry and the bounds of open ground, which follow the agents.
 * Ids count from 1 in the order in which agents first appear. An agent faces its direction of
 * motion; a standing agent keeps facing its last direction of motion. An agent with a limited turn
 * rate, or a heading that a program has set, faces that way.
 *
 * JuPedSim's tables have neither layers nor walls without area. Two more tables hold them, which
 * its readers ignore: wend_space has the whole space as a .wmap, and wend_layer has a row for each
 * frame in which an agent changes its layer, or first appears on a layer other than 0. */
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
#include <wend/attributes.h>
#include <wend/math.h>

/* m/s: agents slower than this keep the direction that they face */
static const double STANDING_SPEED = 1e-3;
static const int64_t MOST_EMPTY_FRAMES =
    10000000; /* largest number of missing frames that are written as empty frames */

enum {
    /* Rows are written after so many frames or rows, whichever comes first. */
    MOST_FRAMES_HELD = 100,
    MOST_ROWS_HELD = 10000
};

/* What was last written about an agent. */
typedef struct agent_memory {
    wend_vec2 facing; /* unit vector */
    uint32_t layer;
} agent_memory;

/* A row that is still to be written. */
typedef struct held_row {
    int64_t frame, id;
    wend_point position;
    wend_vec2 facing;
    uint32_t layer;
    bool layer_is_new;
} held_row;

typedef struct sqlite {
    const wend_recording *recording;
    record_file file;
    memory heap;
    sqlite3 *db;
    sqlite3_stmt *insert, *insert_frame, *insert_layer;
    record_clock clock;
    key_table ids;
    agent_memory *agents; /* indexed by `id - 1` */
    uint32_t agent_count, agent_capacity;
    record_box visited;
    int64_t frames_written;
    int64_t next_frame; /* the first frame that is not in frame_data yet */
    int64_t hash;       /* identifies the geometry */
    held_row *rows;
    uint32_t row_count, row_capacity;
    uint32_t frames_held;
} sqlite;

static const char create_text[] =
    "PRAGMA journal_mode = DELETE;" /* a transaction that a kill interrupts is rolled back */
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA cache_size = -32768;" /* 32768 KiB: a negative value sets the size in KiB */
    "BEGIN;"
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, "
    "pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "CREATE TABLE wend_space(wmap BLOB NOT NULL);"
    "CREATE TABLE wend_layer(frame INTEGER NOT NULL, id INTEGER NOT NULL, "
    "layer INTEGER NOT NULL);";

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

static wend_result create_tables(sqlite *s, wend_error *error) {
    return execute(s, create_text, error);
}

static wend_result commit(sqlite *s, wend_error *error) {
    return execute(s, "COMMIT", error);
}

/* Runs a statement that returns no rows, and resets it so that the next values can be bound. */
static wend_result run(const sqlite *s, sqlite3_stmt *statement, wend_error *error) {
    wend_result result =
        sqlite3_step(statement) == SQLITE_DONE ? WEND_OK : report_failure(s, error);
    sqlite3_reset(statement);
    return result;
}

/* ---- Space, geometry and metadata ------------------------------------------------------------ */

static wend_result insert_space(sqlite *s, wend_error *error) {
    const wend_space_def *def = s->recording->space_def;
    if (def == NULL) {
        return WEND_OK;
    }
    size_t size = wend_space_def_save(def, NULL, 0);
    void *bytes = memory_get(&s->heap, size);
    if (bytes == NULL) {
        return error_no_memory(error, "a database");
    }
    wend_space_def_save(def, bytes, size);
    sqlite3_stmt *statement = NULL;
    wend_result result = prepare(s, "INSERT INTO wend_space VALUES(?)", &statement, error);
    if (result == WEND_OK) {
        sqlite3_bind_blob64(statement, 1, bytes, size, SQLITE_STATIC);
        result = run(s, statement, error);
    }
    sqlite3_finalize(statement);
    memory_free(&s->heap, bytes, size);
    return result;
}

static wend_result replace_geometry(const sqlite *s, const char *wkt, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    wend_result result = execute(s, "DELETE FROM geometry", error);
    if (result == WEND_OK) {
        result = prepare(s, "INSERT INTO geometry VALUES(?,?)", &statement, error);
    }
    if (result == WEND_OK) {
        sqlite3_bind_int64(statement, 1, s->hash);
        sqlite3_bind_text(statement, 2, wkt, -1, SQLITE_STATIC);
        result = run(s, statement, error);
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result replace_metadata(const sqlite *s, const record_box *bounds, wend_error *error) {
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
    wend_result result =
        prepare(s, "INSERT OR REPLACE INTO metadata VALUES(?,?)", &statement, error);
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

/* Writes the ground and its bounds, as far as they are known. If they have changed, all frames get
 * the hash of the new geometry. */
static wend_result describe_ground(sqlite *s, wend_error *error) {
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
    if (hash != s->hash) {
        s->hash = hash;
        result = replace_geometry(s, wkt, error);
        if (result == WEND_OK) {
            result = replace_metadata(s, &bounds, error);
        }
        if (result == WEND_OK) {
            char text[100];
            snprintf(text, sizeof text, "UPDATE frame_data SET geometry_hash = %lld",
                     (long long)hash);
            result = execute(s, text, error);
        }
    }
    memory_free_text(&s->heap, wkt);
    return result;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_result prepare_inserts(sqlite *s, wend_error *error) {
    wend_result result =
        prepare(s, "INSERT INTO trajectory_data VALUES(?,?,?,?,?,?)", &s->insert, error);
    if (result == WEND_OK) {
        result = prepare(s, "INSERT INTO frame_data VALUES(?,?)", &s->insert_frame, error);
    }
    if (result == WEND_OK) {
        result = prepare(s, "INSERT INTO wend_layer VALUES(?,?,?)", &s->insert_layer, error);
    }
    return result;
}

/* Opens the database as a new file. A journal that a killed run has left would be rolled back into
 * it, so it is removed. */
static wend_result open_database(sqlite *s, wend_error *error) {
    const char *part = s->file.target.part;
    size_t size = strlen(part) + sizeof "-journal";
    char *journal = memory_get(&s->heap, size);
    if (journal == NULL) {
        return error_no_memory(error, "a database");
    }
    snprintf(journal, size, "%s-journal", part);
    remove(journal);
    memory_free(&s->heap, journal, size);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    return sqlite3_open_v2(part, &s->db, flags, NULL) == SQLITE_OK ? WEND_OK
                                                                   : report_failure(s, error);
}

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
    s->hash = -1;
    memory_init(&s->heap, &recording->allocator);
    keys_init(&s->ids, &s->heap);
    clock_init(&s->clock, recording);
    static wend_result (*const steps[])(sqlite *, wend_error *) = {
        open_database, create_tables, insert_space, describe_ground, prepare_inserts, commit};
    result = file_check_regular(path, "write", "", error);
    if (result == WEND_OK) {
        result = record_open_beside(&s->file, path, recording->source, error);
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == WEND_OK; i++) {
        result = steps[i](s, error);
    }
    return result;
}

/* Finds the id of an agent and what was last written about it. Returns NULL if out of memory. */
static agent_memory *find_agent(sqlite *s, const wend_agent_state *agent, int64_t *id) {
    uint32_t number = 0;
    if (!keys_number(&s->ids, agent->key, &number) ||
        !memory_grow(&s->heap, (void **)&s->agents, sizeof *s->agents, &s->agent_capacity,
                     number + 1)) {
        return NULL;
    }
    if (number == s->agent_count) {
        s->agents[s->agent_count++] = (agent_memory){{1.0F, 0.0F}, 0};
    }
    *id = (int64_t)number + 1;
    return &s->agents[number];
}

static void turn_agent(agent_memory *known, wend_vec2 velocity) {
    double x = (double)velocity.x, y = (double)velocity.y;
    double speed = sqrt(x * x + y * y);
    if (speed >= STANDING_SPEED) {
        known->facing = (wend_vec2){(float)(x / speed), (float)(y / speed)};
    }
}

/* Uses the heading of an agent that has one of its own: its turn rate is limited, or a program has
 * set its heading while it stands still. */
static void use_heading(agent_memory *known, const wend_frame *shown,
                        const wend_agent_state *agent) {
    wend_agent_attributes own;
    if (!shown->world || !wend_world_get_agent_attributes(shown->world, agent->agent, &own)) {
        return;
    }
    bool rests = agent->velocity.x == 0.0F && agent->velocity.y == 0.0F;
    if (isfinite(own.max_turn_rate) || (rests && own.heading != 0.0F)) {
        known->facing = (wend_vec2){wend_cosf(own.heading), wend_sinf(own.heading)};
    }
}

static wend_result hold_agent(sqlite *s, int64_t number, const wend_frame *shown,
                              const wend_agent_state *agent, wend_error *error) {
    int64_t id = 0;
    agent_memory *known = find_agent(s, agent, &id);
    if (known == NULL || !memory_grow(&s->heap, (void **)&s->rows, sizeof *s->rows,
                                      &s->row_capacity, s->row_count + 1)) {
        return error_no_memory(error, "a database");
    }
    turn_agent(known, agent->velocity);
    use_heading(known, shown, agent);
    box_add(&s->visited, agent->position);
    s->rows[s->row_count++] = (held_row){number,        id,           agent->position,
                                         known->facing, agent->layer, known->layer != agent->layer};
    known->layer = agent->layer;
    return WEND_OK;
}

static wend_result insert_row(const sqlite *s, const held_row *row, wend_error *error) {
    wend_result result = WEND_OK;
    if (row->layer_is_new) {
        sqlite3_bind_int64(s->insert_layer, 1, row->frame);
        sqlite3_bind_int64(s->insert_layer, 2, row->id);
        sqlite3_bind_int64(s->insert_layer, 3, row->layer);
        result = run(s, s->insert_layer, error);
    }
    sqlite3_bind_int64(s->insert, 1, row->frame);
    sqlite3_bind_int64(s->insert, 2, row->id);
    sqlite3_bind_double(s->insert, 3, row->position.x);
    sqlite3_bind_double(s->insert, 4, row->position.y);
    sqlite3_bind_double(s->insert, 5, (double)row->facing.x);
    sqlite3_bind_double(s->insert, 6, (double)row->facing.y);
    return result == WEND_OK ? run(s, s->insert, error) : result;
}

/* Writes the rows that are held, and lists all frames up to the last one, including those that are
 * missing from the trajectory. Does not end the transaction. */
static wend_result insert_held(sqlite *s, wend_error *error) {
    wend_result result = execute(s, "BEGIN", error);
    for (uint32_t i = 0; i < s->row_count && result == WEND_OK; i++) {
        result = insert_row(s, &s->rows[i], error);
    }
    for (; s->next_frame <= s->clock.last && result == WEND_OK; s->next_frame++) {
        sqlite3_bind_int64(s->insert_frame, 1, s->next_frame);
        sqlite3_bind_int64(s->insert_frame, 2, s->hash);
        result = run(s, s->insert_frame, error);
    }
    s->row_count = s->frames_held = 0;
    return result;
}

static wend_result write_frame(sqlite *s, const wend_frame *shown, int64_t number,
                               wend_error *error) {
    wend_result result = WEND_OK;
    s->frames_written++;
    for (uint32_t i = 0; i < shown->agent_count && result == WEND_OK; i++) {
        result = hold_agent(s, number, shown, &shown->agents[i], error);
    }
    s->frames_held++;
    if (result == WEND_OK &&
        (s->frames_held >= MOST_FRAMES_HELD || s->row_count >= MOST_ROWS_HELD)) {
        result = insert_held(s, error);
        result = result == WEND_OK ? commit(s, error) : result;
    }
    return result;
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
    return number >= 0 ? write_frame(s, shown, number, error) : WEND_OK;
}

/* ---- After the last frame -------------------------------------------------------------------- */

static wend_result finish(sqlite *s, wend_error *error) {
    wend_result result = insert_held(s, error);
    if (result == WEND_OK) {
        result = describe_ground(s, error);
    }
    return result == WEND_OK ? execute(s, finish_text, error) : result;
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
    sqlite3_finalize(s->insert_frame);
    sqlite3_finalize(s->insert_layer);
    if (sqlite3_close(s->db) != SQLITE_OK && result == WEND_OK) {
        result = report_failure(s, error);
    }
    wend_result closed =
        record_close(&s->file, keep && result == WEND_OK, result == WEND_OK ? error : NULL);
    keys_free(&s->ids);
    memory_free(&s->heap, s->agents, s->agent_capacity * sizeof *s->agents);
    memory_free(&s->heap, s->rows, s->row_capacity * sizeof *s->rows);
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
