/* needs: kit */
/* Snapshots restore the states of entries without checks, because only the entries know what their
 * bytes mean. Whatever bytes the states contain, a step ends; it may report that an agent would
 * move too far. */
#include <string.h>
#include <wend/kit.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include "world/world.h"

enum { AGENTS = 4, STEPS = 4 };

static wend_map *make_roads(wend_space *space) {
    static const wend_point points[] = {{2, 5}, {9, 5}, {11, 5}, {18, 5}, {18, 2}};
    static const wend_line line = {points, 5, 0, NULL, 0, 0};
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *map = NULL;
    def.space = space;
    def.lines = &line;
    def.line_count = 1;
    ck_assert_int_eq(wend_roadmap_build(&def, &map, NULL), WEND_OK);
    return map;
}

static wend_world *make_world(wend_space *space, wend_map *roads, const wend_choice *follow,
                              const char *steer) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "roads", roads, NULL, NULL), WEND_OK);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "roadmap";
    def.follow = *follow;
    def.steer.name = steer;
    def.modify[0].name = "yield";
    def.modify_count = 1;
    worlds_add_profile(world, &def);
    wend_goal goal = worlds_point(world, 17.5, 1.5);
    for (int i = 0; i < AGENTS; i++) {
        worlds_agent(world, 2.0 + i, 4.6, goal);
    }
    return world;
}

/* Fills the states with one byte, with random bytes, or with a few random words among what is
 * there. */
static void damage(wend_world *world, uint32_t round, uint64_t *seed) {
    for (uint32_t i = 0; i < world->state_count; i++) {
        state_table *table = &world->states[i];
        size_t size = table->stage != NULL ? table->stage->state_size * table->capacity : 0;
        for (size_t k = 0; k < size; k++) {
            *seed = *seed * 6364136223846793005U + 1442695040888963407U;
            bool hits = round % 4 != 3 || *seed >> 60 == 0;
            uint8_t byte = round % 4 == 0 ? 0xff : round % 4 == 1 ? 0x7f : (uint8_t)(*seed >> 40);
            table->bytes[k] = hits ? byte : table->bytes[k];
        }
    }
}

static void try_follower(wend_space *space, wend_map *roads, wend_choice follow,
                         const char *steer) {
    uint64_t seed = 7;
    for (uint32_t round = 0; round < trials(40); round++) {
        wend_world *world = make_world(space, roads, &follow, steer);
        worlds_step(world, 3);
        damage(world, round, &seed);
        wend_error error = {.message = ""};
        wend_result result = wend_world_step(world, STEPS, &error);
        ck_assert_msg(result == WEND_OK || error.message[0] != 0, "%s, round %u", follow.name,
                      round);
        wend_world_destroy(world);
    }
}

START_TEST(steps_end_with_any_state) {
    static const char *const advances[] = {"disc", "speed", "distance", "visibility"};
    static const char *const others[] = {"waypoint", "portal", "portal", "miran"};
    wend_space *space = worlds_halls();
    wend_map *roads = make_roads(space);
    for (int i = 0; i < 4; i++) {
        wend_setting advance = {"advance", {.kind = WEND_VALUE_TEXT, .text = advances[i]}};
        try_follower(space, roads, (wend_choice){"attraction", &advance, 1}, "direct");
        try_follower(space, roads, (wend_choice){others[i], NULL, 0}, i % 2 ? "gvo" : "direct");
    }
    wend_map_release(roads);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("follow/damaged_states", steps_end_with_any_state);
}
