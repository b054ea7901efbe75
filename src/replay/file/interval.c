/* Chooses the frame interval of a table with times, the first of these that keeps all frames:
 *
 * 1. the median of the times between frames. It is right for frames that are evenly spaced except
 *    for gaps, rounding, and the end of a run;
 * 2. the greatest common divisor of the times between frames, in microseconds, if it is at least a
 *    tenth of the median. Each frame keeps its time, and at most about ten numbers are used for
 *    each frame. Example: a run with steps of 0.04 s and 10 frames per second has frames at 0,
 *    0.12, 0.2, 0.32 s;
 * 3. the shortest time between two frames, if it is at least SHORTEST.
 *
 * If none does, the median is used, and frames are left out. An interval keeps all frames if their
 * times, divided by it and rounded, differ. The last frame is not considered, because the last
 * state of a run need not be at a multiple of the frame interval. Cost: O(n log n) for n rows. */
#include "replay/file/interval.h"
#include "base/sort.h"
#include <math.h>

static const double RATE_TOLERANCE =
    1e-4; /* largest relative deviation of a frame rate from a whole number */
static const double MICROS = 1e6;      /* per second */
static const double SHORTEST = 1e-3;   /* s: at most 1000 frames per second */
static const double LONGEST = 1e12;    /* s: 10^18 microseconds */
static const double LEAST_SHARE = 0.1; /* of the median, for the greatest common divisor */

static bool is_less(const void *left, const void *right) {
    const double *a = left, *b = right;
    return *a < *b;
}

/* Corrects an interval for the rounding of times in files. If the interval nearly corresponds to a
 * whole number of frames per second, returns the exact interval for that rate. Otherwise rounds the
 * interval to microseconds. */
static double round_interval(double interval) {
    double rate = floor(1.0 / interval + 0.5);
    if (rate >= 1.0 && fabs(1.0 / interval - rate) < RATE_TOLERANCE * rate) {
        return 1.0 / rate;
    }
    double micros = floor(interval * MICROS + 0.5);
    return micros >= 1.0 ? micros / MICROS : interval;
}

/* True if all frames but the last get different numbers. */
static bool keeps_all(const double *times, uint32_t count, double interval) {
    double last = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        double number = floor((times[i] - times[0]) / interval + 0.5);
        if (!(number > last)) {
            return false;
        }
        last = number;
    }
    return true;
}

/* Returns the greatest common divisor of the times between frames but the last; 0 if they are too
 * long for microseconds. */
static double find_divisor(const double *times, uint32_t count) {
    int64_t common = 0;
    if (times[count - 1] - times[0] > LONGEST) {
        return 0.0;
    }
    for (uint32_t i = 1; i + 1 < count; i++) {
        int64_t a = (int64_t)floor((times[i] - times[0]) * MICROS + 0.5);
        while (a != 0) {
            int64_t rest = common % a;
            common = a;
            a = rest;
        }
    }
    return (double)common / MICROS;
}

static double find_shortest(const double *times, uint32_t count) {
    double shortest = times[1] - times[0];
    for (uint32_t i = 2; i + 1 < count; i++) {
        shortest = fmin(shortest, times[i] - times[i - 1]);
    }
    return shortest;
}

/* `scratch` has room for 2 * (count - 1) numbers. */
static double find_median(const double *times, uint32_t count, double *scratch) {
    for (uint32_t i = 1; i < count; i++) {
        scratch[i - 1] = times[i] - times[i - 1];
    }
    sort_stable(scratch, scratch + count - 1, count - 1, sizeof *scratch, is_less);
    return scratch[(count - 1) / 2];
}

double interval_find(const double *times, uint32_t count, double *scratch) {
    if (count < 2) {
        return 0.0;
    }
    double median = round_interval(find_median(times, count, scratch));
    if (keeps_all(times, count, median)) {
        return median;
    }
    double divisor = find_divisor(times, count);
    if (divisor >= LEAST_SHARE * median && keeps_all(times, count, divisor)) {
        return round_interval(divisor);
    }
    double shortest = find_shortest(times, count);
    return shortest >= SHORTEST && keeps_all(times, count, shortest) ? shortest : median;
}
