/* needs: kit */
/* The worlds of the arrival trial have the properties that docs/arrival.md describes: each depends
 * only on its seed and is accepted by the reader, and a third of them have two-way traffic at
 * narrow doors. The oracle that measures how far agents have to walk agrees with the shortest
 * routes of a navigation mesh. */
#include <math.h>
#include <string.h>

#include "support/kit/arrival_fill.h"
#include "support/kit/arrival_oracle.h"
#include "support/kit/arrival_trial.h"
#include "support/suite.h"
#include "support/trials.h"

enum { WORLDS = 25, KIND_WORLDS = 100 };

static char first_text[ARRIVAL_TEXT_SIZE], second_text[ARRIVAL_TEXT_SIZE];

START_TEST(same_seed_gives_the_same_world) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ck_assert(random_scenario(seed, 20, first_text, sizeof first_text));
        ck_assert(random_scenario(seed, 20, second_text, sizeof second_text));
        ck_assert_str_eq(first_text, second_text);
        ck_assert(random_scenario(seed + 1, 20, second_text, sizeof second_text));
        ck_assert_str_ne(first_text, second_text);
    }
}
END_TEST

START_TEST(first_agents_do_not_depend_on_agent_count) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        arrival_world *few = arrival_world_create(ARRIVAL_MIXED, seed, 2);
        arrival_world *many = arrival_world_create(ARRIVAL_MIXED, seed, 20);
        ck_assert(few != NULL && many != NULL);
        ck_assert_uint_ge(many->agent_count, 20);
        for (uint32_t i = 0; i < 2; i++) {
            ck_assert_mem_eq(&few->agents[i], &many->agents[i], sizeof(arrival_agent));
        }
        arrival_world_destroy(few);
        arrival_world_destroy(many);
    }
}
END_TEST

START_TEST(refuses_text_that_does_not_fit_the_buffer) {
    ck_assert(!random_scenario(1, 20, first_text, 500));
}
END_TEST

/* Counts the worlds in which agents on both sides of a narrow door must pass through it. */
START_TEST(a_third_of_worlds_have_two_way_traffic_at_a_door) {
    uint32_t narrow = 0;
    uint32_t worlds = trials_at_least(KIND_WORLDS, 20);
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        arrival_world *world = arrival_world_create(ARRIVAL_MIXED, seed, 2);
        ck_assert_ptr_nonnull(world);
        if (arrival_changes_sides(world)) {
            ck_assert_uint_eq(world->passage_count, 1);
            double diameters = world->passages[0].width / (2 * world->max_radius);
            ck_assert(diameters >= 1.1 && diameters <= 1.5);
            ck_assert_uint_ne(world->goals[world->agents[0].goal].side,
                              world->goals[world->agents[1].goal].side);
            narrow++;
        }
        arrival_world_destroy(world);
    }
    ck_assert_msg(narrow >= worlds * 3 / 10, "%u of %u", narrow, worlds);
}
END_TEST

/* ---- Against the library --------------------------------------------------------------------- */

static wend_scenario *read_world(const arrival_world *world, const wend_registry *registry) {
    ck_assert(arrival_world_write(world, 20, first_text, sizeof first_text));
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "world";
    def.text = first_text;
    def.text_size = strlen(first_text);
    def.registry = registry;
    wend_scenario *scenario = NULL;
    wend_error error = {0};
    ck_assert_msg(wend_scenario_load(&def, &scenario, &error) == WEND_OK, "%d: %s", error.line,
                  error.message);
    return scenario;
}

static double route_length(const wend_view *view, const wend_space *space, uint32_t body,
                           const arrival_agent *agent, const arrival_goal *goal) {
    const wend_route *route = wend_view_route(view, body);
    ck_assert(route != NULL && route->status == WEND_ROUTE_STATUS_FOUND);
    wend_point last = agent->position;
    double length = 0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_point at = wend_space_from_local(space, route->points[i].position);
        length += hypot(at.x - last.x, at.y - last.y);
        last = at;
    }
    return length + arrival_goal_distance(goal, last);
}

/* Compares the lengths of shortest routes on the mesh with the path lengths of the oracle. The
 * oracle finds a path of the largest agent on a grid and shortens it by string pulling. The path
 * ends where the smallest agent touches the goal. The tolerance is 5 % plus 0.3 m. */
static uint32_t compare_lengths(const arrival_world *world, wend_world *run,
                                const wend_space *space) {
    const wend_view *view = wend_world_view(run);
    uint32_t compared = 0;
    for (uint32_t i = 0; i < 20; i++) {
        const arrival_agent *agent = &world->agents[i];
        if (agent->goal >= world->goal_count || world->goals[agent->goal].path_count > 0) {
            continue;
        }
        uint32_t slot = wend_agent_slot(wend_world_find_agent(run, i + 1));
        double length = route_length(view, space, wend_view_find_body(view, slot), agent,
                                     &world->goals[agent->goal]);
        ck_assert_msg(agent->length <= 1.05 * length + 0.3,
                      "seed %llu, agent %u: oracle %g m, route %g m",
                      (unsigned long long)world->seed, i + 1, agent->length, length);
        compared++;
    }
    return compared;
}

START_TEST(oracle_lengths_match_navmesh_routes) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, NULL), WEND_OK);
    uint32_t compared = 0;
    uint32_t worlds = trials(WORLDS);
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        arrival_world *world = arrival_world_create(ARRIVAL_MIXED, seed, 20);
        ck_assert_ptr_nonnull(world);
        wend_scenario *scenario = read_world(world, registry);
        wend_world *run = NULL;
        ck_assert_int_eq(wend_scenario_create_world(scenario, registry, 1, NULL, &run, NULL),
                         WEND_OK);
        ck_assert_int_eq(wend_world_step(run, 1, NULL), WEND_OK);
        compared += compare_lengths(world, run, wend_scenario_space(scenario));
        wend_world_destroy(run);
        wend_scenario_destroy(scenario);
        arrival_world_destroy(world);
    }
    ck_assert_uint_ge(compared, worlds * 10);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/arrival_worlds", same_seed_gives_the_same_world,
          first_agents_do_not_depend_on_agent_count, refuses_text_that_does_not_fit_the_buffer,
          a_third_of_worlds_have_two_way_traffic_at_a_door, oracle_lengths_match_navmesh_routes);
}
