/* The claims of every steering model that needs a corridor are exact on routes of the planner
 * `corridor`: the model does everything that it claims, and nothing that it does not claim. It
 * never crosses walls, and its results do not depend on the number of threads. */
/* label: threads */
/* needs: kit */
#include <math.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { STEPS = 600 /* one minute of simulated time */, AGENTS = 24, WALKS = 600 };

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void add_map(wend_world *world, wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    wend_map *map = NULL;
    wend_error error = {0};
    def.space = space;
    ck_assert_msg(wend_corridor_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "corridor", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

static wend_world *make(const wend_registry *registry, const char *steer, wend_space *space,
                        uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.registry = registry;
    def.threads = threads;
    wend_space_retain(space);
    wend_world *world = worlds_from(&def);
    add_map(world, space);
    wend_space_release(space);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "corridor";
    profile.follow.name = "attraction";
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    return world;
}

/* ---- Claims ---------------------------------------------------------------------------------- */

typedef struct meeting {
    bool resolved; /* true: both agents have arrived */
    double nearest;
} meeting;

static meeting meet(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_room(16, 6), 1);
    wend_agent left = worlds_agent(world, 4, 3, worlds_point(world, 12, 3));
    wend_agent right = worlds_agent(world, 12, 3, worlds_point(world, 4, 3));
    meeting result = {false, INFINITY};
    for (int i = 0; i < STEPS; i++) {
        worlds_step(world, 1);
        wend_point a = worlds_state(world, left).position, b = worlds_state(world, right).position;
        result.nearest = fmin(result.nearest, hypot(a.x - b.x, a.y - b.y));
    }
    result.resolved = wend_world_get_stats(world).arrivals == 2;
    wend_world_destroy(world);
    return result;
}

/* True if an agent passes four standing agents in front of its goal. They form a U that is open
 * towards the agent. */
static bool escapes(const wend_registry *registry, const char *steer) {
    static const wend_point u[] = {{14, 4}, {15, 4.6}, {15, 5.4}, {14, 6}};
    wend_world *world = make(registry, steer, worlds_room(30, 10), 1);
    wend_profile_def standing = worlds_profile_def();
    standing.max_speed = wend_constant(0.0);
    standing.radius = wend_constant(0.5);
    wend_profile profile = worlds_add_profile(world, &standing);
    worlds_agent(world, 8, 5, worlds_point(world, 25, 5));
    for (size_t i = 0; i < sizeof u / sizeof *u; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = u[i];
        def.profile = profile;
        worlds_add(world, &def);
    }
    worlds_step(world, STEPS);
    bool arrived = wend_world_get_stats(world).arrivals == 1;
    wend_world_destroy(world);
    return arrived;
}

/* True if `move` had to stop the agent at a wall. */
static bool bumps(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_pillars(), 1);
    worlds_agent(world, 2, 4.3, worlds_point(world, 18, 4.3));
    worlds_step(world, STEPS);
    bool held = wend_world_get_stats(world).wall_interventions > 0;
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
    return held;
}

static void check_claims(const wend_registry *registry, const wend_steering *model) {
    const char *name = model->stage.entry.name;
    meeting met = meet(registry, name);
    ck_assert_msg(met.resolved == model->resolves_head_on, "%s: head on %sresolved", name,
                  met.resolved ? "" : "not ");
    bool avoided = met.nearest >= 0.5 * 0.99; /* an overlap of 1 % does not count as a collision */
    ck_assert_msg(avoided == model->avoids_agents, "%s: came within %g m", name, met.nearest);
    bool out = escapes(registry, name);
    ck_assert_msg(out == model->no_local_minima, "%s: the U was %sleft", name, out ? "" : "not ");
    bool bumped = bumps(registry, name);
    ck_assert_msg(bumped != model->avoids_walls, "%s: %sheld back at a wall", name,
                  bumped ? "" : "not ");
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* Makes a crowd among pillars, or on two floors with a stair and with the goals on the upper floor.
 */
static wend_world *crowd(const wend_registry *registry, const char *steer, bool floors,
                         uint32_t threads) {
    wend_world *world = make(registry, steer, floors ? worlds_floors() : worlds_pillars(), threads);
    for (uint64_t i = 0; i < AGENTS; i++) {
        double x = wend_random_uniform(5, i, 0, 1), y = wend_random_uniform(5, i, 0, 2);
        wend_goal_def goal = wend_default_goal_def();
        wend_point to = floors ? (wend_point){15 + 4 * x, 1 + (double)(i % 10)}
                               : (wend_point){14 + 5 * y, 0.5 + 11 * x};
        goal.points = &to;
        goal.layer = floors ? 2 : 0;
        wend_agent_def def = wend_default_agent_def();
        def.key = i + 1;
        def.position =
            (wend_point){0.1 + 5.9 * x,
                         0.1 + 7.7 * y}; /* some agents start in a wall, or overlap other agents */
        def.goal = worlds_add_goal(world, &goal);
        worlds_add(world, &def);
    }
    return world;
}

static void check_location(const wend_world *world, const wend_agent_state *before,
                           const wend_agent_state *after, const char *steer) {
    const wend_space *space = wend_world_space(world);
    ck_assert(isfinite(after->position.x) && isfinite(after->position.y));
    ck_assert_msg((double)hypotf(after->velocity.x, after->velocity.y) <= 2.0 + 1e-4, "%s", steer);
    if (before->layer == after->layer) {
        wend_location was = {wend_space_to_local(space, before->position), before->layer};
        wend_location is = {wend_space_to_local(space, after->position), after->layer};
        ck_assert_msg(wend_space_is_walkable(space, is, WEND_ALL_CLASSES), "%s: agent %llu left",
                      steer, (unsigned long long)after->key);
        float least = fminf(wend_space_clearance(space, was, 9.0F, WEND_ALL_CLASSES), 0.25F);
        float room = wend_space_clearance(space, is, 9.0F, WEND_ALL_CLASSES);
        ck_assert_msg(room >= least - 1e-4F, "%s: agent %llu went from %g to %g m off a wall",
                      steer, (unsigned long long)after->key, (double)least, (double)room);
    }
}

static uint64_t run_checked(wend_world *world, const char *steer) {
    wend_agent_state before[AGENTS], after[AGENTS];
    wend_mark marks[256];
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_agents(world, before, AGENTS), AGENTS);
    for (int i = 1; i < WALKS; i++) {
        worlds_step(world, 1);
        ck_assert_uint_eq(wend_world_get_agents(world, after, AGENTS), AGENTS);
        for (uint32_t k = 0; k < AGENTS; k++) {
            check_location(world, &before[k], &after[k], steer);
        }
        memcpy(before, after, sizeof before);
        uint64_t hash = wend_world_hash(world);
        wend_agent one = wend_world_find_agent(world, 1 + (uint64_t)i % AGENTS);
        ck_assert_uint_gt(wend_world_explain(world, one, marks, 256), 0);
        ck_assert_msg(wend_world_hash(world) == hash, "%s changes when it is explained", steer);
    }
    return wend_world_hash(world);
}

static void check_crowd(const wend_registry *registry, const char *steer, bool floors) {
    wend_world *world = crowd(registry, steer, floors, 1);
    uint64_t hash = run_checked(world, steer);
    ck_assert_msg(wend_world_get_stats(world).arrivals > AGENTS / 4, "%s: %llu arrived", steer,
                  (unsigned long long)wend_world_get_stats(world).arrivals);
    wend_world_destroy(world);
    world = crowd(registry, steer, floors, 3);
    worlds_step(world, WALKS);
    ck_assert_msg(wend_world_hash(world) == hash, "%s: three threads differ", steer);
    wend_world_destroy(world);
}

START_TEST(corridor_models_match_their_claims) {
    wend_registry *registry = NULL;
    uint32_t models = 0;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const wend_steering *model = (const wend_steering *)(const void *)entry;
        if (model->needs & WEND_NEEDS_CORRIDOR) {
            check_claims(registry, model);
            check_crowd(registry, entry->name, false);
            check_crowd(registry, entry->name, true);
            models++;
        }
    }
    ck_assert_uint_gt(models, 0);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/corridors", corridor_models_match_their_claims);
}
