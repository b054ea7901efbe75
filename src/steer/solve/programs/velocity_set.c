/* Convex sets of velocities: what is in them. The parts are in velocity_cut.h. */
#include "steer/solve/programs/velocity_set.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

bool velocity_set_cut(const velocity_set *set, wend_vec2 base, wend_vec2 along, float *low,
                      float *high) {
    velocity_line line = {base, along, -INFINITY, INFINITY};
    return set_cut(set, &line, 0.0F, low, high);
}

static bool holds_closed(const velocity_set *set, wend_vec2 velocity) {
    for (uint32_t i = 0; i < set->side_count; i++) {
        if (!(side_depth(&set->sides[i], velocity) >= 0.0F)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < set->round_count; i++) {
        const velocity_round *round = &set->rounds[i];
        float squared = vec_length_squared(vec_sub(velocity, round->centre));
        if (!(squared <= round->radius * round->radius) &&
            !(chord_depth(round, round_outward(round), velocity) >= 0.0F)) {
            return false;
        }
    }
    return true;
}

bool velocity_set_contains(const velocity_set *set, wend_vec2 velocity, bool closed) {
    return closed ? holds_closed(set, velocity) : set_holds(set, velocity, 0.0F);
}

static void take_nearer(wend_vec2 candidate, wend_vec2 velocity, wend_vec2 *best, float *squared) {
    float distance = vec_length_squared(vec_sub(candidate, velocity));
    if (distance < *squared) {
        *squared = distance;
        *best = candidate;
    }
}

wend_vec2 velocity_set_nearest(const velocity_set *set, wend_vec2 velocity) {
    if (holds_closed(set, velocity)) {
        return velocity;
    }
    wend_vec2 best = velocity;
    float squared = INFINITY;
    for (uint32_t i = 0; i < set->side_count; i++) {
        const velocity_side *side = &set->sides[i];
        take_nearer(side_at(side, side_nearest(side, velocity)), velocity, &best, &squared);
    }
    for (uint32_t i = 0; i < set->round_count; i++) {
        take_nearer(round_nearest(&set->rounds[i], velocity), velocity, &best, &squared);
    }
    return best;
}
