/* Decides whether a disc can move from one position to another, and how long the path is. Shares no
 * code with the library: it uses a grid of positions with their exact distance to the nearest wall,
 * and Dijkstra's algorithm between neighbours.
 *
 * The oracle is conservative. A lower bound of the clearance on a step of length l between
 * positions with clearances a and b is (a + b - l) / 2, because clearance changes by at most 1 m
 * per metre. The step is taken only if this bound is at least the radius plus 2 mm. A path that the
 * oracle finds is therefore free. Narrow passages, which a grid would miss, are given as chains of
 * positions along their axes. The length is that of the path found, shortened by string pulling
 * where the straight line is free. */
#ifndef SUPPORT_KIT_ARRIVAL_ORACLE_H
#define SUPPORT_KIT_ARRIVAL_ORACLE_H

#include "support/kit/arrival_world.h"

typedef struct arrival_oracle arrival_oracle;

/* Creates an oracle for discs of radius world->max_radius. The space must be complete. Returns NULL
 * if out of memory. */
arrival_oracle *arrival_oracle_create(const arrival_world *world);
void arrival_oracle_destroy(arrival_oracle *oracle);

/* Returns the distance to the nearest wall, in m. */
double arrival_clearance(const arrival_world *world, wend_point at);
/* Returns the smallest distance between a segment and any wall, in m; 0 if it crosses a wall. */
double arrival_segment_clearance(const arrival_world *world, wend_point a, wend_point b);
/* True if a point is on the ground and not inside a solid. */
bool arrival_walkable(const arrival_world *world, wend_point at);
/* Returns the distance from a point to the final region of a goal, in m; 0 if the point is inside.
 */
double arrival_goal_distance(const arrival_goal *goal, wend_point at);

/* Finds the distances from all positions to a goal. Returns false if the goal cannot be reached
 * from anywhere. */
bool arrival_oracle_flood(arrival_oracle *oracle, uint32_t goal);
/* Returns the length in m of a path to a goal for which arrival_oracle_flood was called, or
 * INFINITY if there is no path. The start may touch walls or overlap them. */
double arrival_oracle_length(const arrival_oracle *oracle, uint32_t goal, wend_point start);

#endif
