/* steer/solve/goals/set.h: the goal velocity obstacle of an agent, that is, the set of velocities
 * that lead the agent to a region. */
#ifndef STEER_SOLVE_GOALS_SET_H
#define STEER_SOLVE_GOALS_SET_H

#include <wend/model.h>
#include <wend/world.h>

#include "steer/solve/programs/velocity_set.h"

enum {
    GOAL_SET_SIDES = 2 * WEND_MAX_POLYGON + 4, /* largest number of sides of one set */
    GOAL_SET_ARCS = 2 * WEND_MAX_POLYGON
};

/* A velocity set with its storage. */
typedef struct goal_set {
    velocity_set set;
    velocity_side sides[GOAL_SET_SIDES];
    velocity_arc arcs[GOAL_SET_ARCS];
} goal_set;

/* Makes the set of the velocities that bring a disc with radius `radius` from `from` to the region,
 * provided that the disc and the region keep their velocities. The disc must meet the region at
 * some time t (s, from now) with earliest <= t <= latest, where 0 <= earliest <= latest; `latest`
 * may be INFINITY. With radius 0, the disc's centre must reach the region. Must not be used for
 * directions. The set contains all velocities if the disc meets the region now and `earliest` is 0.
 * Returns false, and writes nothing, if there is no such velocity (as for a point with radius 0,
 * when no time is left). `offset` leads from `from` to the nearest point of the region. */
bool goal_set_make(const wend_region *region, wend_vec2 from, wend_vec2 offset, float radius,
                   float earliest, float latest, goal_set *out);

#endif
