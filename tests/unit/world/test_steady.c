/* needs: kit */
/* Shortcuts of large worlds change no result, in random worlds of blocks with wide and narrow gaps:
 * an agent that counts as steady would not change if its route were examined, and it does not
 * matter whether bodies move as soon as they have steered or after all have steered. */
#include <wend/random.h>

#include "follow/route/waypoints.h"
#include "modify/yield/passage.h"
#include "support/trials.h"
#include "unit/scenario/lab.h"
#include "world/world.h"

enum { TEXT = 4096, SIDE = 3, STEPS = 120 };

/* The models of a world: portals from a mesh, from a corridor and from a polyline. */
static const char *const models[] = {
    "follow: waypoint",
    "follow: portal",
    "plan: corridor\nfollow: waypoint",
    "plan: corridor\nfollow: attraction",
    "follow: {name: waypoint, advance_by: passing}",
    "follow: {name: waypoint, when_lost: remember}",
    "time: {dt: 0.05, steer_every: 4}\nfollow: waypoint",
};
enum { MODELS = sizeof models / sizeof *models };

static double sample(uint32_t seed, uint32_t key, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, key, 0, 0);
}

/* Writes a scenario with SIDE x SIDE blocks in a square of 24 m. Gaps are 0.7 to 4 m wide. */
static void write_world(char *text, const char *model, uint32_t seed) {
    int size = snprintf(text, TEXT,
                        "seed: %u\n%s\nspace:\n"
                        "  walkable: [[0, 0], [24, 0], [24, 24], [0, 24]]\n  obstacles:\n",
                        seed, model);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        double gap = i % 2 == 0 ? 0.7 : 4.0; /* the largest gap between blocks of full size */
        double x0 = 2.0 + 7.0 * (i % SIDE) + sample(seed, 4 * i, 0.0, gap / 2);
        double y0 = 2.0 + 7.0 * (uint32_t)(i / SIDE) + sample(seed, 4 * i + 1, 0.0, gap / 2);
        double x1 = x0 + sample(seed, 4 * i + 2, 3.0, 6.2);
        double y1 = y0 + sample(seed, 4 * i + 3, 3.0, 6.2);
        size += snprintf(text + size, (size_t)(TEXT - size),
                         "    - [[%.3f, %.3f], [%.3f, %.3f], [%.3f, %.3f], [%.3f, %.3f]]\n", x0, y0,
                         x1, y0, x1, y1, x0, y1);
    }
    snprintf(text + size, (size_t)(TEXT - size),
             "agents:\n"
             "  - {random: {count: 60}, goal: {point: [1, 1], on_arrival: stop}}\n"
             "  - {random: {count: 60}, goal: {segment: [[23, 1], [23, 5]], on_arrival: leave}}\n"
             "  - {random: {count: 60}, goal: {disc: {centre: [1, 23], radius: 0.5}}}\n");
}

static wend_world *create_world(const char *model, uint32_t seed) {
    char text[TEXT];
    write_world(text, model, seed);
    wend_scenario *scenario = lab_load(text);
    wend_world *world = lab_world(scenario);
    wend_scenario_destroy(scenario);
    return world;
}

static void step(wend_world *world) {
    ck_assert_msg(wend_world_step(world, 1, &lab_error) == WEND_OK, "%s", lab_error.message);
}

/* ---- Steady agents --------------------------------------------------------------------------- */

/* The number of agents and steps that were found steady, and that were not. */
typedef struct steady_count {
    uint32_t steady, other;
} steady_count;

/* Returns the states of the modifier `yield`. The cursor is the first member of its state. */
static const state_table *find_yield(const wend_world *world) {
    for (uint32_t i = 0; i < world->state_count; i++) {
        const wend_stage *stage = world->states[i].stage;
        if (stage && strcmp(stage->entry.name, "yield") == 0) {
            return &world->states[i];
        }
    }
    ck_abort_msg("no modifier `yield`");
}

static void check_cursors(const wend_world *world, uint32_t seed, steady_count *count) {
    const state_table *table = find_yield(world);
    for (uint32_t i = 0; i < world->body_count; i++) {
        const wend_body *body = &world->bodies[i];
        uint32_t handle = world->cold.route[body->slot];
        route_cursor cursor, copy;
        memcpy(&cursor, table->bytes + body->slot * table->stage->state_size, sizeof cursor);
        if (handle == 0 || !cursor_is_steady(&cursor, body, world->routes.entries[handle - 1].hash,
                                             world->view.step)) {
            count->other++;
            continue;
        }
        passage ahead;
        copy = cursor;
        ck_assert(cursor_advance(&world->view, i, &copy, &ahead));
        ck_assert_msg(memcmp(&copy, &cursor, sizeof copy) == 0, "seed %u, step %u: body %u", seed,
                      (unsigned)world->view.step, i);
        copy.cache = CURSOR_UNKNOWN; /* reads the route */
        ck_assert_msg(cursor_distance(&world->view, i, &copy) ==
                          cursor_distance(&world->view, i, &cursor),
                      "seed %u, step %u: distance of body %u", seed, (unsigned)world->view.step, i);
        count->steady++;
    }
}

START_TEST(steady_cursors_would_not_change) {
    steady_count count = {0, 0};
    for (uint32_t seed = 1; seed <= trials(2 * MODELS); seed++) {
        wend_world *world = create_world(models[seed % MODELS], seed);
        for (uint32_t i = 0; i < STEPS; i++) {
            step(world);
            check_cursors(world, seed, &count);
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(count.steady, trials_bound(50000));
    ck_assert_uint_ge(count.other, trials_bound(2000));
}
END_TEST

static void check_targets(const wend_world *world, uint32_t seed, steady_count *count) {
    for (uint32_t i = 0; i < world->body_count; i++) {
        const wend_body *body = &world->bodies[i];
        wend_agents agents = profile_agents(world, wend_body_profile(body), PROFILE_FOLLOW, 0);
        const waypoint_params *params = agents.params;
        waypoint_call call = {&world->view, &agents, params,
                              visibility_rules_of(&world->view, params->check_interval)};
        const wend_route *route = route_pool_at(&world->routes, world->cold.route[body->slot]);
        waypoint_state state, copy;
        memcpy(&state, wend_agents_state(&agents, body->slot), sizeof state);
        if (!route || !waypoints_is_steady(&call, &state, body)) {
            count->other++;
            continue;
        }
        copy = state;
        uint8_t lost = 1;
        const wend_route_point *point =
            waypoints_follow(&call, &copy, i, route, wend_view_goal(&world->view, i), &lost);
        bool same = point ? (state.flags & WAYPOINT_HAS_POINT) &&
                                memcmp(&point->position, &state.point, sizeof state.point) == 0 &&
                                point == &route->points[state.next]
                          : (state.flags & WAYPOINT_IS_LAST) != 0;
        ck_assert_msg(same && lost == 0 && memcmp(&copy, &state, sizeof copy) == 0,
                      "seed %u, step %u: body %u", seed, (unsigned)world->view.step, i);
        count->steady++;
    }
}

START_TEST(steady_targets_would_not_change) {
    static const uint32_t with_waypoints[] = {0, 2, 4, 5, 6};
    steady_count count = {0, 0};
    for (uint32_t seed = 1; seed <= trials(10); seed++) {
        wend_world *world = create_world(models[with_waypoints[seed % 5]], seed);
        for (uint32_t i = 0; i < STEPS; i++) {
            step(world);
            check_targets(world, seed, &count);
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(count.steady, trials_bound(20000));
    ck_assert_uint_ge(count.other, trials_bound(2000));
}
END_TEST

/* ---- The time of moving ---------------------------------------------------------------------- */

static void propose_nothing(const wend_view *view, const wend_agents *agents,
                            const wend_intent *intents) {
    (void)view;
    (void)agents;
    (void)intents;
}

static void stand(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    (void)view;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            outcomes[i - agents->first] = (wend_outcome){0};
        }
    }
}

/* In a world with a model that proposes, bodies move after all have steered. */
static const wend_steering proposer = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "proposer", .summary = "never used"}},
    .propose = propose_nothing,
    .steer = stand};

static void add_proposer(wend_world *world) {
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "straight";
    def.steer = (wend_choice){"proposer", NULL, 0};
    ck_assert_msg(wend_world_add_profile(world, &def, NULL, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
}

START_TEST(the_time_of_moving_changes_no_state) {
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_STEERING, &proposer.stage.entry, &lab_error),
        WEND_OK);
    uint32_t late = 0;
    for (uint32_t seed = 1; seed <= trials(MODELS); seed++) {
        wend_world *early = create_world(models[seed % MODELS], seed);
        wend_world *after = create_world(models[seed % MODELS], seed);
        add_proposer(after);
        for (uint32_t i = 0; i < STEPS; i++) {
            step(early);
            step(after);
            ck_assert(early->moves_early && !after->moves_early);
            ck_assert_msg(wend_world_hash(early) == wend_world_hash(after), "seed %u, step %u",
                          seed, i);
            late += early->workers[0].late_count;
        }
        wend_stats a = wend_world_get_stats(early), b = wend_world_get_stats(after);
        ck_assert_msg(memcmp(&a, &b, sizeof a) == 0, "seed %u: statistics", seed);
        wend_world_destroy(early);
        wend_world_destroy(after);
    }
    ck_assert_uint_ge(late, trials_bound(5)); /* blocks with an agent that requested a route */
}
END_TEST

LAB_MAIN("world/steady", steady_cursors_would_not_change, steady_targets_would_not_change,
         the_time_of_moving_changes_no_state)
