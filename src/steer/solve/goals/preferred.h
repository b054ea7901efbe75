/* steer/solve/goals/preferred.h: the preferred velocity of an intent, for models that use a single
 * preferred velocity. */
#ifndef STEER_SOLVE_GOALS_PREFERRED_H
#define STEER_SOLVE_GOALS_PREFERRED_H

#include <math.h>

#include <wend/model.h>

#include "geom/vec.h"

/* True if the region moves and agents head for its future position. */
static inline bool intercepts(const wend_region *region) {
    bool moves = region->velocity.x != 0.0F || region->velocity.y != 0.0F;
    return moves && (region->flags & WEND_REGION_INTERCEPT) != 0;
}

/* Returns the velocity with which an agent is at its moving region after `time` (s), but at most
 * `speed`. The region continues after the agent has met it. An agent that only walked to the point
 * where they meet would lag behind the region in every step, and might never be inside. */
static inline wend_vec2 find_velocity_to_stay(const wend_region *region, wend_vec2 position,
                                              float speed, float time) {
    wend_region now = *region;
    now.velocity = (wend_vec2){0.0F, 0.0F};
    wend_vec2 offset = vec_sub(wend_region_aim(&now, position, speed), position);
    wend_vec2 velocity = vec_add(region->velocity, vec_scale(offset, 1.0F / time));
    float length = vec_length(velocity);
    return length > speed ? vec_scale(velocity, speed / length) : velocity;
}

/* Returns the preferred velocity. It leads towards the preferred point of the first region, at the
 * intent's speed. If the agent must stop there, the velocity is lower in the last step, to avoid
 * overshooting. `steer_interval` is in s. */
static inline wend_vec2 find_preferred_velocity(const wend_intent *intent, wend_vec2 position,
                                                float steer_interval) {
    const wend_region *region = &intent->region;
    float speed = intent->speed;
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return vec_scale(region->a, speed);
    }
    bool plain =
        region->shape == WEND_SHAPE_POINT && vec_equal(region->velocity, (wend_vec2){0.0F, 0.0F});
    wend_vec2 aim = plain ? region->a : wend_region_aim(region, position, speed);
    wend_vec2 offset = vec_sub(aim, position);
    float distance = vec_length(offset);
    bool overshoots = (region->flags & WEND_REGION_STOP) && distance < speed * steer_interval;
    if (overshoots && intercepts(region)) {
        return find_velocity_to_stay(region, position, speed, steer_interval);
    }
    if (distance == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    return vec_scale(offset, overshoots ? 1.0F / steer_interval : speed / distance);
}

/* A small turn to the right that breaks the symmetry when agents meet head-on. Every agent that
 * cannot have its preferred velocity applies it (parameter `symmetry_bias`). */
typedef struct symmetry_turn {
    float cosine, sine;
} symmetry_turn;

/* Returns the turn for a bias. `bias` is the tangent of the angle, which is nearly the angle
 * itself, in rad. */
static inline symmetry_turn symmetry_turn_of(float bias) {
    float cosine = 1.0F / sqrtf(1.0F + bias * bias);
    return (symmetry_turn){cosine, bias * cosine};
}

static inline wend_vec2 turned_right(symmetry_turn turn, wend_vec2 preferred_velocity) {
    return (wend_vec2){preferred_velocity.x * turn.cosine + preferred_velocity.y * turn.sine,
                       preferred_velocity.y * turn.cosine - preferred_velocity.x * turn.sine};
}

#endif
