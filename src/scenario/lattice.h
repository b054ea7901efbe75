/* The keys `grid` and `hex` of a group: start positions on a lattice. */
#ifndef SCENARIO_LATTICE_H
#define SCENARIO_LATTICE_H

#include "place/lattice.h"
#include "scenario/scenario.h"

/* Reads `grid` or `hex`. If the lattice fills a shape, finds the positions at which an agent of
 * this radius (m) is clear of walls. Returns NULL after a failure. */
const lattice *lattice_read(wend_scenario *s, reader *r, const node *value, bool hex,
                            uint32_t layer, double radius);

#endif
