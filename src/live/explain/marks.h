/* The marks of an explanation as JSON. */
#ifndef LIVE_EXPLAIN_MARKS_H
#define LIVE_EXPLAIN_MARKS_H

#include "live/writer.h"
#include <wend/explain.h>

/* Writes marks as a list "marks". Positions in world coordinates become those of the user. */
void marks_write(const wend_mark *marks, uint32_t count, const wend_space *space, live_writer *out);

/* Writes [x, y] so that both numbers are exact when they are read in single precision; null if one
 * of them is not finite. */
void marks_write_vector(live_writer *out, const char *key, wend_vec2 vector);

#endif
