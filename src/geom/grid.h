/* geom/grid.h: points on an integer grid, and segments between them. */
#ifndef GEOM_GRID_H
#define GEOM_GRID_H

#include <stdint.h>

typedef struct grid_point {
    int32_t x, y;
} grid_point;

/* A segment that must be a union of edges. Segments do not cross but where a point is; they may
 * have parts of a line in common. */
typedef struct grid_edge {
    uint32_t a, b;
} grid_edge;

#endif
