/* Frame numbers for formats that count frames at a constant rate instead of storing times.
 *
 * The first frame has the number 0. The number of a later frame is the time since the first frame
 * divided by the frame interval, rounded to a whole number; missing frames leave a gap in the
 * numbers. If two frames get the same number, the second is left out. An example is the state at
 * the end of a run, which need not fall on a multiple of the frame interval. */
#ifndef RECORD_FILE_CLOCK_H
#define RECORD_FILE_CLOCK_H

#include <wend/kit.h>

typedef struct record_clock {
    double first;    /* s, time of frame 0 */
    double interval; /* s, from one frame to the next */
    int64_t last;    /* the last frame number assigned; -1 before the first frame */
} record_clock;

void clock_init(record_clock *clock, const wend_recording *recording);
/* Returns the frame rate in frames per second. */
double clock_rate(const record_clock *clock);
/* Stores the number of the frame at `time` in `*out`, or -1 if the frame is to be left out. Fails
 * if the number is too large. */
wend_result clock_number(record_clock *clock, double time, int64_t *out, wend_error *error);

#endif
