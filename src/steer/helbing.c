/* The social force model with body force and sliding friction, for dense crowds.
 *
 * D. Helbing, I. Farkas, T. Vicsek, "Simulating dynamical features of escape panic", Nature 407
 * (2000), doi 10.1038/35035023.
 *
 *     m dv/dt = m (v0 e0 - v) / tau + sum_j f_ij + sum_W f_iW
 *     f_ij    = (A exp((R - |d|) / B) + k g(R - |d|)) n + kappa g(R - |d|) ((v_j - v_i) . t) t
 *
 *     d, n   from the neighbour to the agent, and its direction     R   sum of both radii
 *     t      n turned to the left                                   g   max(x, 0)
 *
 * f_iW is the same for a wall at rest, with R = r_i: friction opposes the agent's motion. (The sign
 * in the paper is from memory, but friction at rest requires it.)
 *
 *     paper   A, B, k, kappa, m, tau
 *     here    strength, range, stiffness, friction, mass, relaxation_time
 *
 * Departures: a neighbour or wall acts only within a gap of 9.2 B, where its exponential term is
 * 1e-4 of that at contact. Walls are hard, as everywhere in wend; solve/social/motion.c has the
 * friction at them. Speed and acceleration are limited (solve/social/motion.c). The
 * authors used an adaptive step; here, steps are divided into parts of at most `max_step`, and
 * friction is implicit. Impatience and herding, which the paper turns off in most runs, are left
 * out.
 *
 * Right of way (as in the framework Menge, not published): with R = min(1, right_of_way *
 * difference of priority values), the agent with the higher value has B + R^2 r_i / 2 instead of B,
 * and its repulsion turns by the fraction R from n to the perpendicular of the other one's
 * direction of motion, on its own side. The other agent, with the lower value, feels nothing of
 * this.
 *
 * Agents that meet exactly head-on stop in front of each other: no force acts sideways. One of them
 * then steps aside, unless `patience` is 0 (solve/social/stuck.c). Cost: O(neighbours) per part of
 * a step, and an exponential for each. Agents without walls nearby and right of way are processed
 * eight at a time. */
#include <wend/math.h>

#include "base/kernels.h"
#include "geom/exp.h"
#include "steer/solve/planes/right.h"
#include "steer/solve/social/body.h"
#include "steer/solve/social/helbing.h"

static const wend_param params[] = {
    SOCIAL_ROWS_WITH_CORE(0.5, 2.0, 0.005, 1000.0, 0.85),
    {"mass", WEND_PARAM_NUMBER, offsetof(helbing_params, mass), 80.0, 1.0, 1000.0, "kg",
     "mass of an agent", NULL},
    {"strength", WEND_PARAM_NUMBER, offsetof(helbing_params, strength), 2000.0, 0.0, 1e6, "N",
     "repulsion between bodies that touch", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(helbing_params, range), 0.08, 0.001, 10.0, "m",
     "gap in which the repulsion falls to 1/e", NULL},
    {"stiffness", WEND_PARAM_NUMBER, offsetof(helbing_params, stiffness), 1.2e5, 0.0, 1e7, "kg/s2",
     "body force per metre of overlap", NULL},
    {"friction", WEND_PARAM_NUMBER, offsetof(helbing_params, friction), 2.4e5, 0.0, 1e7, "kg/(m s)",
     "sliding friction per metre of overlap", NULL},
    {"right_of_way", WEND_PARAM_NUMBER, offsetof(helbing_params, right_of_way), 1.0, 0.0, 1.0, "1",
     "how much an agent yields, per unit by which its priority value is higher; 0: off", NULL},
};

/* Returns A exp(-gap / range) / m. */
static float repulsion(const helbing_params *p, float gap, float range) {
    return (float)p->strength * fast_exp(-gap / range) / (float)p->mass;
}

/* Adds the repulsion of a neighbour that has right of way. `yield` is R. */
static void give_way(const social_scene *scene, uint32_t other, const social_pair *pair,
                     float yield, social_sum *sum) {
    const helbing_params *p = scene->params;
    const social_other *j = &scene->others[other];
    bool walks = j->direction.x != 0.0F || j->direction.y != 0.0F;
    wend_vec2 aside = vec_perp(walks ? j->direction : pair->normal);
    aside = vec_dot(aside, pair->normal) < 0.0F ? vec_scale(aside, -1.0F) : aside;
    float angle = yield * wend_atan2f(vec_cross(pair->normal, aside), vec_dot(pair->normal, aside));
    wend_vec2 along = vec_scale(pair->normal, wend_cosf(angle));
    wend_vec2 direction = vec_add(along, vec_scale(vec_perp(pair->normal), wend_sinf(angle)));
    float range = (float)p->range + 0.5F * yield * yield * scene->radius;
    social_push(scene, other, sum, vec_scale(direction, repulsion(p, pair->gap, range)));
}

/* Returns R, how much the agent yields to a neighbour; 0 if it does not. */
static float yield_to(const social_scene *scene, const social_other *other) {
    if (scene->prepared[0] == 0.0F || other->stands || !other->responds) {
        return 0.0F;
    }
    float yield = right_yield(scene->prepared[0], scene->priority, other->priority);
    return yield > 0.0F ? yield : 0.0F;
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    const helbing_params *p = scene->params;
    social_body body = {(float)(p->stiffness / p->mass), (float)(p->friction / p->mass)};
    float most_gap = helbing_cut_off * (float)p->range;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        social_pair pair = social_pair_of(scene, i, now);
        float yield = yield_to(scene, &scene->others[i]);
        if (yield > 0.0F) {
            give_way(scene, i, &pair, yield, sum);
            social_touch(scene, i, &pair, now, body, sum);
        } else if (pair.gap < most_gap) {
            social_push_both(scene, i, sum,
                             vec_scale(pair.normal, repulsion(p, pair.gap, (float)p->range)));
            social_touch(scene, i, &pair, now, body, sum);
        }
    }
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        float gap = contact->distance - scene->radius;
        if (gap < most_gap) {
            social_push_wall(scene, contact, sum,
                             vec_scale(contact->normal, repulsion(p, gap, (float)p->range)));
            social_touch_wall(scene, contact, now, body, sum);
        }
    }
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return helbing_cut_off * (float)((const helbing_params *)of_profile)->range;
}

static void begin(social_scene *scene) {
    const helbing_params *p = scene->params;
    right_rules rights = right_rules_of(scene->view, p->right_of_way, false);
    float wider = rights.of_way > 0.0F ? 0.5F * scene->radius : 0.0F;
    scene->prepared[0] = rights.of_way;
    scene->reach = helbing_cut_off * ((float)p->range + wider);
    scene->wall_grip = p->stiffness > 0.0 ? (float)(p->friction / p->stiffness) : 0.0F;
}

/* True if no neighbour can have right of way. */
static bool is_simple(const social_scene *scene) {
    return scene->prepared[0] == 0.0F;
}

static const social_model model = {
    .forces = add_forces,
    .wall_distance = wall_distance,
    .begin = begin,
    .is_simple = is_simple,
    .move_lanes = {KERNELS_WIDE(helbing_move)},
};

static void steer_helbing(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_helbing(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_helbing = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "helbing",
                        .summary = "social forces with body force and sliding friction; with "
                                   "patience 0, agents exactly head-on stay stuck",
                        .citation = "Helbing, Farkas and Vicsek, Simulating dynamical features of "
                                    "escape panic (2000)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(helbing_params)},
              .state_size = sizeof(social_state),
              .explain = explain_helbing},
    .reciprocates = true,
    .every_step = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_helbing,
};
