/* Frees agents that forces hold up.
 *
 * Sums of forces have local minima. Agents that meet exactly head-on get no sideways force. Forces
 * of walls that have their full strength where a body touches the wall close every gap that is
 * little wider than the body: with the published values of helbing (2000), an agent cannot enter a
 * gap that is 10 cm wider. Planners find routes wherever a disc fits, and people step aside and
 * turn their shoulders.
 *
 * So three things change for an agent that wants to walk, but has hardly moved for the time
 * `patience`, the more the longer it is stuck. It turns its desired direction, first to the right,
 * after `turn_time` to the left, and so on. And walls act on it as if they were farther away; they
 * stay hard. Of agents near each other, only the one with the highest key does this: in a queue
 * nothing else changes, and of two agents face to face, one steps aside.
 *
 * Walls also yield to an agent that comes to a stop near them, by as much as its goal is too near.
 * An agent that overlaps a wall while another wall is near counts as a smaller disc, as in the wall
 * guarantee (move/walls.c, solve/walls/near.c). Cost: O(neighbours) for slow agents, else O(1). */
#include "steer/solve/social/stuck.h"

#include <math.h>

#include "geom/segment.h"
#include "steer/solve/social/target.h"

/* s: the time of the mean velocity. */
static const float mean_time = 0.5F;
/* An agent hardly moves if its mean velocity is below this part of the desired one. */
static const float slow_share = 0.2F;
/* An agent without others near it is held up by walls alone: its time counts this many times. */
static const float alone_rate = 3.0F;
/* s: the longest time beyond the patience that is counted. */
static const float longest = 5.0F;
/* m/s: how fast walls yield. */
static const float yield_rate = 0.3F;
/* How fast the desired direction turns, and the largest turn, as tangents of half the angle (per
 * s).
 */
static const float turn_rate = 0.25F, most_turn = 0.7F;
/* s: time for which an agent turns to one side. */
static const double turn_time = 4.0;
/* m: agents with a smaller gap between them are near each other. */
static const float near_gap = 0.5F;

/* Returns the distance (m) from the point to stop at to the nearest wall. */
static float goal_clearance(const social_scene *scene) {
    float least = INFINITY;
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const near_wall *wall = &scene->walls.walls[i];
        wend_vec2 nearest = segment_closest(scene->target.point, wall->a, wall->b);
        float distance = vec_length(vec_sub(scene->target.point, nearest));
        least = distance < least ? distance : least;
    }
    return least;
}

/* Returns how much walls yield to an agent that comes to a stop near one. */
static float extra_at_goal(const social_scene *scene, float wall_distance) {
    float within = scene->target.slow_within, distance = vec_length(scene->target.point);
    if (!(distance < within)) {
        return 0.0F;
    }
    float missing = wall_distance + scene->radius - goal_clearance(scene);
    return missing > 0.0F ? missing * (1.0F - distance / within) : 0.0F;
}

/* Returns the cosine and the sine of the turn of the desired direction. */
static wend_vec2 turn_of(const social_scene *scene, float beyond) {
    float t = beyond * turn_rate < most_turn ? beyond * turn_rate : most_turn, size = 1.0F + t * t;
    bool to_left = ((uint64_t)(scene->view->time / turn_time) & 1U) != 0;
    return (wend_vec2){(1.0F - t * t) / size, (to_left ? 2.0F : -2.0F) * t / size};
}

void social_free_stuck(social_scene *scene, const social_state *state, float wall_distance) {
    float beyond = state->stuck > scene->patience ? state->stuck - scene->patience : 0.0F;
    float smaller = scene->radius - scene->walls.radius;
    scene->wall_extra = (smaller > 0.0F ? smaller : 0.0F) + beyond * yield_rate +
                        extra_at_goal(scene, wall_distance);
    scene->target.turn = turn_of(scene, beyond);
    scene->target.slow_within /= 1.0F + beyond;
}

/* The walking neighbours near an agent. */
typedef enum company { COMPANY_NONE, COMPANY_LOWER, COMPANY_HIGHER } company;

/* Returns COMPANY_HIGHER if any agent near this one has a higher key. */
static company find_company(const social_scene *scene) {
    const wend_view *view = scene->view;
    uint64_t key = wend_view_key(view, scene->index);
    company found = COMPANY_NONE;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const social_other *other = &scene->others[i];
        wend_vec2 apart =
            vec_sub(view->bodies[other->body].position, view->bodies[scene->index].position);
        float near = scene->radius + other->radius + near_gap;
        if (other->stands || !other->responds || !(vec_length_squared(apart) < near * near)) {
            continue;
        }
        if (wend_view_key(view, other->body) > key) {
            return COMPANY_HIGHER;
        }
        found = COMPANY_LOWER;
    }
    return found;
}

void social_note_motion(const social_scene *scene, wend_vec2 displacement, social_state *state) {
    float dt = scene->view->dt, most = scene->patience + longest;
    if (!(scene->patience > 0.0F)) {
        return;
    }
    wend_vec2 velocity = vec_scale(displacement, 1.0F / dt);
    state->mean = vec_lerp(state->mean, velocity, dt < mean_time ? dt / mean_time : 1.0F);
    wend_vec2 desired = social_desired(&scene->target, (wend_vec2){0.0F, 0.0F}, 0.0F);
    bool is_slow = vec_length(state->mean) < slow_share * vec_length(desired);
    company near = is_slow ? find_company(scene) : COMPANY_HIGHER;
    if (near == COMPANY_HIGHER) {
        state->stuck = state->stuck > dt ? state->stuck - dt : 0.0F;
        return;
    }
    state->stuck += near == COMPANY_NONE ? alone_rate * dt : dt;
    state->stuck = state->stuck < most ? state->stuck : most;
}
