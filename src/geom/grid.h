/* geom/grid.h: points on an integer grid and segments between them, which are the input of a
 * triangulation. */
#ifndef GEOM_GRID_H
#define GEOM_GRID_H

#include <stdint.h>

typedef struct grid_point {
    int32_t x, y;
} grid_point;

/* A segment between two points, given by their indices. It becomes one or more edges of the
 * triangulation. Segments may cross only at input points; they may overlap along a line. */
typedef struct grid_edge {
    uint32_t a, b;
} grid_edge;

#endif
