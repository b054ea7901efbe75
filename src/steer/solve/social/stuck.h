/* steer/solve/social/stuck.h: lets agents that forces of walls hold up pass between the walls. */
#ifndef STEER_SOLVE_SOCIAL_STUCK_H
#define STEER_SOLVE_SOCIAL_STUCK_H

#include "steer/solve/social/scene.h"

/* The memory of an agent, set to zero when the agent enters. */
typedef struct social_state {
    wend_vec2 mean; /* m/s: mean velocity of about a second */
    float stuck;    /* s: how long the agent has hardly moved; decreases while it moves */
} social_state;

/* Returns the length (m) that is added to the agent's distances from walls. */
float social_wall_extra(const social_scene *scene, const social_state *state);

/* Updates the memory of an agent after a step. */
void social_note_motion(const social_scene *scene, wend_vec2 displacement, social_state *state);

#endif
