/* The collision-free speed model: repulsion bends the direction of an agent, and the free distance
 * ahead in that direction gives its speed. There are no forces and no inertia.
 *
 * A. Tordeux, M. Chraibi, A. Seyfried, "Collision-free speed model for pedestrian dynamics"
 * (Traffic and Granular Flow '15, 2016), arXiv 1512.05597:
 *
 *     e = unit(e0 + sum_j a exp((l - d_j) / D) n_j + sum_w a_w exp((r - d_w) / D_w) n_w)
 *     v = e min(v0, max(0, s / T)),    s the spacing along e (solve/speeds/spacing.c)
 *
 *     e0, v0     direction and magnitude of the preferred velocity
 *     d_j, n_j   distance of neighbour j, unit vector from it to the agent; l the sum of the radii
 *     d_w, n_w   the same for the nearest point of wall w; r the agent's radius
 *     a, D       strength, range             a_w, D_w   wall_strength, wall_range
 *     T          time_gap
 *
 * The defaults are those of the paper, which has no walls. JuPedSim 2.0 uses a = 8, a_w = 5 and D_w
 * = 0.02 m. Its version 1 has one value of a and D for all agents; with distributions of `strength`
 * and `range`, this model is its version 2. As there, neighbours behind walls do not count, and
 * walls never limit the speed: `move` stops the agent.
 *
 * Departures and additions:
 * - If the sum vanishes, the direction stays as it was. An agent at a point to stop at slows down
 * in its last step. A corner that two walls share counts once. Of two agents at the same position,
 *   the one with the lower key goes first.
 * - `noise` adds a normally distributed number to each component of the sum, in every step. Without
 *   it, agents that meet exactly head-on stop in front of each other for good (resolves_head_on is
 *   false), and arches in front of a door may never dissolve.
 * - With `sliding`, an agent at a wall does not walk into it: the component of e towards the wall
 * is removed before the spacing is found. This is the default, because the repulsion by walls keeps
 *   agents out of passages that are less than 2 D_w ln(a_w) wider than the agent.
 * - T is at least two steps, so that two agents that approach each other do not overlap. The model
 *   is collision-free only for steps up to l (sqrt(2) - 1) / (v0 sqrt(2)), about 0.1 s.
 * - An acceleration limit delays changes of speed and direction. An agent with a limit walks no
 *   faster than it can brake within half of its spacing, both along e and along its present
 *   velocity. Agents from the side may still enter its path.
 *
 * Cost: O(neighbours within `neighbour_distance`, or nearer if those farther away cannot act),
 * mainly one exponential for each of them. */
#include <math.h>
#include <stddef.h>

#include <wend/explain.h>
#include <wend/math.h>
#include <wend/model.h>
#include <wend/random.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/speeds/marks.h"
#include "steer/solve/speeds/spacing.h"
#include "steer/solve/speeds/sum.h"
#include "steer/solve/speeds/walls.h"
#include "step/internals.h"

typedef struct speed_params {
    wend_column time_gap, strength, range, wall_strength, wall_range, noise;
    double neighbour_distance;
    bool sliding;
} speed_params;

static const wend_param params[] = {
    {"time_gap", WEND_PARAM_SAMPLED, offsetof(speed_params, time_gap), 1.0, 0.01, 60.0, "s",
     "time in which an agent would walk its free distance", NULL},
    {"strength", WEND_PARAM_SAMPLED, offsetof(speed_params, strength), 5.0, 0.0, 1000.0, "1",
     "repulsion by an agent in contact, relative to the preferred direction", NULL},
    {"range", WEND_PARAM_SAMPLED, offsetof(speed_params, range), 0.1, 0.001, 10.0, "m",
     "distance in which the repulsion by agents falls to 1/e", NULL},
    {"wall_strength", WEND_PARAM_SAMPLED, offsetof(speed_params, wall_strength), 0.0, 0.0, 1000.0,
     "1", "repulsion by a wall in contact; 0: none, as in the paper; JuPedSim: 5", NULL},
    {"wall_range", WEND_PARAM_SAMPLED, offsetof(speed_params, wall_range), 0.02, 0.001, 10.0, "m",
     "distance in which the repulsion by walls falls to 1/e", NULL},
    {"noise", WEND_PARAM_SAMPLED, offsetof(speed_params, noise), 0.0, 0.0, 10.0, "1",
     "standard deviation of the noise that is added to the direction in each step", NULL},
    {"neighbour_distance", WEND_PARAM_NUMBER, offsetof(speed_params, neighbour_distance), 3.0, 0.0,
     1000.0, "m", "distance within which neighbours are considered (at most near.reach)", NULL},
    {"sliding", WEND_PARAM_BOOL, offsetof(speed_params, sliding), 1.0, 0.0, 0.0, "",
     "agents at a wall walk along it instead of into it", NULL},
};

/* Set to zero when the agent enters. */
typedef struct speed_state {
    wend_vec2 direction; /* of the last step; zero before the first one */
} speed_state;

enum { PURPOSE_NOISE_X = 240, PURPOSE_NOISE_Y };

/* Agents and walls beyond this many ranges, where they repel with less than 2e-7 of their strength,
 * do not count. */
static const float most_ranges = 16.0F;

/* m: an agent with a smaller gap to a wall slides along it. */
static const float contact_gap = 0.02F;

/* m/s^2: a limit of at least this value counts as no limit. */
static const float no_limit = 1e6F;

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

/* Returns the distance (m) within which walls matter; 0 if none does. */
static float wall_reach(const speed_scene *scene) {
    const speed_params *p = params_of(scene);
    float repelling = value_of(scene, p->wall_strength) > 0.0F
                          ? most_ranges * value_of(scene, p->wall_range)
                          : 0.0F;
    float sliding = p->sliding ? contact_gap : 0.0F;
    float reach = repelling > sliding ? repelling : sliding;
    return reach > 0.0F ? body_of(scene)->radius + reach : 0.0F;
}

static float time_gap_of(const speed_scene *scene) {
    return speed_time_gap(value_of(scene, params_of(scene)->time_gap), scene->view->dt);
}

/* Returns the distance (m) between two centres beyond which no neighbour repels or lowers the
 * speed: larger than the one in which the repulsion ends and the spacing that allows the preferred
 * speed. A tenth more makes up for rounding. */
static float acting_reach(const speed_scene *scene) {
    float contact = body_of(scene)->radius + scene->view->internals->grid->largest;
    float repelling = most_ranges * value_of(scene, params_of(scene)->range);
    float spacing = time_gap_of(scene) * vec_length(scene->preferred_velocity);
    return 1.1F * (contact + (repelling > spacing ? repelling : spacing));
}

/* Returns the distance (m) within which neighbours matter: with an acceleration limit, that in
 * which two agents that approach each other can stop. */
static float other_reach(const speed_scene *scene) {
    float limit = value_of(scene, scene->agents->max_acceleration);
    float reach = (float)params_of(scene)->neighbour_distance, acting = acting_reach(scene);
    reach = acting < reach ? acting : reach;
    float speed = vec_length(body_of(scene)->velocity) + limit * scene->view->dt;
    float braking = limit < no_limit ? 2.0F * body_of(scene)->radius +
                                           speed * (speed / limit + 2.0F * scene->view->dt)
                                     : 0.0F;
    return braking > reach ? braking : reach;
}

static void set_scene(const wend_view *view, const wend_agents *agents, uint32_t index,
                      const wend_intent *intent, speed_scene *scene) {
    scene->view = view;
    scene->agents = agents;
    scene->index = index;
    scene->preferred_velocity =
        find_preferred_velocity(intent, view->bodies[index].position, view->dt);
    scene->other_count = speed_others_find(view, index, other_reach(scene), scene->others);
    speed_walls_find(view, index, wall_reach(scene), &scene->walls);
}

/* ---- Direction ------------------------------------------------------------------------------- */

static wend_vec2 repulsion(float strength, float range, float gap, wend_vec2 away) {
    if (gap > most_ranges * range) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float size = strength * wend_expf(-gap / range);
    return vec_scale(away, size < SPEED_SUM_LARGEST ? size : SPEED_SUM_LARGEST);
}

static wend_vec2 repulsion_of_other(const speed_scene *scene, const speed_other *other) {
    const speed_params *p = params_of(scene);
    return repulsion(value_of(scene, p->strength), value_of(scene, p->range),
                     other->distance - other->contact, other->away);
}

static wend_vec2 repulsion_of_wall(const speed_scene *scene, const wend_wall_hit *wall) {
    const speed_params *p = params_of(scene);
    float strength = value_of(scene, p->wall_strength);
    return strength > 0.0F ? repulsion(strength, value_of(scene, p->wall_range),
                                       wall->distance - body_of(scene)->radius,
                                       speed_away_from_wall(wall, body_of(scene)->position))
                           : (wend_vec2){0.0F, 0.0F};
}

static wend_vec2 noise_of(const speed_scene *scene) {
    float noise = value_of(scene, params_of(scene)->noise);
    if (noise == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    const wend_view *view = scene->view;
    uint64_t key = wend_view_key(view, scene->index);
    return (wend_vec2){
        noise * (float)wend_random_normal(view->seed, key, view->step, PURPOSE_NOISE_X),
        noise * (float)wend_random_normal(view->seed, key, view->step, PURPOSE_NOISE_Y)};
}

/* Returns the direction of motion: a unit vector, or zero if walls leave none. */
static wend_vec2 find_direction(const speed_scene *scene, wend_vec2 last) {
    wend_vec2 wanted = vec_normalized(scene->preferred_velocity);
    speed_sum others = {0, 0};
    for (uint32_t i = 0; i < scene->other_count; i++) {
        speed_sum_add(&others, repulsion_of_other(scene, &scene->others[i]));
    }
    wend_vec2 sum = vec_add(vec_add(wanted, noise_of(scene)), speed_sum_value(others));
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        sum = vec_add(sum, repulsion_of_wall(scene, &scene->walls.items[i]));
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
    return limit < no_limit ? speed_of_braking(0.5F * spacing, limit, scene->view->dt) : INFINITY;
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

static wend_vec2 choose_velocity(const speed_scene *scene, speed_state *state) {
    if (vec_equal(scene->preferred_velocity, (wend_vec2){0.0F, 0.0F})) {
        return (wend_vec2){0.0F, 0.0F};
    }
    wend_vec2 direction = find_direction(scene, state->direction);
    state->direction = direction;
    return vec_scale(direction, find_speed(scene, direction));
}

static void steer_collision_free_speed(const wend_view *view, const wend_agents *agents,
                                       const wend_intent *intents, wend_outcome *outcomes) {
    speed_scene scene;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            set_scene(view, agents, i, &intents[i - agents->first], &scene);
            wend_vec2 velocity =
                choose_velocity(&scene, wend_agents_state(agents, view->bodies[i].slot));
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity, .displacement = vec_scale(velocity, view->dt)};
        }
    }
}

/* ---- Explaining ------------------------------------------------------------------------------ */

static void mark_nearest(const speed_scene *scene, wend_vec2 direction, wend_sketch *sketch) {
    const speed_other *ahead = speed_nearest_ahead(scene->others, scene->other_count, direction);
    if (ahead) {
        wend_vec2 at = scene->view->bodies[ahead->index].position;
        wend_sketch_add(sketch,
                        (wend_mark){.kind = WEND_MARK_REGION,
                                    .a = at,
                                    .b = at,
                                    .label = "bounds the spacing",
                                    .subject = wend_view_agent_subject(scene->view, ahead->index)});
    }
}

static void explain_collision_free_speed(const wend_view *view, const wend_agents *agents,
                                         uint32_t index, const wend_intent *intent,
                                         wend_sketch *sketch) {
    speed_scene scene;
    set_scene(view, agents, index, intent, &scene);
    speed_state state = *(const speed_state *)wend_agents_state(agents, view->bodies[index].slot);
    wend_vec2 velocity = choose_velocity(&scene, &state);
    speed_mark_preferred(sketch, view, intent, scene.preferred_velocity);
    for (uint32_t i = 0; i < scene.other_count; i++) {
        speed_mark_term(sketch, repulsion_of_other(&scene, &scene.others[i]), "repulsion",
                        wend_view_agent_subject(view, scene.others[i].index));
    }
    for (uint32_t i = 0; i < scene.walls.count; i++) {
        speed_mark_term(sketch, repulsion_of_wall(&scene, &scene.walls.items[i]), "repulsion",
                        wend_view_wall_subject(view, scene.walls.items[i].wall));
    }
    mark_nearest(&scene, state.direction, sketch);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_collision_free_speed = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "collision_free_speed",
                        .summary = "repulsion gives the direction, the free distance ahead gives "
                                   "the speed",
                        .citation = "Tordeux, Chraibi and Seyfried, Collision-free speed model for "
                                    "pedestrian dynamics (2016)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(speed_params)},
              .state_size = sizeof(speed_state),
              .explain = explain_collision_free_speed},
    .reciprocates = true,
    .every_step = true,
    .avoids_agents = true,
    .steer = steer_collision_free_speed,
};
