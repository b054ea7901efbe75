/* Social forces with explicit collision prediction.
 *
 * F. Zanlungo, T. Ikeda, T. Kanda, "Social force model with explicit collision prediction", EPL 93
 * (2011) 68005, doi 10.1209/0295-5075/93/68005.
 *
 *     t_ij   time of the closest approach, -(d . w) / (w . w); only for neighbours that the agent
 *            approaches within pi / 4 of the line of centres
 *     t_i    the smallest t_ij; without one, no neighbour acts
 *     d'_ij  d + w t_i, for all neighbours with the same t_i
 *     F_ij   A (|v_i| / t_i) exp(-|d| / B) d' / |d'|, times the weight
 *            lambda + (1 - lambda) (1 + cos phi) / 2 of a neighbour at the angle phi to v_i
 *
 *     d, w   from the neighbour to the agent; v_i - v_j
 *     paper  A, B, lambda, 1 / k
 *     here   strength, range, least_weight, relaxation_time
 *
 * Uncertain: the paper's text could not be consulted. The defaults k 1.52 / s, lambda 0.29, A 1.13
 * and B 0.71 m are the calibrated values that a robot's code names as the paper's. Implementations
 * disagree whether the present distance |d| or the predicted one |d'| is in the exponent;
 * `distance` offers both, and forces differ by factors up to 100.
 *
 * Departures:
 * - t_i counts as at least `least_time`, because the force has no limit. Implementations use 0.1 to
 *   0.2 s.
 * - On an exact collision course, d' is zero; the force then points to the right of w. So two
 * agents that meet exactly head-on turn to opposite sides.
 * - A wall acts with its own time t, in which the agent's disc would touch it, along the normal:
 *   A (|v_i| / t) exp(-gap / B) n. In the paper, a wall is a neighbour at the point nearest to the
 *   predicted position; but t_i is then often later than the contact, where the force would pull
 *   the agent through the wall.
 *
 * The radii of agents are not in the model, so agents overlap, down to the `core` of their discs.
 * An agent at rest feels no force. When a new neighbour lowers t_i, all forces change at once.
 * Cost: O(neighbours) per part of a step. */
#include <wend/math.h>

#include "steer/solve/social/model.h"
#include "steer/solve/social/zanlungo.h"

enum { DISTANCE_PRESENT, DISTANCE_PREDICTED };

static const char *const distance_choices[] = {"present", "predicted", NULL};

typedef struct zanlungo_params {
    social_params social; /* must be first */
    int32_t distance;
    double strength, range, least_weight, cone, least_time, wall_range;
} zanlungo_params;

static const wend_param params[] = {
    SOCIAL_ROWS(0.658, 5.0, 0.02, 100.0),
    {"distance", WEND_PARAM_CHOICE, offsetof(zanlungo_params, distance), DISTANCE_PRESENT, 0.0, 0.0,
     "", "distance in the exponent: present, or predicted; uncertain", distance_choices},
    {"strength", WEND_PARAM_NUMBER, offsetof(zanlungo_params, strength), 1.13, 0.0, 1000.0, "1",
     "A: repulsion, as a share of the deceleration that would stop the agent in time", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(zanlungo_params, range), 0.71, 0.001, 100.0, "m",
     "B: distance in which the repulsion falls to 1/e", NULL},
    {"least_weight", WEND_PARAM_NUMBER, offsetof(zanlungo_params, least_weight), 0.29, 0.0, 1.0,
     "1", "lambda: weight of a neighbour straight behind", NULL},
    {"cone", WEND_PARAM_NUMBER, offsetof(zanlungo_params, cone), 0.25 * WEND_PI, 0.0, WEND_PI,
     "rad", "largest angle between relative velocity and neighbour for which a time counts", NULL},
    {"least_time", WEND_PARAM_NUMBER, offsetof(zanlungo_params, least_time), 0.1, 0.001, 10.0, "s",
     "times count as at least this much; not in the paper", NULL},
    {"wall_range", WEND_PARAM_NUMBER, offsetof(zanlungo_params, wall_range), 3.0, 0.0, 100.0, "m",
     "gap within which walls push", NULL},
};

static zanlungo_law law_of(const zanlungo_params *p) {
    return (zanlungo_law){.strength = (float)p->strength,
                          .range = (float)p->range,
                          .least_weight = (float)p->least_weight,
                          .cone_cosine = wend_cosf((float)p->cone),
                          .least_time = (float)p->least_time,
                          .by_predicted = p->distance == DISTANCE_PREDICTED};
}

/* Returns t_i, or INFINITY if the agent approaches no neighbour. */
static float closest_time(const zanlungo_law *law, const social_scene *scene,
                          const social_moment *now) {
    float least = INFINITY;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const social_other *other = &scene->others[i];
        float time = zanlungo_time(law, vec_sub(other->position, now->position),
                                   vec_sub(now->velocity, other->velocity));
        least = time < least ? time : least;
    }
    return least;
}

static void add_neighbours(const zanlungo_law *law, const social_scene *scene,
                           const social_moment *now, social_sum *sum) {
    float time = closest_time(law, scene, now), speed = vec_length(now->velocity);
    for (uint32_t i = 0; i < scene->other_count && isfinite(time); i++) {
        const social_other *other = &scene->others[i];
        wend_vec2 towards = vec_sub(other->position, now->position);
        wend_vec2 push =
            zanlungo_push(law, speed, time, towards, vec_sub(now->velocity, other->velocity));
        float weight = zanlungo_weight(law, now->velocity, towards);
        social_push(scene, i, sum, vec_scale(push, weight));
    }
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    zanlungo_law law = law_of(scene->params);
    add_neighbours(&law, scene, now, sum);
    float speed = vec_length(now->velocity);
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        float closing = -vec_dot(vec_sub(now->velocity, contact->velocity), contact->normal);
        float push = zanlungo_wall(&law, speed, contact->distance - scene->radius, closing);
        social_push_wall(scene, contact, sum, vec_scale(contact->normal, push));
    }
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return (float)((const zanlungo_params *)of_profile)->wall_range;
}

static const social_model model = {.forces = add_forces, .wall_distance = wall_distance};

static void steer_zanlungo(const wend_view *view, const wend_agents *agents,
                           const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_zanlungo(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_zanlungo = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "zanlungo",
                        .summary =
                            "social forces at the predicted closest approach; ignores radii, "
                            "so agents overlap",
                        .citation = "Zanlungo, Ikeda and Kanda, Social force model with explicit "
                                    "collision prediction (2011)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(zanlungo_params)},
              .state_size = sizeof(social_state),
              .explain = explain_zanlungo},
    .reciprocates = true,
    .every_step = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_zanlungo,
};
