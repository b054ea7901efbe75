/* Finds the velocity of a convex set that is nearest to a given one. velocity_cut.h has the
 * functions for the pieces of the set. */
#include "steer/solve/programs/velocity_set.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

static void take_nearer(wend_vec2 candidate, wend_vec2 velocity, wend_vec2 *best, float *squared) {
    float distance = vec_length_squared(vec_sub(candidate, velocity));
    if (distance < *squared) {
        *squared = distance;
        *best = candidate;
    }
}

wend_vec2 velocity_set_nearest(const velocity_set *set, wend_vec2 velocity) {
    if (set_contains_closed(set, velocity)) {
        return velocity;
    }
    wend_vec2 best = velocity;
    float squared = INFINITY;
    for (uint32_t i = 0; i < set->side_count; i++) {
        const velocity_side *side = &set->sides[i];
        take_nearer(side_at(side, side_nearest(side, velocity)), velocity, &best, &squared);
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        take_nearer(arc_nearest(&set->arcs[i], velocity), velocity, &best, &squared);
    }
    return best;
}
