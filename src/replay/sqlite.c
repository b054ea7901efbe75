/* Reads trajectories from SQLite databases in JuPedSim's format, versions 1 and 2.
 *
 * Version 1 has one geometry for all frames and no list of frames; in all other respects, the
 * versions are the same. Rows that are stored in the order of frames (the usual case) are read in
 * that order; otherwise SQLite sorts them. Only one frame is in memory at a time. */
#include "base/error.h"
#include "base/text.h"
#include "replay/file/crowd.h"
#include "replay/file/database.h"
#include "replay/file/ground.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double MOST_RATE = 1e6; /* largest frame rate, frames per second */
static const double FARTHEST = 1e9;  /* m: a larger coordinate means that the file is damaged */
static const int64_t LAST_FRAME = INT64_C(1000000000000); /* largest magnitude of a frame number */

/* The rows of a table that are still to be read, in the order of their frames. */
typedef struct frame_stream {
    sqlite3_stmt *statement;
    bool has_row; /* the statement currently has a row */
    int64_t frame;
} frame_stream;

typedef struct sqlite {
    memory heap;
    char *path, *name;
    database file;
    int64_t version;
    double rate;
    frame_stream rows, frames, layers;
    uint64_t row_count, rows_read;
    crowd crowd;
    ground ground;
    key_table ids;      /* agents in the table wend_layer */
    uint32_t *layer_of; /* the current layer of each of them */
    uint32_t layer_capacity;
} sqlite;

/* ---- Metadata -------------------------------------------------------------------------------- */

/* Reads a number that is stored as text in the metadata table. */
static wend_result read_metadata(sqlite *s, const char *key, double *out, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    bool found = false;
    wend_result result = database_prepare(
        &s->file, "SELECT value FROM metadata WHERE key = ? LIMIT 1", &statement, error);
    if (result == WEND_OK) {
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
        result = database_step(&s->file, statement, &found, error);
    }
    if (result == WEND_OK) {
        const char *text = found ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (text == NULL) {
            result = database_error(&s->file, WEND_ERROR_FORMAT, error,
                                    "table 'metadata' does not state '%s'", key);
        } else if (!text_parse_double(text, out)) {
            result =
                database_error(&s->file, WEND_ERROR_FORMAT, error,
                               "'%s' of table 'metadata' is '%.40s': expected a number", key, text);
        }
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result read_version(sqlite *s, wend_error *error) {
    double version = 0.0;
    wend_result result = read_metadata(s, "version", &version, error);
    if (result == WEND_OK && version != 1.0 && version != 2.0) {
        result = database_error(&s->file, WEND_ERROR_FORMAT, error,
                                "this database has JuPedSim version %g: expected 1 or 2", version);
    }
    s->version = version == 1.0 ? 1 : 2;
    return result;
}

static wend_result read_rate(sqlite *s, wend_error *error) {
    wend_result result = read_metadata(s, "fps", &s->rate, error);
    if (result == WEND_OK && !(s->rate > 0.0 && s->rate <= MOST_RATE)) {
        result = database_error(&s->file, WEND_ERROR_INVALID, error,
                                "'fps' of table 'metadata' is %g: expected more than 0, at most %g",
                                s->rate, MOST_RATE);
    }
    return result;
}

static wend_result check_tables(sqlite *s, wend_error *error) {
    static const char *const metadata[] = {"key", "value", NULL};
    static const char *const rows[] = {"frame", "id", "pos_x", "pos_y", NULL};
    static const char *const geometry[] = {"wkt", NULL};
    static const char *const frames[] = {"frame", NULL};
    wend_result result = database_check_table(&s->file, "metadata", metadata, error);
    if (result == WEND_OK) {
        result = read_version(s, error);
    }
    if (result == WEND_OK) {
        result = database_check_table(&s->file, "trajectory_data", rows, error);
    }
    if (result == WEND_OK) {
        result = database_check_table(&s->file, "geometry", geometry, error);
    }
    if (result == WEND_OK && s->version == 2) {
        result = database_check_table(&s->file, "frame_data", frames, error);
    }
    return result == WEND_OK ? read_rate(s, error) : result;
}

/* ---- Geometry -------------------------------------------------------------------------------- */

/* All geometries as one string. */
typedef struct text_buffer {
    char *text;
    uint32_t size, capacity;
} text_buffer;

static wend_result add_text(sqlite *s, text_buffer *buffer, sqlite3_stmt *statement,
                            wend_error *error) {
    if (sqlite3_column_type(statement, 0) != SQLITE_TEXT) {
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "a geometry is not text: expected well-known text (WKT)");
    }
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    size_t size = (size_t)sqlite3_column_bytes(statement, 0);
    /* The rows of a damaged file may share pages, so their total size can exceed that of the file.
     */
    if (buffer->size + size + 1 > s->file.size) {
        return database_error(&s->file, WEND_ERROR_FORMAT, error,
                              "the database is damaged: its geometries are larger than the file");
    }
    if (text == NULL || !memory_grow(&s->heap, (void **)&buffer->text, 1, &buffer->capacity,
                                     buffer->size + (uint32_t)size + 1)) {
        return error_no_memory(error, "a geometry");
    }
    memcpy(buffer->text + buffer->size, text, size);
    buffer->size += (uint32_t)size;
    buffer->text[buffer->size++] = '\n';
    return WEND_OK;
}

static wend_result read_geometry(sqlite *s, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    text_buffer buffer = {NULL, 0, 0};
    bool more = true;
    wend_result result = database_prepare(&s->file, "SELECT wkt FROM geometry", &statement, error);
    while (result == WEND_OK && more) {
        result = database_step(&s->file, statement, &more, error);
        if (result == WEND_OK && more) {
            result = add_text(s, &buffer, statement, error);
        }
    }
    sqlite3_finalize(statement);
    if (result == WEND_OK) {
        result =
            ground_create_from_wkt(&s->ground, &s->heap, buffer.text, buffer.size, s->path, error);
    }
    memory_free(&s->heap, buffer.text, buffer.capacity);
    return result;
}

/* ---- Space and layers, in databases that wend wrote ------------------------------------------ */

/* Reads the space from the table wend_space, or from the geometry if there is no such table. */
static wend_result read_space(sqlite *s, wend_error *error) {
    static const char *const columns[] = {"wmap", NULL};
    sqlite3_stmt *statement = NULL;
    bool found = false;
    wend_result result = database_find_table(&s->file, "wend_space", &found, error);
    if (result != WEND_OK || !found) {
        return result == WEND_OK ? read_geometry(s, error) : result;
    }
    result = database_check_table(&s->file, "wend_space", columns, error);
    if (result == WEND_OK) {
        result =
            database_prepare(&s->file, "SELECT wmap FROM wend_space LIMIT 1", &statement, error);
    }
    if (result == WEND_OK) {
        result = database_step(&s->file, statement, &found, error);
    }
    if (result == WEND_OK && !found) {
        result = read_geometry(s, error);
    } else if (result == WEND_OK) {
        const void *bytes = sqlite3_column_blob(statement, 0);
        size_t size = (size_t)sqlite3_column_bytes(statement, 0);
        result = bytes == NULL
                     ? database_error(&s->file, WEND_ERROR_FORMAT, error,
                                      "the space in table 'wend_space' is empty")
                     : ground_create_from_wmap(&s->ground, &s->heap, bytes, size, s->path, error);
    }
    sqlite3_finalize(statement);
    return result;
}

/* Stores the layer in the current row of the table wend_layer. */
static wend_result set_layer(sqlite *s, wend_error *error) {
    sqlite3_stmt *statement = s->layers.statement;
    int64_t id = sqlite3_column_int64(statement, 1), layer = sqlite3_column_int64(statement, 2);
    if (sqlite3_column_type(statement, 1) != SQLITE_INTEGER || id < 0 ||
        sqlite3_column_type(statement, 2) != SQLITE_INTEGER || layer < 0 ||
        layer >= (int64_t)wend_space_layer_count(s->ground.space)) {
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "table 'wend_layer' has a row in frame %" PRId64
                              " without a valid id and layer",
                              s->layers.frame);
    }
    uint32_t number = 0;
    if (!keys_number(&s->ids, (uint64_t)id, &number) ||
        !memory_grow(&s->heap, (void **)&s->layer_of, sizeof *s->layer_of, &s->layer_capacity,
                     s->ids.count)) {
        return error_no_memory(error, "a trajectory");
    }
    s->layer_of[number] = (uint32_t)layer;
    return WEND_OK;
}

/* Returns the current layer of an agent; 0 unless the table wend_layer says otherwise. */
static uint32_t find_layer(const sqlite *s, uint64_t id) {
    uint32_t number = 0;
    return keys_find(&s->ids, id, &number) ? s->layer_of[number] : 0;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static wend_result read_frame_number(const sqlite *s, sqlite3_stmt *statement, const char *table,
                                     int64_t *out, wend_error *error) {
    if (sqlite3_column_type(statement, 0) != SQLITE_INTEGER) {
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "a frame of table '%s' is not a whole number", table);
    }
    *out = sqlite3_column_int64(statement, 0);
    if (*out < -LAST_FRAME || *out > LAST_FRAME) {
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "table '%s' has a frame %" PRId64 ": expected a magnitude of at most "
                              "%" PRId64,
                              table, *out, LAST_FRAME);
    }
    return WEND_OK;
}

/* Counts the rows, and finds out whether they are stored in the order of their frames. */
static wend_result check_order(sqlite *s, bool *in_order, wend_error *error) {
    sqlite3_stmt *statement = NULL;
    int64_t previous = INT64_MIN, frame = 0;
    bool more = true;
    *in_order = true;
    wend_result result = database_prepare(&s->file, "SELECT frame FROM trajectory_data NOT INDEXED",
                                          &statement, error);
    while (result == WEND_OK && more) {
        result = database_step(&s->file, statement, &more, error);
        if (result == WEND_OK && more) {
            result = read_frame_number(s, statement, "trajectory_data", &frame, error);
            *in_order = *in_order && frame >= previous;
            previous = frame;
            s->row_count++;
        }
    }
    sqlite3_finalize(statement);
    return result;
}

static wend_result advance(sqlite *s, frame_stream *stream, const char *table, wend_error *error) {
    wend_result result = database_step(&s->file, stream->statement, &stream->has_row, error);
    if (result == WEND_OK && stream->has_row) {
        result = read_frame_number(s, stream->statement, table, &stream->frame, error);
    }
    return result;
}

static wend_result open_streams(sqlite *s, wend_error *error) {
    bool in_order = false;
    wend_result result = check_order(s, &in_order, error);
    if (result == WEND_OK) {
        result = database_prepare(
            &s->file,
            in_order ? "SELECT frame, id, pos_x, pos_y FROM trajectory_data NOT INDEXED"
                     : "SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY frame, id",
            &s->rows.statement, error);
    }
    if (result == WEND_OK) {
        result = advance(s, &s->rows, "trajectory_data", error);
    }
    if (result == WEND_OK && s->version == 2) {
        result = database_prepare(&s->file, "SELECT frame FROM frame_data ORDER BY frame",
                                  &s->frames.statement, error);
        if (result == WEND_OK) {
            result = advance(s, &s->frames, "frame_data", error);
        }
    }
    return result;
}

static wend_result open_layers(sqlite *s, wend_error *error) {
    static const char *const columns[] = {"frame", "id", "layer", NULL};
    bool found = false;
    wend_result result = database_find_table(&s->file, "wend_layer", &found, error);
    if (result == WEND_OK && found) {
        result = database_check_table(&s->file, "wend_layer", columns, error);
        if (result == WEND_OK) {
            result =
                database_prepare(&s->file, "SELECT frame, id, layer FROM wend_layer ORDER BY frame",
                                 &s->layers.statement, error);
        }
        if (result == WEND_OK) {
            result = advance(s, &s->layers, "wend_layer", error);
        }
    }
    return result;
}

static bool read_coordinate(sqlite3_stmt *statement, int column, double *out) {
    int type = sqlite3_column_type(statement, column);
    *out = sqlite3_column_double(statement, column);
    return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) && fabs(*out) <= FARTHEST;
}

static wend_result add_row(sqlite *s, wend_error *error) {
    sqlite3_stmt *statement = s->rows.statement;
    int64_t id = sqlite3_column_int64(statement, 1);
    if (sqlite3_column_type(statement, 1) != SQLITE_INTEGER || id < 0) {
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "frame %" PRId64 " has an id that is not a whole number of 0 or more",
                              s->rows.frame);
    }
    crowd_row row = {.key = (uint64_t)id, .layer = find_layer(s, (uint64_t)id)};
    if (!read_coordinate(statement, 2, &row.position.x) ||
        !read_coordinate(statement, 3, &row.position.y)) {
        return database_error(
            &s->file, WEND_ERROR_INVALID, error,
            "agent %" PRId64 " of frame %" PRId64
            " has no valid position: expected numbers with a magnitude of at most %g",
            id, s->rows.frame, FARTHEST);
    }
    s->rows_read++;
    switch (crowd_add(&s->crowd, &row)) {
    case CROWD_ADDED:
        return WEND_OK;
    case CROWD_DUPLICATE:
        return database_error(&s->file, WEND_ERROR_INVALID, error,
                              "agent %" PRId64 " appears twice in frame %" PRId64, id,
                              s->rows.frame);
    default:
        return error_no_memory(error, "a trajectory");
    }
}

/* ---- The input ------------------------------------------------------------------------------- */

static wend_result begin(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error) {
    (void)user;
    (void)params;
    sqlite *s = state;
    memory_init(&s->heap, allocator);
    crowd_init(&s->crowd, &s->heap);
    keys_init(&s->ids, &s->heap);
    s->path = memory_copy_text(&s->heap, path);
    s->name = ground_name_from_path(&s->heap, path);
    if (s->path == NULL || s->name == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    wend_result result = database_open(&s->file, s->path, error);
    if (result == WEND_OK) {
        result = check_tables(s, error);
    }
    if (result == WEND_OK) {
        result = read_space(s, error);
    }
    if (result == WEND_OK) {
        s->crowd.space = s->ground.space;
        result = open_streams(s, error);
    }
    if (result == WEND_OK) {
        result = open_layers(s, error);
    }
    *recording = (wend_recording){.scenario = s->name,
                                  .space = s->ground.space,
                                  .space_def = &s->ground.def,
                                  .frame_interval = s->rate > 0.0 ? 1.0 / s->rate : 0.0};
    return result;
}

static wend_result frame(void *state, wend_frame *shown, bool *more, wend_error *error) {
    sqlite *s = state;
    *more = s->rows.has_row || s->frames.has_row;
    if (!*more) {
        return WEND_OK;
    }
    bool row_first = s->rows.has_row && (!s->frames.has_row || s->rows.frame <= s->frames.frame);
    int64_t number = row_first ? s->rows.frame : s->frames.frame;
    wend_result result = WEND_OK;
    crowd_begin(&s->crowd, (double)number / s->rate);
    while (result == WEND_OK && s->layers.has_row && s->layers.frame <= number) {
        result = set_layer(s, error);
        if (result == WEND_OK) {
            result = advance(s, &s->layers, "wend_layer", error);
        }
    }
    while (result == WEND_OK && s->rows.has_row && s->rows.frame == number) {
        result = add_row(s, error);
        if (result == WEND_OK) {
            result = advance(s, &s->rows, "trajectory_data", error);
        }
    }
    while (result == WEND_OK && s->frames.has_row && s->frames.frame == number) {
        result = advance(s, &s->frames, "frame_data", error);
    }
    if (result == WEND_OK && !crowd_frame(&s->crowd, shown)) {
        result = error_no_memory(error, "a trajectory");
    }
    return result;
}

static void end(void *state) {
    sqlite *s = state;
    if (s->file.handle != NULL) { /* otherwise SQLite may not be loaded */
        sqlite3_finalize(s->rows.statement);
        sqlite3_finalize(s->frames.statement);
        sqlite3_finalize(s->layers.statement);
        database_close(&s->file);
    }
    crowd_free(&s->crowd);
    ground_free(&s->ground);
    keys_free(&s->ids);
    memory_free(&s->heap, s->layer_of, s->layer_capacity * sizeof *s->layer_of);
    memory_free_text(&s->heap, s->path);
    memory_free_text(&s->heap, s->name);
}

static double done(const void *state) {
    const sqlite *s = state;
    return s->row_count > 0 ? (double)s->rows_read / (double)s->row_count : 1.0;
}

const wend_input input_sqlite = {
    .entry = {WEND_HEAD(wend_input), .name = "sqlite",
              .summary = "trajectories of JuPedSim, databases of version 1 and 2"},
    .extension = ".sqlite",
    .state_size = sizeof(sqlite),
    .begin = begin,
    .frame = frame,
    .end = end,
    .done = done,
};
