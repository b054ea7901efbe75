/* steer/solve/goals/ray.h: checks whether a velocity leads to a region. */
#ifndef STEER_SOLVE_GOALS_RAY_H
#define STEER_SOLVE_GOALS_RAY_H

#include <wend/model.h>

/* True if a disc of `radius` that starts at `from` and keeps its velocity will reach the region;
 * the region keeps its own velocity. This tests whether the velocity lies in the region's goal
 * velocity obstacle (set.h) without a time window, but it is cheaper. Also false if any part of the
 * region is at most `reach` m ahead of the disc, or if the velocity differs from the region's by at
 * most `slow` m/s. Must not be used for directions. */
bool goal_ray_meets(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float radius,
                    float reach, float slow);

/* True if an agent at `from` with this velocity moves along with a moving region: it approaches the
 * region at less than a hundredth of `speed`, its preferred speed. Must not be used for
 * directions. */
bool goal_moves_along(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float speed);

#endif
