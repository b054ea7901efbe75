/* Can a disc move from one position to another, and how far is that? An answer that shares nothing
 * with the library: a grid of positions with their exact distance to the nearest wall, and
 * Dijkstra's search between neighbours.
 *
 * Conservative: a step of length l between positions with clearances a and b is taken only if
 * (a + b - l) / 2, a lower bound of the clearance on the whole step (clearance changes by at most 1
 * m per metre), is at least the radius and 2 mm. So a path that it finds is free; narrow passages,
 * which a grid would miss, are given as chains of positions along their axes. The length is that of
 * the path found, shortened by string pulling where the straight line is free. */
#ifndef SUPPORT_KIT_ARRIVAL_ORACLE_H
#define SUPPORT_KIT_ARRIVAL_ORACLE_H

#include "support/kit/arrival_world.h"

typedef struct arrival_oracle arrival_oracle;

/* For discs of world->max_radius; the space must be complete. NULL when memory ran out. */
arrival_oracle *arrival_oracle_create(const arrival_world *world);
void arrival_oracle_destroy(arrival_oracle *oracle);

/* m: distance to the nearest wall. */
double arrival_clearance(const arrival_world *world, wend_point at);
/* m: the least distance of a segment to any wall; 0 if it crosses one. */
double arrival_segment_clearance(const arrival_world *world, wend_point a, wend_point b);
/* False in solids and off the ground. */
bool arrival_walkable(const arrival_world *world, wend_point at);
/* m: distance of a point to the region of a goal where it ends; 0 inside. */
double arrival_goal_distance(const arrival_goal *goal, wend_point at);

/* Finds the distances of all positions to a goal; false if it cannot be reached from anywhere. */
bool arrival_oracle_flood(arrival_oracle *oracle, uint32_t goal);
/* m: the length of a path from a start, which may touch walls or overlap them, to a goal that was
 * flooded; INFINITY if there is none. */
double arrival_oracle_length(const arrival_oracle *oracle, uint32_t goal, wend_point start);

#endif
