/* Finds the frame interval of a table that states times instead of frame numbers. */
#ifndef REPLAY_FILE_INTERVAL_H
#define REPLAY_FILE_INTERVAL_H

#include <stdint.h>

/* Finds an interval (s) for frames at the given times, which ascend; 0 if there are fewer than two.
 * Formats that count frames number them by it, so two frames must not be so close that they get the
 * same number: interval.c says how it is chosen. `scratch` has room for 2 * count numbers. */
double interval_find(const double *times, uint32_t count, double *scratch);

#endif
