/* steer/solve/social/stuck.h: frees agents that forces hold up. */
#ifndef STEER_SOLVE_SOCIAL_STUCK_H
#define STEER_SOLVE_SOCIAL_STUCK_H

#include "steer/solve/social/scene.h"

/* The memory of an agent, set to zero when the agent enters. */
typedef struct social_state {
    wend_vec2 mean; /* m/s: mean velocity of about a second */
    float stuck;    /* s: how long the agent has hardly moved; decreases while it moves */
} social_state;

/* Changes the target of an agent that is stuck, and sets the length that is added to its distances
 * from walls. The target must have been found. `wall_distance` (m) is the gap within which walls
 * act. */
void social_free_stuck(social_scene *scene, const social_state *state, float wall_distance);

/* Updates the memory of an agent after a step. */
void social_note_motion(const social_scene *scene, wend_vec2 displacement, social_state *state);

#endif
