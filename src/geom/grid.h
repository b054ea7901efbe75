/* geom/grid.h: points on an integer grid, and segments between them. */
#ifndef GEOM_GRID_H
#define GEOM_GRID_H

#include <stdint.h>

typedef struct grid_point {
    int32_t x, y;
} grid_point;

/* A segment that must be a union of edges. Segments cross only at points of the input; they may
 * overlap along a line. */
typedef struct grid_edge {
    uint32_t a, b;
} grid_edge;

#endif
