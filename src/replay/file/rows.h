/* All rows of a table of trajectories, held in memory, put in order and given frame by frame. */
#ifndef REPLAY_FILE_ROWS_H
#define REPLAY_FILE_ROWS_H

#include "replay/file/crowd.h"
#include "replay/file/ground.h"
#include "replay/file/lines.h"

enum { ROWS_MOST = 50000000 }; /* 48 bytes each, twice that where they must be sorted */

/* Positions and times beyond these are taken for damage. */
#define ROWS_FARTHEST 1e9  /* m */
#define ROWS_LATEST   1e12 /* s, or frames */

typedef struct table_row {
    double time; /* s, or the number of a frame */
    wend_point position;
    wend_vec2 velocity;
    uint32_t agent; /* number of its key */
    uint32_t line;
    uint32_t layer;
} table_row;

typedef struct row_table {
    memory heap;
    char *path, *name; /* copies */
    table_row *rows;
    uint32_t count, capacity;
    key_table numbers;
    uint64_t *keys; /* by number */
    uint32_t key_count, key_capacity;
    uint32_t layer_count;
    bool sorted, has_velocity;
    bool cut_off; /* the file ends within a row: `fault` is told after the frames before it */
    wend_error fault;
    double rate; /* frames per second where `time` of the rows counts frames, else 0 */
    uint32_t next;
    crowd crowd;
    ground ground;
} row_table;

/* Must not be moved afterwards; freed by rows_end. */
wend_result rows_init(row_table *t, const char *path, const wend_allocator *allocator,
                      wend_error *error);
/* Adds a row, which `r` has read; its number of agent is found by `key`. */
wend_result rows_add(row_table *t, const line_reader *r, table_row row, uint64_t key,
                     wend_error *error);
/* Checks a number of a row against its bounds. */
wend_result rows_read_number(const line_reader *r, const line_field *field, const char *what,
                             double most, double *out, wend_error *error);
/* The same for whole numbers from `least` on. */
wend_result rows_read_integer(const line_reader *r, const line_field *field, const char *what,
                              int64_t least, int64_t most, int64_t *out, wend_error *error);
/* What becomes of a failure to read: at the last line, without its end, the file was cut off, and
 * what lies before that line's frame can be used. */
wend_result rows_survive(row_table *t, const line_reader *r, wend_result result, wend_error *error);
/* Puts the rows in order and fills the recording. */
wend_result rows_finish(row_table *t, wend_recording *recording, wend_error *error);

/* As wend_input.frame, .end and .done, for an input whose state begins with its table. */
wend_result rows_frame(void *state, wend_frame *frame, bool *more, wend_error *error);
void rows_end(void *state);
double rows_done(const void *state);

#endif
