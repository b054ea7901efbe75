/* steer/solve/cells/lattice.h: the cells of a cellular automaton, squares or regular hexagons. The
 * cells cover the whole plane; they belong to no layer. */
#ifndef STEER_SOLVE_CELLS_LATTICE_H
#define STEER_SOLVE_CELLS_LATTICE_H

#include <stdbool.h>
#include <stdint.h>

#include <wend/base.h>

enum { LATTICE_SQUARE, LATTICE_HEXAGON };
enum { LATTICE_MOST_SIDES = 6 };

typedef struct lattice {
    int32_t shape;       /* LATTICE_SQUARE or LATTICE_HEXAGON */
    float size;          /* m: distance between the centres of neighbouring cells */
    wend_vec2 origin;    /* lower left corner of the bounding box of cell (0, 0) */
    uint32_t side_count; /* number of neighbours of a cell: 4 or 6 */
    uint32_t id;         /* not 0; equal lattices have equal ids */
} lattice;

/* Identifies a cell. For hexagons, x and y are axial coordinates: rows lie along the x axis. */
typedef struct lattice_cell {
    int32_t x, y;
} lattice_cell;

lattice lattice_make(int32_t shape, float size, wend_vec2 origin);

/* Returns the cell that contains a point. */
lattice_cell lattice_find(const lattice *l, wend_vec2 point);
wend_vec2 lattice_centre(const lattice *l, lattice_cell cell);
/* Returns the neighbour of a cell across side `side`, counted counter-clockwise from the right. */
lattice_cell lattice_neighbour(const lattice *l, lattice_cell cell, uint32_t side);
/* Returns the distance (m) from a point to a cell: 0 inside. */
double lattice_distance(const lattice *l, lattice_cell cell, wend_vec2 point);

static inline bool lattice_same(lattice_cell a, lattice_cell b) {
    return a.x == b.x && a.y == b.y;
}

#endif
