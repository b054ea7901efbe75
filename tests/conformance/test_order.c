/* The order in which agents are added does not influence the result. This must hold even if the
 * planner uses a map, in which case the library adds the modifier `yield`. The test has two-way
 * traffic through narrow passages, where agents take turns. */
/* needs: kit */
#include <wend/kit.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { AGENTS = 24, STEPS = 250 };

/* Makes two 30 x 12 m halls, connected by a corridor 3 m long and 0.6 m wide. Walls stand in front
 * of the corridor, so that routes lead around them. */
static wend_space *make_space(void) {
    static const wend_point outline[] = {{0, 0},   {27.8, 0}, {27.8, 8}, {28, 8},  {28, 0},
                                         {30, 0},  {30, 5.7}, {33, 5.7}, {33, 0},  {35, 0},
                                         {35, 8},  {35.2, 8}, {35.2, 0}, {63, 0},  {63, 12},
                                         {33, 12}, {33, 6.3}, {30, 6.3}, {30, 12}, {0, 12}};
    const wend_ring boundary = {outline, sizeof outline / sizeof *outline};
    wend_layer_def layer = {.boundaries = &boundary, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space;
    wend_error error;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static double number(uint64_t seed, uint64_t key, uint32_t purpose) {
    return wend_random_uniform(seed, key, 0, purpose);
}

/* Makes a world, and adds its agents by increasing keys, by decreasing keys, or in mixed order. */
static wend_world *make_world(wend_space *space, wend_map *mesh, const char *steer, uint64_t seed,
                              int order) {
    wend_world_def def = wend_default_world_def();
    wend_space_retain(space);
    def.space = space;
    wend_world *world = worlds_from(&def);
    ck_assert_int_eq(wend_world_add_map(world, "mesh", mesh, NULL, NULL), WEND_OK);
    wend_profile_def profile = wend_default_profile_def();
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    const wend_goal goals[] = {worlds_disc(world, 10, 6, 3), worlds_disc(world, 53, 6, 3)};
    for (uint64_t i = 0; i < AGENTS; i++) {
        uint64_t key = 1 + (order == 0 ? i : order == 1 ? AGENTS - 1 - i : 7 * i % AGENTS);
        uint32_t side = key % 2;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.goal = goals[1 - side];
        double away = 6.0 + 6.0 * number(seed, key, 2) +
                      (double)(key / 2); /* m: distance of the start from the corridor */
        agent.position =
            (wend_point){side ? 33 + away : 30 - away, 1.0 + 10.0 * number(seed, key, 1)};
        worlds_add(world, &agent);
    }
    return world;
}

static wend_map *make_mesh(wend_space *space) {
    const double radius = 0.25;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    wend_map *mesh;
    ck_assert_int_eq(wend_navmesh_build(&def, &mesh, NULL), WEND_OK);
    return mesh;
}

START_TEST(order_of_adding_agents_does_not_change_the_result) {
    static const char *const models[] = {"orca", "hrvo", "gvo"};
    wend_space *space = make_space();
    wend_map *mesh = make_mesh(space);
    for (uint64_t seed = 0; seed < 6; seed++) {
        wend_world *worlds[3];
        for (int k = 0; k < 3; k++) {
            worlds[k] = make_world(space, mesh, models[seed % 3], seed, k);
        }
        for (uint32_t step = 0; step < STEPS; step++) {
            for (int k = 0; k < 3; k++) {
                worlds_step(worlds[k], 1);
                ck_assert_msg(wend_world_hash(worlds[k]) == wend_world_hash(worlds[0]),
                              "%s, seed %d: order %d differs after step %u", models[seed % 3],
                              (int)seed, k, step);
            }
        }
        for (int k = 0; k < 3; k++) {
            wend_world_destroy(worlds[k]);
        }
    }
    wend_map_release(mesh);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("conformance/order", order_of_adding_agents_does_not_change_the_result);
}
