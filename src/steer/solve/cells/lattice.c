/* Cells that cover the plane. Coordinates of cells are computed in double precision: at the edge of
 * a large space, a float has only half a millimetre. */
#include "steer/solve/cells/lattice.h"

#include <math.h>

#include "base/hash.h"
#include "geom/segment.h"

static const double half_root_three = 0.86602540378443864676; /* sqrt(3) / 2 */
static const double over_root_three = 0.57735026918962576451; /* 1 / sqrt(3) */

/* Steps to the neighbours, counter-clockwise from the right. */
static const lattice_cell square_steps[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const lattice_cell hexagon_steps[6] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

lattice lattice_make(int32_t shape, float size, wend_vec2 origin) {
    uint64_t hash = hash_combine((uint64_t)shape, hash_bytes(&size, sizeof size, 0));
    hash = hash_combine(hash, hash_bytes(&origin.x, sizeof origin.x, 0));
    hash = hash_combine(hash, hash_bytes(&origin.y, sizeof origin.y, 0));
    return (lattice){.shape = shape,
                     .size = size,
                     .origin = origin,
                     .side_count = shape == LATTICE_HEXAGON ? 6 : 4,
                     .id = (uint32_t)hash | 1U};
}

/* Returns the hexagon with the fractional axial coordinates (x, y): rounds the three coordinates,
 * whose sum is 0, and corrects the one with the largest error. */
static lattice_cell round_hexagon(double x, double y) {
    double z = -x - y, rx = floor(x + 0.5), ry = floor(y + 0.5), rz = floor(z + 0.5);
    double dx = fabs(rx - x), dy = fabs(ry - y), dz = fabs(rz - z);
    if (dx > dy && dx > dz) {
        rx = -ry - rz;
    } else if (dy > dz) {
        ry = -rx - rz;
    }
    return (lattice_cell){(int32_t)rx, (int32_t)ry};
}

lattice_cell lattice_find(const lattice *l, wend_vec2 point) {
    double x = ((double)point.x - (double)l->origin.x) / (double)l->size;
    double y = ((double)point.y - (double)l->origin.y) / (double)l->size;
    if (l->shape == LATTICE_SQUARE) {
        return (lattice_cell){(int32_t)floor(x), (int32_t)floor(y)};
    }
    double row = (y - over_root_three) / half_root_three;
    return round_hexagon(x - 0.5 - 0.5 * row, row);
}

wend_vec2 lattice_centre(const lattice *l, lattice_cell cell) {
    double x = (double)cell.x + 0.5, y = (double)cell.y + 0.5;
    if (l->shape == LATTICE_HEXAGON) {
        x += 0.5 * (double)cell.y;
        y = (double)cell.y * half_root_three + over_root_three;
    }
    return (wend_vec2){(float)((double)l->origin.x + x * (double)l->size),
                       (float)((double)l->origin.y + y * (double)l->size)};
}

lattice_cell lattice_neighbour(const lattice *l, lattice_cell cell, uint32_t side) {
    lattice_cell step = l->shape == LATTICE_SQUARE ? square_steps[side] : hexagon_steps[side];
    return (lattice_cell){cell.x + step.x, cell.y + step.y};
}

/* Returns the distance from a point outside of a hexagon to its nearest side. */
static double distance_to_hexagon(const lattice *l, lattice_cell cell, wend_vec2 point) {
    static const double x[6] = {0.5, 0.0, -0.5, -0.5, 0.0, 0.5};
    static const double y[6] = {0.5, 1.0, 0.5, -0.5, -1.0, -0.5}; /* unit: size / sqrt(3) */
    wend_vec2 centre = lattice_centre(l, cell), corners[6];
    double least = INFINITY;
    for (int k = 0; k < 6; k++) {
        corners[k].x = centre.x + (float)(x[k] * (double)l->size);
        corners[k].y = centre.y + (float)(y[k] * over_root_three * (double)l->size);
    }
    for (int k = 0; k < 6; k++) {
        double distance = segment_point_distance(point, corners[k], corners[(k + 1) % 6]);
        least = distance < least ? distance : least;
    }
    return least;
}

double lattice_distance(const lattice *l, lattice_cell cell, wend_vec2 point) {
    if (lattice_same(lattice_find(l, point), cell)) {
        return 0.0;
    }
    if (l->shape == LATTICE_HEXAGON) {
        return distance_to_hexagon(l, cell, point);
    }
    wend_vec2 centre = lattice_centre(l, cell);
    double half = 0.5 * (double)l->size;
    double x = fabs((double)point.x - (double)centre.x) - half;
    double y = fabs((double)point.y - (double)centre.y) - half;
    x = x > 0.0 ? x : 0.0;
    y = y > 0.0 ? y : 0.0;
    return sqrt(x * x + y * y);
}
