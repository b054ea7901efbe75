/* steer/solve/goals/ray.h: whether a velocity leads to a region. */
#ifndef STEER_SOLVE_GOALS_RAY_H
#define STEER_SOLVE_GOALS_RAY_H

#include <wend/model.h>

/* Whether a disc of `radius` from `from` that keeps its velocity comes to a region, as it is now
 * and moves on, sooner or later: the same as to lie in its goal velocity obstacle (set.h)
 * without a window, and cheaper. False also if the region is not all ahead by `reach` m, or the
 * velocity is that of the region but for `slow` m/s. Not for directions. */
bool goal_ray_meets(const wend_region *region, wend_vec2 from, wend_vec2 velocity, float radius,
                    float reach, float slow);

#endif
