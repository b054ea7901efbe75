/* build/grid.h: the grid that the vertices of a map lie on, and the ground that it covers.
 *
 * The unit is the largest power of two that lets single precision keep every vertex: a few
 * micrometres in a building, a millimetre in a space of eight kilometres. So walls on any sensible
 * grid keep their places to a unit at most, and those on the grid of 1/1024 m keep them exactly. */
#ifndef BUILD_GRID_H
#define BUILD_GRID_H

#include "read/shapes.h"
#include <wend/space.h>

typedef struct grid {
    double unit;          /* m */
    wend_point low, high; /* local, in units: the box to cover */
} grid;

/* m: how far around everything a map reaches on unbounded ground; 0 if all layers have bounds. */
double grid_margin(const wend_space *space);

/* The grid for a space, for what is in `box` already (local), and for the corners `low` and `high`
 * (the user's coordinates; they do not count when they are the same), with `margin` (m) around all.
 * Fails with WEND_ERROR_INVALID (corners that are not finite) or WEND_ERROR_LIMIT (too large). */
wend_result grid_choose(const wend_space *space, shapes_box *box, wend_point low, wend_point high,
                        double margin, grid *out, wend_error *error);

/* A place on the grid, in metres. */
wend_vec2 grid_snap(double unit, double x, double y);

#endif
