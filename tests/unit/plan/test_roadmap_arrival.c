/* Every agent whose roadmap connects its start and its goal arrives, and every other one reports
 * that it has no route. Random rooms with random roadmaps; what a roadmap connects is found by
 * brute force. Results do not depend on the number of threads. */
/* cost: 10 */
#include <math.h>
#include <stdio.h>

#include "geom/point.h"
#include "map/roadmap/roadmap.h"
#include "support/sampled_roadmap.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { WORLDS = 200, SAMPLES = 90, NEIGHBOURS = 4, AGENTS = 4, NEAREST = 32, MAX_STEPS = 1500 };

static const float RADIUS = 0.25F;

/* ---- What a roadmap connects ----------------------------------------------------------------- */

static uint32_t root_of(const uint32_t *parents, uint32_t vertex) {
    while (parents[vertex] != vertex) {
        vertex = parents[vertex];
    }
    return vertex;
}

static void find_pieces(const roadmap *map, uint32_t *parents) {
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        parents[i] = i;
    }
    for (uint32_t i = 0; i < map->edge_count; i++) {
        if (map->edges[i].clearance > RADIUS) {
            parents[root_of(parents, map->edges[i].from)] = root_of(parents, map->edges[i].to);
        }
    }
}

static bool has_wide_edge(const roadmap *map, uint32_t vertex) {
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const roadmap_edge *edge = &map->edges[i];
        if (edge->clearance > RADIUS && (edge->from == vertex || edge->to == vertex)) {
            return true;
        }
    }
    return false;
}

/* Returns the nearest vertex that can be linked to a location, or ROADMAP_NONE. Only the NEAREST
 * vertices count. */
static uint32_t find_link(const roadmap *map, const wend_space *space, wend_location at) {
    bool tried[SAMPLES] = {false};
    for (uint32_t k = 0; k < NEAREST; k++) {
        uint32_t best = ROADMAP_NONE;
        for (uint32_t i = 0; i < map->vertex_count; i++) {
            bool nearer = best == ROADMAP_NONE ||
                          wide_distance(at.position, map->vertices[i].position) <
                              wide_distance(at.position, map->vertices[best].position);
            best = !tried[i] && has_wide_edge(map, i) && nearer ? i : best;
        }
        if (best == ROADMAP_NONE) {
            break;
        }
        tried[best] = true;
        if (wend_space_is_visible(space, at, (wend_location){map->vertices[best].position, 0},
                                  RADIUS, 1)) {
            return best;
        }
    }
    return ROADMAP_NONE;
}

static bool is_connected(const roadmap *map, const wend_space *space, const uint32_t *parents,
                         wend_location from, wend_location to) {
    uint32_t a = find_link(map, space, from), b = find_link(map, space, to);
    double direct = wide_distance(from.position, to.position);
    if (a == ROADMAP_NONE || direct <= wide_distance(from.position, map->vertices[a].position)) {
        return wend_space_is_visible(space, from, to, RADIUS, 1) ||
               (a != ROADMAP_NONE && b != ROADMAP_NONE &&
                root_of(parents, a) == root_of(parents, b));
    }
    return b != ROADMAP_NONE && root_of(parents, a) == root_of(parents, b);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct trial {
    wend_world *world;
    wend_agent agents[AGENTS];
    wend_location from[AGENTS], to[AGENTS];
} trial;

static void make(trial *t, wend_space *space, wend_map *map, uint64_t seed, uint32_t threads) {
    static const char *const follows[] = {"waypoint", "portal", "portal"};
    static const char *const steers[] = {"orca", "orca_segment", "orca_arc"};
    wend_world_def def = wend_default_world_def();
    wend_space_retain(space);
    def.space = space;
    def.threads = threads;
    t->world = worlds_from(&def);
    ck_assert_int_eq(wend_world_add_map(t->world, "roads", map, NULL, NULL), WEND_OK);
    wend_setting settings[] = {
        {"shorten", {.kind = WEND_VALUE_TEXT, .text = seed % 2 ? "on" : "off"}},
        {"variety", {.number = {.a = seed % 3 == 0 ? 0.5 : 0.0}}}};
    wend_profile_def profile = wend_default_profile_def();
    profile.plan = (wend_choice){"roadmap", settings, 2};
    profile.follow.name = follows[seed % 3];
    profile.steer.name = steers[seed % 3];
    profile.modify[0].name = "yield";
    profile.modify_count = 1;
    worlds_add_profile(t->world, &profile);
    for (uint32_t i = 0; i < AGENTS; i++) {
        t->from[i] = sampled_location(space, seed, 100 + i, RADIUS);
        t->to[i] = sampled_location(space, seed, 200 + i, RADIUS);
        wend_goal_def goal = wend_default_goal_def();
        wend_point at = wend_space_from_local(space, t->to[i].position);
        goal.points = &at;
        goal.point_count = 1;
        goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
        wend_point start = wend_space_from_local(space, t->from[i].position);
        t->agents[i] = worlds_agent(t->world, start.x, start.y, worlds_add_goal(t->world, &goal));
    }
}

typedef struct tally {
    uint32_t connected, arrived, stranded, wrong;
} tally;

static void run(const trial *t, const wend_space *space, const roadmap *map, uint64_t seed,
                tally *sum) {
    static uint32_t parents[SAMPLES];
    bool has_route[AGENTS];
    uint32_t expected = 0, arrived = 0;
    find_pieces(map, parents);
    worlds_step(t->world, 1);
    for (uint32_t i = 0; i < AGENTS; i++) {
        has_route[i] = worlds_route(t->world, t->agents[i]) != NULL;
        bool connected = is_connected(map, space, parents, t->from[i], t->to[i]);
        ck_assert_msg(has_route[i] == connected, "seed %llu, agent %u: route %d, connected %d",
                      (unsigned long long)seed, i, has_route[i], connected);
        bool strands = worlds_state(t->world, t->agents[i]).activity == WEND_ACTIVITY_STRANDED;
        ck_assert_int_eq(strands, !has_route[i]);
        expected += has_route[i];
    }
    for (int k = 0; k < MAX_STEPS && arrived < expected; k++) {
        arrived += worlds_step_counting(t->world, 1, WEND_EVENT_ARRIVED);
    }
    if (arrived < expected) {
        printf("seed %llu: %u of %u arrived\n", (unsigned long long)seed, arrived, expected);
    }
    sum->connected += expected;
    sum->arrived += arrived;
    sum->stranded += AGENTS - expected;
}

START_TEST(every_connected_agent_arrives) {
    tally sum = {0};
    for (uint64_t seed = 1; seed <= trials(WORLDS); seed++) {
        wend_space *space = sampled_room(seed);
        wend_map *map = sampled_roadmap(
            &(sampled_def){space, {0, 0}, {20, 20}, SAMPLES, NEIGHBOURS, 0.2F, seed});
        trial t;
        make(&t, space, map, seed, 1);
        run(&t, space, roadmap_of(map), seed, &sum);
        wend_world_destroy(t.world);
        wend_map_release(map);
        wend_space_release(space);
    }
    uint32_t all = sum.connected + sum.stranded;
    printf("%u agents: %u connected, of which %u arrived; %u (%.1f %%) reported no route\n", all,
           sum.connected, sum.arrived, sum.stranded, 100.0 * sum.stranded / all);
    ck_assert_uint_eq(sum.arrived, sum.connected);
    ck_assert_uint_ge(sum.connected, trials_bound(WORLDS * AGENTS / 2));
    ck_assert_uint_ge(sum.stranded, trials_bound(WORLDS * AGENTS / 50));
}
END_TEST

START_TEST(hashes_are_equal_for_all_numbers_of_threads) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    for (uint64_t seed = 1; seed <= trials_at_most(6); seed++) {
        wend_space *space = sampled_room(seed);
        wend_map *map = sampled_roadmap(
            &(sampled_def){space, {0, 0}, {20, 20}, SAMPLES, NEIGHBOURS, 0.2F, seed});
        uint64_t first = 0;
        for (int i = 0; i < 4; i++) {
            trial t;
            make(&t, space, map, seed, threads[i]);
            worlds_step(t.world, 150);
            uint64_t hash = wend_world_hash(t.world);
            first = i == 0 ? hash : first;
            ck_assert_msg(hash == first, "seed %llu: %u threads differ", (unsigned long long)seed,
                          threads[i]);
            wend_world_destroy(t.world);
        }
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

int main(void) {
    SUITE("plan/roadmap_arrival", every_connected_agent_arrives,
          hashes_are_equal_for_all_numbers_of_threads);
}
