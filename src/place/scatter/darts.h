/* Dart throwing: random positions that keep a distance from each other. */
#ifndef PLACE_SCATTER_DARTS_H
#define PLACE_SCATTER_DARTS_H

#include "place/scatter/room.h"

/* Returns the diameter (m) at which discs, one for each agent, would cover the fraction DART_COVER
 * of an area (m2). The fraction is small enough for dart throwing to succeed. */
double darts_even_distance(const scatter *c, double area);
/* Throws darts for all agents. Initially, agents keep the distance darts_even_distance() for the
 * given area (m2). Stops at the first agent for which all darts fail. Returns the number of agents
 * placed. */
uint32_t darts_throw(scatter *c, double area);

#endif
