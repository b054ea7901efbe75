/* Tests followers with attraction points on routes from the planner `corridor`, in complete runs.
 * With each follower, all agents arrive. An agent that heads straight for the point of Definition 1
 * is never nearer to a wall than its radius. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

typedef struct follow_case {
    const char *follow, *advance;
} follow_case;

static const follow_case methods[] = {{"attraction", "disc"},
                                      {"attraction", "speed"},
                                      {"attraction", "distance"},
                                      {"attraction", "visibility"},
                                      {"indicative", NULL}};
enum { CASES = sizeof methods / sizeof *methods };

/* Makes a world with a corridor map that agents plan on. */
static wend_world *make(wend_space *space, const follow_case *setup, const char *steer) {
    wend_corridor_def corridor = wend_default_corridor_def();
    wend_map *map = NULL;
    corridor.space = space;
    ck_assert_int_eq(wend_corridor_build(&corridor, &map, NULL), WEND_OK);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "axis", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    wend_setting setting = {"advance", {.kind = WEND_VALUE_TEXT, .text = setup->advance}};
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "corridor";
    def.follow = (wend_choice){setup->follow, &setting, setup->advance != NULL};
    def.steer.name = steer;
    worlds_add_profile(world, &def);
    return world;
}

/* Returns a position in the room with pillars, 20 m by 12 m, at least `clear` m from all walls. */
static wend_point location_in_room(const wend_space *space, uint64_t key, uint32_t purpose,
                                   float clear) {
    for (uint64_t step = 0;; step++) {
        wend_point at = {20 * wend_random_uniform(5, key, step, purpose),
                         12 * wend_random_uniform(5, key, step, purpose + 1)};
        wend_location location = {wend_space_to_local(space, at), 0};
        if (wend_space_is_walkable(space, location, UINT32_MAX) &&
            wend_space_clearance(space, location, 1, UINT32_MAX) >= clear) {
            return at;
        }
    }
}

START_TEST(all_agents_arrive) {
    static const char *const models[] = {"direct", "orca", "gvo", "orca_segment"};
    for (int i = 0; i < 4 * CASES; i++) {
        const follow_case *setup = &methods[i % CASES];
        wend_world *world = make(worlds_pillars(), setup, models[i / CASES]);
        for (uint64_t key = 1; key <= 8; key++) {
            wend_point to = location_in_room(wend_world_space(world), key, 3, 0.4F);
            wend_point from = {1 + 0.8 * (double)(key % 4), 2 + 4 * (double)(key / 4)};
            worlds_agent(world, from.x, from.y, worlds_disc(world, to.x, to.y, 1));
        }
        worlds_step(world, 400);
        ck_assert_msg(wend_world_get_stats(world).arrivals == 8, "%s %s, %s: %u arrivals",
                      setup->follow, setup->advance ? setup->advance : "", models[i / CASES],
                      (unsigned)wend_world_get_stats(world).arrivals);
        wend_world_destroy(world);
    }
}
END_TEST

/* Each attraction point belongs to a disc. Inset by the agent's radius, this disc contains both the
 * point and the agent, so the straight line between them keeps clear of walls. */
START_TEST(straight_line_to_the_point_avoids_walls) {
    uint32_t arrived = 0, steps = 0;
    for (uint64_t key = 1; key <= 40; key++) {
        wend_world *world = make(worlds_pillars(), &methods[0], "direct");
        const wend_space *space = wend_world_space(world);
        wend_point from = location_in_room(space, key, 7, 0.26F),
                   to = location_in_room(space, key, 9, 0.4F);
        wend_agent agent = worlds_agent(world, from.x, from.y, worlds_point(world, to.x, to.y));
        while (wend_world_get_stats(world).arrivals == 0 && wend_world_step_count(world) < 400) {
            worlds_step(world, 1);
            wend_location here = {wend_space_to_local(space, worlds_state(world, agent).position),
                                  0};
            float room = wend_space_clearance(space, here, 1, UINT32_MAX);
            ck_assert_msg(room >= 0.25F - 1e-4F, "from (%g, %g) to (%g, %g): %g m at (%g, %g)",
                          from.x, from.y, to.x, to.y, (double)room, (double)here.position.x,
                          (double)here.position.y);
            steps++;
        }
        arrived += wend_world_get_stats(world).arrivals == 1;
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(arrived, 40);
    ck_assert_uint_gt(steps, 1500);
}
END_TEST

int main(void) {
    SUITE("follow/corridor_runs", all_agents_arrive, straight_line_to_the_point_avoids_walls);
}
