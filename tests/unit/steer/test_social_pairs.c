/* Properties of force models that hold in any world: they do not depend on the direction of the
 * axes, treat both agents of a pair alike, and do not depend much on the length of the step.
 * Whatever the start, nothing becomes infinite or NaN. */
#include <math.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

/* What a model does with two agents exactly head-on. */
typedef struct subject {
    const char *name;
    bool passes;      /* they walk past each other; else they stay in front of each other */
    double least_gap; /* m: distance of the centres, for radii of 0.25 m */
} subject;

/* gcf and zanlungo do not keep bodies apart; their parameter `core` does. */
static const subject subjects[] = {{"gcf", false, 0.46},
                                   {"karamouzas", false, 0.5},
                                   {"power_law", false, 0.5},
                                   {"zanlungo", true, 0.25}};

enum { SUBJECTS = sizeof subjects / sizeof *subjects, MOST_AGENTS = 500 };

/* As published, agents that are stuck do not step aside. */
static const wend_setting no_patience = {"patience", {.number = {.a = 0}}};

static wend_world *make_with(wend_space *space, const char *model, const wend_setting *setting,
                             double dt) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.steer = (wend_choice){model, setting, setting != NULL};
    worlds_add_profile(world, &profile);
    return world;
}

static wend_world *make_world(wend_space *space, const char *model, double dt) {
    return make_with(space, model, NULL, dt);
}

/* Quarter turns to the left, after a reflection at the x axis if `mirrors` is true. They are exact
 * in floating point, which forces that grow without limit near a grazing contact need. */
typedef struct turn {
    uint32_t quarters;
    bool mirrors;
} turn;

static wend_point turned(turn by, wend_point p) {
    p.y = by.mirrors ? -p.y : p.y;
    for (uint32_t i = 0; i < by.quarters; i++) {
        p = (wend_point){-p.y, p.x};
    }
    return p;
}

/* ---- Symmetry -------------------------------------------------------------------------------- */

enum { WALKERS = 6, PASS_STEPS = 200 };

/* Lets six agents walk across a circle, in a turned world, and returns where they are later. The
 * starts are irregular, so that no two agents are exactly head-on. */
static void cross_circle(const char *model, turn by, wend_point *ends) {
    wend_world *world = make_with(worlds_open(), model, &no_patience, 0.02);
    wend_agent agents[WALKERS];
    dice from = {11};
    for (int i = 0; i < WALKERS; i++) {
        double angle = 1.05 * i + dice_between(&from, -0.2, 0.2);
        double radius = dice_between(&from, 2.5, 3.5);
        wend_point start = turned(by, (wend_point){radius * cos(angle), radius * sin(angle)});
        agents[i] = worlds_agent(world, start.x, start.y,
                                 worlds_point(world, -1.5 * start.x, -1.5 * start.y));
    }
    worlds_step(world, PASS_STEPS);
    for (int i = 0; i < WALKERS; i++) {
        ends[i] = worlds_state(world, agents[i]).position;
    }
    wend_world_destroy(world);
}

START_TEST(results_turn_with_the_world) {
    for (int m = 0; m < SUBJECTS; m++) {
        wend_point straight[WALKERS], found[WALKERS];
        cross_circle(subjects[m].name, (turn){0, false}, straight);
        for (uint32_t k = 1; k < 8; k++) {
            turn by = {k % 4, k >= 4};
            cross_circle(subjects[m].name, by, found);
            for (int i = 0; i < WALKERS; i++) {
                wend_point expected = turned(by, straight[i]);
                double error = hypot(found[i].x - expected.x, found[i].y - expected.y);
                ck_assert_msg(error < 1e-5, "%s, turn %u, agent %d: %g m off", subjects[m].name, k,
                              i, error);
            }
        }
    }
}
END_TEST

typedef struct meeting {
    double nearest;      /* m: smallest distance of the centres */
    double last;         /* m: distance at the end */
    double asymmetry;    /* m: how far the agents are from mirroring each other */
    wend_point position; /* of the first agent at the end */
} meeting;

/* Two agents walk towards each other, `offset` m apart sideways, for `time` s. */
static meeting meet_with(const char *model, const wend_setting *setting, double offset, double dt,
                         double time) {
    wend_world *world = make_with(worlds_open(), model, setting, dt);
    double y = 0.5 * offset;
    wend_agent a = worlds_agent(world, -4, y, worlds_point(world, 8, y));
    wend_agent b = worlds_agent(world, 4, -y, worlds_point(world, -8, -y));
    meeting result = {.nearest = INFINITY};
    for (int i = 0; i < (int)(time / dt + 0.5); i++) {
        worlds_step(world, 1);
        wend_point p = worlds_state(world, a).position, q = worlds_state(world, b).position;
        result.last = hypot(p.x - q.x, p.y - q.y);
        result.nearest = fmin(result.nearest, result.last);
        result.asymmetry = fmax(result.asymmetry, hypot(p.x + q.x, p.y + q.y));
        result.position = p;
    }
    wend_world_destroy(world);
    return result;
}

static meeting meet(const char *model, double offset, double dt, double time) {
    return meet_with(model, &no_patience, offset, dt, time);
}

START_TEST(agents_in_mirrored_roles_mirror_each_other) {
    for (int m = 0; m < SUBJECTS; m++) {
        meeting met = meet(subjects[m].name, 0.3, 0.05, 6.0);
        ck_assert_msg(met.asymmetry < 1e-3, "%s: %g m", subjects[m].name, met.asymmetry);
    }
}
END_TEST

/* Two agents that pass each other end where they would with half of the step, up to 1 % of their
 * path of 8 m. */
START_TEST(halving_the_step_hardly_changes_a_pass) {
    for (int m = 0; m < SUBJECTS; m++) {
        meeting whole = meet(subjects[m].name, 0.3, 0.02, 6.0);
        meeting half = meet(subjects[m].name, 0.3, 0.01, 6.0);
        double change =
            hypot(whole.position.x - half.position.x, whole.position.y - half.position.y);
        ck_assert_msg(change < 0.08, "%s: %g m", subjects[m].name, change);
        ck_assert_msg(fabs(whole.nearest - half.nearest) < 0.02, "%s: %g m and %g m apart",
                      subjects[m].name, whole.nearest, half.nearest);
    }
}
END_TEST

/* Exactly head-on, the published models have no reason to turn. Only zanlungo, with its rule for
 * exact collision courses, passes; the others stay in front of each other. */
START_TEST(published_models_stop_head_on) {
    for (int m = 0; m < SUBJECTS; m++) {
        meeting met = meet(subjects[m].name, 0.0, 0.05, 20.0);
        ck_assert_msg(subjects[m].passes ? met.last > 6.0 : met.last < 2.0, "%s: %g m apart",
                      subjects[m].name, met.last);
        ck_assert_msg(met.nearest >= 0.99 * subjects[m].least_gap, "%s: %g m", subjects[m].name,
                      met.nearest);
    }
}
END_TEST

/* With the default patience, one agent of each pair steps aside. */
START_TEST(patient_agents_pass_head_on) {
    for (int m = 0; m < SUBJECTS; m++) {
        meeting met = meet_with(subjects[m].name, NULL, 0.0, 0.05, 30.0);
        ck_assert_msg(met.last > 6.0, "%s: %g m apart", subjects[m].name, met.last);
    }
}
END_TEST

/* ---- Starts that break formulas -------------------------------------------------------------- */

/* Checks that all agents are where they can be after `steps` steps. */
static void run_checked(wend_world *world, const char *model, uint32_t steps) {
    static wend_agent_state states[MOST_AGENTS];
    for (uint32_t i = 0; i < steps; i++) {
        worlds_step(world, 1);
        uint32_t count = wend_world_get_agents(world, states, MOST_AGENTS);
        for (uint32_t k = 0; k < count; k++) {
            double speed = hypot((double)states[k].velocity.x, (double)states[k].velocity.y);
            ck_assert_msg(isfinite(states[k].position.x) && isfinite(states[k].position.y), "%s",
                          model);
            ck_assert_msg(speed <= 2.0 + 1e-4, "%s: %g m/s", model, speed);
        }
    }
    wend_world_destroy(world);
}

/* Adds agents at random in a square of `size` m, some in motion, some on their goals or without
 * one. */
static void add_heap(wend_world *world, uint32_t count, double size, uint64_t seed) {
    dice from = {seed};
    for (uint32_t i = 0; i < count; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position =
            (wend_point){10 + dice_between(&from, 0, size), 5 + dice_between(&from, 0, size)};
        double x = i % 3 ? dice_between(&from, 1, 19) : def.position.x;
        double y = i % 3 ? dice_between(&from, 1, 9) : def.position.y;
        if (i % 5) {
            def.goal = worlds_point(world, x, y);
        }
        if (i % 2) {
            def.velocity = (wend_point){dice_between(&from, -1, 1), dice_between(&from, -1, 1)};
        }
        worlds_add(world, &def);
    }
}

START_TEST(heaps_stay_finite) {
    static const double sizes[] = {0.0, 0.2, 2.0}, steps[] = {0.01, 0.05, 0.1};
    for (int m = 0; m < SUBJECTS; m++) {
        for (int i = 0; i < 9; i++) {
            wend_world *world = make_world(worlds_room(20, 10), subjects[m].name, steps[i % 3]);
            add_heap(world, 30, sizes[i / 3], (uint64_t)i);
            run_checked(world, subjects[m].name, 60);
        }
        wend_world *world = make_world(worlds_room(20, 10), subjects[m].name, 0.1);
        add_heap(world, MOST_AGENTS, 3.0, 99);
        run_checked(world, subjects[m].name, 5);
    }
}
END_TEST

/* Agents at the same point separate as soon as they walk: their bodies are apart soon, or, where
 * the model does not keep bodies apart, their cores. */
START_TEST(coincident_agents_separate) {
    for (int m = 0; m < SUBJECTS; m++) {
        wend_world *world = make_world(worlds_open(), subjects[m].name, 0.1);
        wend_agent a = worlds_agent(world, 1, 1, worlds_point(world, 6, 1));
        wend_agent b = worlds_agent(world, 1, 1, worlds_point(world, -4, 1));
        worlds_step(world, 30);
        wend_point p = worlds_state(world, a).position, q = worlds_state(world, b).position;
        ck_assert_msg(hypot(p.x - q.x, p.y - q.y) > 1.0, "%s: %g m apart", subjects[m].name,
                      hypot(p.x - q.x, p.y - q.y));
        wend_world_destroy(world);
    }
}
END_TEST

/* An agent that has to stand brakes within a few relaxation times, and stays where it is. */
START_TEST(agents_that_must_stand_brake) {
    for (int m = 0; m < SUBJECTS; m++) {
        wend_world *world = make_world(worlds_room(20, 10), subjects[m].name, 0.05);
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){10, 5};
        def.velocity = (wend_point){1.3, 0};
        wend_agent agent = worlds_add(world, &def);
        worlds_step(world, 100);
        wend_agent_state state = worlds_state(world, agent);
        ck_assert_float_lt(hypotf(state.velocity.x, state.velocity.y), 0.01F);
        ck_assert_double_lt(hypot(state.position.x - 10, state.position.y - 5), 1.0);
        wend_point rest = state.position;
        worlds_step(world, 100);
        rest.x -= worlds_state(world, agent).position.x;
        ck_assert_msg(fabs(rest.x) < 0.01, "%s: %g m", subjects[m].name, rest.x);
        wend_world_destroy(world);
    }
}
END_TEST

/* The ends of the parameters' ranges. */
START_TEST(extreme_parameters_stay_finite) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (int m = 0; m < SUBJECTS; m++) {
        const wend_entry *entry =
            wend_registry_find(registry, WEND_KIND_STEERING, subjects[m].name, NULL);
        for (uint32_t i = 0; i < 2 * entry->param_count; i++) {
            const wend_param *row = &entry->params[i / 2];
            if (row->type == WEND_PARAM_CHOICE) {
                continue;
            }
            wend_setting extreme = {row->name, {.number = {.a = row->maximum}}};
            extreme.value.number.a = i % 2 ? row->maximum : row->minimum;
            wend_world_def def = wend_default_world_def();
            def.space = worlds_room(20, 10);
            wend_world *world = worlds_from(&def);
            wend_profile_def profile = worlds_profile_def();
            profile.steer = (wend_choice){subjects[m].name, &extreme, 1};
            worlds_add_profile(world, &profile);
            add_heap(world, 20, 2.0, 7);
            run_checked(world, subjects[m].name, 10);
        }
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("steer/social_pairs", results_turn_with_the_world,
          agents_in_mirrored_roles_mirror_each_other, halving_the_step_hardly_changes_a_pass,
          published_models_stop_head_on, patient_agents_pass_head_on, heaps_stay_finite,
          coincident_agents_separate, agents_that_must_stand_brake, extreme_parameters_stay_finite);
}
