/* steer/solve/social/gather.h: finds the neighbours and walls that act on an agent. */
#ifndef STEER_SOLVE_SOCIAL_GATHER_H
#define STEER_SOLVE_SOCIAL_GATHER_H

#include "steer/solve/social/scene.h"

/* Sets the neighbours and the walls of a scene whose view, agents, index, radius, max_speed and
 * reach are set. `others` are the neighbours to consider: those whose surface can come within
 * `reach` of the agent's during the step are kept. Walls are kept if they can come within
 * `wall_distance` (m) of the agent's surface; they hide the neighbours behind them. */
void social_gather(social_scene *scene, const active_neighbours *others, float wall_distance);

/* Finds the nearest points of the walls at a moment. A wall whose nearest point is its end counts
 * only if that end is no nearer to the inside of another wall; walls with a common end there count
 * once. */
void social_find_contacts(const social_scene *scene, social_moment *now);

#endif
