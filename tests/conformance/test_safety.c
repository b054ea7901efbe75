/* Runs every pair of a steering model, a planner (on the maps that it needs) and a follower, and
 * also runs every selector and every modifier. No run may fail, and positions stay finite. No
 * agent's centre crosses a wall, no overlap with a wall grows, and results do not depend on the
 * number of threads. Agents must walk: an entry that makes them stand still is safe, but fails the
 * test. */
/* needs: kit */
/* cost: 20 */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "support/kit/needed_maps.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { AGENTS = 24, STEPS = 200, LEAST_STEPS = 50, WORLDS = 3 };

/* Returns the number of steps of a run: fewer in slow builds, but enough for agents to meet. */
static uint64_t step_count(void) {
    uint32_t count = trials_at_most(STEPS);
    return count > LEAST_STEPS ? count : LEAST_STEPS;
}

typedef struct chain {
    const char *select, *plan, *follow, *steer, *modify;
} chain;

/* ---- The three worlds ------------------------------------------------------------------------ */

/* Makes a square. Open ground has no medial axis, so planners that use maps get this square
 * instead. */
static wend_space *square(void) {
    static const wend_point corners[] = {{-8, -8}, {8, -8}, {8, 8}, {-8, 8}};
    wend_ring ring = {corners, 4};
    wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static wend_space *space_of(int which, bool mapped) {
    return which == 0   ? (mapped ? square() : worlds_open())
           : which == 1 ? worlds_pillars()
                        : worlds_floors();
}

static wend_point position_of(int which, uint64_t key, uint32_t purpose) {
    double x = wend_random_uniform(3, key, 0, purpose);
    double y = wend_random_uniform(3, key, 0, purpose + 1);
    if (which == 0) {
        return (wend_point){12 * x - 6, 12 * y - 6};
    }
    /* Some agents start so near to a wall that they overlap it. */
    return which == 1 ? (wend_point){0.1 + 5.9 * x + (purpose > 2 ? 13.9 : 0), 0.1 + 11.8 * y}
                      : (wend_point){0.1 + 9.8 * x, 0.1 + 7.7 * y};
}

/* Adds goals. Those of world 2 lie on the upper floor. */
static void add_goals(wend_world *world, int which) {
    wend_goal goals[AGENTS];
    for (uint64_t i = 0; i < AGENTS; i++) {
        wend_point position = position_of(which, i, 3);
        wend_goal_def def = wend_default_goal_def();
        if (which == 2) {
            position = (wend_point){15 + 4 * wend_random_uniform(3, i, 0, 5), 1 + (double)(i % 10)};
            def.layer = 2;
        }
        def.points = &position;
        def.on_arrival = i % 3 == 0 ? WEND_ON_ARRIVAL_CONTINUE : WEND_ON_ARRIVAL_STOP;
        goals[i] = worlds_add_goal(world, &def);
    }
    for (uint32_t i = 0; i + 3 <= AGENTS; i += 3) {
        ck_assert_int_eq(wend_world_add_goal_set(world, &goals[i], 3, NULL, NULL), WEND_OK);
    }
}

static void add_agents(wend_world *world, int which) {
    wend_point stairs[] = {{9.5, 5}, {12, 5}, {15, 5}};
    uint32_t layers[] = {0, 1, 2};
    wend_path path = {0};
    if (which == 2) {
        ck_assert_int_eq(wend_world_add_path(world, stairs, layers, 3, &path, NULL), WEND_OK);
    }
    for (uint64_t i = 0; i < AGENTS; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = i + 1;
        def.position = position_of(which, i, 1);
        def.goal_set = worlds_nth_goal_set((uint32_t)(i / 3));
        def.path = path;
        worlds_add(world, &def);
    }
}

/* Returns NULL if the entries are not compatible. */
static wend_world *make(const wend_registry *registry, chain use, int which, uint32_t threads) {
    const wend_entry *entry = wend_registry_find(registry, WEND_KIND_PLANNER, use.plan, NULL);
    const wend_planner *planner = (const wend_planner *)(const void *)entry;
    wend_world_def def = wend_default_world_def();
    def.space = space_of(which, planner->map_count > 0 || planner->choose);
    def.registry = registry;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 0.15, 0.3, 0, 0};
    profile.select.name = use.select;
    profile.plan.name = use.plan;
    profile.follow.name = use.follow;
    profile.steer.name = use.steer;
    profile.modify[0].name = use.modify;
    profile.modify_count = use.modify != NULL;
    wend_error error = {0};
    if (wend_world_add_profile(world, &profile, NULL, &error) != WEND_OK) {
        ck_assert_msg(strstr(error.message, "does not provide"), "%s", error.message);
        wend_world_destroy(world);
        return NULL;
    }
    needed_maps_add(world, registry, use.plan);
    needed_maps_add_corridor(world, registry, use.plan, use.follow, use.steer);
    add_goals(world, which);
    add_agents(world, which);
    return world;
}

/* If the follower or the steering model is `external`, sets the velocities of the agents. */
static void command_agent(wend_world *world, chain use, uint64_t step) {
    bool steered = strcmp(use.steer, "external") == 0;
    bool led = strcmp(use.follow, "external") == 0;
    for (uint64_t key = 1; (steered || led) && step % 20 == 1 && key <= AGENTS; key++) {
        wend_point velocity = {4 * wend_random_uniform(9, key, step, 0) - 2,
                               4 * wend_random_uniform(9, key, step, 1) - 2};
        wend_agent agent = wend_world_find_agent(world, key);
        wend_result result =
            steered ? wend_world_set_agent_velocity(world, agent, velocity, NULL)
                    : wend_world_set_agent_preferred_velocity(world, agent, velocity, NULL);
        ck_assert_int_eq(result, WEND_OK);
    }
}

/* ---- Safety ---------------------------------------------------------------------------------- */

static double cross(wend_point o, wend_point a, wend_point b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static double distance(wend_point p, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y;
    double t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

/* Calls the Check library only on failure, because it also writes passing assertions to a file. */
static void check_wall(const wend_space *space, const wend_wall *wall, chain use,
                       const wend_agent_state *before, const wend_agent_state *after) {
    wend_point a = wend_space_from_local(space, wall->a), b = wend_space_from_local(space, wall->b);
    wend_point p = before->position, q = after->position;
    bool crosses = cross(a, b, p) * cross(a, b, q) < 0 && cross(p, q, a) * cross(p, q, b) < 0;
    if (crosses) {
        ck_abort_msg("%s/%s/%s: agent %llu crossed a wall from (%g, %g) to (%g, %g)", use.plan,
                     use.follow, use.steer, (unsigned long long)after->key, p.x, p.y, q.x, q.y);
    }
    double was = distance(p, a, b), is = distance(q, a, b);
    bool nearer = !(is >= fmin(was, (double)after->radius) - 1e-6);
    if (before->layer == after->layer && nearer) {
        ck_abort_msg("%s/%s/%s: agent %llu at (%g, %g) is %g m from a wall, was %g", use.plan,
                     use.follow, use.steer, (unsigned long long)after->key, q.x, q.y, is, was);
    }
}

static void check_step(const wend_world *world, chain use, const wend_agent_state *before,
                       const wend_agent_state *after) {
    const wend_space *space = wend_world_space(world);
    for (uint32_t i = 0; i < AGENTS; i++) {
        ck_assert_uint_eq(before[i].key, after[i].key);
        ck_assert(isfinite(after[i].position.x) && isfinite(after[i].position.y));
        ck_assert(isfinite(after[i].velocity.x) && isfinite(after[i].velocity.y));
        float speed = hypotf(after[i].velocity.x, after[i].velocity.y);
        ck_assert_msg(speed <= 2.0F + 1e-4F, "%s: %g m/s", use.steer, (double)speed);
        for (uint32_t k = 0; k < wend_space_wall_count(space); k++) {
            wend_wall wall = wend_space_wall(space, k);
            if (wall.layer == before[i].layer || wall.layer == after[i].layer) {
                check_wall(space, &wall, use, &before[i], &after[i]);
            }
        }
    }
}

/* Counts the agents that have walked more than a metre. */
static uint32_t count_walkers(const double *walked) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        count += walked[i] > 1.0;
    }
    return count;
}

/* Runs a world with checks and returns its hash at the end. Sets *walkers to the number of agents
 * that walked. */
static uint64_t run_checked(wend_world *world, chain use, uint32_t *walkers) {
    wend_agent_state before[AGENTS], after[AGENTS];
    double walked[AGENTS] = {0};
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_agents(world, before, AGENTS), AGENTS);
    for (uint64_t step = 1, end = step_count(); step < end; step++) {
        command_agent(world, use, step);
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_get_agents(world, after, AGENTS), AGENTS);
        check_step(world, use, before, after);
        for (uint32_t i = 0; i < AGENTS; i++) {
            walked[i] += hypot(after[i].position.x - before[i].position.x,
                               after[i].position.y - before[i].position.y);
        }
        memcpy(before, after, sizeof before);
    }
    *walkers = count_walkers(walked);
    return wend_world_hash(world);
}

static uint64_t run(wend_world *world, chain use) {
    for (uint64_t step = 0, end = step_count(); step < end; step++) {
        command_agent(world, use, step);
        worlds_step(world, 1);
    }
    return wend_world_hash(world);
}

/* Returns the minimum number of agents that must walk when a given chain of entries is used. The
 * planner `sight` gives a route only to agents that see their goal, some selectors may let agents
 * stay where they are, and the follower `constant` stands still unless it gets a velocity. */
static uint32_t least_walkers(const wend_registry *registry, chain use) {
    const void *selector = wend_registry_find(registry, WEND_KIND_SELECTOR, use.select, NULL);
    if (((const wend_selector *)selector)->may_stand || strcmp(use.follow, "constant") == 0) {
        return 0;
    }
    return strcmp(use.plan, "sight") == 0 ? AGENTS / 6 : AGENTS * 3 / 4;
}

/* Runs a chain of entries in all worlds, on one thread and on three. Returns the lowest number of
 * walking agents in any world, or WEND_NONE if the entries are not compatible. For a planner that
 * need not lead to the goal (khatib has routes on the layer of the goal only), returns the highest
 * number: it must walk somewhere. */
static uint32_t run_chain(const wend_registry *registry, chain use) {
    const void *planner = wend_registry_find(registry, WEND_KIND_PLANNER, use.plan, NULL);
    bool may_stand = ((const wend_planner *)planner)->may_not_arrive;
    uint32_t least = may_stand ? 0 : AGENTS;
    for (int which = 0; which < WORLDS; which++) {
        wend_world *world = make(registry, use, which, 1);
        if (!world) {
            return WEND_NONE;
        }
        uint32_t walkers = 0;
        uint64_t hash = run_checked(world, use, &walkers);
        least = (walkers < least) != may_stand ? walkers : least;
        wend_world_destroy(world);
        world = make(registry, use, which, 3);
        ck_assert_msg(run(world, use) == hash, "%s/%s/%s: three threads differ in world %d",
                      use.plan, use.follow, use.steer, which);
        wend_world_destroy(world);
    }
    return least;
}

/* Returns false if the entries are not compatible. */
static bool check_chain(const wend_registry *registry, chain use) {
    uint32_t walkers = run_chain(registry, use);
    bool fits = walkers != WEND_NONE;
    ck_assert_msg(!fits || walkers >= least_walkers(registry, use),
                  "%s/%s/%s/%s: %u of %d agents walk", use.select, use.plan, use.follow, use.steer,
                  walkers, (int)AGENTS);
    return fits;
}

/* ---- Loops over the registry ----------------------------------------------------------------- */

static const char *name_of(const wend_registry *registry, wend_kind kind, uint32_t index) {
    return wend_registry_get(registry, kind, index)->name;
}

/* Runs chains that contain two given entries, one after the other, until one is compatible or all
 * entries of the third kind have been tried. `turn` selects the entry of the third kind to begin
 * with, so that all of them take part in different pairs. Returns false if none is compatible. */
static bool check_pair(const wend_registry *registry, chain use, wend_kind kind, uint32_t turn) {
    uint32_t count = wend_registry_count(registry, kind);
    for (uint32_t i = 0; i < count; i++) {
        const char *third = name_of(registry, kind, (turn + i) % count);
        chain whole = use;
        whole.plan = use.plan ? use.plan : third;
        whole.follow = use.follow ? use.follow : third;
        whole.steer = use.steer ? use.steer : third;
        if (check_chain(registry, whole)) {
            return true;
        }
    }
    return false;
}

/* All pairs of a steering model and a planner, of a steering model and a follower, and of a planner
 * and a follower. A stage sees only the output of the stage before it, so a fault needs two
 * entries; all chains of three grow with the product of the lists and run in `make soak`. */
START_TEST(every_pair_of_model_planner_and_follower_is_safe) {
    wend_registry *registry = needed_maps_registry();
    uint32_t models = wend_registry_count(registry, WEND_KIND_STEERING);
    uint32_t planners = wend_registry_count(registry, WEND_KIND_PLANNER);
    uint32_t followers = wend_registry_count(registry, WEND_KIND_FOLLOWER);
    for (uint32_t s = 0; s < models; s++) {
        chain use = {.select = "given", .steer = name_of(registry, WEND_KIND_STEERING, s)};
        uint32_t fits = 0;
        for (uint32_t p = 0; p < planners; p++) {
            use.plan = name_of(registry, WEND_KIND_PLANNER, p);
            fits += check_pair(registry, use, WEND_KIND_FOLLOWER, s + p);
        }
        use.plan = NULL;
        for (uint32_t f = 0; f < followers; f++) {
            use.follow = name_of(registry, WEND_KIND_FOLLOWER, f);
            fits += check_pair(registry, use, WEND_KIND_PLANNER, s + f);
        }
        ck_assert_uint_gt(fits, 0);
    }
    for (uint32_t p = 0; p < planners; p++) {
        chain use = {.select = "given", .plan = name_of(registry, WEND_KIND_PLANNER, p)};
        uint32_t fits = 0;
        for (uint32_t f = 0; f < followers; f++) {
            use.follow = name_of(registry, WEND_KIND_FOLLOWER, f);
            fits += check_pair(registry, use, WEND_KIND_STEERING, p + f);
        }
        ck_assert_uint_gt(fits, 0);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(every_chain_of_model_planner_and_follower_is_safe) {
    wend_registry *registry = needed_maps_registry();
    for (uint32_t s = 0; s < wend_registry_count(registry, WEND_KIND_STEERING); s++) {
        const char *steer = name_of(registry, WEND_KIND_STEERING, s);
        if (trials_factor() <= 1.0 && strcmp(steer, "orca_arc") != 0) {
            continue; /* outside `make soak`, only the default model */
        }
        uint32_t fits = 0;
        for (uint32_t p = 0; p < wend_registry_count(registry, WEND_KIND_PLANNER); p++) {
            for (uint32_t f = 0; f < wend_registry_count(registry, WEND_KIND_FOLLOWER); f++) {
                fits += check_chain(registry,
                                    (chain){.select = "given",
                                            .plan = name_of(registry, WEND_KIND_PLANNER, p),
                                            .follow = name_of(registry, WEND_KIND_FOLLOWER, f),
                                            .steer = steer});
            }
        }
        ck_assert_uint_gt(fits, 0);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(every_selector_and_modifier_is_safe) {
    wend_registry *registry = needed_maps_registry();
    chain use = {"given", "straight", "waypoint", "direct", NULL};
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_SELECTOR); i++) {
        const void *entry = wend_registry_get(registry, WEND_KIND_SELECTOR, i);
        use.select = ((const wend_entry *)entry)->name;
        /* Such goals may lie behind walls, and `direct` does not avoid walls. */
        use.steer = ((const wend_selector *)entry)->places_goals ? "orca_arc" : "direct";
        ck_assert(check_chain(registry, use));
    }
    use = (chain){"given", "straight", "waypoint", "direct", NULL};
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_MODIFIER); i++) {
        use.modify = name_of(registry, WEND_KIND_MODIFIER, i);
        ck_assert(check_chain(registry, use));
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The checks can fail --------------------------------------------------------------------- */

static void plan_lazily(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    (void)agents;
    (void)sink;
}

static void follow_lazily(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first] =
                (wend_intent){.region = {.shape = WEND_SHAPE_POINT, .a = view->bodies[i].position}};
        }
    }
}

static void modify_lazily(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first].speed = 0.0F;
        }
    }
}

static void steer_lazily(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){.solve_status = WEND_SOLVE_FREE};
        }
    }
}

static void select_lazily(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    (void)view;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            goals[i - agents->first] = WEND_NO_GOAL;
        }
    }
}

#define LAZY(type)                                                                                 \
    { WEND_HEAD(type), .name = "lazy", .summary = "stands still" }
static const wend_selector lazy_selector = {.stage = {.entry = LAZY(wend_selector)},
                                            .select = select_lazily};
static const wend_planner lazy_planner = {
    .stage = {.entry = LAZY(wend_planner)}, .gives = WEND_ROUTE_POLYLINE, .plan = plan_lazily};
static const wend_follower lazy_follower = {.stage = {.entry = LAZY(wend_follower)},
                                            .follow = follow_lazily};
static const wend_modifier lazy_modifier = {.stage = {.entry = LAZY(wend_modifier)},
                                            .modify = modify_lazily};
static const wend_steering lazy_steering = {
    .stage = {.entry = LAZY(wend_steering)}, .respects_limits = true, .steer = steer_lazily};

/* An entry that makes agents stand still is safe, but fails the check, whatever its kind. */
START_TEST(entries_that_stand_still_fail_the_check) {
    wend_registry *registry = needed_maps_registry();
    const wend_entry *const heads[] = {&lazy_selector.stage.entry, &lazy_planner.stage.entry,
                                       &lazy_follower.stage.entry, &lazy_modifier.stage.entry,
                                       &lazy_steering.stage.entry};
    static const wend_kind of[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                   WEND_KIND_MODIFIER, WEND_KIND_STEERING};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(wend_registry_add(registry, of[i], heads[i], NULL), WEND_OK);
    }
    for (int i = 0; i < 5; i++) {
        chain use = {of[i] == WEND_KIND_SELECTOR ? "lazy" : "given",
                     of[i] == WEND_KIND_PLANNER ? "lazy" : "navmesh",
                     of[i] == WEND_KIND_FOLLOWER ? "lazy" : "waypoint",
                     of[i] == WEND_KIND_STEERING ? "lazy" : "direct",
                     of[i] == WEND_KIND_MODIFIER ? "lazy" : NULL};
        uint32_t walkers = run_chain(registry, use);
        ck_assert_msg(walkers < least_walkers(registry, use), "a lazy %s passes: %u walk",
                      wend_kind_text(of[i]), walkers);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Explaining ------------------------------------------------------------------------------ */

/* Calling `explain` of any entry does not change the run. */
START_TEST(explaining_changes_nothing) {
    wend_registry *registry = needed_maps_registry();
    for (uint32_t s = 0; s < wend_registry_count(registry, WEND_KIND_STEERING); s++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, s);
        const wend_steering *model = (const wend_steering *)(const void *)entry;
        bool explains = model->stage.explain != NULL;
        chain use = {"given", model->needs & WEND_NEEDS_CORRIDOR ? "corridor" : "straight",
                     "waypoint", entry->name, NULL};
        wend_world *world = make(registry, use, 1, 1);
        ck_assert_ptr_nonnull(world);
        wend_mark marks[256];
        for (int i = 0; i < 20; i++) {
            worlds_step(world, 5);
            uint64_t hash = wend_world_hash(world);
            for (uint64_t key = 1; key <= AGENTS; key++) {
                wend_agent agent = wend_world_find_agent(world, key);
                uint32_t count = wend_world_explain(world, agent, marks, 256);
                uint32_t velocities = 0;
                for (uint32_t k = 0; k < count; k++) {
                    velocities += marks[k].kind == WEND_MARK_VELOCITY;
                    ck_assert(isfinite(marks[k].a.x) && isfinite(marks[k].b.x));
                }
                ck_assert_msg(velocities == (explains ? 1 : 0), "%s shows %u velocities", use.steer,
                              velocities);
            }
            ck_assert_msg(wend_world_hash(world) == hash, "%s", use.steer);
        }
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/safety", every_pair_of_model_planner_and_follower_is_safe,
          every_chain_of_model_planner_and_follower_is_safe, every_selector_and_modifier_is_safe,
          entries_that_stand_still_fail_the_check, explaining_changes_nothing);
}
