/* What every steering model claims is so, and what it does not claim is not so. */
#include <math.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { STEPS = 600 }; /* one minute */

static wend_world *make(const wend_registry *registry, const char *steer, wend_space *space) {
    wend_world *world = worlds_make(space, registry);
    worlds_profile(world, steer);
    return world;
}

/* `external` has no wish of its own: it is told to walk at its goal, and heeds nothing on the way.
 */
static void tell(wend_world *world, const char *steer, wend_agent agent, wend_point velocity) {
    if (strcmp(steer, "external") == 0) {
        ck_assert_int_eq(wend_world_set_velocity(world, agent, velocity, NULL), WEND_OK);
    }
}

/* ---- Two agents head on ---------------------------------------------------------------------- */

typedef struct meeting {
    bool resolved; /* both have arrived */
    double nearest;
} meeting;

static meeting meet(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_open());
    wend_agent left = worlds_agent(world, -4, 0, worlds_point(world, 4, 0));
    wend_agent right = worlds_agent(world, 4, 0, worlds_point(world, -4, 0));
    meeting result = {false, INFINITY};
    for (int i = 0; i < STEPS; i++) {
        if (i == 1) { /* towards each other, and on */
            tell(world, steer, left, (wend_point){1, 0});
            tell(world, steer, right, (wend_point){-1, 0});
        }
        worlds_step(world, 1);
        wend_point a = worlds_state(world, left).position, b = worlds_state(world, right).position;
        result.nearest = fmin(result.nearest, hypot(a.x - b.x, a.y - b.y));
    }
    result.resolved = wend_world_stats(world).arrivals == 2;
    wend_world_destroy(world);
    return result;
}

/* ---- A goal behind a U ----------------------------------------------------------------------- */

static wend_space *u_space(void) {
    wend_point corners[] = {{0, 0}, {30, 0}, {30, 20}, {0, 20}};
    wend_point u[] = {{12, 6}, {16, 6}, {16, 14}, {12, 14}, {12, 13}, {15, 13}, {15, 7}, {12, 7}};
    wend_ring ring = {corners, 4};
    wend_solid_def solid = {{u, 8}, 0};
    wend_layer_def layer = {
        .boundaries = &ring, .boundary_count = 1, .solids = &solid, .solid_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static bool escapes(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, u_space());
    wend_agent agent = worlds_agent(world, 8, 10, worlds_point(world, 25, 10));
    worlds_step(world, 1);
    tell(world, steer, agent, (wend_point){1, 0});
    worlds_step(world, STEPS);
    bool arrived = wend_world_stats(world).arrivals == 1;
    wend_world_destroy(world);
    return arrived;
}

/* ---- A pillar beside the way ----------------------------------------------------------------- */

/* True if `move` had to hold it back at a wall. */
static bool bumps(const wend_registry *registry, const char *steer) {
    wend_world *world = make(registry, steer, worlds_pillars());
    wend_agent agent = worlds_agent(world, 2, 4.3, worlds_point(world, 18, 4.3));
    worlds_step(world, 1);
    tell(world, steer, agent, (wend_point){1, 0});
    worlds_step(world, STEPS);
    bool held = wend_world_stats(world).wall_interventions > 0;
    wend_world_destroy(world);
    return held;
}

START_TEST(claims_are_so_and_others_are_not) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_at(registry, WEND_KIND_STEERING, i);
        const wend_steering *claims = (const wend_steering *)(const void *)entry;
        if (claims->needs & (WEND_NEEDS_CORRIDOR | WEND_NEEDS_FIELD)) {
            continue; /* `straight` does not give them */
        }
        bool told = strcmp(entry->name, "external") == 0;
        meeting met = meet(registry, entry->name);
        ck_assert_msg(told || met.resolved == claims->resolves_head_on, "%s: head on %sresolved",
                      entry->name, met.resolved ? "" : "not ");
        ck_assert_msg(!told || !claims->resolves_head_on, "%s does as it is told", entry->name);
        bool avoided = met.nearest >= 0.5 * 0.99; /* up to 1 % of a radius is no collision */
        ck_assert_msg(avoided == claims->avoids_agents, "%s: came within %g m", entry->name,
                      met.nearest);
        bool out = escapes(registry, entry->name);
        ck_assert_msg(out == claims->no_local_minima, "%s: the U was %sleft", entry->name,
                      out ? "" : "not ");
        bool bumped = bumps(registry, entry->name);
        ck_assert_msg(bumped != claims->avoids_walls, "%s: %sheld back at a wall", entry->name,
                      bumped ? "" : "not ");
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/liveness", claims_are_so_and_others_are_not);
}
