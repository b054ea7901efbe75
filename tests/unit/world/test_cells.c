/* Claims within one step: a model that uses only the public interface moves agents from cell to
 * cell of a grid. It proposes the next cell, and moves only if the claim was granted. A plain
 * simulation of the same rules gives the expected position of every agent after every step. */
/* label: threads */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <wend/snapshot.h>
#include <wend/world.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { COLUMNS = 40, ROWS = 30, CELLS = COLUMNS * ROWS, MOST_AGENTS = 400 };

/* ---- The model ------------------------------------------------------------------------------- */

typedef struct cells_params {
    int64_t first; /* the resource of cell (0, 0); the others follow row by row */
} cells_params;

static atomic_uint propose_calls, steer_calls;

static uint32_t cell_at(wend_vec2 position) {
    return (uint32_t)position.y * COLUMNS + (uint32_t)position.x;
}

/* Returns the next cell towards the aim, along the longer axis. */
static uint32_t next_cell(const wend_body *body, const wend_intent *intent) {
    wend_vec2 aim = wend_region_aim(&intent->region, body->position, intent->speed);
    float dx = aim.x - body->position.x, dy = aim.y - body->position.y;
    uint32_t cell = cell_at(body->position);
    if (intent->speed <= 0.0F || (fabsf(dx) < 0.5F && fabsf(dy) < 0.5F)) {
        return cell;
    }
    if (fabsf(dx) >= fabsf(dy)) {
        return dx > 0.0F ? cell + 1 : cell - 1;
    }
    return dy > 0.0F ? cell + COLUMNS : cell - COLUMNS;
}

/* Agents nearer to their goal come first. */
static uint32_t priority_of(const wend_body *body, const wend_intent *intent) {
    wend_vec2 aim = wend_region_aim(&intent->region, body->position, intent->speed);
    return (uint32_t)(fabsf(aim.x - body->position.x) + fabsf(aim.y - body->position.y) + 0.5F);
}

static void cells_propose(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents) {
    uint32_t first = (uint32_t)((const cells_params *)agents->params)->first;
    propose_calls++;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            const wend_intent *intent = &intents[i - agents->first];
            uint32_t own = cell_at(body->position), next = next_cell(body, intent);
            if (!wend_view_holds(view, i, first + own)) {
                wend_view_claim(view, agents->worker, i, first + own, 0);
            } else if (next != own) {
                wend_view_claim(view, agents->worker, i, first + next, priority_of(body, intent));
            }
        }
    }
}

static void cells_steer(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    uint32_t first = (uint32_t)((const cells_params *)agents->params)->first;
    steer_calls++;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            uint32_t own = cell_at(body->position);
            uint32_t next = next_cell(body, &intents[i - agents->first]);
            wend_vec2 by = {0.0F, 0.0F};
            if (next != own && wend_view_holds(view, i, first + next)) {
                by.x = (float)(next % COLUMNS) - (float)(own % COLUMNS);
                by.y = (float)(next / COLUMNS) - (float)(own / COLUMNS);
                wend_view_release(view, agents->worker, i, first + own);
            }
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = {by.x / view->dt, by.y / view->dt}, .displacement = by};
        }
    }
}

/* Explains the model, and makes claims while doing so. These claims must have no effect. */
static void cells_explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_intent *intent, wend_sketch *sketch) {
    cells_propose(view, agents, intent);
    wend_view_claim(view, 0, index, 0, 0);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY});
}

static const wend_param cells_rows[] = {{"first", WEND_PARAM_INTEGER, offsetof(cells_params, first),
                                         0.0, 0.0, 1e9, "1", "the resource of the first cell",
                                         NULL}};

static const wend_steering cells_model = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "cells", .summary = "from cell to cell",
                        .params = cells_rows, .param_count = 1,
                        .params_size = sizeof(cells_params)},
              .explain = cells_explain},
    .every_step = true,
    .respects_limits = true,
    .propose = cells_propose,
    .steer = cells_steer};

/* ---- The same rules, one agent after the other ----------------------------------------------- */

typedef struct oracle_agent {
    uint64_t key;
    int x, y, goal_x, goal_y;
    bool entered, gone;
} oracle_agent;

typedef struct oracle {
    oracle_agent agents[MOST_AGENTS];
    uint32_t count;
    uint64_t held[CELLS]; /* for each cell, the key of its holder, or 0 */
} oracle;

static int step_towards(const oracle_agent *a, int *dy) {
    int dx = a->goal_x - a->x, up = a->goal_y - a->y;
    *dy = abs(dx) >= abs(up) ? 0 : (up > 0) - (up < 0);
    return abs(dx) >= abs(up) ? (dx > 0) - (dx < 0) : 0;
}

/* Returns the agent that gets a free cell. This is the agent with the shortest remaining distance;
 * if several are equally near, the one with the lowest key. */
static oracle_agent *winner_of(oracle *o, int cell) {
    oracle_agent *best = NULL;
    int least = 0;
    for (uint32_t i = 0; i < o->count; i++) {
        oracle_agent *a = &o->agents[i];
        int dy, dx = step_towards(a, &dy);
        int far = abs(a->goal_x - a->x) + abs(a->goal_y - a->y);
        if (a->gone || !a->entered || (a->y + dy) * COLUMNS + a->x + dx != cell || far == 0) {
            continue;
        }
        if (!best || far < least || (far == least && a->key < best->key)) {
            best = a;
            least = far;
        }
    }
    return best;
}

static void oracle_step(oracle *o) {
    oracle_agent *winners[CELLS];
    for (int cell = 0; cell < CELLS; cell++) {
        winners[cell] = o->held[cell] ? NULL : winner_of(o, cell);
    }
    for (uint32_t i = 0; i < o->count;
         i++) { /* in its first step, an agent claims the cell that it is in */
        oracle_agent *a = &o->agents[i];
        a->entered = true;
        if (!a->gone) {
            o->held[a->y * COLUMNS + a->x] = a->key;
        }
    }
    for (int cell = 0; cell < CELLS; cell++) {
        oracle_agent *a = winners[cell];
        if (a) {
            o->held[a->y * COLUMNS + a->x] = 0;
            a->x = cell % COLUMNS;
            a->y = cell / COLUMNS;
            a->gone = a->x == a->goal_x && a->y == a->goal_y;
            o->held[cell] = a->gone ? 0 : a->key;
        }
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct setup {
    uint32_t threads, steer_every;
    bool with_walkers; /* agents of another model on the same ground */
    wend_allocator allocator;
} setup;

static wend_registry *cells_registry(void) {
    wend_registry *registry;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &cells_model.stage.entry, NULL), WEND_OK);
    return registry;
}

static wend_profile cells_profile(wend_world *world) {
    wend_resource cells = {0};
    ck_assert_int_eq(wend_world_add_resource(world, 3, NULL, NULL),
                     WEND_OK); /* so that the index of the first cell is not 0 */
    ck_assert_int_eq(wend_world_add_resources(world, CELLS, 1, &cells, NULL), WEND_OK);
    uint32_t first = wend_world_resource_index(world, cells);
    ck_assert_uint_eq(first, 1);
    wend_setting setting = {"first",
                            {.kind = WEND_VALUE_NUMBER, .number = wend_constant((double)first)}};
    wend_profile_def def = worlds_profile_def();
    def.radius = wend_constant(0.2);
    def.steer = (wend_choice){"cells", &setting, 1};
    return worlds_add_profile(world, &def);
}

static wend_world *cells_world(const setup *s, const wend_registry *registry) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.registry = registry;
    def.dt = 1.0;
    def.threads = s->threads ? s->threads : 1;
    def.steer_every = s->steer_every ? s->steer_every : 1;
    def.allocator = s->allocator;
    wend_world *world = worlds_from(&def);
    cells_profile(world);
    return world;
}

static wend_point centre_of(int x, int y) {
    return (wend_point){x + 0.5, y + 0.5};
}

static wend_goal add_goal(wend_world *world, int x, int y) {
    wend_goal_def def = wend_default_goal_def();
    wend_point centre = centre_of(x, y);
    def.points = &centre;
    def.point_count = 1;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    return worlds_add_goal(world, &def);
}

static void add_agent(wend_world *world, oracle *o, uint64_t key, int x, int y, wend_goal goal,
                      int goal_x, int goal_y) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = centre_of(x, y);
    def.goal = goal;
    worlds_add(world, &def);
    o->agents[o->count++] = (oracle_agent){key, x, y, goal_x, goal_y, false, false};
}

/* Adds agents in random cells, each with one of six cells as its goal. */
static void fill(wend_world *world, oracle *o, uint32_t count, uint64_t seed, bool with_walkers) {
    static const int goals[6][2] = {{2, 2}, {37, 3}, {20, 27}, {4, 26}, {36, 25}, {19, 14}};
    bool taken[CELLS] = {false};
    wend_goal ids[6];
    memset(o, 0, sizeof *o);
    for (int i = 0; i < 6; i++) {
        ids[i] = add_goal(world, goals[i][0], goals[i][1]);
        taken[goals[i][1] * COLUMNS + goals[i][0]] = true;
    }
    uint64_t state = seed;
    for (uint32_t i = 0; i < count;) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
        int cell = (int)((state >> 33) % CELLS), to = (int)((state >> 20) % 6);
        if (!taken[cell]) {
            taken[cell] = true;
            add_agent(world, o, (i * 7919U) % 1009U + 1, cell % COLUMNS, cell / COLUMNS, ids[to],
                      goals[to][0], goals[to][1]);
            i++;
        }
    }
    wend_profile_def walker = worlds_profile_def();
    walker.steer.name = "orca";
    wend_profile profile = worlds_add_profile(world, &walker);
    for (int i = 0; with_walkers && i < 60; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = 5000 + (uint64_t)i;
        def.profile = profile;
        def.position = (wend_point){-43.0 - i % 10, (double)i / 2.0};
        def.goal = ids[i % 6];
        worlds_add(world, &def);
    }
}

/* Checks that every agent is in the cell that the oracle gives, no two agents share a cell, and
 * each agent holds its own cell. */
static void compare(wend_world *world, const oracle *o) {
    bool taken[CELLS] = {false};
    uint32_t live = 0;
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < o->count; i++) {
        const oracle_agent *a = &o->agents[i];
        wend_agent id = wend_world_find_agent(world, a->key);
        ck_assert_msg((id.value == 0) == a->gone, "agent %llu: gone %d", (unsigned long long)a->key,
                      a->gone);
        if (a->gone) {
            continue;
        }
        wend_point p = worlds_state(world, id).position;
        ck_assert_double_eq(p.x, a->x + 0.5);
        ck_assert_double_eq(p.y, a->y + 0.5);
        int cell = a->y * COLUMNS + a->x;
        ck_assert_msg(!taken[cell], "two agents in cell %d", cell);
        taken[cell] = true;
        live++;
        uint32_t holder = wend_view_find_holder(view, 1 + (uint32_t)cell);
        ck_assert_uint_lt(holder, view->body_count);
        ck_assert_uint_eq(wend_view_key(view, holder), a->key);
        ck_assert(wend_view_holds(view, holder, 1 + (uint32_t)cell));
    }
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        ck_assert_uint_eq(wend_view_capacity_left(view, 1 + cell), taken[cell] ? 0 : 1);
        ck_assert(taken[cell] || wend_view_find_holder(view, 1 + cell) == UINT32_MAX);
    }
    ck_assert_uint_gt(live, 0);
    ck_assert_uint_eq(wend_view_find_holder(view, 0),
                      UINT32_MAX); /* resource 0 has a capacity above 1 */
}

/* ---- Motion ---------------------------------------------------------------------------------- */

START_TEST(positions_match_a_serial_simulation) {
    static oracle o;
    static const uint32_t threads[] = {1, 2, 3, 8};
    setup s = {.threads = threads[_i], .with_walkers = true};
    wend_registry *registry = cells_registry();
    wend_world *world = cells_world(&s, registry);
    fill(world, &o, 350, 11, true);
    for (int step = 0; step < 80; step++) {
        worlds_step(world, 1);
        oracle_step(&o);
        compare(world, &o);
        if (step % 9 == 4) {
            wend_world *loaded = worlds_reload(world, registry);
            ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
            wend_world_destroy(world);
            world = loaded;
        }
    }
    ck_assert_uint_gt(wend_world_get_stats(world).arrivals, 40);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

static uint64_t hash_after(const setup *s, uint32_t steps, bool explains) {
    static oracle o;
    wend_registry *registry = cells_registry();
    wend_world *world = cells_world(s, registry);
    fill(world, &o, 350, 5, s->with_walkers);
    for (uint32_t i = 0; i < steps; i++) {
        worlds_step(world, 1);
        for (uint32_t k = 0; explains && k < o.count; k++) {
            wend_mark marks[8];
            wend_agent agent = wend_world_find_agent(world, o.agents[k].key);
            ck_assert(agent.value == 0 || wend_world_explain(world, agent, marks, 8) > 0);
        }
    }
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
    return hash;
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    static const uint32_t threads[] = {2, 3, 8};
    uint64_t expected = hash_after(&(setup){.with_walkers = true}, 50, false);
    for (int i = 0; i < 3; i++) {
        setup s = {.threads = threads[i], .with_walkers = true};
        ck_assert_uint_eq(hash_after(&s, 50, false), expected);
    }
}
END_TEST

START_TEST(explaining_leaves_no_claims_behind) {
    setup s = {.threads = 2};
    ck_assert_uint_eq(hash_after(&s, 25, true), hash_after(&s, 25, false));
}
END_TEST

/* The model is called in every step, regardless of the steer interval of other models. */
START_TEST(model_called_in_every_step_ignores_the_steer_interval) {
    setup s = {.steer_every = 4};
    ck_assert_uint_eq(hash_after(&s, 40, false), hash_after(&(setup){0}, 40, false));
}
END_TEST

/* Agents of another model are not influenced by those that propose. */
START_TEST(models_without_propose_are_not_influenced_by_proposals) {
    static oracle o;
    wend_registry *registry = cells_registry();
    wend_world *worlds[2];
    for (int i = 0; i < 2; i++) {
        setup s = {.with_walkers = true};
        worlds[i] = cells_world(&s, registry);
        fill(worlds[i], &o, i ? 100 : 0, 3, true);
    }
    for (int step = 0; step < 15; step++) { /* agents of the two models do not see each other */
        for (int i = 0; i < 2; i++) {
            worlds_step(worlds[i], 1);
        }
        for (uint64_t key = 5000; key < 5060; key++) {
            wend_agent_state a = worlds_state(worlds[0], wend_world_find_agent(worlds[0], key));
            wend_agent_state b = worlds_state(worlds[1], wend_world_find_agent(worlds[1], key));
            ck_assert_int_eq(memcmp(&a.position, &b.position, sizeof a.position), 0);
        }
    }
    wend_world_destroy(worlds[0]);
    wend_world_destroy(worlds[1]);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(propose_is_called_once_for_each_call_of_steer) {
    static oracle o;
    wend_registry *registry = cells_registry();
    wend_world *world = cells_world(&(setup){0}, registry);
    fill(world, &o, 300, 8, false);
    propose_calls = steer_calls = 0;
    worlds_step(world, 1);
    ck_assert_uint_gt(propose_calls, 1); /* the agents are in several blocks */
    ck_assert_uint_eq(propose_calls, steer_calls);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Agents walk in single file through a row of cells. All get through, and no agent overtakes
 * another. */
START_TEST(all_agents_arrive_through_a_corridor) {
    static oracle o;
    wend_registry *registry = cells_registry();
    wend_world *world = cells_world(&(setup){.threads = 2}, registry);
    memset(&o, 0, sizeof o);
    wend_goal goal = add_goal(world, COLUMNS - 1, 7);
    for (int i = 0; i < COLUMNS - 1; i++) {
        add_agent(world, &o, (uint64_t)(COLUMNS - i), i, 7, goal, COLUMNS - 1, 7);
    }
    uint32_t steps = 0;
    for (; wend_world_agent_count(world) > 0 || steps == 0; steps++) {
        ck_assert_uint_lt(steps, 200);
        worlds_step(world, 1);
        oracle_step(&o);
        for (uint32_t i = 0; i < o.count; i++) {
            ck_assert_int_eq(wend_world_find_agent(world, o.agents[i].key).value == 0,
                             o.agents[i].gone);
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, COLUMNS - 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Two agents claim the cell between them. The agent nearer to its goal gets it. If both are equally
 * near, the agent with the lower key gets it. */
START_TEST(conflicts_are_decided_by_priority_then_key) {
    for (int turn = 0; turn < 3; turn++) {
        static oracle o;
        memset(&o, 0, sizeof o);
        wend_registry *registry = cells_registry();
        wend_world *world = cells_world(&(setup){0}, registry);
        int to = turn == 0 ? 8 : 12; /* the left agent's goal is the nearer one only in turn 0 */
        wend_goal ahead = add_goal(world, to, 5), back = add_goal(world, 0, 5);
        uint64_t left = turn == 1 ? 4 : 9, right = 7;
        add_agent(world, &o, left, 5, 5, ahead, to, 5);
        add_agent(world, &o, right, 7, 5, back, 0, 5);
        for (int step = 0; step < 2; step++) {
            worlds_step(world, 1);
            oracle_step(&o);
            compare(world, &o);
        }
        wend_agent_state a = worlds_state(world, wend_world_find_agent(world, left));
        ck_assert_double_eq(a.position.x, turn == 2 ? 5.5 : 6.5);
        wend_world_destroy(world);
        wend_registry_destroy(registry);
    }
}
END_TEST

/* ---- Ranges of resources --------------------------------------------------------------------- */

START_TEST(resources_added_together_are_compact_and_checked) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_resource first = {0}, second = {0};
    wend_error error;
    ck_assert_int_eq(wend_world_add_resources(world, 0, 1, &first, &error), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_add_resources(world, 5, 0, &first, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "at least 1"));
    ck_assert_uint_eq(first.value, 0);
    size_t before = wend_world_get_memory_use(world).held, saved = wend_world_save(world, NULL, 0);
    ck_assert_int_eq(wend_world_add_resources(world, 1000000, 1, &first, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_resource_index(world, first), 0);
    ck_assert_uint_le(wend_world_get_memory_use(world).held - before, 8000000);
    ck_assert_uint_le(wend_world_save(world, NULL, 0) - saved, 16);
    ck_assert_int_eq(wend_world_add_resource(world, 2, &second, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_resource_index(world, second), 1000000);
    uint32_t rest = WEND_MAX_RESOURCES - 1000001;
    ck_assert_int_eq(wend_world_add_resources(world, rest + 1, 1, &first, &error),
                     WEND_ERROR_LIMIT);
    ck_assert_int_eq(wend_world_add_resources(world, UINT32_MAX, 1, &first, &error),
                     WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "the world has 1000001"));
    wend_world *loaded = worlds_reload(world, NULL);
    const wend_view *view = wend_world_view(loaded);
    ck_assert_uint_eq(wend_view_capacity_left(view, 999999), 1);
    ck_assert_uint_eq(wend_view_capacity_left(view, 1000000), 2);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

/* ---- Memory that runs out -------------------------------------------------------------------- */

/* A step that cannot allocate fails; the next steps continue, and two agents never share a cell. */
START_TEST(two_agents_never_share_a_cell_after_a_failed_step) {
    bool failed = true;
    for (unsigned long at = 1; failed; at++) {
        static oracle o;
        worlds_heap heap = {0};
        setup s = {.threads = 2, .allocator = worlds_allocator(&heap)};
        wend_registry *registry = cells_registry();
        wend_world *world = cells_world(&s, registry);
        fill(world, &o, 300, 21, false);
        heap.fails_at = heap.calls + at;
        failed = false;
        for (int step = 0; step < 12; step++) {
            wend_result result = wend_world_step(world, 1, NULL);
            ck_assert(result == WEND_OK || (result == WEND_ERROR_MEMORY && !failed));
            failed = failed || result != WEND_OK;
            bool taken[CELLS] = {false};
            for (uint32_t i = 0; i < o.count; i++) {
                wend_agent_state a;
                wend_agent id = wend_world_find_agent(world, o.agents[i].key);
                if (wend_world_get_agent(world, id, &a)) {
                    int cell = (int)a.position.y * COLUMNS + (int)a.position.x;
                    ck_assert(!taken[cell]);
                    taken[cell] = true;
                }
            }
        }
        ck_assert(!failed || heap.calls >= heap.fails_at);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
        wend_registry_destroy(registry);
    }
}
END_TEST

/* A steady step allocates nothing: the intents kept between the passes are allocated once. */
START_TEST(steady_step_allocates_nothing) {
    static oracle o;
    wend_registry *registry = cells_registry();
    wend_world *world =
        cells_world(&(setup){0}, registry); /* the lists of the workers grow one after another */
    fill(world, &o, 350, 2, false);
    worlds_step(world, 40);
    uint64_t calls = wend_world_get_memory_use(world).calls;
    worlds_step(world, 20);
    ck_assert_uint_eq(wend_world_get_memory_use(world).calls, calls);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/cells");
    TCase *tests = tcase_create("cells");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_loop_test(tests, positions_match_a_serial_simulation, 0, 4);
    tcase_add_test(tests, result_is_the_same_on_any_number_of_threads);
    tcase_add_test(tests, explaining_leaves_no_claims_behind);
    tcase_add_test(tests, model_called_in_every_step_ignores_the_steer_interval);
    tcase_add_test(tests, models_without_propose_are_not_influenced_by_proposals);
    tcase_add_test(tests, propose_is_called_once_for_each_call_of_steer);
    tcase_add_test(tests, all_agents_arrive_through_a_corridor);
    tcase_add_test(tests, conflicts_are_decided_by_priority_then_key);
    tcase_add_test(tests, resources_added_together_are_compact_and_checked);
    tcase_add_test(tests, two_agents_never_share_a_cell_after_a_failed_step);
    tcase_add_test(tests, steady_step_allocates_nothing);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
