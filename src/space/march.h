/* space/march.h: divides a segment into parts with one terrain type each. */
#ifndef SPACE_MARCH_H
#define SPACE_MARCH_H

#include <wend/space.h>

/* Receives the parts of a segment, in order: the terrain type and the length (m) of each. Returns
 * false if no more parts are needed. */
typedef bool march_receive(void *context, uint32_t type, double length);

/* The segment p + t * d, for t from 0 to 1. */
typedef struct march_segment {
    const wend_space *space;
    wend_location from;
    double x, y, dx, dy;
    double length; /* m */
    march_receive *receive;
    void *context;
    uint32_t type;   /* of the part that has begun at t = begin, if has_type */
    bool is_settled; /* false: the type must be found again in the next cell */
    bool has_type;
    bool ends; /* no more parts are needed */
    double begin;
} march_segment;

/* Makes the segment between two positions; the caller sets `receive` and `context`. Returns false
 * if the positions are not valid. */
bool march_make(const wend_space *space, wend_location from, wend_vec2 to, march_segment *out);

/* Passes the parts of a segment that is longer than 0 to `receive`. */
void march_measure(march_segment *s);

#endif
