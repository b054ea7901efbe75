/* Holds all rows of a trajectory table in memory, sorts them by time and returns them frame by
 * frame. The inputs .csv and .txt use this table. */
#ifndef REPLAY_FILE_ROWS_H
#define REPLAY_FILE_ROWS_H

#include "replay/file/crowd.h"
#include "replay/file/ground.h"
#include "replay/file/lines.h"

/* Maximum number of rows in a table; a row takes 56 bytes, or 112 while the rows are sorted. */
enum { ROWS_MOST = 50000000 };

/* A position or time with a larger magnitude means that the file is damaged. */
#define ROWS_FARTHEST 1e9  /* m */
#define ROWS_LATEST   1e12 /* s, or a frame number */

typedef struct table_row {
    double time; /* s, or a frame number */
    wend_point position;
    double z; /* m */
    wend_vec2 velocity;
    uint32_t agent; /* index of the agent's key in row_table.keys */
    uint32_t line;
    uint32_t layer;
} table_row;

typedef struct row_table {
    memory heap;
    char *path, *name; /* copies that the table owns */
    table_row *rows;
    uint32_t count, capacity;
    key_table numbers;
    uint64_t *keys; /* indexed by table_row.agent */
    uint32_t key_count, key_capacity;
    uint32_t layer_count;
    bool sorted, has_velocity, has_height;
    /* The file ends within a row: `fault` is reported after the last complete frame. */
    bool cut_off;
    wend_error fault;
    double rate; /* frames per second if table_row.time is a frame number, otherwise 0 */
    uint32_t next;
    crowd crowd;
    ground ground;
} row_table;

/* Initialises a table. Do not move the struct after this call; rows_end frees it. */
wend_result rows_init(row_table *t, const char *path, const wend_allocator *allocator,
                      wend_error *error);
/* Adds a row that `r` has read. `key` identifies the row's agent. */
wend_result rows_add(row_table *t, const line_reader *r, table_row row, uint64_t key,
                     wend_error *error);
/* Reads a number from a field of a row, and checks that its magnitude is at most `most`. */
wend_result rows_read_number(const line_reader *r, const line_field *field, const char *what,
                             double most, double *out, wend_error *error);
/* Reads a whole number from a field of a row, and checks that it is from `least` to `most`. */
wend_result rows_read_integer(const line_reader *r, const line_field *field, const char *what,
                              int64_t least, int64_t most, int64_t *out, wend_error *error);
/* Handles a failure to read a row. If the failed line has no line end, the file was truncated: the
 * frame of that line is dropped, and the earlier frames remain usable. */
wend_result rows_accept_cut_off(row_table *t, const line_reader *r, wend_result result,
                                wend_error *error);
/* Sorts the rows and fills the recording. */
wend_result rows_finish(row_table *t, wend_recording *recording, wend_error *error);

/* These implement wend_input.frame, .end and .done for an input whose state begins with a
 * row_table. */
wend_result rows_frame(void *state, wend_frame *frame, bool *more, wend_error *error);
void rows_end(void *state);
double rows_done(const void *state);

#endif
