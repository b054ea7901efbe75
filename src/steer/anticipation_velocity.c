/* The anticipation velocity model: agents turn aside for those that they expect to meet, and the
 * free distance ahead gives their speed.
 *
 * Q. Xu, M. Chraibi, A. Seyfried, "Anticipation in a velocity-based model for pedestrian dynamics"
 * (Transportation Research Part C 133, 2021), arXiv 2107.00624. With u the unit vector to j:
 *
 *     j is perceived if u . e0 >= 0 or u . e_i >= 0
 *     s_a   = max(0, d - R - (v_i - v_j) . u t_a),    alpha = k (1 + (1 - e0 . e_j) / 2)
 *     e_d   = unit(e0 + sum_j alpha exp(-s_a / D) n_j),    de_i / dt = (e_d - e_i) / tau
 *     v     = e_i min(v0, max(0, s / T)),    s the spacing along e_i (solve/speeds/spacing.c)
 *
 *     e0, v0    direction and magnitude of the preferred velocity
 *     e_i       direction of motion              d, R   distance, sum of the radii
 *     n_j       perpendicular to e0, away from where j will be after t_a
 *     k, D      strength, range                  t_a    anticipation_time
 *     tau       turn_time                        T      time_gap
 *
 * The defaults are those of the authors' runs (read in their code); JuPedSim has k = 8 and D = 0.1
 * m, which is far stronger. If two agents would meet exactly head-on, each draws a random side in
 * every step, until the draws lead them apart. Of 16 pairs, 14 pass each other with steps of 0.1 s,
 * and all with 0.05 s; the others stop in front of each other for good.
 *
 * Departures:
 * - The direction e_j of a neighbour is that of its velocity; a standing one has none (alpha = 1.5
 *   k). The authors use a state of the neighbour.
 * - Walls do not turn agents or limit their speed; agents slide along them (`sliding`). In the
 *   authors' code, walls are standing agents; JuPedSim also pushes agents away from walls.
 * - `noise` is added to the direction of motion in every step, as in collision_free_speed. Without
 *   it, arches in front of a narrow door last. With noise and without sliding, the move stage leads
 *   agents along walls, and bodies may overlap.
 * - An agent whose wanted direction e_d leads forwards while e_i leads backwards turns at once, as
 *   in JuPedSim. Otherwise an e_d opposite to e_i would stall it.
 * - T is at least two steps, and in one step an agent uses up at most half of the gap to each
 *   neighbour that it approaches, so that long steps lead to no overlap. An acceleration limit
 *   breaks the collision-free property.
 *
 * Cost: O(neighbours within `neighbour_distance`), mainly one exponential for each of them. */
#include <stddef.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/speeds/anticipate.h"
#include "steer/solve/speeds/marks.h"
#include "steer/solve/speeds/noise.h"
#include "steer/solve/speeds/spacing.h"
#include "steer/solve/speeds/sum.h"
#include "steer/solve/speeds/walls.h"

typedef struct anticipation_params {
    wend_column time_gap, strength, range, anticipation_time, turn_time, noise;
    double neighbour_distance;
    bool sliding;
} anticipation_params;

static const wend_param params[] = {
    {"time_gap", WEND_PARAM_SAMPLED, offsetof(anticipation_params, time_gap), 1.06, 0.01, 60.0, "s",
     "time in which an agent would walk its free distance", NULL},
    {"strength", WEND_PARAM_SAMPLED, offsetof(anticipation_params, strength), 6.0, 0.0, 1000.0, "1",
     "turn for an agent in contact that walks in the same direction; k", NULL},
    {"range", WEND_PARAM_SAMPLED, offsetof(anticipation_params, range), 0.01, 0.001, 10.0, "m",
     "predicted gap at which the turn falls to 1/e; D", NULL},
    {"anticipation_time", WEND_PARAM_SAMPLED, offsetof(anticipation_params, anticipation_time), 1.0,
     0.0, 60.0, "s", "time ahead for which agents predict gaps", NULL},
    {"turn_time", WEND_PARAM_SAMPLED, offsetof(anticipation_params, turn_time), 0.3, 0.001, 60.0,
     "s", "time in which the difference from the wanted direction falls to 1/e", NULL},
    {"noise", WEND_PARAM_SAMPLED, offsetof(anticipation_params, noise), 0.0, 0.0, 10.0, "1",
     "standard deviation of the noise that is added to the direction in each step", NULL},
    {"neighbour_distance", WEND_PARAM_NUMBER, offsetof(anticipation_params, neighbour_distance),
     4.0, 0.0, 1000.0, "m", "distance within which neighbours are considered (at most near.reach)",
     NULL},
    {"sliding", WEND_PARAM_BOOL, offsetof(anticipation_params, sliding), 1.0, 0.0, 0.0, "",
     "agents at a wall walk along it instead of into it", NULL},
};

/* Set to zero when the agent enters. */
typedef struct anticipation_state {
    wend_vec2 moving; /* e_i; zero before the first step */
} anticipation_state;

enum { PURPOSE_SIDE = 242 };

/* m: an agent with a smaller gap to a wall slides along it. */
static const float contact_gap = 0.02F;

/* What acts on one agent. */
typedef struct anticipation_scene {
    const wend_view *view;
    const anticipation_params *params;
    uint32_t index;
    wend_vec2 preferred_velocity;
    anticipating_agent agent;
    speed_other others[SPEED_MOST_OTHERS];
    uint32_t other_count;
    speed_walls walls;
} anticipation_scene;

static float value_of(const anticipation_scene *scene, wend_column column) {
    return wend_column_at(column, scene->view->bodies[scene->index].slot);
}

static void set_scene(const wend_view *view, const wend_agents *agents, uint32_t index,
                      const wend_intent *intent, anticipation_scene *scene) {
    const wend_body *body = &view->bodies[index];
    const anticipation_params *p = agents->params;
    const anticipation_state *state = wend_agents_state(agents, body->slot);
    scene->view = view;
    scene->params = p;
    scene->index = index;
    scene->preferred_velocity = find_preferred_velocity(intent, body->position, view->dt);
    wend_vec2 direction = vec_normalized(scene->preferred_velocity);
    bool is_new = vec_equal(state->moving, (wend_vec2){0.0F, 0.0F});
    uint64_t bits = wend_view_random(view, index, PURPOSE_SIDE);
    scene->agent = (anticipating_agent){.direction = direction,
                                        .moving = is_new ? direction : state->moving,
                                        .velocity = body->velocity,
                                        .strength = value_of(scene, p->strength),
                                        .range = value_of(scene, p->range),
                                        .time = value_of(scene, p->anticipation_time),
                                        .side = bits & 1U ? 1.0F : -1.0F};
    scene->other_count =
        speed_others_find(view, index, (float)p->neighbour_distance, scene->others);
    speed_walls_find(view, index, p->sliding ? body->radius + contact_gap : 0.0F, &scene->walls);
}

static wend_vec2 turn_for(const anticipation_scene *scene, const speed_other *other) {
    wend_vec2 velocity = scene->view->bodies[other->index].velocity;
    const anticipated_agent seen = {other->offset, velocity, vec_normalized(velocity),
                                    other->contact};
    anticipated_turn turn = anticipate_turn(&scene->agent, &seen);
    return turn.is_seen ? vec_scale(turn.away, turn.strength) : (wend_vec2){0.0F, 0.0F};
}

/* Returns e_i after the step. */
static wend_vec2 turn(const anticipation_scene *scene) {
    const anticipating_agent *agent = &scene->agent;
    speed_sum sum = {0.0, 0.0};
    for (uint32_t i = 0; i < scene->other_count; i++) {
        speed_sum_add(&sum, turn_for(scene, &scene->others[i]));
    }
    wend_vec2 wanted = vec_normalized(vec_add(agent->direction, speed_sum_value(sum)));
    bool is_backwards = vec_dot(agent->direction, agent->moving) < 0.0F;
    float share = scene->view->dt / value_of(scene, scene->params->turn_time);
    wend_vec2 moving =
        share < 1.0F && !is_backwards ? vec_lerp(agent->moving, wanted, share) : wanted;
    wend_vec2 noise = speed_noise(scene->view, scene->params->noise, scene->index);
    const wend_body *body = &scene->view->bodies[scene->index];
    return speed_slide(&scene->walls, body->position, body->radius + contact_gap,
                       vec_normalized(vec_add(moving, noise)));
}

static wend_vec2 choose_velocity(const anticipation_scene *scene, anticipation_state *state) {
    if (vec_equal(scene->preferred_velocity, (wend_vec2){0.0F, 0.0F})) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float gap = speed_time_gap(value_of(scene, scene->params->time_gap), scene->view->dt);
    state->moving = turn(scene);
    float spacing = speed_spacing(scene->others, scene->other_count, state->moving);
    float speed = speed_of_spacing(spacing, gap, vec_length(scene->preferred_velocity));
    float most = speed_of_gaps(scene->others, scene->other_count, state->moving, scene->view->dt);
    return vec_scale(state->moving, speed < most ? speed : most);
}

static void steer_anticipation_velocity(const wend_view *view, const wend_agents *agents,
                                        const wend_intent *intents, wend_outcome *outcomes) {
    anticipation_scene scene;
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

static void explain_anticipation_velocity(const wend_view *view, const wend_agents *agents,
                                          uint32_t index, const wend_intent *intent,
                                          wend_sketch *sketch) {
    anticipation_scene scene;
    anticipation_state state = {{0.0F, 0.0F}};
    set_scene(view, agents, index, intent, &scene);
    wend_vec2 velocity = choose_velocity(&scene, &state);
    speed_mark_preferred(sketch, view, intent, scene.preferred_velocity);
    for (uint32_t i = 0; i < scene.other_count; i++) {
        speed_mark_term(sketch, turn_for(&scene, &scene.others[i]), "turn",
                        wend_view_agent_subject(view, scene.others[i].index));
    }
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_anticipation_velocity = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "anticipation_velocity",
                        .summary = "turns aside for agents that it expects to meet; the free "
                                   "distance gives the speed",
                        .citation = "Xu, Chraibi and Seyfried, Anticipation in a velocity-based "
                                    "model for pedestrian dynamics (2021)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(anticipation_params)},
              .state_size = sizeof(anticipation_state),
              .explain = explain_anticipation_velocity},
    .reciprocates = true,
    .every_step = true,
    .avoids_agents = true,
    .resolves_head_on = true,
    .steer = steer_anticipation_velocity,
};
