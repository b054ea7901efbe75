/* build/cross.h: where straight lines meet walls and links. */
#ifndef BUILD_CROSS_H
#define BUILD_CROSS_H

#include "space/space.h"

/* True if no wall of class 0 blocks the straight line from a location to a position. */
bool cross_is_line_open(const wend_space *space, wend_location from, wend_vec2 to);

/* Returns the point where a blocked line first meets a wall, found by bisection. */
wend_vec2 cross_find_wall(const wend_space *space, wend_location from, wend_vec2 to);

/* Returns the first link that a line crosses, by the same rules as wend_space_layer_after; NULL if
 * there is none. `share` receives the fraction of the line that lies before the crossing. */
const wend_link *cross_find_link(const wend_space *space, wend_location from, wend_vec2 to,
                                 double *share);

#endif
