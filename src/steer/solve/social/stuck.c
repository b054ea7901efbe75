/* Lets agents that the forces of walls hold up pass between the walls.
 *
 * Forces of walls that have their full strength where a body touches the wall close every gap that
 * is little wider than the body: with the published values of helbing (2000), an agent cannot enter
 * a gap that is 10 cm wider. Planners find routes wherever a disc fits, and people turn their
 * shoulders. So if an agent that wants to walk has hardly moved for `patience`, and no neighbour is
 * near, walls act on it as if they were farther away, more so the longer it is stuck. Walls stay
 * hard: the agent's disc still cannot enter them.
 *
 * An agent that overlaps a wall while another wall is near counts as a smaller disc, as in the wall
 * guarantee (move/walls.c, solve/walls/near.c). Cost: O(1). */
#include "steer/solve/social/stuck.h"

/* s: the time of the mean velocity. */
static const float mean_time = 1.0F;
/* An agent hardly moves if its mean velocity is below this part of its preferred speed. */
static const float slow_share = 0.2F;
/* s: how long an agent is stuck before walls yield, and the longest time that is counted. */
static const float patience = 1.0F, longest = 6.0F;
/* m/s: how fast walls yield. */
static const float yield_rate = 0.1F;
/* m: the smallest gap to a neighbour at which an agent that is stuck counts as alone. */
static const float alone_gap = 0.5F;

float social_wall_extra(const social_scene *scene, const social_state *state) {
    float smaller = scene->radius - scene->walls.radius;
    float yields = state->stuck > patience ? (state->stuck - patience) * yield_rate : 0.0F;
    return (smaller > 0.0F ? smaller : 0.0F) + yields;
}

static bool is_alone(const social_scene *scene) {
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const social_other *other = &scene->others[i];
        wend_vec2 now = scene->view->bodies[other->body].position;
        wend_vec2 apart = vec_sub(now, scene->view->bodies[scene->index].position);
        float near = scene->radius + other->radius + alone_gap;
        if (vec_length_squared(apart) < near * near) {
            return false;
        }
    }
    return true;
}

void social_note_motion(const social_scene *scene, wend_vec2 displacement, social_state *state) {
    float dt = scene->view->dt;
    wend_vec2 velocity = vec_scale(displacement, 1.0F / dt);
    state->mean = vec_lerp(state->mean, velocity, dt < mean_time ? dt / mean_time : 1.0F);
    bool is_slow = vec_length(state->mean) < slow_share * scene->speed;
    if (is_slow && scene->walls.count > 0 && is_alone(scene)) {
        state->stuck = state->stuck + dt < longest ? state->stuck + dt : longest;
    } else {
        state->stuck = state->stuck > dt ? state->stuck - dt : 0.0F;
    }
}
