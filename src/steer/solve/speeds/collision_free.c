/* Chooses the velocity of one agent in the model collision_free_speed: the scalar version of
 * collision_free_lanes.h. steer/collision_free_speed.c describes the model. */
#include "steer/solve/speeds/collision_free.h"

#include <math.h>

#include "base/kernels.h"
#include "geom/exp.h"
#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/speeds/noise.h"
#include "steer/solve/speeds/spacing.h"
#include "steer/solve/speeds/sum.h"
#include "step/internals.h"

/* m: an agent with a smaller gap to a wall slides along it. */
static const float contact_gap = 0.02F;

static const speed_params *params_of(const speed_scene *scene) {
    return scene->agents->params;
}

static const wend_body *body_of(const speed_scene *scene) {
    return &scene->view->bodies[scene->index];
}

static float value_of(const speed_scene *scene, wend_column column) {
    return wend_column_at(column, body_of(scene)->slot);
}

/* ---- The scene ------------------------------------------------------------------------------- */

float speed_wall_reach(const wend_view *view, const wend_agents *agents, uint32_t index) {
    const speed_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    float repelling = wend_column_at(p->wall_strength, body->slot) > 0.0F
                          ? speed_most_ranges * wend_column_at(p->wall_range, body->slot)
                          : 0.0F;
    float sliding = p->sliding ? contact_gap : 0.0F;
    float reach = repelling > sliding ? repelling : sliding;
    return reach > 0.0F ? body->radius + reach : 0.0F;
}

static float time_gap_of(const speed_scene *scene) {
    return speed_time_gap(value_of(scene, params_of(scene)->time_gap), scene->view->dt);
}

/* Returns the distance (m) between two centres beyond which no neighbour repels or lowers the
 * speed: larger than the one in which the repulsion ends and the spacing that allows the preferred
 * speed. */
static float acting_reach(const speed_scene *scene) {
    float contact = body_of(scene)->radius + scene->view->internals->grid->largest;
    float repelling = speed_most_ranges * value_of(scene, params_of(scene)->range);
    float spacing = time_gap_of(scene) * vec_length(scene->preferred_velocity);
    return speed_reach_margin * (contact + (repelling > spacing ? repelling : spacing));
}

/* Returns the distance (m) within which neighbours matter: with an acceleration limit, that in
 * which two agents that approach each other can stop. */
static float other_reach(const speed_scene *scene) {
    float limit = value_of(scene, scene->agents->max_acceleration);
    float reach = (float)params_of(scene)->neighbour_distance, acting = acting_reach(scene);
    reach = acting < reach ? acting : reach;
    float speed = vec_length(body_of(scene)->velocity) + limit * scene->view->dt;
    float braking = limit < speed_no_limit ? 2.0F * body_of(scene)->radius +
                                                 speed * (speed / limit + 2.0F * scene->view->dt)
                                           : 0.0F;
    return braking > reach ? braking : reach;
}

void speed_set_scene(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, speed_scene *scene) {
    scene->view = view;
    scene->agents = agents;
    scene->index = index;
    scene->preferred_velocity =
        find_preferred_velocity(intent, view->bodies[index].position, view->dt);
    scene->other_count = speed_others_find(view, index, other_reach(scene), scene->others);
    speed_walls_find(view, index, speed_wall_reach(view, agents, index), &scene->walls);
}

/* ---- Direction ------------------------------------------------------------------------------- */

static wend_vec2 repulsion(float strength, float range, float gap, wend_vec2 away) {
    if (gap > speed_most_ranges * range) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float size = strength * fast_exp(-gap / range);
    return vec_scale(away, size < SPEED_SUM_LARGEST ? size : SPEED_SUM_LARGEST);
}

wend_vec2 speed_repulsion_of_other(const speed_scene *scene, const speed_other *other) {
    const speed_params *p = params_of(scene);
    return repulsion(value_of(scene, p->strength), value_of(scene, p->range),
                     other->distance - other->contact, other->away);
}

wend_vec2 speed_repulsion_of_wall(const speed_scene *scene, const wend_wall_hit *wall) {
    const speed_params *p = params_of(scene);
    float strength = value_of(scene, p->wall_strength);
    return strength > 0.0F ? repulsion(strength, value_of(scene, p->wall_range),
                                       wall->distance - body_of(scene)->radius,
                                       speed_away_from_wall(wall, body_of(scene)->position))
                           : (wend_vec2){0.0F, 0.0F};
}

/* Returns the direction of motion: a unit vector, or zero if walls leave none. */
static wend_vec2 find_direction(const speed_scene *scene, wend_vec2 last) {
    wend_vec2 wanted = vec_normalized(scene->preferred_velocity);
    wend_vec2 noise = speed_noise(scene->view, params_of(scene)->noise, scene->index);
    speed_sum others = {0.0, 0.0};
    for (uint32_t i = 0; i < scene->other_count; i++) {
        speed_sum_add(&others, speed_repulsion_of_other(scene, &scene->others[i]));
    }
    wend_vec2 sum = vec_add(vec_add(wanted, noise), speed_sum_value(others));
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        sum = vec_add(sum, speed_repulsion_of_wall(scene, &scene->walls.items[i]));
    }
    wend_vec2 direction = vec_normalized(sum);
    if (vec_equal(direction, (wend_vec2){0.0F, 0.0F})) {
        direction = vec_equal(last, (wend_vec2){0.0F, 0.0F}) ? wanted : last;
    }
    const wend_body *body = body_of(scene);
    return params_of(scene)->sliding
               ? speed_slide(&scene->walls, body->position, body->radius + contact_gap, direction)
               : direction;
}

/* ---- Speed ----------------------------------------------------------------------------------- */

/* Returns the speed from which the agent can brake within half of a spacing; the other half is left
 * for a neighbour that approaches. */
static float braking_speed(const speed_scene *scene, float spacing) {
    float limit = value_of(scene, scene->agents->max_acceleration);
    return limit < speed_no_limit ? speed_of_braking(0.5F * spacing, limit, scene->view->dt)
                                  : INFINITY;
}

/* Returns the speed (m/s) along a direction. */
static float find_speed(const speed_scene *scene, wend_vec2 direction) {
    wend_vec2 velocity = body_of(scene)->velocity;
    float spacing = speed_spacing(scene->others, scene->other_count, direction);
    float speed =
        speed_of_spacing(spacing, time_gap_of(scene), vec_length(scene->preferred_velocity));
    float most = braking_speed(scene, spacing), current = vec_length(velocity);
    if (most < INFINITY && current > 0.0F) {
        wend_vec2 course = vec_scale(velocity, 1.0F / current);
        float ahead = speed_spacing(scene->others, scene->other_count, course);
        most = current > braking_speed(scene, ahead) ? 0.0F : most;
    }
    return speed < most ? speed : most;
}

wend_vec2 speed_choose(const speed_scene *scene, speed_state *state) {
    if (vec_equal(scene->preferred_velocity, (wend_vec2){0.0F, 0.0F})) {
        return (wend_vec2){0.0F, 0.0F};
    }
    wend_vec2 direction = find_direction(scene, state->direction);
    state->direction = direction;
    return vec_scale(direction, find_speed(scene, direction));
}

/* ---- Kernels --------------------------------------------------------------------------------- */

void speed_steer_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intents, wend_outcome *outcomes) {
    speed_scene scene;
    speed_set_scene(view, agents, index, &intents[index - agents->first], &scene);
    wend_vec2 velocity = speed_choose(&scene, wend_agents_state(agents, view->bodies[index].slot));
    outcomes[index - agents->first] =
        (wend_outcome){.velocity = velocity, .displacement = vec_scale(velocity, view->dt)};
}

void speed_steer_scalar(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            speed_steer_one(view, agents, i, intents, outcomes);
        }
    }
}

void speed_steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                 wend_outcome *outcomes) {
    static const speed_kernel kernels[WEND_KERNEL_COUNT] = {KERNELS_ALL(speed_steer)};
    kernels[view->internals->kernel](view, agents, intents, outcomes);
}
