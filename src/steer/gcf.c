/* The generalised centrifugal force model: bodies are ellipses that grow with the speed, and push
 * the more the faster they approach.
 *
 * M. Chraibi, A. Seyfried, A. Schadschneider, "Generalized centrifugal-force model for pedestrian
 * dynamics", Physical Review E 82 (2010) 046111, doi 10.1103/PhysRevE.82.046111.
 *
 *     a, b   semi-axes of the ellipse: a_min + tau_a |v| along the motion, and
 *            b_max - (b_max - b_min) |v| / v0 across
 *     q      extent of the ellipse along the line of centres; s = |d| - q_i - q_j
 *     K      max(0, v_i . e) / |v_i|, e the direction to the neighbour (180 degrees of view)
 *     F      -m K (eta v0 + max(0, w . e))^2 / s e, with unit mass
 *
 * 1 / s is regularised: a constant f_max / (l + r_eps) up to s = l - r_eps, 0 from s = r_c on, and
 * cubic splines in between (solve/social/gcf.c). The same law holds for walls, with a smaller eta.
 *
 *     paper   a_min, tau_a, b_min, b_max, eta, l, r_eps, r_c, f_max
 *     here    least_length, growth, least_width, most_width, share, contact, blend, range,
 *             limit; wall_share and wall_limit for walls
 *
 * Uncertain: a_min 0.18 m, tau_a 0.53 s, eta 0.3 and 0.2 for walls are from memory and from older
 * defaults of the authors' software; its present defaults are 0.2 m, 1.0 s and b_max 0.4 m. f_max
 * is that of the software. Its l is 0.5 m; here, it is 0.2 m. With 0.5 m, the force no longer grows
 * within 0.4 m of contact and stays below the driving force, so agents face to face push into each
 * other, and rings of agents block narrow places.
 *
 * Departures: the axes hold for a body with the radius `reference_radius`, and a_min, b_min and
 * b_max grow with the radius. A neighbour's preferred speed is not known to the agent, which takes
 * its own. A neighbour at rest has no axis, and is a circle with the radius b_max. Of a wall, the
 * nearest point acts (the paper uses three points), and walls are hard (solve/social/motion.c).
 *
 * Known limits: an agent at rest has K = 0 and is never pushed. Agents exactly head-on do not turn;
 * one of them then steps aside, unless `patience` is 0 (solve/social/stuck.c). Two-way crowds at
 * doors may stop. Larger eta lead to oscillation (the authors' duality). Cost: O(neighbours) per
 * part of a step. */
#include "steer/solve/social/gcf.h"

#include "steer/solve/social/model.h"

typedef struct gcf_params {
    social_params social; /* must be first */
    double least_length, growth, least_width, most_width, reference_radius;
    double share, limit, wall_share, wall_limit, contact, blend, range;
} gcf_params;

static const wend_param params[] = {
    SOCIAL_ROWS_WITH_CORE(0.5, 5.0, 0.01, 1000.0, 0.92),
    {"least_length", WEND_PARAM_NUMBER, offsetof(gcf_params, least_length), 0.18, 0.01, 10.0, "m",
     "a_min: half of the length of an agent at rest; uncertain", NULL},
    {"growth", WEND_PARAM_NUMBER, offsetof(gcf_params, growth), 0.53, 0.0, 10.0, "s",
     "tau_a: growth of half of the length with the speed; uncertain", NULL},
    {"least_width", WEND_PARAM_NUMBER, offsetof(gcf_params, least_width), 0.20, 0.01, 10.0, "m",
     "b_min: half of the width of an agent at its preferred speed", NULL},
    {"most_width", WEND_PARAM_NUMBER, offsetof(gcf_params, most_width), 0.25, 0.01, 10.0, "m",
     "b_max: half of the width of an agent at rest", NULL},
    {"reference_radius", WEND_PARAM_NUMBER, offsetof(gcf_params, reference_radius), 0.25, 0.01,
     10.0, "m", "radius for which these axes hold; not in the paper", NULL},
    {"share", WEND_PARAM_NUMBER, offsetof(gcf_params, share), 0.3, 0.0, 10.0, "1",
     "eta: share of the preferred speed that adds to the closing speed; uncertain", NULL},
    {"limit", WEND_PARAM_NUMBER, offsetof(gcf_params, limit), 9.0, 0.0, 1000.0, "1",
     "f_max: largest inverse gap, times contact + blend", NULL},
    {"wall_share", WEND_PARAM_NUMBER, offsetof(gcf_params, wall_share), 0.2, 0.0, 10.0, "1",
     "eta for walls; uncertain", NULL},
    {"wall_limit", WEND_PARAM_NUMBER, offsetof(gcf_params, wall_limit), 3.0, 0.0, 1000.0, "1",
     "f_max for walls", NULL},
    {"contact", WEND_PARAM_NUMBER, offsetof(gcf_params, contact), 0.2, 0.0, 100.0, "m",
     "l: gap around which the force reaches its limit; 0.5 in the authors' software", NULL},
    {"blend", WEND_PARAM_NUMBER, offsetof(gcf_params, blend), 0.1, 0.001, 10.0, "m",
     "r_eps: width of the splines", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(gcf_params, range), 2.0, 0.01, 100.0, "m",
     "r_c: gap from which on there is no force", NULL},
};

/* Returns the ellipse of a body with the given radius. */
static gcf_body body_of(const gcf_params *p, float radius) {
    float scale = radius / (float)p->reference_radius;
    return (gcf_body){.least_length = scale * (float)p->least_length,
                      .growth = (float)p->growth,
                      .least_width = scale * (float)p->least_width,
                      .most_width = scale * (float)p->most_width};
}

static gcf_law law_of(const gcf_params *p, double share, double limit) {
    return (gcf_law){.preferred_share = (float)share,
                     .contact = (float)p->contact,
                     .blend = (float)p->blend,
                     .cut_off = (float)p->range,
                     .most = (float)limit};
}

/* Returns how far the ellipse of a body reaches at most. */
static float longest_extent(const gcf_body *body, wend_vec2 velocity) {
    float length = body->least_length + body->growth * vec_length(velocity);
    return length > body->most_width ? length : body->most_width;
}

/* Adds the force of one neighbour. `most` is the longest extent of the agent itself. */
static void add_neighbour(social_scene *scene, uint32_t index, const social_moment *now,
                          const gcf_law *law, const gcf_body *own, float most, social_sum *sum) {
    const social_other *other = &scene->others[index];
    social_pair pair = social_pair_of(scene, index, now);
    gcf_body theirs = body_of(scene->params, other->radius);
    float reach = law->cut_off + most + longest_extent(&theirs, other->velocity);
    wend_vec2 line = vec_scale(pair.normal, -1.0F);
    if (pair.distance >= reach || !(vec_dot(now->velocity, line) > 0.0F)) {
        return;
    }
    float gap = pair.distance - gcf_extent(own, now->velocity, scene->speed, line) -
                gcf_extent(&theirs, other->velocity, scene->speed, line);
    wend_vec2 relative = vec_sub(now->velocity, other->velocity);
    social_push(scene, index, sum, gcf_push(law, scene->speed, now->velocity, relative, line, gap));
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    const gcf_params *p = scene->params;
    gcf_law agents = law_of(p, p->share, p->limit), law = law_of(p, p->wall_share, p->wall_limit);
    gcf_body own = body_of(p, scene->radius);
    float most = longest_extent(&own, now->velocity);
    for (uint32_t i = 0; i < scene->other_count; i++) {
        add_neighbour(scene, i, now, &agents, &own, most, sum);
    }
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        wend_vec2 line = vec_scale(contact->normal, -1.0F);
        float gap = contact->distance - gcf_extent(&own, now->velocity, scene->speed, line);
        wend_vec2 relative = vec_sub(now->velocity, contact->velocity);
        social_push_wall(scene, contact, sum,
                         gcf_push(&law, scene->speed, now->velocity, relative, line, gap));
    }
}

/* Walls act up to the range from the ellipse, which reaches beyond the disc. */
static float wall_distance(const void *of_profile, const wend_body *body) {
    const gcf_params *p = of_profile;
    gcf_body own = body_of(p, body->radius);
    float extent = longest_extent(&own, body->velocity);
    return (float)p->range + (extent > body->radius ? extent - body->radius : 0.0F);
}

static const social_model model = {.forces = add_forces, .wall_distance = wall_distance};

static void steer_gcf(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_gcf(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_gcf = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "gcf",
                        .summary = "generalised centrifugal forces between ellipses; with patience "
                                   "0, agents exactly head-on stay stuck",
                        .citation = "Chraibi, Seyfried and Schadschneider, Generalized "
                                    "centrifugal-force model for pedestrian dynamics (2010)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(gcf_params)},
              .state_size = sizeof(social_state),
              .explain = explain_gcf},
    .reciprocates = true,
    .every_step = true,
    .avoids_agents = true,
    .resolves_head_on = true,
    .avoids_walls = true,
    .steer = steer_gcf,
};
