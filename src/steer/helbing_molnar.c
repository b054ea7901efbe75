/* The social force model of 1995: agents repel each other by an elliptical potential that reaches
 * ahead of them.
 *
 * D. Helbing, P. Molnar, "Social force model for pedestrian dynamics", Physical Review E 51 (1995),
 * doi 10.1103/PhysRevE.51.4282.
 *
 *     dv/dt = (v0 e0 - v) / tau + sum_j w(e0, -f_ij) f_ij + sum_W f_iW
 *     f_ij  = -grad V,  V = V0 exp(-b / sigma),  b of the ellipse with foci x_j, x_j + v_j Dt
 *     f_iW  = (U0 / R) exp(-|d| / R) n
 *     w     = 1 if e0 . (-f) >= |f| cos(phi), else c;    |v| <= v_max = 1.3 v0
 *
 *     paper   V0, sigma, Dt                    U0, R                    2 phi, c        v_max / v0
 *     here    strength, range, anticipation    wall_strength, _range    sight, behind   fastest
 *
 * Attractions and noise, which are off in the published runs, are left out. The paper says Dt = 2
 * s; public implementations use 0.2 s to 2 s, and it decides how far ahead the ellipse reaches.
 *
 * Departures: a neighbour acts within b < 15 sigma, a wall within 15 R. b is at least 1 mm. The
 * paper uses the neighbour's direction of motion for v_j, and so does this model. A standing agent
 * has no limit v_max.
 *
 * As printed, walls keep agents out of doors narrower than 1.2 m. Here, they oppose at most
 * `wall_share` of the driving force; walls are hard (solve/social/motion.c).
 *
 * Agents are points in this model: the forces ignore radii, so bodies may overlap in crowds; `core`
 * limits how far. Agents exactly head-on get no sideways force. Cost: O(neighbours) per part of a
 * step, and an exponential for each. */
#include <wend/math.h>

#include "geom/exp.h"
#include "steer/solve/social/ellipse.h"
#include "steer/solve/social/model.h"

typedef struct molnar_params {
    social_params social; /* must be first */
    double strength, range, anticipation, wall_strength, wall_range, wall_share, sight, behind,
        fastest;
} molnar_params;

static const wend_param params[] = {
    SOCIAL_ROWS(0.5, 6.0, 0.01, 100.0),
    {"strength", WEND_PARAM_NUMBER, offsetof(molnar_params, strength), 2.1, 0.0, 1000.0, "m2/s2",
     "potential of a neighbour", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(molnar_params, range), 0.3, 0.01, 10.0, "m",
     "semi-minor axis in which the potential falls to 1/e", NULL},
    {"anticipation", WEND_PARAM_NUMBER, offsetof(molnar_params, anticipation), 2.0, 0.0, 10.0, "s",
     "time for which a neighbour's path counts as occupied; implementations differ", NULL},
    {"wall_strength", WEND_PARAM_NUMBER, offsetof(molnar_params, wall_strength), 10.0, 0.0, 1000.0,
     "m2/s2", "potential of a wall", NULL},
    {"wall_range", WEND_PARAM_NUMBER, offsetof(molnar_params, wall_range), 0.2, 0.01, 10.0, "m",
     "distance in which a wall's potential falls to 1/e", NULL},
    {"wall_share", WEND_PARAM_NUMBER, offsetof(molnar_params, wall_share), 0.5, 0.0, 1e6, "1",
     "largest part of the driving force that walls oppose; 1e6: as published", NULL},
    {"sight", WEND_PARAM_NUMBER, offsetof(molnar_params, sight), 200.0, 0.0, 360.0, "degrees",
     "field of view around the desired direction", NULL},
    {"behind", WEND_PARAM_NUMBER, offsetof(molnar_params, behind), 0.5, 0.0, 1.0, "1",
     "weight of neighbours outside the field of view", NULL},
    {"fastest", WEND_PARAM_NUMBER, offsetof(molnar_params, fastest), 1.3, 1.0, 100.0, "1",
     "maximum speed divided by the preferred speed", NULL},
};

/* In units of a range: beyond this distance, nothing acts. */
static const float cut_off = 15.0F;

/* Returns the force f_ij. */
static wend_vec2 force_of(const molnar_params *p, const social_ellipse *ellipse) {
    float range = (float)p->range;
    float size = (float)p->strength / range * fast_exp(-ellipse->axis / range);
    return vec_scale(ellipse->gradient, size);
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    const molnar_params *p = scene->params;
    wend_vec2 ahead = vec_normalized(now->desired);
    for (uint32_t i = 0; i < scene->other_count; i++) {
        wend_vec2 reach = vec_scale(scene->others[i].velocity, (float)p->anticipation);
        social_pair pair = social_pair_of(scene, i, now);
        social_ellipse ellipse = social_ellipse_at(pair.offset, reach);
        if (ellipse.axis < cut_off * (float)p->range) {
            wend_vec2 force = force_of(p, &ellipse);
            bool seen = -vec_dot(ahead, force) >= vec_length(force) * scene->prepared[0];
            social_push(scene, i, sum, vec_scale(force, seen ? 1.0F : (float)p->behind));
        }
    }
    wend_vec2 before = sum->acceleration;
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        float range = (float)p->wall_range;
        if (contact->distance < cut_off * range) {
            float size = (float)p->wall_strength / range * fast_exp(-contact->distance / range);
            social_push_wall(scene, contact, sum, vec_scale(contact->normal, size));
        }
    }
    social_limit_walls(scene, now, before, (float)p->wall_share, sum);
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return cut_off * (float)((const molnar_params *)of_profile)->wall_range;
}

static void begin(social_scene *scene) {
    const molnar_params *p = scene->params;
    float most = (float)p->fastest * scene->speed;
    scene->prepared[0] = (float)wend_cos(p->sight * (WEND_PI / 360.0));
    if (scene->speed > 0.0F && most < scene->max_speed) {
        scene->max_speed = most;
    }
}

static const social_model model = {
    .forces = add_forces, .wall_distance = wall_distance, .begin = begin};

static void steer_helbing_molnar(const wend_view *view, const wend_agents *agents,
                                 const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_helbing_molnar(const wend_view *view, const wend_agents *agents, uint32_t index,
                                   const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_helbing_molnar = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "helbing_molnar",
                        .summary = "social forces of 1995, in which agents are points; with "
                                   "patience 0, agents exactly head-on stay stuck",
                        .citation = "Helbing and Molnar, Social force model for pedestrian "
                                    "dynamics (1995)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(molnar_params)},
              .state_size = sizeof(social_state),
              .explain = explain_helbing_molnar},
    .reciprocates = true,
    .every_step = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_helbing_molnar,
};
