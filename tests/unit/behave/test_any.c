/* Agents that head for all goals of a set at the same time: the selector `any`, intents with
 * several regions, and arrival at any goal. */
/* label: threads */
#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

/* ---- A model that steers for a given region -------------------------------------------------- */

/* For one agent: the regions of the last intent that the model received, and the goal for which the
 * model must choose a region. */
static wend_region seen[32];
static uint32_t seen_count;
static uint32_t wanted = WEND_NO_GOAL;

enum { KEYS = 16 };
/* Indexed by agent key: the number of regions, and the goal index of each region. */
static uint32_t cold_count[KEYS], named[KEYS][32];

static void steer_wanted(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            uint32_t chosen = 0;
            seen_count = intent->more_count + 1;
            for (uint32_t r = 0; r < seen_count; r++) {
                seen[r] = *wend_intent_region(intent, r);
                chosen = wend_region_id_index(seen[r].id) == wanted ? r : chosen;
                named[wend_view_key(view, i) % KEYS][r] = wend_region_id_index(seen[r].id);
            }
            cold_count[wend_view_key(view, i) % KEYS] = seen_count;
            wend_vec2 aim = wend_region_nearest(&seen[chosen], view->bodies[i].position);
            wend_vec2 offset = {aim.x - view->bodies[i].position.x,
                                aim.y - view->bodies[i].position.y};
            float length = sqrtf(offset.x * offset.x + offset.y * offset.y);
            float pace = length > 0 ? intent->speed / length : 0;
            wend_vec2 velocity = {offset.x * pace, offset.y * pace};
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity,
                               .displacement = {velocity.x * view->dt, velocity.y * view->dt},
                               .region = (uint16_t)chosen};
        }
    }
}

static const wend_steering wants = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "wants",
                        .summary = "the region that is wanted"}},
    .weighs_regions = true,
    .steer = steer_wanted,
};

static wend_registry *make_registry(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &wants.stage.entry, NULL),
                     WEND_OK);
    wanted = WEND_NO_GOAL;
    return registry;
}

static wend_world *make(const wend_registry *registry, wend_space *space, const char *steer,
                        const char *follow, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.registry = registry;
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = wend_default_profile_def();
    profile.select.name = "any";
    profile.follow.name = follow;
    profile.steer.name = steer;
    worlds_add_profile(world, &profile);
    return world;
}

static wend_agent chooser(wend_world *world, uint64_t key, double x, double y, wend_goal_set set) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    def.goal_set = set;
    return worlds_add(world, &def);
}

static wend_goal windowed(wend_world *world, double x, double y, double opens, double closes) {
    wend_point position = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    def.opens = opens;
    def.closes = closes;
    return worlds_add_goal(world, &def);
}

/* ---- Selection ------------------------------------------------------------------------------- */

START_TEST(the_nearest_open_goal_is_selected) {
    wend_world *world = make(NULL, worlds_open(), "direct", "waypoint", 1);
    wend_goal goals[] = {windowed(world, 1, 0, 5, 9), worlds_point(world, 20, 0),
                         worlds_point(world, -15, 0), windowed(world, 2, 0, -9, -1),
                         windowed(world, 3, 0, 4, 30)};
    wend_goal_set set = worlds_goal_set(world, goals, 5);
    wend_goal_set none_open =
        worlds_goal_set(world, (wend_goal[]){goals[0], goals[3], goals[4]}, 3);
    wend_agent one = chooser(world, 1, 0, 0, set), two = chooser(world, 2, 0, 0, none_open);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, one).goal.value, goals[2].value);
    /* If no goal is open, the goal that opens first is selected, although it is farther away. */
    ck_assert_uint_eq(worlds_state(world, two).goal.value, goals[4].value);
    wend_world_destroy(world);
}
END_TEST

/* An agent whose model handles only one goal checks once a second which goal is nearest. If nothing
 * has changed, there is no event and no new route. */
START_TEST(switches_to_nearer_goal_while_walking) {
    wend_world *world = make(NULL, worlds_open(), "direct", "waypoint", 1);
    wend_point ahead[] = {{10, 3}};
    wend_goal_def mover = wend_default_goal_def();
    mover.points = ahead;
    mover.velocity = (wend_point){-1, 0};
    wend_goal goals[] = {worlds_point(world, -9, 0), worlds_add_goal(world, &mover)};
    wend_agent agent = chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 2));
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL, NULL), 1);
    uint64_t plans = wend_world_get_stats(world).plans;
    /* The agent approaches its own goal at 1.3 m/s, and moves away from the other goal, which
     * follows it at only 1 m/s. The other goal therefore never becomes the nearer one unless it is
     * moved. */
    ck_assert_uint_eq(worlds_step_counting(world, 12, WEND_EVENT_GOAL), 0);
    ck_assert_int_eq(worlds_shift_goal(world, goals[1], (wend_point){-9, -3}, (wend_point){0, 0}),
                     WEND_OK);
    ck_assert_uint_eq(worlds_step_counting(world, 11, WEND_EVENT_GOAL), 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
    /* A straight route is valid for any goal, so no new route is planned. */
    ck_assert_uint_eq(wend_world_get_stats(world).plans, plans);
    ck_assert_uint_eq(worlds_step_counting(world, 40, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Intents --------------------------------------------------------------------------------- */

/* Checks that the parts of the agent's own goal come first, then those of the other goals in the
 * order of the set. Only goals that are or will be open, are on the agent's layer and have no
 * capacity limit are listed. */
static void check_regions(const char *follow) {
    wend_registry *registry = make_registry();
    wend_world *world = make(registry, worlds_open(), "wants", follow, 1);
    static const wend_point cup[] = {{20, 0}, {30, 0}, {30, 9}, {28, 9},
                                     {28, 2}, {22, 2}, {22, 9}, {20, 9}};
    wend_goal_def concave = wend_default_goal_def();
    concave.shape = WEND_GOAL_POLYGON;
    concave.points = cup;
    concave.point_count = 8;
    concave.arrive = WEND_ARRIVE_INSIDE;
    wend_goal goals[] = {worlds_add_goal(world, &concave), worlds_point(world, 10, 0),
                         windowed(world, 5, 5, -9, -1), windowed(world, 6, 6, 50, 60),
                         worlds_limited(world, 3, 30, 4, WEND_ON_ARRIVAL_STOP)};
    wend_goal out = worlds_point(world, 1, 1); /* not in the set */
    chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 5));
    worlds_step(world, 2);
    const wend_region *parts;
    uint32_t part_count = wend_view_goal_parts(wend_world_view(world), 0, &parts);
    ck_assert_uint_eq(seen_count, 2 + part_count);
    ck_assert_uint_eq(wend_region_id_index(seen[0].id), 1);
    for (uint32_t i = 0; i < part_count; i++) {
        ck_assert_uint_eq(seen[1 + i].id.bits, wend_region_id_of(WEND_REGION_KIND_GOAL, 0, i).bits);
        ck_assert_uint_eq(seen[1 + i].count, parts[i].count);
        ck_assert(seen[1 + i].flags & WEND_REGION_INSIDE);
    }
    ck_assert_uint_eq(wend_region_id_index(seen[1 + part_count].id), 3);
    for (uint32_t i = 0; i < seen_count; i++) {
        ck_assert(seen[i].flags & WEND_REGION_STOP);
        ck_assert(seen[i].flags & WEND_REGION_INTERCEPT);
    }
    const uint32_t *at_once;
    ck_assert_uint_eq(wend_view_active_goals(wend_world_view(world), 0, &at_once), 5);
    /* An agent that is sent to a goal outside its set heads only for that goal. */
    wend_agent agent = wend_world_find_agent(world, 1);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, out, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(seen_count, 1);
    ck_assert_uint_eq(wend_region_id_index(seen[0].id), 5);
    ck_assert_uint_eq(wend_view_active_goals(wend_world_view(world), 0, &at_once), 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

START_TEST(intents_list_all_goals) {
    check_regions("waypoint");
    check_regions("portal");
}
END_TEST

/* If there are more than sixteen regions, only the nearest are used. */
START_TEST(intents_list_the_nearest_sixteen_regions) {
    wend_registry *registry = make_registry();
    wend_world *world = make(registry, worlds_open(), "wants", "waypoint", 1);
    wend_goal goals[40];
    for (uint32_t i = 0; i < 40; i++) {
        goals[i] = worlds_point(world, 5 + (double)(i * 7 % 40), 0);
    }
    chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 40));
    worlds_step(world, 1);
    ck_assert_uint_eq(seen_count, 16);
    for (uint32_t i = 0; i < 16; i++) {
        ck_assert_float_lt(seen[i].a.x, 20.5F);
        ck_assert(i < 2 || seen[i - 1].id.bits < seen[i].id.bits); /* in the order of the set */
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Agents share regions only with agents that head for the same goal of the same set. */
START_TEST(agents_get_the_regions_of_their_own_set) {
    wend_registry *registry = make_registry();
    wend_world *world = make(registry, worlds_open(), "wants", "waypoint", 1);
    static const uint32_t members[][3] = {{0, 1}, {0, 2, 3}, {4, 1}, {4, 0}, {8, 4, 0}, {2, 0, 3}};
    static const uint32_t sizes[] = {2, 3, 2, 2, 3, 3};
    wend_goal goals[9], set[3];
    wend_goal_set sets[6];
    for (uint32_t i = 0; i < 9; i++) {
        goals[i] = worlds_point(world, 100.0 * i, 50);
    }
    for (uint32_t i = 0; i < 6; i++) {
        for (uint32_t k = 0; k < sizes[i]; k++) {
            set[k] = goals[members[i][k]];
        }
        sets[i] = worlds_goal_set(world, set, sizes[i]);
    }
    /* Agents start in a row, below the first goal of their set. */
    for (uint32_t i = 0; i < 12; i++) {
        chooser(world, i + 1, 100.0 * members[i % 6][0] + i, 0, sets[i % 6]);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < 12; i++) {
        ck_assert_uint_eq(cold_count[i + 1], sizes[i % 6]);
        for (uint32_t k = 0; k < sizes[i % 6]; k++) {
            ck_assert_uint_eq(named[i + 1][k], members[i % 6][k]);
        }
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* A planner that returns straight routes to the goal, each of which refers to a map. */
static void plan_mapped(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS};
    wend_view_map(view, 0, &route.generation);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            ck_assert(wend_route_sink_add(sink, i, &route));
        }
    }
}

static const wend_planner mapped = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "mapped",
                        .summary = "straight, on a map"}},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
    .plan = plan_mapped,
};

/* A goal behind a wall is not listed until it is in line of sight. */
START_TEST(goals_behind_walls_are_listed_only_when_visible) {
    wend_registry *registry = make_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &mapped.stage.entry, NULL),
                     WEND_OK);
    static const char *const followers[] = {"portal", "waypoint"};
    for (int f = 0; f < 2; f++) {
        wend_world_def def = wend_default_world_def();
        def.space = worlds_gap();
        def.registry = registry;
        def.classes = 1; /* the solid that would close the gap from y = 4 to 6 is off */
        wend_world *world = worlds_from(&def);
        wend_profile_def profile = wend_default_profile_def();
        profile.select.name = "any";
        profile.plan.name = "mapped";
        profile.follow.name = followers[f];
        profile.steer.name = "wants";
        worlds_add_profile(world, &profile);
        int object = 0;
        ck_assert_int_eq(wend_world_add_map_object(world, "a map", 1, &object, NULL, NULL),
                         WEND_OK);
        wend_goal goals[] = {worlds_point(world, 15, 1.5), worlds_point(world, 5, 9.5),
                             worlds_point(world, 15, 8)};
        chooser(world, 1, 5, 2, worlds_goal_set(world, goals, 3));
        worlds_step(world, 1);
        if (f == 1) { /* the follower `waypoint` makes no visibility checks */
            ck_assert_uint_eq(seen_count, 3);
        } else {
            ck_assert_uint_eq(seen_count, 2);
            ck_assert_uint_eq(wend_region_id_index(seen[0].id), 1);
            ck_assert_uint_eq(wend_region_id_index(seen[1].id), 2);
            worlds_step(world, 35); /* at y = 6.4 the agent sees neither of the other goals */
            ck_assert_uint_eq(seen_count, 1);
            worlds_step(world, 15); /* at y = 7.9 it sees only one of them */
            ck_assert_uint_eq(seen_count, 2);
            ck_assert_uint_eq(wend_region_id_index(seen[1].id), 0);
        }
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Arrival and change ---------------------------------------------------------------------- */

START_TEST(goal_chosen_by_steering_becomes_current_goal) {
    wend_registry *registry = make_registry();
    wend_world *world = make(registry, worlds_open(), "wants", "waypoint", 1);
    wend_goal goals[] = {worlds_point(world, 6, 0), worlds_point(world, 0, 8)};
    wend_agent agent = chooser(world, 1, 0, 0, worlds_goal_set(world, goals, 2));
    worlds_step(world, 5);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
    wanted = 1;
    worlds_step(world, 1);
    wend_event event;
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL, &event), 1);
    ck_assert_uint_eq(event.goal.value, goals[1].value);
    ck_assert_uint_eq(worlds_state(world, agent).region, 0); /* its new goal now comes first */
    ck_assert_uint_eq(worlds_step_counting(world, 30, WEND_EVENT_GOAL), 0);
    ck_assert_uint_eq(wend_region_id_index(seen[0].id), 1);
    ck_assert_uint_eq(worlds_step_counting(world, 60, WEND_EVENT_ARRIVED), 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* An agent that walks over another goal of its set arrives at that goal. */
START_TEST(arrives_at_any_goal_of_the_set) {
    wend_world *world = make(NULL, worlds_open(), "external", "waypoint", 1);
    wend_goal goals[] = {worlds_point(world, 3, 0), worlds_point(world, 0, 5),
                         worlds_limited(world, 0, 2.5, 1, WEND_ON_ARRIVAL_STOP)};
    wend_agent given = worlds_agent(world, 3, 3, goals[2]); /* heads only for this goal */
    worlds_step(world, 1);
    wend_agent agent = chooser(world, 9, 0, 0, worlds_goal_set(world, goals, 3));
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, (wend_point){0, 1.9}, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, given, (wend_point){0, -1}, NULL),
                     WEND_OK);
    worlds_step(world, 24); /* the agent walks past the goal with limited capacity, which is full */
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 0);
    ck_assert_double_gt(worlds_state(world, agent).position.y, 4);
    ck_assert_uint_eq(worlds_step_counting(world, 30, WEND_EVENT_ARRIVED), 1);
    ck_assert(worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[1].value);
    ck_assert(!(worlds_state(world, given).activity == WEND_ACTIVITY_ARRIVED));
    wend_world_destroy(world);
}
END_TEST

/* ---- Independence of threads and snapshots --------------------------------------------------- */

START_TEST(results_do_not_depend_on_thread_count) {
    uint64_t hashes[3];
    for (uint32_t run = 0; run < 3; run++) {
        wend_world *world = make(NULL, worlds_open(), "orca", "portal", run == 1 ? 3 : 1);
        wend_goal goals[4] = {worlds_disc(world, 30, 0, 1), worlds_disc(world, -30, 5, 2),
                              windowed(world, 0, 40, 5, 30), windowed(world, 3, -30, 0, 12)};
        wend_goal_set set = worlds_goal_set(world, goals, 4);
        for (uint64_t key = 1; key <= 600; key++) {
            chooser(world, key, 40 * wend_random_uniform(1, key, 0, 0) - 20,
                    40 * wend_random_uniform(1, key, 0, 1) - 20, set);
        }
        for (int i = 0; i < 4; i++) {
            worlds_step(world, 60);
            if (run == 2) {
                wend_world *loaded = worlds_reload(world, NULL);
                wend_world_destroy(world);
                world = loaded;
            }
        }
        hashes[run] = wend_world_hash(world);
        ck_assert_uint_gt(wend_world_get_stats(world).arrivals, 100);
        wend_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_eq(hashes[0], hashes[2]);
}
END_TEST

int main(void) {
    SUITE("behave/any", the_nearest_open_goal_is_selected, switches_to_nearer_goal_while_walking,
          intents_list_all_goals, intents_list_the_nearest_sixteen_regions,
          agents_get_the_regions_of_their_own_set, goals_behind_walls_are_listed_only_when_visible,
          goal_chosen_by_steering_becomes_current_goal, arrives_at_any_goal_of_the_set,
          results_do_not_depend_on_thread_count);
}
