/* Places in rows: square and hexagonal lattices, counted or filling a shape. */
#ifndef SCENARIO_LATTICE_H
#define SCENARIO_LATTICE_H

#include "scenario/scenario.h"

struct lattice {
    wend_point origin, step; /* between columns and rows */
    double shift;            /* of every second row */
    uint32_t columns, count;
    const wend_point *places; /* of a shape that is filled; else NULL */
};

/* Reads `grid` or `hex`; a shape is filled where agents of a radius are clear of walls. NULL after
 * a failure. */
const lattice *lattice_read(wend_scenario *s, reader *r, const node *value, bool hex,
                            uint32_t layer, double radius);
wend_point lattice_place(const lattice *l, uint32_t index);

#endif
