/* Predictive collision avoidance: evasive forces from the positions at which others will be met.
 *
 * I. Karamouzas, P. Heil, P. van Beek, M. H. Overmars, "A predictive collision avoidance model for
 * pedestrian simulation", Motion in Games (2009), doi 10.1007/978-3-642-10347-6_4.
 *
 *     v_des  v + h ((v0 e0 - v) / tau + sum_W f_W), the velocity that goal and walls give
 *     f_W    n (d_s + r - dist) / (dist - r)^kappa, for walls with dist - r < d_s
 *     t_c    time until the neighbour's disc enters the personal space rho, at v_des - v_j;
 *            0 if it is inside
 *     D      |v_des| t_c + max(0, |c_i - c_j| - r_i - r_j), with the positions c after t_c
 *     F_j    K d_min / D up to d_min, K up to d_mid, then falling to 0 at d_max, along c_i - c_j
 *
 * The N neighbours with the smallest t_c below t_alpha count if they are in the field of view; rank
 * k has the weight 0.8^k. If any is inside the personal space, only such neighbours count, with the
 * weight 1. The sum of the forces and the noise of the paper are added to v_des.
 *
 *     paper   rho, t_alpha, N, K, d_min, d_mid, d_max, d_s, kappa
 *     here    personal_space, anticipation, most, strength, near, middle, far, wall_range,
 *             wall_exponent
 *
 * Uncertain: the paper's text could not be consulted. The structure is the one on which three
 * implementations agree. The published values of rho, t_alpha, d_min, d_mid and d_max could not be
 * established. The defaults are those of the framework Menge, apart from rho and d_s. Others use
 * rho 0.6 m (the default here), 0.7 m and 1 m (Menge), K from 0.4 to 3 m/s^2, and d_s 0.1 m (the
 * default here) and 2 m (Menge, by an e-mail of the first author). With 1 m, pairs of agents wait
 * for each other at doors more often; with 2 m, the agents stop in front of narrow passages.
 *
 * Departures: there is no noise. The prediction uses h = `lead`, not the length of the step, so
 * that it does not depend on it. D and the gap to a wall count as at least 1 cm. The field of view
 * is about v_des, because the agent's orientation is not part of the model. An agent that has to
 * stand evades no other. rho counts as at least r + 10 cm. With d_s 2 m, the forces of walls keep
 * agents out of passages narrower than about 2 m, and away from goals beside walls. So they fade
 * near a point to stop at, and oppose at most `wall_share` of the driving force. Accelerations and
 * speeds are limited, and walls are hard (solve/social/motion.c).
 *
 * Known limits: two agents exactly head-on have no reason to turn, and stop in front of each other;
 * one of them then steps aside, unless `patience` is 0 (solve/social/stuck.c). Above about one
 * agent per square metre, agents are in each other's personal space, and two-way crowds at doors
 * may stop. Cost: O(neighbours) per part of a step. */
#include <wend/math.h>

#include "steer/solve/social/karamouzas.h"
#include "steer/solve/social/model.h"
#include "steer/solve/social/target.h"

typedef struct karamouzas_params {
    social_params social; /* must be first */
    double personal_space, anticipation, field_of_view;
    double strength, near, middle, far, decay, lead;
    double wall_range, wall_exponent, wall_share;
    int64_t most;
} karamouzas_params;

static const wend_param params[] = {
    SOCIAL_ROWS_WITH_CORE(0.4, 10.0, 0.02, 40.0, 0.92),
    {"personal_space", WEND_PARAM_NUMBER, offsetof(karamouzas_params, personal_space), 0.6, 0.0,
     100.0, "m", "distance that others keep, from the agent's centre to their edge; uncertain",
     NULL},
    {"anticipation", WEND_PARAM_NUMBER, offsetof(karamouzas_params, anticipation), 3.0, 0.0, 1000.0,
     "s", "time within which meetings count; uncertain", NULL},
    {"field_of_view", WEND_PARAM_NUMBER, offsetof(karamouzas_params, field_of_view),
     3.4906585039886593, 0.0, WEND_FULL_TURN, "rad", "full angle in which others are seen", NULL},
    {"strength", WEND_PARAM_NUMBER, offsetof(karamouzas_params, strength), 3.0, 0.0, 1000.0, "m/s2",
     "evasive force from d_min to d_mid; uncertain", NULL},
    {"near", WEND_PARAM_NUMBER, offsetof(karamouzas_params, near), 1.0, 0.0, 1000.0, "m",
     "distance d_min below which the force grows; uncertain", NULL},
    {"middle", WEND_PARAM_NUMBER, offsetof(karamouzas_params, middle), 8.0, 0.0, 1000.0, "m",
     "distance d_mid beyond which the force falls; uncertain", NULL},
    {"far", WEND_PARAM_NUMBER, offsetof(karamouzas_params, far), 10.0, 0.0, 1000.0, "m",
     "distance d_max beyond which there is no force; uncertain", NULL},
    {"decay", WEND_PARAM_NUMBER, offsetof(karamouzas_params, decay), 0.8, 0.0, 1.0, "1",
     "weight of a neighbour relative to the one that is met before it", NULL},
    {"most", WEND_PARAM_INTEGER, offsetof(karamouzas_params, most), 5.0, 0.0, KARAMOUZAS_MOST, "1",
     "largest number of neighbours that count, first met first", NULL},
    {"lead", WEND_PARAM_NUMBER, offsetof(karamouzas_params, lead), 0.1, 0.0, 10.0, "s",
     "time for which goal and walls act in the predicted velocity", NULL},
    {"wall_range", WEND_PARAM_NUMBER, offsetof(karamouzas_params, wall_range), 0.1, 0.0, 100.0, "m",
     "gap d_s within which walls push; uncertain, Menge has 2", NULL},
    {"wall_exponent", WEND_PARAM_NUMBER, offsetof(karamouzas_params, wall_exponent), 2.0, 0.0, 10.0,
     "1", "how steeply the push of a wall grows", NULL},
    {"wall_share", WEND_PARAM_NUMBER, offsetof(karamouzas_params, wall_share), 0.5, 0.0, 1e6, "1",
     "largest part of the driving force that walls oppose; not in the paper", NULL},
};

/* m: the personal space reaches at least this far beyond the agent's disc. */
static const float least_margin = 0.1F;

static karamouzas_law law_of(const karamouzas_params *p, float radius) {
    return (karamouzas_law){.personal_space =
                                fmaxf((float)p->personal_space, radius + least_margin),
                            .anticipation = (float)p->anticipation,
                            .sight_cosine = wend_cosf(0.5F * (float)p->field_of_view),
                            .strength = (float)p->strength,
                            .near = (float)p->near,
                            .middle = (float)p->middle,
                            .far = (float)p->far,
                            .decay = (float)p->decay,
                            .most = (uint32_t)p->most,
                            .wall_distance = (float)p->wall_range,
                            .wall_exponent = (float)p->wall_exponent};
}

/* Adds the forces of walls. They fade with the desired speed, near a point to stop at. Against e0,
 * they have at most `wall_share` of the driving force of an agent at rest. */
static void add_walls(const karamouzas_law *law, const social_scene *scene,
                      const social_moment *now, social_sum *sum) {
    float desired = vec_length(now->desired);
    float fade = desired < scene->speed ? desired / scene->speed : 1.0F;
    for (uint32_t i = 0; i < now->contact_count && desired > 0.0F; i++) {
        const social_contact *contact = &now->contacts[i];
        wend_vec2 push = karamouzas_wall(law, scene->radius, contact->distance, contact->normal);
        social_push_wall(scene, contact, sum, vec_scale(push, fade));
    }
    float share = (float)((const karamouzas_params *)scene->params)->wall_share;
    wend_vec2 ahead = vec_normalized(now->desired);
    float against = -vec_dot(sum->acceleration, ahead);
    float excess = against - share * desired / scene->relaxation_time;
    if (excess > 0.0F) {
        social_push_self(sum, vec_scale(ahead, excess), "limit of wall forces");
    }
}

/* Returns v_des, at most the agent's maximum speed. */
static wend_vec2 desired_velocity(const social_scene *scene, const social_moment *now,
                                  wend_vec2 walls, float lead) {
    wend_vec2 drive = social_drive(now->desired, now->velocity, scene->relaxation_time);
    wend_vec2 change = vec_scale(vec_add(drive, walls), lead);
    return vec_shortened(vec_add(now->velocity, change), scene->max_speed);
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    const karamouzas_params *p = scene->params;
    karamouzas_law law = law_of(p, scene->radius);
    add_walls(&law, scene, now, sum);
    wend_vec2 desired = desired_velocity(scene, now, sum->acceleration, (float)p->lead);
    karamouzas_threats list = {.count = 0};
    for (uint32_t i = 0; i < scene->other_count && scene->speed > 0.0F; i++) {
        const social_other *other = &scene->others[i];
        karamouzas_threat threat = {.other = i};
        if (karamouzas_meets(&law, desired, scene->radius, vec_sub(other->position, now->position),
                             other->velocity, other->radius, &threat)) {
            karamouzas_add(&law, &threat, &list);
        }
    }
    for (uint32_t k = 0; k < list.count; k++) {
        float weight = karamouzas_weight(&law, &list, k);
        social_push(scene, list.items[k].other, sum, vec_scale(list.items[k].force, weight));
    }
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return (float)((const karamouzas_params *)of_profile)->wall_range;
}

static const social_model model = {.forces = add_forces, .wall_distance = wall_distance};

static void steer_karamouzas(const wend_view *view, const wend_agents *agents,
                             const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_karamouzas(const wend_view *view, const wend_agents *agents, uint32_t index,
                               const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_karamouzas = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "karamouzas",
                        .summary = "evasive forces from predicted meetings; with patience 0, "
                                   "agents exactly head-on stay stuck",
                        .citation = "Karamouzas, Heil, van Beek and Overmars, A predictive "
                                    "collision avoidance model for pedestrian simulation (2009)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(karamouzas_params)},
              .state_size = sizeof(social_state),
              .explain = explain_karamouzas},
    .reciprocates = true,
    .every_step = true,
    .resolves_head_on = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .steer = steer_karamouzas,
};
