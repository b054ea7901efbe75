/* Writes sentences about velocities and activities of agents. */
#include "words/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <wend/math.h>

static const double DEGREES = 180.0 / WEND_PI;
static const double SLOWEST = 5e-3; /* m/s: an agent that is slower counts as standing */

void words_add(words *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(w->out + w->used, w->size - w->used, format, list);
    va_end(list);
    w->used += length > 0 ? (size_t)length : 0;
    w->used = w->used < w->size ? w->used : w->size - 1;
}

bool words_is_known(wend_vec2 velocity) {
    return isfinite(velocity.x) && isfinite(velocity.y);
}

double words_speed(wend_vec2 velocity) {
    return wend_hypot((double)velocity.x, (double)velocity.y);
}

bool words_is_standing(wend_vec2 velocity) {
    return words_speed(velocity) < SLOWEST;
}

double words_heading(wend_vec2 velocity) {
    return wend_atan2((double)velocity.y, (double)velocity.x) * DEGREES;
}

double words_turn(wend_vec2 from, wend_vec2 to) {
    if (!words_is_known(from) || !words_is_known(to) || words_is_standing(from) ||
        words_is_standing(to)) {
        return 0.0;
    }
    double turn = words_heading(to) - words_heading(from);
    return turn - 360.0 * floor((turn + 180.0) / 360.0);
}

const char *words_activity(wend_activity activity) {
    switch (activity) {
    case WEND_ACTIVITY_ARRIVED:
        return " It has arrived.";
    case WEND_ACTIVITY_STRANDED:
        return " It has no route to its goal.";
    case WEND_ACTIVITY_APPROACHING:
        return " Its route ends near its goal, which is not reachable.";
    case WEND_ACTIVITY_WAITING:
        return " It waits for a goal, or for room at it.";
    case WEND_ACTIVITY_CLOSED:
        return " Its goal has closed.";
    default:
        return "";
    }
}
