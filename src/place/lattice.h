/* Positions in rows: square and hexagonal lattices, which either have given counts or fill a shape.
 */
#ifndef PLACE_LATTICE_H
#define PLACE_LATTICE_H

#include "geom/shape.h"
#include "place/ground.h"

typedef struct lattice {
    wend_point origin, step; /* `step`: distance between columns and between rows, in m */
    double shift;            /* offset of every second row, in m */
    uint32_t columns, count;
    const wend_point *positions; /* the positions if the lattice fills a shape, else NULL */
} lattice;

/* The rows and columns of a lattice that cover the box around a shape. */
typedef struct lattice_window {
    wend_point step; /* step of the lattice, in m; both components are positive */
    double first_column, first_row, columns, rows;
} lattice_window;

/* Returns the step (m) of a hexagonal lattice with the given spacing (m). */
wend_point lattice_hex_step(double spacing);

/* Returns the position with the given index, counted row by row. */
wend_point lattice_point(const lattice *l, uint32_t index);

/* Returns the window of a lattice that covers a shape. The window's size is not finite if a
 * component of the lattice's step is 0. */
lattice_window lattice_find_window(const lattice *l, const shape *region);
/* Writes, row by row, all positions of the window that lie in the shape and at which a disc of
 * `radius` (m) is clear of walls. `positions` must have room for `columns * rows` positions.
 * Returns the number of positions written. */
uint32_t lattice_fill(const lattice *l, const lattice_window *window, const shape *region,
                      const placement_ground *ground, uint32_t layer, double radius,
                      wend_point *positions);

#endif
