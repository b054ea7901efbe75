/* For every planner (on the maps that it needs), follower and steering model: agents that are
 * teleported during the run are at their new position, and arrive from there. */
/* needs: kit */
/* cost: 10 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/kit/needed_maps.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { AGENTS = 4, LONGEST = 600 };

static const wend_point starts[AGENTS] = {{1, 1}, {1, 11}, {1, 6}, {4, 6}};
static const wend_point goals[AGENTS] = {{19, 1}, {19, 11}, {19, 6}, {10, 2}};
/* The positions after teleporting: beside a pillar, in a corner, in the path of another agent, and
 * behind the agent's own start. */
static const wend_point positions[AGENTS] = {{7, 8.8}, {19.5, 0.5}, {10, 6}, {0.5, 6}};

typedef struct chain {
    const char *plan, *follow, *steer;
} chain;

/* True if the agents of a chain do not head for their goals by themselves. */
static bool is_external(const wend_registry *registry, chain c) {
    const void *follower = wend_registry_find(registry, WEND_KIND_FOLLOWER, c.follow, NULL);
    return ((const wend_follower *)follower)->needs_no_goal || strcmp(c.steer, "external") == 0;
}

static bool may_not_arrive(const wend_registry *registry, chain c) {
    const void *planner = wend_registry_find(registry, WEND_KIND_PLANNER, c.plan, NULL);
    const void *steering = wend_registry_find(registry, WEND_KIND_STEERING, c.steer, NULL);
    return ((const wend_planner *)planner)->may_not_arrive ||
           ((const wend_steering *)steering)->may_not_arrive;
}

static void check_placed(const wend_world *world, const wend_agent *agents, const char *what) {
    for (int i = 0; i < AGENTS; i++) {
        wend_agent_state state = worlds_state(world, agents[i]);
        double apart = hypot(state.position.x - positions[i].x, state.position.y - positions[i].y);
        ck_assert_msg(apart <= 0.2 + 1e-6, "%s: agent %d is %g m away", what, i, apart);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).teleports, AGENTS);
}

/* Runs a chain of entries. Returns false if the entries are not compatible. */
static bool run(const wend_registry *registry, chain c) {
    wend_world *world = worlds_make(strcmp(c.plan, "straight") == 0 || strcmp(c.plan, "sight") == 0
                                        ? worlds_room(20, 12)
                                        : worlds_pillars(),
                                    registry);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = c.plan;
    def.follow.name = c.follow;
    def.steer.name = c.steer;
    bool fits = wend_world_add_profile(world, &def, NULL, NULL) == WEND_OK;
    if (fits) {
        needed_maps_add(world, registry, c.plan);
        needed_maps_add_corridor(world, registry, c.plan, c.follow, c.steer);
        char what[128];
        snprintf(what, sizeof what, "%s, %s, %s", c.plan, c.follow, c.steer);
        wend_agent agents[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            wend_goal goal = worlds_disc(world, goals[i].x, goals[i].y, 0.3);
            agents[i] = worlds_agent(world, starts[i].x, starts[i].y, goal);
        }
        worlds_step(world, 25);
        ck_assert_int_eq(wend_world_teleport_agents(world, agents, positions, NULL, AGENTS, NULL),
                         WEND_OK);
        worlds_step(world, 1);
        check_placed(world, agents, what);
        uint32_t arrived = 0;
        int longest = may_not_arrive(registry, c) ? 100 : LONGEST;
        for (int i = 0; i < longest && arrived < AGENTS && !is_external(registry, c); i++) {
            arrived += worlds_step_counting(world, 1, WEND_EVENT_ARRIVED);
        }
        ck_assert_msg(is_external(registry, c) || may_not_arrive(registry, c) || arrived == AGENTS,
                      "%s: %u arrived", what, arrived);
    }
    wend_world_destroy(world);
    return fits;
}

START_TEST(teleported_agents_arrive) {
    wend_registry *registry = needed_maps_registry();
    uint32_t fit = 0;
    for (uint32_t p = 0; p < wend_registry_count(registry, WEND_KIND_PLANNER); p++) {
        for (uint32_t f = 0; f < wend_registry_count(registry, WEND_KIND_FOLLOWER); f++) {
            for (uint32_t s = 0; s < wend_registry_count(registry, WEND_KIND_STEERING); s++) {
                chain c = {wend_registry_get(registry, WEND_KIND_PLANNER, p)->name,
                           wend_registry_get(registry, WEND_KIND_FOLLOWER, f)->name,
                           wend_registry_get(registry, WEND_KIND_STEERING, s)->name};
                fit += run(registry, c);
            }
        }
    }
    ck_assert_uint_gt(fit, 150);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/teleports", teleported_agents_arrive);
}
