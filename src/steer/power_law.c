/* Forces from an interaction energy that falls with the square of the time to collision.
 *
 * I. Karamouzas, B. Skinner, S. J. Guy, "Universal power law governing pedestrian interactions",
 * Physical Review Letters 113 (2014) 238701, doi 10.1103/PhysRevLett.113.238701.
 *
 *     E(tau)   (k / tau^2) exp(-tau / tau0), with the time tau to the collision of two discs
 *     F        -grad E; zero without a future collision
 *     xi       relaxation time of the driving force
 *
 *     paper    k, tau0, xi
 *     here     strength, horizon, relaxation_time
 *
 * Of the parameters, k 1.5 m^2 (unit mass) and tau0 3 s are the paper's; xi 0.54 s, the largest
 * acceleration 20 m/s^2 and the step of 5 ms are those of the authors' program, as two users of it
 * report them.
 *
 * Departures:
 * - Walls are not in the paper. As in programs of others, the agent's centre keeps clear of
 *   capsules: the force of the straight side acts along the normal with tau = gap / closing speed,
 *   and an end acts as an agent at rest. Of each wall, the part that is met first counts. A corner
 *   that walls share counts once, and only if no straight side is met before it.
 * - Overlap has no time to collision. A spring pushes agents that overlap apart, 1000 m/s^2 per
 *   metre of overlap, with critical damping while they approach. (UMANS uses 50, and 200 for walls;
 *   with these values, dense crowds overlap deeply. The authors' program takes a smaller radius, so
 *   that deep overlaps push less.)
 * - The force grows without limit towards a grazing collision. Each force, and all together, are
 *   limited to `max_force`.
 *
 * Known limits: two agents exactly head-on have no reason to turn, and stop in front of each other;
 * one of them then steps aside, unless `patience` is 0 (solve/social/stuck.c). With parts longer
 * than 10 ms, agents may merge in a narrow door without any trace in the flow. Cost:
 * O(neighbours + walls) per part of a step. */
#include "steer/solve/social/power_law.h"

#include "steer/solve/social/model.h"

typedef struct power_law_params {
    social_params social; /* must be first */
    double strength, horizon, stiffness, wall_stiffness, wall_range;
} power_law_params;

static const wend_param params[] = {
    SOCIAL_ROWS_WITH_CORE(0.54, 10.0, 0.005, 20.0, 0.92),
    {"strength", WEND_PARAM_NUMBER, offsetof(power_law_params, strength), 1.5, 0.0, 1000.0, "m2",
     "k: interaction energy at a time to collision of 1 s, without its exponential factor", NULL},
    {"horizon", WEND_PARAM_NUMBER, offsetof(power_law_params, horizon), 3.0, 0.01, 1000.0, "s",
     "tau0: time to collision beyond which the energy falls exponentially", NULL},
    {"stiffness", WEND_PARAM_NUMBER, offsetof(power_law_params, stiffness), 1000.0, 0.0, 1e5,
     "1/s2", "push apart per metre of overlap; not in the paper", NULL},
    {"wall_stiffness", WEND_PARAM_NUMBER, offsetof(power_law_params, wall_stiffness), 1000.0, 0.0,
     1e5, "1/s2", "push per metre of overlap with a wall; not in the paper", NULL},
    {"wall_range", WEND_PARAM_NUMBER, offsetof(power_law_params, wall_range), 5.0, 0.0, 100.0, "m",
     "gap within which walls act; not in the paper", NULL},
};

static power_law law_of(const power_law_params *p) {
    return (power_law){.strength = (float)p->strength,
                       .horizon = (float)p->horizon,
                       .most = (float)p->social.max_force,
                       .agent_stiffness = (float)p->stiffness,
                       .wall_stiffness = (float)p->wall_stiffness};
}

/* What the agent meets of each wall, and the first time at which it meets a straight side. */
typedef struct wall_hits {
    power_law_hit items[NEAR_WALLS_MOST];
    double first_side;
} wall_hits;

static void find_hits(const power_law *law, const social_scene *scene, const social_moment *now,
                      wall_hits *hits) {
    float radius = fmaxf(scene->radius - scene->wall_extra, 0.0F);
    hits->first_side = (double)INFINITY;
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const near_wall *wall = &scene->walls.walls[i];
        wend_vec2 shift = vec_sub(vec_scale(wall->velocity, now->time), now->position);
        power_law_hit *hit = &hits->items[i];
        *hit = power_law_wall(law, vec_add(wall->a, shift), vec_add(wall->b, shift),
                              vec_sub(now->velocity, wall->velocity), radius);
        if (hit->part == POWER_LAW_SIDE && hit->time < hits->first_side) {
            hits->first_side = hit->time;
        }
    }
}

/* Returns the end of a wall that the agent meets, relative to the start of the step. */
static wend_vec2 end_of(const social_scene *scene, const wall_hits *hits, uint32_t wall) {
    const near_wall *near = &scene->walls.walls[wall];
    return hits->items[wall].part == POWER_LAW_END_A ? near->a : near->b;
}

/* True if the agent meets the same corner as a part of an earlier wall. */
static bool is_counted(const social_scene *scene, const wall_hits *hits, uint32_t wall) {
    for (uint32_t i = 0; i < wall; i++) {
        bool is_end =
            hits->items[i].part == POWER_LAW_END_A || hits->items[i].part == POWER_LAW_END_B;
        if (is_end && vec_equal(end_of(scene, hits, i), end_of(scene, hits, wall))) {
            return true;
        }
    }
    return false;
}

static void add_walls(const power_law *law, const social_scene *scene, const social_moment *now,
                      social_sum *sum) {
    wall_hits hits;
    find_hits(law, scene, now, &hits);
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const power_law_hit *hit = &hits.items[i];
        bool is_end = hit->part == POWER_LAW_END_A || hit->part == POWER_LAW_END_B;
        bool is_late = hits.first_side <= hit->time || is_counted(scene, &hits, i);
        if (hit->part == POWER_LAW_NONE || (is_end && is_late)) {
            continue;
        }
        social_contact contact = {.near = i};
        social_push_wall(scene, &contact, sum, hit->force);
    }
}

static void add_forces(social_scene *scene, const social_moment *now, social_sum *sum) {
    power_law law = law_of(scene->params);
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const social_other *other = &scene->others[i];
        wend_vec2 force = power_law_disc(&law, vec_sub(other->position, now->position),
                                         vec_sub(now->velocity, other->velocity),
                                         scene->radius + other->radius, law.agent_stiffness, NULL);
        social_push(scene, i, sum, force);
    }
    add_walls(&law, scene, now, sum);
}

static float wall_distance(const void *of_profile, const wend_body *body) {
    (void)body;
    return (float)((const power_law_params *)of_profile)->wall_range;
}

static const social_model model = {.forces = add_forces, .wall_distance = wall_distance};

static void steer_power_law(const wend_view *view, const wend_agents *agents,
                            const wend_intent *intents, wend_outcome *outcomes) {
    social_steer(&model, view, agents, intents, outcomes);
}

static void explain_power_law(const wend_view *view, const wend_agents *agents, uint32_t index,
                              const wend_intent *intent, wend_sketch *sketch) {
    social_explain(&model, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_power_law = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "power_law",
                        .summary = "forces that fall with the square of the time to collision; "
                                   "with patience 0, agents exactly head-on stop",
                        .citation = "Karamouzas, Skinner and Guy, Universal power law governing "
                                    "pedestrian interactions (2014)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(power_law_params)},
              .state_size = sizeof(social_state),
              .explain = explain_power_law},
    .reciprocates = true,
    .every_step = true,
    .resolves_head_on = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .steer = steer_power_law,
};
