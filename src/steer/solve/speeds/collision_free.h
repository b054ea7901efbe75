/* steer/solve/speeds/collision_free.h: the choice of a velocity in the model collision_free_speed.
 */
#ifndef STEER_SOLVE_SPEEDS_COLLISION_FREE_H
#define STEER_SOLVE_SPEEDS_COLLISION_FREE_H

#include <wend/model.h>

#include "steer/solve/speeds/others.h"
#include "steer/solve/speeds/walls.h"

typedef struct speed_params {
    wend_column time_gap, strength, range, wall_strength, wall_range, noise;
    double neighbour_distance;
    bool sliding;
} speed_params;

/* Set to zero when the agent enters. */
typedef struct speed_state {
    wend_vec2 direction; /* of the last step; zero before the first one */
} speed_state;

/* Agents and walls beyond this many ranges, where they repel with less than 2e-7 of their strength,
 * do not count. */
static const float speed_most_ranges = 16.0F;

/* m/s^2: a limit of at least this value counts as no limit. */
static const float speed_no_limit = 1e6F;

/* A thousandth more than the distance in which neighbours act makes up for rounding. */
static const float speed_reach_margin = 1.001F;

/* What acts on one agent. */
typedef struct speed_scene {
    const wend_view *view;
    const wend_agents *agents;
    uint32_t index;
    wend_vec2 preferred_velocity;
    speed_other others[SPEED_MOST_OTHERS];
    uint32_t other_count;
    speed_walls walls;
} speed_scene;

void speed_set_scene(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, speed_scene *scene);

/* Return the terms of the sum that gives the direction. */
wend_vec2 speed_repulsion_of_other(const speed_scene *scene, const speed_other *other);
wend_vec2 speed_repulsion_of_wall(const speed_scene *scene, const wend_wall_hit *wall);

/* Returns the distance (m) within which walls act on an agent; 0 if none does. */
float speed_wall_reach(const wend_view *view, const wend_agents *agents, uint32_t index);

/* Returns the velocity (m/s) of an agent, and updates its state. */
wend_vec2 speed_choose(const speed_scene *scene, speed_state *state);

/* Chooses the velocity of one agent. */
void speed_steer_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intents, wend_outcome *outcomes);

/* Chooses velocities for all bodies of a call with the kernel selected by the view. */
void speed_steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                 wend_outcome *outcomes);

/* The versions of the model. Each chooses velocities for all bodies of a call: one by one, or eight
 * at a time (where the machine has such instructions). */
typedef void (*speed_kernel)(const wend_view *view, const wend_agents *agents,
                             const wend_intent *intents, wend_outcome *outcomes);

void speed_steer_scalar(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes);
void speed_steer_quads(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes);
void speed_steer_avx2(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes);
void speed_steer_avx512(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes);

#endif
