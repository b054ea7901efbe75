/* Moves agents to other worlds, together with their routes, which were planned on maps. Covers
 * planners, followers and models that need a map or a corridor. */
/* needs: kit */
#include <string.h>

#include <wend/snapshot.h>
#include <wend/world.h>

#include "support/kit/needed_maps.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_registry *registry;
static uint8_t bytes[1 << 18];

/* Makes a world. Returns NULL if the entries cannot be combined. */
static wend_world *make(const char *plan, const char *follow, const char *steer) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_pillars();
    def.registry = registry;
    wend_world *world = worlds_from(&def);
    needed_maps_add(world, registry, plan);
    needed_maps_add_corridor(world, registry, plan, follow, steer);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = plan;
    profile.follow.name = follow;
    profile.steer.name = steer;
    profile.preferred_speed = wend_uniform(0.8, 1.6);
    if (wend_world_add_profile(world, &profile, NULL, NULL) != WEND_OK) {
        wend_world_destroy(world);
        return NULL;
    }
    worlds_point(world, 18.0, 10.5);
    return world;
}

static void add(wend_world *world) {
    wend_agent_def def = wend_default_agent_def();
    def.key = 3;
    def.position = (wend_point){1.0, 1.5};
    def.goal = (wend_goal){(uint64_t)1 << 32};
    worlds_add(world, &def);
}

static void migrate(wend_world *from, wend_world *to) {
    wend_agent agent = wend_world_find_agent(from, 3);
    size_t size = wend_world_pack_agent(from, agent, bytes, sizeof bytes);
    wend_error error = {.message = ""};
    ck_assert_uint_le(size, sizeof bytes);
    ck_assert_msg(wend_world_unpack_agent(to, bytes, size, NULL, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_int_eq(wend_world_remove_agent(from, agent, NULL), WEND_OK);
}

/* Moves an agent between two worlds every fifteen steps, and compares it with its counterpart,
 * which always stays in a third world. Returns false if the entries cannot be combined. */
static bool wander(const char *plan, const char *follow, const char *steer) {
    wend_world *one = make(plan, follow, steer);
    if (!one) {
        return false;
    }
    wend_world *pair[2] = {make(plan, follow, steer), make(plan, follow, steer)};
    int at = 0;
    add(one);
    add(pair[0]);
    for (int step = 0; step < 110; step++) {
        worlds_step(one, 1);
        worlds_step(pair[0], 1);
        worlds_step(pair[1], 1);
        wend_agent_state a = worlds_state(one, wend_world_find_agent(one, 3));
        wend_agent_state b = worlds_state(pair[at], wend_world_find_agent(pair[at], 3));
        ck_assert_msg(memcmp(&a.position, &b.position, sizeof a.position) == 0 &&
                          a.activity == b.activity,
                      "%s, %s, %s: step %d: (%g, %g) and (%g, %g)", plan, follow, steer, step,
                      a.position.x, a.position.y, b.position.x, b.position.y);
        if (step % 15 == 4) {
            migrate(pair[at], pair[1 - at]);
            at = 1 - at;
        }
    }
    wend_agent_state end = worlds_state(one, wend_world_find_agent(one, 3));
    bool walks = strcmp(steer, "external") != 0 && strcmp(follow, "external") != 0 &&
                 strcmp(follow, "constant") != 0 && /* its velocity is 0 by default */
                 strcmp(plan, "sight") != 0;        /* a pillar is in its line of sight */
    ck_assert_msg(!walks || end.position.x > 3.0, "%s, %s, %s", plan, follow, steer);
    wend_world_destroy(one);
    wend_world_destroy(pair[0]);
    wend_world_destroy(pair[1]);
    return true;
}

static const char *name_of(wend_kind kind, uint32_t index) {
    return wend_registry_get(registry, kind, index)->name;
}

START_TEST(migrated_agent_continues_with_every_planner) {
    uint32_t planners = 0, followers = 0, models = 0;
    registry = needed_maps_registry();
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_PLANNER); i++) {
        const void *planner = wend_registry_get(registry, WEND_KIND_PLANNER, i);
        bool guides = ((const wend_planner *)planner)->gives & WEND_ROUTE_FIELD;
        planners += wander(name_of(WEND_KIND_PLANNER, i), guides ? "gradient" : "waypoint", "orca");
    }
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_FOLLOWER); i++) {
        const void *follower = wend_registry_get(registry, WEND_KIND_FOLLOWER, i);
        bool guided = ((const wend_follower *)follower)->needs & WEND_ROUTE_FIELD;
        followers += wander(guided ? "field" : "corridor", name_of(WEND_KIND_FOLLOWER, i), "orca");
        wander("navmesh", name_of(WEND_KIND_FOLLOWER, i), "direct");
    }
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        models += wander("corridor", "attraction", name_of(WEND_KIND_STEERING, i));
    }
    ck_assert_uint_eq(planners, wend_registry_count(registry, WEND_KIND_PLANNER));
    ck_assert_uint_eq(followers, wend_registry_count(registry, WEND_KIND_FOLLOWER));
    ck_assert_uint_eq(models, wend_registry_count(registry, WEND_KIND_STEERING));
    wend_registry_destroy(registry);
}
END_TEST

/* A route that was planned on another map is refused. */
START_TEST(refuses_agent_without_the_map_of_its_route) {
    registry = needed_maps_registry();
    wend_world *from = make("navmesh", "portal", "orca"), *to = make("navmesh", "portal", "orca");
    add(from);
    worlds_step(from, 5);
    static const int other = 7;
    wend_map_slot slot;
    wend_world_def def = wend_default_world_def();
    def.space = worlds_pillars();
    def.registry = registry;
    wend_world *bare = worlds_from(&def);
    ck_assert_int_eq(wend_world_add_map_object(bare, "first", 99, &other, &slot, NULL), WEND_OK);
    needed_maps_add(bare, registry, "navmesh");
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "navmesh";
    profile.follow.name = "portal";
    profile.steer.name = "orca";
    profile.preferred_speed = wend_uniform(0.8, 1.6);
    worlds_add_profile(bare, &profile);
    worlds_point(bare, 18.0, 10.5);
    wend_agent agent = wend_world_find_agent(from, 3);
    size_t size = wend_world_pack_agent(from, agent, bytes, sizeof bytes);
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_world_unpack_agent(bare, bytes, size, NULL, &error), WEND_ERROR_NAME);
    ck_assert_msg(strstr(error.message, "the map of the agent's route") != NULL, "%s",
                  error.message);
    ck_assert_int_eq(wend_world_unpack_agent(to, bytes, size, NULL, &error), WEND_OK);
    wend_world_destroy(bare);
    wend_world_destroy(from);
    wend_world_destroy(to);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/pack_maps", migrated_agent_continues_with_every_planner,
          refuses_agent_without_the_map_of_its_route);
}
