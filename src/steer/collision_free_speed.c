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
 * The defaults are those of the paper, which has no walls. JuPedSim 2.0 uses a = 8, a_w = 5 and
 * D_w = 0.02 m. Its version 1 has one value of a and D for all agents; with distributions of
 * `strength` and `range`, this model is its version 2. As there, neighbours behind walls do not
 * count, and walls never limit the speed: `move` stops the agent.
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
 * mainly one exponential for each of them. Agents far from walls are processed eight at a time. */
#include <stddef.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "steer/solve/speeds/collision_free.h"
#include "steer/solve/speeds/marks.h"
#include "steer/solve/speeds/spacing.h"

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
    speed_set_scene(view, agents, index, intent, &scene);
    speed_state state = *(const speed_state *)wend_agents_state(agents, view->bodies[index].slot);
    wend_vec2 velocity = speed_choose(&scene, &state);
    speed_mark_preferred(sketch, view, intent, scene.preferred_velocity);
    for (uint32_t i = 0; i < scene.other_count; i++) {
        speed_mark_term(sketch, speed_repulsion_of_other(&scene, &scene.others[i]), "repulsion",
                        wend_view_agent_subject(view, scene.others[i].index));
    }
    for (uint32_t i = 0; i < scene.walls.count; i++) {
        speed_mark_term(sketch, speed_repulsion_of_wall(&scene, &scene.walls.items[i]), "repulsion",
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
    .steer = speed_steer,
};
