/* space/fan.h: what segments from one position cost by weights of terrain types. */
#ifndef SPACE_FAN_H
#define SPACE_FAN_H

#include "space/lengths.h"

enum { SPACE_FAN_EDGES = 48 };

/* The edges of terrain in a box around a position. */
typedef struct space_fan {
    const wend_space *space;
    wend_location from;
    bool is_complete; /* false: there are too many edges, or links; segments are measured one by one
                       */
    uint32_t count;
    struct {
        double ax, ay, bx, by;
    } edges[SPACE_FAN_EDGES]; /* relative to `from` */
} space_fan;

/* Finds the edges in the box with the corners `low` and `high`, which contains `from` and the ends
 * of all segments. */
void space_fan_make(const wend_space *space, wend_location from, wend_vec2 low, wend_vec2 high,
                    space_fan *out);

/* Returns the same as space_segment_cost for a segment that begins at the fan's position. */
double space_fan_cost(const space_fan *fan, wend_vec2 to, const space_weights *weights,
                      double limit);

#endif
