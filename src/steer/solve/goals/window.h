/* steer/solve/goals/window.h: the speed at which an agent heads for a region that is open only for
 * a time. */
#ifndef STEER_SOLVE_GOALS_WINDOW_H
#define STEER_SOLVE_GOALS_WINDOW_H

#include <math.h>

#include <wend/model.h>

#include "steer/solve/programs/velocity_shape.h"

/* The times at which an agent may meet a region, in s from now: 0 and INFINITY without a window. */
typedef struct goal_window {
    float earliest, latest; /* latest is 0 if no arrival counts any more */
} goal_window;

/* A region with its window, as seen by one agent. */
typedef struct goal_timing {
    const wend_region *region;
    wend_vec2 from; /* m: the agent's position */
    float radius;   /* m: the agent meets the region at this distance */
    goal_window window;
} goal_timing;

/* Returns a region's window at `time`, for steps of `dt`. An arrival counts at the end of a step,
 * so `latest` is the end of the last step that ends before the region closes. */
goal_window goal_window_find(const wend_region *region, double time, float dt);

static inline bool goal_window_is_limited(goal_window window) {
    return window.earliest > 0.0F || window.latest < INFINITY;
}

/* `set` contains the velocities that lead to the region in the window; `preferred` is the preferred
 * speed in m/s. */

/* Returns the velocity of an agent that starts towards a region. `straight` leads straight to the
 * region at the preferred speed. If the agent can be there when the region opens, the result leads
 * to the nearest point of the region at its opening; otherwise it lies in `set`, and has the
 * direction of `straight` if the set contains that direction. */
wend_vec2 goal_window_start(const goal_timing *timing, const velocity_set *set, wend_vec2 straight,
                            float preferred);

/* Changes the speed of a velocity of `set`, but not its direction: the speed relaxes by the share
 * `recovered` to the preferred speed, or to the speed with which the agent meets the region when it
 * opens, whichever is lower. The result lies in `set`. */
wend_vec2 goal_window_recover(const goal_timing *timing, const velocity_set *set,
                              wend_vec2 velocity, float preferred, float recovered);

#endif
