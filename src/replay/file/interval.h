/* Finds the frame interval of a table that states times instead of frame numbers. */
#ifndef REPLAY_FILE_INTERVAL_H
#define REPLAY_FILE_INTERVAL_H

#include "replay/file/rows.h"

/* Finds an interval (s) for the rows of a table, which are sorted by time; 0 if there is only one
 * frame. Formats that count frames number them by it, so two frames must not be so close that they
 * get the same number: interval.c says how it is chosen. Returns false if out of memory. */
bool interval_find(row_table *t, double *out);

#endif
