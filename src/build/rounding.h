/* build/rounding.h: the grid on which the vertices of a map lie, and the ground that the map
 * covers.
 *
 * The unit is the smallest power of two with which single precision represents every vertex: a few
 * micrometres in a building, a millimetre in a space of eight kilometres. Walls on any sensible
 * grid therefore move by at most one unit, and walls on a grid of 1/1024 m do not move at all. */
#ifndef BUILD_ROUNDING_H
#define BUILD_ROUNDING_H

#include "read/shapes.h"
#include <wend/space.h>

typedef struct rounding {
    double unit;          /* m: size of a grid unit */
    wend_point low, high; /* the box to cover, in grid units and local coordinates */
} rounding;

/* Returns the margin (m) by which a map extends beyond all geometry if the ground of at least one
 * layer is unbounded. Returns 0 if all layers are bounded. */
double rounding_margin(const wend_space *space);

/* Chooses a grid that covers a space, the contents of `box` (local coordinates) and the corners
 * `low` and `high` (user's coordinates; ignored if equal), with `margin` (m) around everything.
 * Fails with WEND_ERROR_INVALID (corners that are not finite) or WEND_ERROR_LIMIT (too large). */
wend_result rounding_choose(const wend_space *space, shapes_box *box, wend_point low,
                            wend_point high, double margin, rounding *out, wend_error *error);

/* Returns the nearest point on the grid, in m. */
wend_vec2 rounding_snap(double unit, double x, double y);

#endif
