/* Writes the answer of a message to memory. Each function takes the key of the value, or NULL in a
 * list. If memory runs out, the rest is dropped, and the answer fails. */
#ifndef LIVE_WRITER_H
#define LIVE_WRITER_H

#include "base/memory.h"
#include <wend/report.h>

typedef struct live_writer {
    wend_json json;
    memory *memory;
    char *text; /* not zero-terminated before live_writer_end */
    uint32_t size, capacity;
    bool failed; /* memory ran out, or the text is longer than LIVE_MAX_ANSWER */
} live_writer;

enum { LIVE_MAX_ANSWER = 1 << 30 }; /* bytes */

/* Prepares a zeroed writer. */
void live_writer_init(live_writer *out, memory *source);
void live_writer_free(live_writer *out);
/* Drops what has been written, but keeps the memory. */
void live_writer_reset(live_writer *out);
/* Ends the text with a zero. Returns the text, or NULL if memory ran out. */
const char *live_writer_end(live_writer *out);

void live_begin_object(live_writer *out, const char *key);
void live_end_object(live_writer *out);
void live_begin_list(live_writer *out, const char *key);
void live_end_list(live_writer *out);
/* Writes a number, or null if it is not finite. */
void live_write_number(live_writer *out, const char *key, double value);
/* Writes a number with the precision of single precision: "0.1" for 0.1f. */
void live_write_float(live_writer *out, const char *key, float value);
void live_write_integer(live_writer *out, const char *key, int64_t value);
void live_write_bool(live_writer *out, const char *key, bool value);
/* Writes a string; NULL becomes null. */
void live_write_text(live_writer *out, const char *key, const char *text);
void live_write_null(live_writer *out, const char *key);
/* Writes a 64-bit number as a decimal string, because JavaScript numbers hold only 53 bits. */
void live_write_key(live_writer *out, const char *key, uint64_t value);
/* Writes 16 hexadecimal digits. */
void live_write_hash(live_writer *out, const char *key, uint64_t value);
/* Writes [x, y]. */
void live_write_point(live_writer *out, const char *key, wend_point point);
/* Writes [x, y, layer]. */
void live_write_location(live_writer *out, const char *key, wend_point point, uint32_t layer);
/* Writes [x1, y1, x2, y2]. */
void live_write_segment(live_writer *out, const char *key, wend_point a, wend_point b);

#endif
