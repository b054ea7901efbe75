/* Holds all rows of a trajectory table in memory, sorts them by time and returns them frame by
 * frame. The inputs .csv and .txt use it. */
#ifndef REPLAY_FILE_ROWS_H
#define REPLAY_FILE_ROWS_H

#include "replay/file/crowd.h"
#include "replay/file/ground.h"
#include "replay/file/lines.h"

enum { ROWS_MOST = 50000000 }; /* 48 bytes each, twice that while they are sorted */

/* Positions and times beyond these mean a damaged file. */
#define ROWS_FARTHEST 1e9  /* m */
#define ROWS_LATEST   1e12 /* s, or frames */

typedef struct table_row {
    double time; /* s, or a frame number */
    wend_point position;
    wend_vec2 velocity;
    uint32_t agent; /* index of its key */
    uint32_t line;
    uint32_t layer;
} table_row;

typedef struct row_table {
    memory heap;
    char *path, *name; /* copies */
    table_row *rows;
    uint32_t count, capacity;
    key_table numbers;
    uint64_t *keys; /* per agent */
    uint32_t key_count, key_capacity;
    uint32_t layer_count;
    bool sorted, has_velocity;
    bool cut_off; /* the file ends within a row: `fault` is reported after the frames before it */
    wend_error fault;
    double rate; /* frames per second if `time` of the rows counts frames, else 0 */
    uint32_t next;
    crowd crowd;
    ground ground;
} row_table;

/* Initialises a table. Do not move it afterwards; rows_end frees it. */
wend_result rows_init(row_table *t, const char *path, const wend_allocator *allocator,
                      wend_error *error);
/* Adds a row that `r` has read; `key` identifies its agent. */
wend_result rows_add(row_table *t, const line_reader *r, table_row row, uint64_t key,
                     wend_error *error);
/* Reads a number of a row and checks its bounds. */
wend_result rows_read_number(const line_reader *r, const line_field *field, const char *what,
                             double most, double *out, wend_error *error);
/* Does the same for whole numbers from `least` to `most`. */
wend_result rows_read_integer(const line_reader *r, const line_field *field, const char *what,
                              int64_t least, int64_t most, int64_t *out, wend_error *error);
/* Handles a failure to read. If the last line has no line end, the file was cut off: the frame of
 * that line is dropped, and the earlier frames can be used. */
wend_result rows_accept_cut_off(row_table *t, const line_reader *r, wend_result result,
                                wend_error *error);
/* Sorts the rows and fills the recording. */
wend_result rows_finish(row_table *t, wend_recording *recording, wend_error *error);

/* Implement wend_input.frame, .end and .done for an input whose state begins with its table. */
wend_result rows_frame(void *state, wend_frame *frame, bool *more, wend_error *error);
void rows_end(void *state);
double rows_done(const void *state);

#endif
