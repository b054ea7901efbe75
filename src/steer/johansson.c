/* Social forces fitted to video tracking data: circular, or elliptical specification I or II.
 *
 * A. Johansson, D. Helbing, P. K. Shukla, "Specification of the social force pedestrian model by
 * evolutionary adjustment to video tracking data", Advances in Complex Systems 10 (2007), doi
 * 10.1142/S0219525907001355.
 *
 *     dv/dt = (v0 e0 - v) / tau + sum_j w(phi) G(d) + sum_W f_iW
 *     w     = lambda + (1 - lambda) (1 + cos(phi)) / 2,  cos(phi) = e_i . (-n)
 *     G     = A exp(-b / B) grad b,  b of the ellipse with foci x_j, x_j + y
 *     y     = v_j Dt (I) or (v_j - v_i) Dt (II);  circular: G = A exp((R - |d|) / B) n
 *
 *     paper   A, B, lambda                        Dt            e_i
 *     here    strength, range, least_weight       anticipation  direction of motion
 *
 *     specification   A (m/s^2)   B (m)   lambda   fitness (0 is best)
 *     circular          0.42       1.65    0.12     -0.60
 *     elliptical I      0.11       1.19    0.16     -0.59
 *     elliptical II     0.04       3.22    0.06     -0.39
 *
 * Dt = 0.5 s and tau = 0.5 s are from memory of the paper. It could not be established which forces
 * of walls the fit used: `wall_strength` and `wall_range` are those of Helbing and Molnar (1995).
 *
 * Departures: an agent at rest looks in its desired direction. Walls oppose at most `wall_share` of
 * the driving force; otherwise agents could not enter doors narrower than 1.2 m. b is at least 1
 * mm. The fit covers moderate densities and has no forces at contact, so bodies overlap in crowds
 * (`core` limits how far); `stiffness` and `friction` add those of Helbing, Farkas and Vicsek
 * (2000). Agents exactly head-on get no sideways force. Cost: O(neighbours) per part of a step, and
 * an exponential for each. */
#include "geom/exp.h"
#include "steer/solve/social/body.h"
#include "steer/solve/social/ellipse.h"
#include "steer/solve/social/model.h"

enum { CIRCULAR, ELLIPTICAL_1, ELLIPTICAL_2, SPECIFICATIONS };

static const char *const specification_choices[] = {"circular", "elliptical_1", "elliptical_2",
                                                    NULL};

typedef struct johansson_params {
    social_params social; /* must be first */
    int32_t specification;
    double strength, range, least_weight, anticipation, wall_strength, wall_range, wall_share;
    double stiffness, friction;
} johansson_params;

static const wend_param params[] = {
    SOCIAL_ROWS(0.5, 9.0, 0.05, 100.0),
    {"specification", WEND_PARAM_CHOICE, offsetof(johansson_params, specification), ELLIPTICAL_2,
     0.0, 0.0, "", "the form of the force between agents", specification_choices},
    {"strength", WEND_PARAM_NUMBER, offsetof(johansson_params, strength), 0.0, 0.0, 1000.0, "m/s2",
     "acceleration by a neighbour; 0: as fitted (0.42, 0.11 or 0.04)", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(johansson_params, range), 0.0, 0.0, 100.0, "m",
     "distance in which it falls to 1/e; 0: as fitted (1.65, 1.19 or 3.22)", NULL},
    {"least_weight", WEND_PARAM_NUMBER, offsetof(johansson_params, least_weight), -1.0, -1.0, 1.0,
     "1", "weight of a neighbour straight behind; -1: as fitted (0.12, 0.16 or 0.06)", NULL},
    {"anticipation", WEND_PARAM_NUMBER, offsetof(johansson_params, anticipation), 0.5, 0.0, 10.0,
     "s", "elliptical: time for which motion is anticipated; not certain", NULL},
    {"wall_strength", WEND_PARAM_NUMBER, offsetof(johansson_params, wall_strength), 10.0, 0.0,
     1000.0, "m2/s2", "potential of a wall; of 1995, not known for this fit", NULL},
    {"wall_range", WEND_PARAM_NUMBER, offsetof(johansson_params, wall_range), 0.2, 0.01, 10.0, "m",
     "distance in which a wall's potential falls to 1/e", NULL},
    {"wall_share", WEND_PARAM_NUMBER, offsetof(johansson_params, wall_share), 0.5, 0.0, 1e6, "1",
     "largest part of the driving force that walls oppose; 1e6: as published", NULL},
    {"stiffness", WEND_PARAM_NUMBER, offsetof(johansson_params, stiffness), 0.0, 0.0, 1e5, "1/s2",
     "body force per metre of overlap; helbing: 1500; 0: none, as fitted", NULL},
    {"friction", WEND_PARAM_NUMBER, offsetof(johansson_params, friction), 0.0, 0.0, 1e5, "1/(m s)",
     "sliding friction per metre of overlap; helbing: 3000; 0: none, as fitted", NULL},
};

/* In units of the range of walls: beyond this distance, a wall does not act. */
static const float cut_off = 15.0F;

/* A, B and lambda of a specification. */
typedef struct fit {
    float strength, range, least_weight;
} fit;

static fit fit_of(const johansson_params *p) {
    static const fit fits[SPECIFICATIONS] = {
        {0.42F, 1.65F, 0.12F}, {0.11F, 1.19F, 0.16F}, {0.04F, 3.22F, 0.06F}};
    fit f = fits[p->specification];
    return (fit){p->strength > 0.0 ? (float)p->strength : f.strength,
                 p->range > 0.0 ? (float)p->range : f.range,
                 p->least_weight >= 0.0 ? (float)p->least_weight : f.least_weight};
}

/* Returns G / A. */
static wend_vec2 form_of(const johansson_params *p, const social_pair *pair, wend_vec2 velocity,
                         wend_vec2 other_velocity, float range) {
    if (p->specification == CIRCULAR) {
        return vec_scale(pair->normal, fast_exp(-pair->gap / range));
    }
    wend_vec2 moves =
        p->specification == ELLIPTICAL_1 ? other_velocity : vec_sub(other_velocity, velocity);
    social_ellipse ellipse =
        social_ellipse_at(pair->offset, vec_scale(moves, (float)p->anticipation));
    return vec_scale(ellipse.gradient, fast_exp(-ellipse.axis / range));
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    const johansson_params *p = scene->params;
    social_body body = {(float)p->stiffness, (float)p->friction};
    bool moves = now->velocity.x != 0.0F || now->velocity.y != 0.0F;
    wend_vec2 ahead = vec_normalized(moves ? now->velocity : now->desired);
    fit f = fit_of(p);
    for (uint32_t i = 0; i < scene->other_count; i++) {
        social_pair pair = social_pair_of(scene, i, now);
        float facing = -vec_dot(ahead, pair.normal);
        float weight = f.least_weight + (1.0F - f.least_weight) * 0.5F * (1.0F + facing);
        wend_vec2 form = form_of(p, &pair, now->velocity, scene->others[i].velocity, f.range);
        social_push(scene, i, sum, vec_scale(form, weight * f.strength));
        social_touch(scene, i, &pair, now, body, sum);
    }
    wend_vec2 before = sum->acceleration;
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        float range = (float)p->wall_range;
        if (contact->distance < cut_off * range) {
            float size = (float)p->wall_strength / range * fast_exp(-contact->distance / range);
            social_push_wall(scene, contact, sum, vec_scale(contact->normal, size));
        }
        social_touch_wall(scene, contact, now, body, sum);
    }
    social_limit_walls(scene, now, before, (float)p->wall_share, sum);
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return cut_off * (float)((const johansson_params *)of_profile)->wall_range;
}

static const social_model model = {.forces = add_forces, .wall_distance = wall_distance};

static void steer_johansson(const wend_view *view, const wend_agents *agents,
                            const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_johansson(const wend_view *view, const wend_agents *agents, uint32_t index,
                              const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_johansson = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "johansson",
                        .summary = "social forces fitted to tracked pedestrians, for moderate "
                                   "densities; with patience 0, agents exactly head-on stay stuck",
                        .citation = "Johansson, Helbing and Shukla, Specification of the social "
                                    "force pedestrian model (2007)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(johansson_params)},
              .state_size = sizeof(social_state),
              .explain = explain_johansson},
    .reciprocates = true,
    .every_step = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_johansson,
};
