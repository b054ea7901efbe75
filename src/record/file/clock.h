/* Frame numbers for formats that count frames at a constant rate instead of telling times.
 *
 * The first frame has the number 0; a later one the number of frame intervals since then, rounded.
 * So a frame that comes a little late keeps its place, frames that are missing leave a gap, and a
 * frame that would share its number with the one before it is left out: the state at the end of a
 * run need not fall on the rate. */
#ifndef RECORD_FILE_CLOCK_H
#define RECORD_FILE_CLOCK_H

#include <wend/kit.h>

typedef struct record_clock {
    double first;    /* s, time of frame 0 */
    double interval; /* s */
    int64_t last;    /* number given last, -1 before the first */
} record_clock;

void clock_init(record_clock *clock, const wend_recording *recording);
/* Frames per second. */
double clock_rate(const record_clock *clock);
/* The number of the frame at `time`, or -1 if it is to be left out. Fails when the number would not
 * fit. */
wend_result clock_number(record_clock *clock, double time, int64_t *out, wend_error *error);

#endif
