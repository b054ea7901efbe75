/* Dart throwing: random positions that keep a distance from each other. */
#ifndef PLACE_SCATTER_DARTS_H
#define PLACE_SCATTER_DARTS_H

#include "place/scatter/room.h"

/* Returns the diameter (m) at which discs, one for each agent, cover the fraction DART_COVER of an
 * area (m2). This cover is small enough for dart throwing. */
double darts_even_distance(const scatter *c, double area);
/* Throws darts for all agents, starting with the even distance for an area (m2). Stops at the first
 * agent for which no dart hits. Returns the number of agents with a hit. */
uint32_t darts_throw(scatter *c, double area);

#endif
