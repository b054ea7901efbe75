/* steer/solve/goals/ray.h: checks whether a velocity leads to a region. */
#ifndef STEER_SOLVE_GOALS_RAY_H
#define STEER_SOLVE_GOALS_RAY_H

#include <wend/model.h>

/* True if a disc of `radius` that starts at `from` and keeps its velocity reaches the region at any
 * time; the region keeps its own velocity. This is equivalent to lying in the region's goal
 * velocity obstacle (set.h) without a time window, but cheaper. Also false if the region is not
 * entirely ahead by `reach` m, or if the velocity differs from the region's by at most `slow` m/s.
 * Must not be used for directions. */
bool goal_ray_meets(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float radius,
                    float reach, float slow);

#endif
