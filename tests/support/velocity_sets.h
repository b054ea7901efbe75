/* Queries on convex velocity sets. Only tests need them. */
#ifndef TESTS_SUPPORT_VELOCITY_SETS_H
#define TESTS_SUPPORT_VELOCITY_SETS_H

#include "steer/solve/goals/set.h"
#include "steer/solve/programs/velocity_cut.h"
#include "steer/solve/programs/velocity_set.h"

/* Finds the part of the line base + along * t that lies in a set of velocities. This part is one
 * interval of t with low < high; its ends may be infinite. Returns false if there is no such part,
 * or if the line only touches the set. */
static inline bool velocity_set_cut(const velocity_set *set, wend_vec2 base, wend_vec2 along,
                                    float *low, float *high) {
    velocity_line line = {base, along, -INFINITY, INFINITY};
    return set_cut(set, &line, 0.0F, low, high);
}

/* True if a velocity lies in a set. If `closed` is true, the boundary belongs to the set. */
static inline bool velocity_set_contains(const velocity_set *set, wend_vec2 velocity, bool closed) {
    return closed ? set_contains_closed(set, velocity) : set_contains(set, velocity, 0.0F);
}

/* Calls goal_set_make with the nearest point of the region. */
static inline bool velocity_set_of_goal(const wend_region *region, wend_vec2 from, float radius,
                                        float earliest, float latest, goal_set *out) {
    wend_vec2 offset = vec_sub(wend_region_nearest(region, from), from);
    return goal_set_make(region, from, offset, radius, earliest, latest, out);
}

#endif
