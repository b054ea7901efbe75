/* Assigns frame numbers to times at a constant frame rate. */
#include "record/file/clock.h"
#include "base/error.h"
#include <math.h>

static const double LARGEST_NUMBER =
    9007199254740992.0; /* 2^53: a double represents every whole number up to it exactly */
/* s, used if a recording does not state its frame interval */
static const double UNKNOWN_INTERVAL = 1.0;

void clock_init(record_clock *clock, const wend_recording *recording) {
    bool known = isfinite(recording->frame_interval) && recording->frame_interval > 0.0;
    *clock = (record_clock){0.0, known ? recording->frame_interval : UNKNOWN_INTERVAL, -1};
}

double clock_rate(const record_clock *clock) {
    return 1.0 / clock->interval;
}

wend_result clock_number(record_clock *clock, double time, int64_t *out, wend_error *error) {
    if (clock->last < 0) {
        clock->first = time;
    }
    double number = floor((time - clock->first) / clock->interval + 0.5);
    if (!(number < LARGEST_NUMBER)) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "time %g s is too many frames (one per %g s) after the first one at %g s",
                         time, clock->interval, clock->first);
    }
    *out = -1;
    if ((int64_t)number > clock->last) {
        *out = clock->last = (int64_t)number;
    }
    return WEND_OK;
}
