/* The neighbours that walls do not hide: compared with lines of sight, in random rooms. */
#include <math.h>

#include <wend/random.h>

#include "near/visible.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { AGENTS = 80 };

/* A modifier that checks the neighbours of each agent against the space. */
static uint32_t seen, hidden;

/* The collected neighbours are the same ones, in any order. */
static void check_collected(const wend_view *view, uint32_t index, float radius,
                            const wend_neighbour *found, uint32_t visible) {
    wend_neighbour collected[NEAR_MOST_VISIBLE];
    ck_assert_uint_eq(near_collect_visible(view, index, radius, collected), visible);
    for (uint32_t i = 0; i < visible; i++) {
        uint32_t k = 0;
        while (k < visible && collected[k].index != found[i].index) {
            k++;
        }
        ck_assert_uint_lt(k, visible);
        ck_assert(collected[k].distance_squared == found[i].distance_squared);
    }
}

static void check_agent(const wend_view *view, uint32_t index, float radius) {
    wend_neighbour all[AGENTS], found[NEAR_MOST_VISIBLE];
    wend_location from = {view->bodies[index].position, 0};
    uint32_t count = wend_view_find_agents(view, from, radius, all, AGENTS), next = 0;
    uint32_t visible = near_find_visible(view, index, radius, found);
    for (uint32_t i = 0; i < count; i++) {
        wend_location to = {view->bodies[all[i].index].position, 0};
        bool sees = all[i].index != index && wend_view_is_visible(view, from, to, 0.0F);
        if (sees) {
            ck_assert_uint_lt(next, visible);
            ck_assert_uint_eq(found[next++].index, all[i].index);
            seen++;
        } else {
            hidden += all[i].index != index;
        }
    }
    ck_assert_uint_eq(next, visible);
    check_collected(view, index, radius, found, visible);
}

static void check(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            check_agent(view, i, 1.0F + (float)(wend_view_key(view, i) % 4));
        }
    }
}

static const wend_modifier checker = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "checker", .summary = "checks"}},
    .modify = check};

START_TEST(finds_the_agents_that_lines_of_sight_reach) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_MODIFIER, &checker.stage.entry, NULL),
                     WEND_OK);
    seen = hidden = 0;
    for (int room = 0; room < 3; room++) {
        wend_space *space = room == 0 ? worlds_open() : room == 1 ? worlds_pillars() : worlds_gap();
        wend_world *world = worlds_make(space, registry);
        wend_profile_def def = worlds_profile_def();
        def.modify[0].name = "checker";
        def.modify_count = 1;
        worlds_add_profile(world, &def);
        for (uint64_t i = 0, added = 0; added < AGENTS; i++) {
            wend_point at = {0.1 + 19.8 * wend_random_uniform(7, i, 0, 0),
                             0.1 + 9.8 * wend_random_uniform(7, i, 0, 1)};
            wend_agent_def agent = wend_default_agent_def();
            agent.position = at;
            agent.radius = 0.1;
            added += wend_world_add_agents(world, &agent, 1, NULL, NULL) == WEND_OK;
        }
        worlds_step(world, 1);
        wend_world_destroy(world);
    }
    ck_assert_uint_gt(seen, 500);
    ck_assert_uint_gt(hidden, 20);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("near/visible", finds_the_agents_that_lines_of_sight_reach);
}
