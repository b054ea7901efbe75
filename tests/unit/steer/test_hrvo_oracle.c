/* Compares the velocity obstacles of agents in a real world with their definitions, in double
 * precision:
 *
 *     VO     the velocities that lead to a collision within the horizon if the other agent keeps
 *            its velocity (Fiorini and Shiller 1998)
 *     RVO    the same cone with its apex at (v_A + v_B) / 2 (van den Berg, Lin and Manocha 2008)
 *     HRVO   the same cone with its apex where two legs meet: on the side of the RVO's centre line
 *            on which v_A lies, the leg of the RVO; on the other side, the leg of the VO (Snape,
 *            van den Berg, Guy and Manocha 2011)
 *
 * For walls, the agent takes all of the effort. Overlapping discs are apart after the step, if the
 * maximum speed allows it. */
#include <check.h>
#include <float.h>
#include <math.h>

#include "steer/solve/cones/cones.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_oracle.h"
#include "support/velocity_sets.h"
#include "support/worlds.h"

enum { WORLDS = 1500, VELOCITIES = 120, AGENTS = 2, MOST_HITS = 8 };

static const double tau = 6.283185307179586;
/* Bound on the sum of all rounding errors. */
static const double units = 32.0 * (double)FLT_EPSILON;
static const double max_speed = 5.0;
static const double speed_to_part = 40.0; /* m/s: more than the deepest overlap requires */

/* ---- A model that looks, and goes on as it came ---------------------------------------------- */

static struct probe {
    cones_rule rule;
    cones_side side;
    float horizon, wall_horizon, distance;
    wend_vec2 preferred[AGENTS + 1]; /* indexed by key, starting at 1 */
    wend_body bodies[AGENTS + 1];    /* the bodies as the model saw them */
    agent_cones cones[AGENTS + 1];
    wend_wall_hit hits[MOST_HITS]; /* walls that the last agent found */
    uint32_t hit_count;
    float interval;
} probe;

static void record_cones(const wend_view *view, const wend_agents *agents, uint32_t index) {
    cones_params params = {.neighbours = 10,
                           .neighbour_distance = {&probe.distance, 0},
                           .horizon = {&probe.horizon, 0},
                           .wall_horizon = {&probe.wall_horizon, 0}};
    cones_call call = cones_begin((cones_call){.view = view,
                                               .agents = agents,
                                               .params = &params,
                                               .rule = probe.rule,
                                               .side = probe.side,
                                               .kernel = WEND_KERNEL_SCALAR});
    uint64_t key = wend_view_key(view, index);
    probe.bodies[key] = view->bodies[index];
    probe.interval = view->steer_interval;
    wend_location here = {view->bodies[index].position, 0};
    probe.hit_count = wend_view_find_walls(view, here, 50.0F, probe.hits, MOST_HITS);
    active_neighbours others;
    planes_find_neighbours(&call.planes, index, &others);
    cones_of(&call, index, probe.preferred[key], &others, &probe.cones[key]);
}

static void steer_probe(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            record_cones(view, agents, i);
            outcomes[i - agents->first] = (wend_outcome){.velocity = view->bodies[i].velocity};
        }
    }
}

static const wend_steering both_sided = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "probe", .summary = "looks"}},
    .reciprocates = true,
    .steer = steer_probe,
};

static const wend_steering one_sided = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "probe_alone",
                        .summary = "looks, and avoids nobody"}},
    .steer = steer_probe,
};

static wend_registry *make_registry(void) {
    wend_registry *registry;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &both_sided.stage.entry, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &one_sided.stage.entry, NULL),
                     WEND_OK);
    return registry;
}

/* Runs one step of a world with the given agents and, unless `obstacle` is NULL, with that
 * obstacle. Afterwards, the probe contains what the agents saw. */
static void run_probe(wend_space *space, const wend_obstacle_def *obstacle, double speed,
                      const wend_agent_def *defs, uint32_t count) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(space, registry);
    wend_profile_def profile = worlds_profile_def();
    profile.max_speed = wend_constant(speed);
    profile.steer.name = "probe";
    worlds_add_profile(world, &profile);
    profile.steer.name = "probe_alone";
    worlds_add_profile(world, &profile);
    if (obstacle) {
        ck_assert_int_eq(wend_world_add_obstacle(world, obstacle, NULL, NULL), WEND_OK);
    }
    for (uint32_t i = 0; i < count; i++) {
        worlds_add(world, &defs[i]);
    }
    worlds_step(world, 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

static void observe_once(wend_space *space, double speed, const wend_agent_def *defs,
                         uint32_t count) {
    run_probe(space, NULL, speed, defs, count);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static oracle_vec wide(wend_vec2 v) {
    return (oracle_vec){(double)v.x, (double)v.y};
}

static double cross(oracle_vec a, oracle_vec b) {
    return a.x * b.y - a.y * b.x;
}

typedef struct pair {
    oracle_vec apart, own, other; /* relative position; velocities of the agent and of the other */
    double radius, horizon;
    bool shared; /* true: the other agent takes half of the effort */
} pair;

static pair pair_of(uint64_t self, uint64_t other) {
    const wend_body *a = &probe.bodies[self], *b = &probe.bodies[other];
    pair p = {.own = wide(a->velocity),
              .other = wide(b->velocity),
              .radius = (double)a->radius + (double)b->radius,
              .horizon = (double)probe.horizon,
              .shared = !(wend_body_flags(b) & WEND_BODY_ONE_SIDED)};
    p.apart = (oracle_vec){(double)b->position.x - (double)a->position.x,
                           (double)b->position.y - (double)a->position.y};
    return p;
}

/* Returns the point where the left leg from one apex meets the right leg from another. In both
 * cones, the legs have the directions that follow from the pair's positions and radii. */
static oracle_vec meeting(const pair *p, oracle_vec left_apex, oracle_vec right_apex) {
    double middle = atan2(p->apart.y, p->apart.x);
    double half = asin(p->radius / hypot(p->apart.x, p->apart.y));
    oracle_vec left = {cos(middle + half), sin(middle + half)};
    oracle_vec right = {cos(middle - half), sin(middle - half)};
    oracle_vec between = {right_apex.x - left_apex.x, right_apex.y - left_apex.y};
    double t = cross(between, right) / cross(left, right);
    return (oracle_vec){left_apex.x + t * left.x, left_apex.y + t * left.y};
}

/* Returns the apex of the pair's cone. For HRVO, `on_right` is true if the agent passes the other
 * on the right. */
static oracle_vec apex_of(const pair *p, cones_rule rule, bool on_right) {
    oracle_vec mean = {(p->own.x + p->other.x) / 2.0, (p->own.y + p->other.y) / 2.0};
    if (rule == CONES_VO || !p->shared) {
        return p->other;
    }
    if (rule == CONES_RVO) {
        return mean;
    }
    return on_right ? meeting(p, p->other, mean) : meeting(p, mean, p->other);
}

static oracle_cone cone_of(const pair *p, oracle_vec apex) {
    return (oracle_cone){.apex = apex,
                         .points = {p->apart},
                         .count = 1,
                         .radius = p->radius,
                         .low = 1.0 / p->horizon,
                         .high = INFINITY};
}

static bool in_some(const agent_cones *cones, uint32_t begin, uint32_t end, oracle_vec v) {
    for (uint32_t i = begin; i < end; i++) {
        if (velocity_set_contains(&cones->sets[i], (wend_vec2){(float)v.x, (float)v.y}, true)) {
            return true;
        }
    }
    return false;
}

static oracle_vec sample_velocity(dice *from, const oracle_cone *set) {
    double angle = dice_between(from, 0.0, tau), k = fmax(set->low, 0.05);
    k *= dice_below(from, 2) ? 1.0 : dice_between(from, 0.5, 6.0);
    double off =
        dice_below(from, 2) ? 1.0 + dice_between(from, -0.01, 0.01) : dice_between(from, 0.0, 2.0);
    off *= set->radius;
    oracle_vec v = {set->apex.x + k * (set->points[0].x + off * cos(angle)),
                    set->apex.y + k * (set->points[0].y + off * sin(angle))};
    if (dice_below(from, 4) == 0 || hypot(v.x, v.y) > max_speed) {
        double speed = max_speed * sqrt(dice_between(from, 0.0, 1.0));
        v = (oracle_vec){speed * cos(angle), speed * sin(angle)};
    }
    return oracle_rounded_vec(v.x, v.y);
}

typedef struct tally {
    uint32_t in, out, doubtful;
} tally;

/* True if all pieces of the boundary of a set, and their ends, lie on the expected boundary. */
static bool is_bounded_by(const oracle_cone *set, const velocity_set *pieces, double shift,
                          double slack, oracle_vec *where) {
    for (uint32_t i = 0; oracle_boundary_point(pieces, i, max_speed, where); i++) {
        if (oracle_surely_in(set, *where, shift, slack) ||
            !oracle_meets(set, *where, shift, slack)) {
            return false;
        }
    }
    return true;
}

/* Returns the slack of a pair. The closer the legs are to parallel, the farther rounding moves the
 * apex along a leg. */
static double slack_of(const pair *p, const oracle_cone *set) {
    double distance = hypot(p->apart.x, p->apart.y), sine = p->radius / distance;
    double spread = 2.0 * sine * sqrt(fmax(1.0 - sine * sine, 1e-12));
    return units * (max_speed + hypot(set->apex.x, set->apex.y) + set->low * distance) *
           (1.0 + 1.0 / spread);
}

/* True if the agent's set agrees with the cone from this apex; otherwise reports where it does not.
 */
static bool agrees(const pair *p, uint64_t self, oracle_vec apex, uint64_t seed, tally *counts,
                   oracle_vec *where) {
    oracle_cone set = cone_of(p, apex);
    const agent_cones *cones = &probe.cones[self];
    double shift = units * (20.0 + hypot(p->apart.x, p->apart.y)), slack = slack_of(p, &set);
    dice from = {seed};
    for (int i = 0; i < VELOCITIES; i++) {
        oracle_vec v = sample_velocity(&from, &set);
        bool in = oracle_surely_in(&set, v, shift, slack);
        bool out = !oracle_meets(&set, v, shift, slack);
        bool says = in_some(cones, cones->wall_count, cones->count, v);
        if ((in && !says) || (out && says)) {
            *where = v;
            return false;
        }
        counts->in += in;
        counts->out += out;
        counts->doubtful += !in && !out;
    }
    return cones->count == cones->wall_count ||
           is_bounded_by(&set, &cones->sets[cones->wall_count], shift, slack, where);
}

/* Returns the side on which the agent passes the other: 1 right, -1 left, 0 either. */
static int side_of(const pair *p, wend_vec2 preferred) {
    oracle_vec mean = {(p->own.x + p->other.x) / 2.0, (p->own.y + p->other.y) / 2.0};
    oracle_vec v = probe.side == CONES_BY_VELOCITY ? p->own : wide(preferred);
    double to_mean = cross(p->apart, (oracle_vec){v.x - mean.x, v.y - mean.y});
    double to_other = cross(p->apart, (oracle_vec){v.x - p->other.x, v.y - p->other.y});
    double doubt = units * 100.0;
    if (to_mean < -doubt && to_other < -doubt) {
        return 1;
    }
    return to_mean > doubt && to_other > doubt ? -1 : 0;
}

static void check_pair(uint64_t self, uint64_t seed, tally *counts) {
    pair p = pair_of(self, 3 - self);
    int side = side_of(&p, probe.preferred[self]);
    oracle_vec where = {0.0, 0.0};
    bool right = agrees(&p, self, apex_of(&p, probe.rule, true), seed, counts, &where);
    bool good = right;
    if (probe.rule == CONES_HRVO) {
        bool left = agrees(&p, self, apex_of(&p, probe.rule, false), seed, counts, &where);
        good = side > 0 ? right : side < 0 ? left : right || left;
    }
    ck_assert_msg(good,
                  "seed %llu, rule %d, side %d: %s apart (%.9g, %.9g), radius %.9g, velocities "
                  "(%.9g, %.9g), (%.9g, %.9g), horizon %.9g: wrong at (%.9g, %.9g)",
                  (unsigned long long)seed, probe.rule, side, p.shared ? "mutual," : "one-sided,",
                  p.apart.x, p.apart.y, p.radius, p.own.x, p.own.y, p.other.x, p.other.y, p.horizon,
                  where.x, where.y);
}

static wend_agent_def sample_agent(dice *from, uint64_t key) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){dice_between(from, -3.4, 3.4), dice_between(from, -3.4, 3.4)};
    def.velocity = (wend_point){dice_between(from, -1.5, 1.5), dice_between(from, -1.5, 1.5)};
    def.velocity = dice_below(from, 8) ? def.velocity : (wend_point){0.0, 0.0};
    def.radius = dice_between(from, 0.1, 0.6);
    def.profile = worlds_nth_profile(dice_below(from, 4) == 0);
    probe.preferred[key] =
        (wend_vec2){(float)dice_between(from, -1.5, 1.5), (float)dice_between(from, -1.5, 1.5)};
    return def;
}

static void sample_probe(dice *from, cones_rule rule) {
    probe.rule = rule;
    probe.side = dice_below(from, 3) ? CONES_BY_VELOCITY : CONES_BY_PREFERRED;
    probe.horizon = dice_below(from, 3) ? (float)dice_between(from, 0.5, 10.0) : INFINITY;
    probe.wall_horizon = (float)dice_between(from, 0.2, 2.0);
    probe.distance = 30.0F;
}

static void check_pairs(cones_rule rule) {
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        dice from = {seed};
        wend_agent_def defs[] = {sample_agent(&from, 1), sample_agent(&from, 2)};
        sample_probe(&from, rule);
        double apart =
            hypot(defs[0].position.x - defs[1].position.x, defs[0].position.y - defs[1].position.y);
        if (apart < 1.02 * (defs[0].radius + defs[1].radius)) {
            defs[1].position.x += 3.0;
        }
        observe_once(worlds_open(), max_speed, defs, 2);
        check_pair(1, seed, &counts);
        check_pair(2, seed, &counts);
    }
    ck_assert_uint_ge(counts.in, trials_bound(WORLDS * VELOCITIES / 5 + 1));
    ck_assert_uint_ge(counts.out, trials_bound(WORLDS * VELOCITIES / 5 + 1));
    ck_assert_uint_lt(counts.doubtful, trials(WORLDS) * VELOCITIES / 20);
}

START_TEST(velocity_obstacles_match_definition) {
    check_pairs(CONES_VO);
}
END_TEST

START_TEST(reciprocal_obstacles_match_definition) {
    check_pairs(CONES_RVO);
}
END_TEST

START_TEST(hybrid_obstacles_match_definition) {
    check_pairs(CONES_HRVO);
}
END_TEST

/* Two agents that meet head-on choose the same side, so that they pass each other. */
START_TEST(both_agents_of_a_pair_choose_the_same_side) {
    for (int i = 0; i < 64; i++) {
        double angle = tau * i / 64.0, x = cos(angle), y = sin(angle);
        wend_agent_def defs[] = {wend_default_agent_def(), wend_default_agent_def()};
        defs[0].key = 1;
        defs[1].key = 2;
        defs[0].radius = defs[1].radius = 0.3;
        defs[0].position = (wend_point){-3.0 * x, -3.0 * y};
        defs[1].position = (wend_point){3.0 * x, 3.0 * y};
        defs[0].velocity = (wend_point){x, y};
        defs[1].velocity = (wend_point){-x, -y};
        probe.rule = CONES_HRVO;
        probe.side = CONES_BY_VELOCITY;
        probe.horizon = INFINITY;
        probe.wall_horizon = 1.0F;
        probe.distance = 30.0F;
        observe_once(worlds_open(), max_speed, defs, 2);
        bool right[AGENTS + 1];
        for (uint64_t key = 1; key <= 2; key++) {
            pair p = pair_of(key, 3 - key);
            tally counts = {0};
            oracle_vec where;
            right[key] = agrees(&p, key, apex_of(&p, CONES_HRVO, true), 5, &counts, &where);
            bool left = agrees(&p, key, apex_of(&p, CONES_HRVO, false), 5, &counts, &where);
            ck_assert(left != right[key]);
        }
        ck_assert_msg(right[1] == right[2], "angle %g", angle);
    }
}
END_TEST

/* ---- Overlap --------------------------------------------------------------------------------- */

static bool is_free(uint64_t self, oracle_vec v) {
    const agent_cones *cones = &probe.cones[self];
    for (uint32_t i = 0; i < cones->count; i++) {
        if (velocity_set_contains(&cones->sets[i], (wend_vec2){(float)v.x, (float)v.y}, false)) {
            return false;
        }
    }
    return true;
}

static double apart_after(const pair *p, oracle_vec own, oracle_vec other) {
    double interval = (double)probe.interval;
    return hypot(p->apart.x + interval * (other.x - own.x),
                 p->apart.y + interval * (other.y - own.y));
}

/* Checks that two agents separate in one step if both take free velocities, or if one does and the
 * other keeps its velocity. */
static uint32_t check_apart(dice *from, cones_rule rule, uint64_t seed) {
    pair p = pair_of(1, 2);
    uint32_t tried = 0;
    bool both = rule != CONES_VO && p.shared;
    for (int i = 0; i < 400; i++) {
        oracle_vec own = {dice_between(from, -25.0, 25.0), dice_between(from, -25.0, 25.0)};
        oracle_vec other = {dice_between(from, -25.0, 25.0), dice_between(from, -25.0, 25.0)};
        other = both ? other : p.other;
        if (!is_free(1, own) || (both && !is_free(2, other))) {
            continue;
        }
        if (apart_after(&p, own, other) <= p.radius - 1e-5) {
            ck_abort_msg("seed %llu, rule %d: apart (%.9g, %.9g), radius %.9g, velocities (%.9g, "
                         "%.9g), (%.9g, %.9g): %.9g with (%.9g, %.9g) and (%.9g, %.9g)",
                         (unsigned long long)seed, rule, p.apart.x, p.apart.y, p.radius, p.own.x,
                         p.own.y, p.other.x, p.other.y, apart_after(&p, own, other), own.x, own.y,
                         other.x, other.y);
        }
        tried++;
    }
    return tried;
}

/* Returns the lowest free speed in a direction. */
static double least_free(uint64_t self, oracle_vec offset) {
    double low = -100.0, high = 100.0;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2.0;
        bool free = is_free(self, (oracle_vec){middle * offset.x, middle * offset.y});
        low = free ? low : middle;
        high = free ? middle : high;
    }
    return high;
}

/* Checks that agents side by side separate by exactly the missing distance, each by its own share
 * and no more. */
static void check_shares(cones_rule rule, uint64_t seed) {
    pair p = pair_of(1, 2);
    double distance = hypot(p.apart.x, p.apart.y), interval = (double)probe.interval;
    bool both = rule != CONES_VO && p.shared;
    /* At the same position, the agent with the lower key goes to the right. */
    oracle_vec to = distance > 0.0 ? (oracle_vec){p.apart.x / distance, p.apart.y / distance}
                                   : (oracle_vec){-1.0, 0.0};
    double own = least_free(1, (oracle_vec){-to.x, -to.y});
    double other = both ? least_free(2, to) : p.other.x * to.x + p.other.y * to.y;
    double after = distance + interval * (own + other);
    ck_assert_msg(fabs(after - p.radius) < 1e-4, "seed %llu, rule %d: %.9g apart, not %.9g",
                  (unsigned long long)seed, rule, after, p.radius);
}

START_TEST(overlapping_agents_separate_within_a_step) {
    for (int rule = CONES_VO; rule <= CONES_HRVO; rule++) {
        uint32_t tried = 0;
        for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
            dice from = {seed};
            wend_agent_def defs[] = {sample_agent(&from, 1), sample_agent(&from, 2)};
            double angle = dice_between(&from, 0.0, tau);
            double off = dice_below(&from, 6) ? dice_between(&from, 0.0, 0.99) : 0.0;
            off *= defs[0].radius + defs[1].radius;
            defs[1].position = (wend_point){defs[0].position.x + off * cos(angle),
                                            defs[0].position.y + off * sin(angle)};
            defs[0].profile = rule == CONES_VO ? defs[0].profile : worlds_nth_profile(0);
            sample_probe(&from, (cones_rule)rule);
            observe_once(worlds_open(), speed_to_part, defs, 2);
            tried += check_apart(&from, (cones_rule)rule, seed);
            check_shares((cones_rule)rule, seed);
        }
        ck_assert_uint_ge(tried, trials_bound(WORLDS * 400 / 50 + 1));
    }
}
END_TEST

/* No matter how deep the overlap is, the direction away from the other agent is free, and no other
 * direction is. */
START_TEST(only_the_direction_away_from_the_other_is_free) {
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        dice from = {seed};
        wend_agent_def defs[] = {sample_agent(&from, 1), sample_agent(&from, 2)};
        double angle = dice_between(&from, 0.0, tau), off = dice_between(&from, 0.01, 0.2);
        oracle_vec away = {-cos(angle), -sin(angle)};
        defs[1].position =
            (wend_point){defs[0].position.x - off * away.x, defs[0].position.y - off * away.y};
        defs[0].velocity = defs[1].velocity = (wend_point){0.0, 0.0};
        sample_probe(&from, (cones_rule)dice_below(&from, 3));
        observe_once(worlds_open(), 0.5, defs, 2);
        ck_assert(is_free(1, (oracle_vec){0.499 * away.x, 0.499 * away.y}));
        ck_assert(!is_free(1, (oracle_vec){-0.1 * away.x, -0.1 * away.y}));
        ck_assert(!is_free(1, (oracle_vec){-0.49 * away.y, 0.49 * away.x}));
    }
}
END_TEST

/* ---- Walls ----------------------------------------------------------------------------------- */

enum { LINES = 5 };

typedef struct lines {
    oracle_cone cones[MOST_HITS]; /* relative to the agent */
    uint32_t count;
    double gap; /* distance from the agent's centre to the nearest wall */
} lines;

static wend_space *sample_lines(dice *from, double ends[LINES][4]) {
    static sketch s;
    sketch_start(&s);
    for (int i = 0; i < LINES; i++) {
        int column = i % 3, row = i / 3;
        double x = 4.0 * column - 4.0, y = 5.0 * row - 2.5;
        double angle = dice_between(from, 0.0, tau), half = dice_between(from, 0.3, 1.6);
        double line[4] = {x - half * cos(angle), y - half * sin(angle), x + half * cos(angle),
                          y + half * sin(angle)};
        for (int k = 0; k < 4; k++) {
            ends[i][k] = oracle_rounded(line[k]);
        }
        sketch_line(&s, 0, 0, ends[i][0], ends[i][1], ends[i][2], ends[i][3]);
    }
    return sketch_space(&s);
}

static double distance_to_line(oracle_vec p, oracle_vec q) {
    double x = q.x - p.x, y = q.y - p.y;
    double t = fmin(fmax(-(p.x * x + p.y * y) / (x * x + y * y), 0.0), 1.0);
    return hypot(p.x + t * x, p.y + t * y);
}

static void see_line(const wend_body *body, wend_vec2 from, wend_vec2 to, lines *out) {
    oracle_vec at = wide(body->position), a = wide(from), b = wide(to);
    oracle_cone *seen = &out->cones[out->count++];
    *seen = (oracle_cone){.points = {{a.x - at.x, a.y - at.y}, {b.x - at.x, b.y - at.y}},
                          .count = 2,
                          .radius = (double)body->radius,
                          .low = 1.0 / (double)probe.wall_horizon,
                          .high = INFINITY};
    out->gap = fmin(out->gap, distance_to_line(seen->points[0], seen->points[1]));
}

static void see_lines(const wend_body *body, const wend_vec2 local[LINES][2], lines *out) {
    *out = (lines){.gap = INFINITY};
    for (int i = 0; i < LINES; i++) {
        see_line(body, local[i][0], local[i][1], out);
    }
}

/* Checks that the boundary of every wall set of the agent matches the expected boundary for one of
 * the walls. */
static void judge_wall_pieces(const lines *walls, double shift, double slack, uint64_t seed) {
    const agent_cones *cones = &probe.cones[1];
    for (uint32_t i = 0; i < cones->wall_count; i++) {
        bool found = false;
        oracle_vec where;
        for (uint32_t k = 0; k < walls->count && !found; k++) {
            found = is_bounded_by(&walls->cones[k], &cones->sets[i], shift, slack, &where);
        }
        ck_assert_msg(found, "seed %llu: wall set %u", (unsigned long long)seed, i);
    }
}

static void judge_walls(const lines *walls, dice *from, uint64_t seed, tally *counts) {
    double shift = units * 20.0, slack = units * (max_speed + 20.0 * walls->cones[0].low);
    judge_wall_pieces(walls, shift, slack, seed);
    for (int i = 0; i < VELOCITIES; i++) {
        oracle_vec v = sample_velocity(from, &walls->cones[dice_below(from, walls->count)]);
        bool in = false, out = true;
        for (uint32_t k = 0; k < walls->count; k++) {
            in = in || oracle_surely_in(&walls->cones[k], v, shift, slack);
            out = out && !oracle_meets(&walls->cones[k], v, shift, slack);
        }
        bool says = in_some(&probe.cones[1], 0, probe.cones[1].wall_count, v);
        if ((in && !says) || (out && says)) {
            ck_abort_msg(
                "seed %llu: agent (%.9g, %.9g) radius %.9g, wall horizon %.9g: (%.9g, %.9g) "
                "is %s",
                (unsigned long long)seed, (double)probe.bodies[1].position.x,
                (double)probe.bodies[1].position.y, (double)probe.bodies[1].radius,
                (double)probe.wall_horizon, v.x, v.y, in ? "in" : "out");
        }
        counts->in += in;
        counts->out += out;
        counts->doubtful += !in && !out;
    }
}

/* Checks that no free velocity brings an agent that touches or overlaps a wall farther into it. */
static void judge_contact(const lines *walls, dice *from, uint64_t seed) {
    double interval = (double)probe.interval;
    for (int i = 0; i < VELOCITIES; i++) {
        oracle_vec v = {dice_between(from, -4.0, 4.0), dice_between(from, -4.0, 4.0)};
        if (!is_free(1, v)) {
            continue;
        }
        for (uint32_t k = 0; k < walls->count; k++) {
            oracle_vec p = walls->cones[k].points[0], q = walls->cones[k].points[1];
            double before = distance_to_line(p, q), radius = walls->cones[k].radius;
            p = (oracle_vec){p.x - interval * v.x, p.y - interval * v.y};
            q = (oracle_vec){q.x - interval * v.x, q.y - interval * v.y};
            double after = distance_to_line(p, q);
            if (after <= fmin(before, radius) - 1e-5) {
                ck_abort_msg(
                    "seed %llu: agent (%.9g, %.9g) radius %.9g: (%.9g, %.9g) leads from %.9g "
                    "to %.9g",
                    (unsigned long long)seed, (double)probe.bodies[1].position.x,
                    (double)probe.bodies[1].position.y, radius, v.x, v.y, before, after);
            }
        }
    }
}

START_TEST(velocity_obstacles_of_walls_match_definition) {
    tally counts = {0};
    uint32_t touched = 0;
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        dice from = {seed};
        double ends[LINES][4];
        wend_vec2 local[LINES][2];
        wend_space *space = sample_lines(&from, ends);
        for (int i = 0; i < LINES; i++) {
            local[i][0] = wend_space_to_local(space, (wend_point){ends[i][0], ends[i][1]});
            local[i][1] = wend_space_to_local(space, (wend_point){ends[i][2], ends[i][3]});
        }
        wend_agent_def def = sample_agent(&from, 1);
        sample_probe(&from, CONES_HRVO);
        observe_once(space, max_speed, &def, 1);
        lines walls;
        see_lines(&probe.bodies[1], local, &walls);
        if (walls.gap > (double)probe.bodies[1].radius + 1e-3) {
            judge_walls(&walls, &from, seed, &counts);
        } else {
            judge_contact(&walls, &from, seed);
            touched++;
        }
    }
    ck_assert_uint_ge(counts.in, trials_bound(WORLDS * VELOCITIES / 10 + 1));
    ck_assert_uint_ge(counts.out, trials_bound(WORLDS * VELOCITIES / 10 + 1));
    ck_assert_uint_ge(touched, trials_bound(WORLDS / 20 + 1));
}
END_TEST

/* The obstacle is a cart: a convex polygon in uniform motion. */
START_TEST(velocity_obstacles_of_moving_obstacles_match_definition) {
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        dice from = {seed};
        double turn = dice_between(&from, 0.0, tau), size = dice_between(&from, 0.3, 1.2);
        wend_point corners[4];
        for (int i = 0; i < 4; i++) {
            double angle = turn + tau * i / 4.0, long_one = i % 2 ? size : 0.5 * size;
            corners[i] = (wend_point){long_one * cos(angle), long_one * sin(angle)};
        }
        wend_obstacle_def cart = wend_default_obstacle_def();
        cart.kind = WEND_OBSTACLE_MOVING;
        cart.points = corners;
        cart.point_count = 4;
        cart.position = (wend_point){dice_between(&from, 3.0, 5.0), dice_between(&from, -2.0, 2.0)};
        cart.velocity =
            (wend_point){dice_between(&from, -2.0, 2.0), dice_between(&from, -1.0, 1.0)};
        cart.closed = true;
        wend_agent_def def = sample_agent(&from, 1);
        def.position.x = dice_between(&from, -1.0, 1.0);
        sample_probe(&from, CONES_HRVO);
        run_probe(worlds_open(), &cart, max_speed, &def, 1);
        ck_assert_uint_eq(probe.hit_count, 4);
        lines walls = {.gap = INFINITY};
        for (uint32_t i = 0; i < probe.hit_count; i++) {
            see_line(&probe.bodies[1], probe.hits[i].a, probe.hits[i].b, &walls);
            walls.cones[i].apex = wide(probe.hits[i].velocity);
        }
        if (walls.gap > (double)probe.bodies[1].radius + 1e-3) {
            judge_walls(&walls, &from, seed, &counts);
        }
    }
    ck_assert_uint_ge(counts.in, trials_bound(WORLDS * VELOCITIES / 10 + 1));
    ck_assert_uint_ge(counts.out, trials_bound(WORLDS * VELOCITIES / 10 + 1));
}
END_TEST

int main(void) {
    SUITE("steer/hrvo_oracle", velocity_obstacles_match_definition,
          reciprocal_obstacles_match_definition, hybrid_obstacles_match_definition,
          both_agents_of_a_pair_choose_the_same_side, overlapping_agents_separate_within_a_step,
          only_the_direction_away_from_the_other_is_free,
          velocity_obstacles_of_walls_match_definition,
          velocity_obstacles_of_moving_obstacles_match_definition);
}
