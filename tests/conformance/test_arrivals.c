/* needs: kit */
/* cost: 25 */
/* Every agent that can arrive does arrive, and no agent passes through another agent or a wall:
 * docs/arrival.md describes this property. It is checked on a sample of random worlds, with every
 * planner that routes around walls, every follower and every steering model, and in the fixed
 * scenes in which agents once stood still. */
#include <stdio.h>
#include <string.h>

#include "support/kit/arrival_named.h"
#include "support/kit/arrival_sweep.h"
#include "support/kit/arrival_trial.h"
#include "support/suite.h"
#include "support/trials.h"

enum { FIRST = 2001, LONE_WORLDS = 10, PAIR_WORLDS = 10, CROWD_WORLDS = 3 };
/* Of the runs of models that may not arrive, at most one in so many is not complete. */
enum { EXCUSED_SHARE = 10 };

static void assert_property(const arrival_sweep *sweep) {
    ck_assert_uint_ge(sweep->combinations, 25);
    ck_assert_msg(sweep->incomplete == 0 && sweep->deep == 0 && sweep->in_walls == 0,
                  "of %u runs %u not complete, %u with deep overlaps, %u deeper in walls:%s",
                  sweep->runs, sweep->incomplete, sweep->deep, sweep->in_walls, sweep->faults);
    ck_assert_msg(sweep->excused * EXCUSED_SHARE <= sweep->excused_runs,
                  "%u of %u runs of models that may not arrive", sweep->excused,
                  sweep->excused_runs);
}

START_TEST(lone_agents_arrive_with_every_model) {
    wend_registry *registry = arrival_sweep_registry();
    arrival_sweep sweep = {0};
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, FIRST, trials(LONE_WORLDS), 1, false, &sweep);
    assert_property(&sweep);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(two_agents_arrive_with_every_model) {
    wend_registry *registry = arrival_sweep_registry();
    arrival_sweep sweep = {0};
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, FIRST + 100, trials(PAIR_WORLDS), 2, false,
                         &sweep);
    assert_property(&sweep);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(twenty_agents_arrive) {
    wend_registry *registry = arrival_sweep_registry();
    arrival_sweep sweep = {0};
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, FIRST + 200, trials_at_most(CROWD_WORLDS), 20,
                         true, &sweep);
    assert_property(&sweep);
    wend_registry_destroy(registry);
}
END_TEST

/* Runs worlds of a kind (200 corners with one agent, or 100 pairs beside a wall) with all models
 * that must let every agent arrive. */
static void run_kind(arrival_kind kind, uint32_t worlds, uint32_t agents) {
    static const char *const steers[] = {"orca", "orca_segment", "orca_arc", "hrvo", "gvo"};
    wend_registry *registry = arrival_sweep_registry();
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        arrival_world *world = arrival_world_create(kind, seed, agents);
        ck_assert_ptr_nonnull(world);
        for (size_t i = 0; i < sizeof steers / sizeof *steers; i++) {
            arrival_models models = {.steer = steers[i]};
            arrival_outcome out = arrival_run_world(registry, world, agents, &models);
            ck_assert_int_eq(out.status, ARRIVAL_RAN);
            ck_assert_msg(out.in_time == agents && out.overlap <= 0.1,
                          "--kind %s --seeds %llu --agents %u --steer %s: %u in time, overlap %.3f",
                          arrival_kind_names[kind], (unsigned long long)seed, agents, steers[i],
                          out.in_time, out.overlap);
        }
        arrival_world_destroy(world);
    }
    wend_registry_destroy(registry);
}

START_TEST(agents_that_touch_a_corner_arrive) {
    run_kind(ARRIVAL_CORNER, trials(100), 1);
}
END_TEST

START_TEST(pairs_beside_a_wall_pass_each_other) {
    run_kind(ARRIVAL_PAIRS, trials(50), 2);
}
END_TEST

/* The carts are moving obstacles at rest. They stand in halls, among blocks, in rooms and in doors.
 */
START_TEST(lone_agents_pass_parked_carts) {
    arrival_sweep sweep = {.runs = 0};
    wend_registry *registry = arrival_sweep_registry();
    arrival_sweep_worlds(registry, ARRIVAL_CARTS, 1, 12, 1, true, &sweep);
    wend_registry_destroy(registry);
    ck_assert_uint_ge(sweep.combinations, 7 * 5);
    ck_assert_msg(sweep.incomplete == 0 && sweep.in_walls == 0, "%u of %u runs:%s",
                  sweep.incomplete, sweep.runs, sweep.faults);
}
END_TEST

/* In an earlier version, agents in this world pressed against each other for minutes, and slowly
 * interpenetrated. */
START_TEST(agents_do_not_slowly_interpenetrate) {
    wend_registry *registry = arrival_sweep_registry();
    arrival_world *world = arrival_world_create(ARRIVAL_MIXED, 918, 20);
    arrival_models use = {.plan = "corridor", .follow = "portal", .steer = "corridor_force"};
    ck_assert_ptr_nonnull(world);
    arrival_outcome out = arrival_run_world(registry, world, 20, &use);
    ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
    ck_assert_double_le(out.overlap, 0.1);
    arrival_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* With a short time step, an agent may move back and forth in front of a door post. Rescues would
 * hide this, and a lone agent must not need a rescue. */
START_TEST(lone_agents_in_corridors_need_no_rescue) {
    static const char *const steers[] = {"orca", "orca_segment", "orca_arc"};
    static const char *const plans[] = {"navmesh", "corridor"};
    static const char *const settings[] = {"time.dt=0.0125"};
    wend_registry *registry = arrival_sweep_registry();
    for (uint64_t seed = 301; seed <= 360; seed++) {
        arrival_world *world = arrival_world_create(ARRIVAL_CORRIDORS, seed, 1);
        for (size_t i = 0; world != NULL && i < 6; i++) {
            arrival_models models = {.plan = plans[i / 3],
                                     .follow = "portal",
                                     .steer = steers[i % 3],
                                     .settings = settings,
                                     .setting_count = 1};
            arrival_outcome out = arrival_run_world(registry, world, 1, &models);
            ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
            ck_assert_msg(out.in_time == 1 && out.rescues == 0 && out.worst < 0.5,
                          "seed %llu, %s, %s: %u in time, at %.2f of its limit, %lld rescues",
                          (unsigned long long)seed, models.plan, models.steer, out.in_time,
                          out.worst, (long long)out.rescues);
        }
        arrival_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* Runs two-way crowds at narrow doors with agents that cannot stop immediately. No agent may pass
 * through another. */
START_TEST(agents_in_crowds_with_acceleration_limits_do_not_overlap) {
    static const char *const settings[] = {"profiles.p.max_acceleration=2"};
    wend_registry *registry = arrival_sweep_registry();
    uint32_t models = wend_registry_count(registry, WEND_KIND_STEERING), runs = 0;
    for (uint32_t i = 0; i < 5 * models; i++) {
        const void *entry = wend_registry_get(registry, WEND_KIND_STEERING, i % models);
        const wend_steering *steering = entry;
        if (!steering->avoids_agents || !steering->respects_limits || steering->needs != 0) {
            continue;
        }
        arrival_world *world = arrival_world_create(ARRIVAL_DOOR, 1 + i / models, 20);
        ck_assert_ptr_nonnull(world);
        arrival_models use = {
            .steer = steering->stage.entry.name, .settings = settings, .setting_count = 1};
        arrival_outcome out = arrival_run_world(registry, world, 20, &use);
        ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
        ck_assert_msg(out.overlap <= 0.1 && out.in_time == 20,
                      "--kind door --seeds %u --agents 20 --steer %s --set %s: %u in time, overlap "
                      "%.3f",
                      1 + i / models, use.steer, settings[0], out.in_time, out.overlap);
        arrival_world_destroy(world);
        runs++;
    }
    ck_assert_uint_ge(runs, 5 * 7);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(agents_arrive_in_fixed_scenes) {
    static const char *const steers[] = {"orca", "orca_segment", "orca_arc", "hrvo", "gvo"};
    wend_registry *registry = arrival_sweep_registry();
    for (size_t i = 0; i < arrival_scene_count * (sizeof steers / sizeof *steers); i++) {
        const arrival_scene *scene = &arrival_scenes[i % arrival_scene_count];
        arrival_models models = {.steer = steers[i / arrival_scene_count]};
        double limits[ARRIVAL_AGENTS];
        for (uint32_t k = 0; k < scene->agents; k++) {
            limits[k] = scene->limit;
        }
        arrival_outcome out = arrival_run(registry, scene->text, &models, limits, scene->agents);
        ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
        bool complete = out.in_time == scene->agents || !scene->arrives;
        ck_assert_msg(complete && out.overlap <= 0.1, "%s, %s: %u of %u in time, overlap %.3f",
                      scene->name, models.steer, out.in_time, scene->agents, out.overlap);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* Runs a mirrored scene with one model, either unchanged (trial 0) or with starts displaced by 0.1
 * mm or 5 cm. */
static void run_mirrored(const wend_registry *registry, const arrival_scene *scene,
                         const wend_steering *steering, uint32_t trial) {
    static const double jitters[] = {0, 1e-4, 1e-4, 0.05, 0.05};
    char texts[ARRIVAL_SETTINGS][40];
    const char *settings[ARRIVAL_SETTINGS];
    snprintf(texts[0], sizeof texts[0], "seed=%u", trial + 1);
    snprintf(texts[1], sizeof texts[1],
             "allow_overlap=true"); /* two of the agents start in contact */
    for (uint32_t i = 0; i < scene->agents; i++) {
        snprintf(texts[2 + i], sizeof texts[0], "agents.%u.jitter=%g", i, jitters[trial]);
    }
    double limits[ARRIVAL_AGENTS];
    for (uint32_t i = 0; i < ARRIVAL_SETTINGS; i++) {
        settings[i] = texts[i];
        limits[i] = scene->limit;
    }
    arrival_models models = {.plan = steering->needs != 0 ? "corridor" : "default",
                             .steer = steering->stage.entry.name,
                             .settings = settings,
                             .setting_count = 2 + scene->agents};
    arrival_outcome out = arrival_run(registry, scene->text, &models, limits, scene->agents);
    ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
    bool deep = steering->avoids_agents && out.overlap > 0.1;
    ck_assert_msg(out.in_time == scene->agents && !deep,
                  "%s, %s, trial %u: %u of %u in time, overlap %.3f", scene->name, models.steer,
                  trial, out.in_time, scene->agents, out.overlap);
}

START_TEST(mirrored_agents_arrive_with_every_model) {
    wend_registry *registry = arrival_sweep_registry();
    uint32_t models = wend_registry_count(registry, WEND_KIND_STEERING), runs = 0;
    for (uint32_t i = 0; i < arrival_scene_count * models; i++) {
        const arrival_scene *scene = &arrival_scenes[i / models];
        const void *entry = wend_registry_get(registry, WEND_KIND_STEERING, i % models);
        const wend_steering *steering = entry;
        bool own_will = strcmp(steering->stage.entry.name, "external") != 0;
        for (uint32_t trial = 0; scene->mirrored && own_will && trial < 5; trial++) {
            run_mirrored(registry, scene, steering, trial);
            runs++;
        }
    }
    ck_assert_uint_ge(runs, 7 * 5 * 10);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/arrivals", lone_agents_arrive_with_every_model,
          two_agents_arrive_with_every_model, twenty_agents_arrive,
          agents_that_touch_a_corner_arrive, pairs_beside_a_wall_pass_each_other,
          lone_agents_pass_parked_carts, agents_do_not_slowly_interpenetrate,
          lone_agents_in_corridors_need_no_rescue,
          agents_in_crowds_with_acceleration_limits_do_not_overlap, agents_arrive_in_fixed_scenes,
          mirrored_agents_arrive_with_every_model);
}
