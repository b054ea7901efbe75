/* Claims: a model proposes the cell that each agent wants next, sees in the same step what was
 * granted, and moves an agent only if its claim was granted. A serial implementation of the same
 * rules gives the expected position of every agent. */
/* label: threads */
#include "contract.h"

enum { SIDE = 12, CELLS = SIDE * SIDE, AGENTS = 70, STEPS = 40, SEED = 5 };

/* ---- The rules ------------------------------------------------------------------------------- */

/* Returns the cell that an agent wants in a step: one of the four neighbours of its cell, or its
 * own cell at the border. */
static uint32_t wanted_cell(uint64_t key, uint64_t step, uint32_t cell) {
    uint32_t x = cell % SIDE, y = cell / SIDE;
    switch (wend_random_bits(SEED, key, step, 1) % 4) {
    case 0:
        return x + 1 < SIDE ? cell + 1 : cell;
    case 1:
        return x > 0 ? cell - 1 : cell;
    case 2:
        return y + 1 < SIDE ? cell + SIDE : cell;
    default:
        return y > 0 ? cell - SIDE : cell;
    }
}

/* Returns the priority of an agent in a step; lower goes first. Many agents share a priority, so
 * keys decide as well. */
static uint32_t priority_in(uint64_t key, uint64_t step) {
    return (uint32_t)(wend_random_bits(SEED, key, step, 2) % 3);
}

static uint32_t first_cell(uint64_t key) {
    return (uint32_t)(key * 31 %
                      CELLS); /* 31 and 144 have no common factor, so all cells are different */
}

/* ---- The model ------------------------------------------------------------------------------- */

static uint32_t cell_resource; /* the resource index of cell 0 */

static uint32_t cell_at(wend_vec2 position) {
    return (uint32_t)position.y * SIDE + (uint32_t)position.x;
}

static void propose_cell(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents) {
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        uint64_t key = wend_view_key(view, i);
        uint32_t cell = cell_at(view->bodies[i].position);
        uint32_t next = wanted_cell(key, view->step, cell);
        if (!wend_view_holds(view, i, cell_resource + cell)) {
            wend_view_claim(view, agents->worker, i, cell_resource + cell, 0);
        } else if (next != cell) {
            wend_view_claim(view, agents->worker, i, cell_resource + next,
                            priority_in(key, view->step));
        }
    }
}

static void steer_to_cell(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        uint32_t cell = cell_at(view->bodies[i].position);
        uint32_t next = wanted_cell(wend_view_key(view, i), view->step, cell);
        wend_vec2 velocity = {0.0F, 0.0F};
        if (next != cell && wend_view_holds(view, i, cell_resource + next)) {
            velocity.x = (float)(next % SIDE) - (float)(cell % SIDE);
            velocity.y = (float)(next / SIDE) - (float)(cell / SIDE);
            wend_view_release(view, agents->worker, i, cell_resource + cell);
        }
        outcomes[i - agents->first] = contract_outcome(view, velocity);
    }
}

static wend_steering cells;

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    memset(&cells, 0, sizeof cells);
    contract_head(&cells.stage.entry, sizeof cells, "cells");
    cells.propose = propose_cell;
    cells.steer = steer_to_cell;
    cells.respects_limits = true;
    contract_register(registry, WEND_KIND_STEERING, &cells.stage.entry);
    return registry;
}

/* Makes a world with steps of 1 s, so that an agent at 1 m/s reaches the next 1 m cell in one step.
 */
static wend_world *make_world(const wend_registry *registry, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    wend_resource first = {0};
    def.space = contract_open();
    def.registry = registry;
    def.dt = 1.0;
    def.seed = SEED;
    def.threads = threads;
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    wend_space_release(def.space);
    contract_profile(world, "cells");
    /* Adds another resource first, so that the resource index of cell 0 is not 0. */
    CONTRACT_OK(wend_world_add_resource(world, 2, NULL, &contract_error));
    CONTRACT_OK(wend_world_add_resources(world, CELLS, 1, &first, &contract_error));
    cell_resource = wend_world_resource_index(world, first);
    wend_goal none = {0};
    for (uint64_t key = 1; key <= AGENTS; key++) {
        uint32_t cell = first_cell(key);
        contract_agent(world, key, cell % SIDE + 0.5, cell / SIDE + 0.5, none);
    }
    return world;
}

/* ---- The serial implementation --------------------------------------------------------------- */

static uint32_t cell_of[AGENTS + 1]; /* indexed by key */
static uint64_t holder_of[CELLS];    /* the key of the agent that holds each cell, or 0 */

static void start_serially(void) {
    memset(holder_of, 0, sizeof holder_of);
    for (uint64_t key = 1; key <= AGENTS; key++) {
        cell_of[key] = first_cell(key);
        holder_of[cell_of[key]] = key;
    }
}

/* Applies the rules serially. In the first step, agents only claim the cell that they stand in.
 * Returns the number of agents that wanted a free cell and did not get it. */
static uint32_t step_serially(uint64_t step) {
    uint64_t winners[CELLS];
    uint32_t losers = 0;
    memset(winners, 0, sizeof winners);
    for (uint64_t key = 1; key <= AGENTS && step > 0; key++) {
        uint32_t next = wanted_cell(key, step, cell_of[key]);
        if (holder_of[next] == 0) {
            uint64_t best = winners[next];
            losers += best != 0;
            if (best == 0 || priority_in(key, step) < priority_in(best, step)) {
                winners[next] = key;
            }
        }
    }
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        if (winners[cell] != 0) {
            holder_of[cell_of[winners[cell]]] = 0;
            holder_of[cell] = winners[cell];
            cell_of[winners[cell]] = cell;
        }
    }
    return losers;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(grants_take_effect_in_the_same_step) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 1);
    uint32_t losers = 0;
    start_serially();
    for (uint64_t step = 0; step < STEPS; step++) {
        wend_agent_state states[AGENTS];
        uint64_t keys[CELLS];
        memset(keys, 0, sizeof keys);
        contract_step(world, 1);
        losers += step_serially(step);
        ck_assert_uint_eq(wend_world_get_agents(world, states, AGENTS), AGENTS);
        for (uint32_t i = 0; i < AGENTS; i++) {
            uint32_t cell = (uint32_t)states[i].position.y * SIDE + (uint32_t)states[i].position.x;
            ck_assert_uint_eq(keys[cell], 0); /* two agents are never in one cell */
            keys[cell] = states[i].key;
            ck_assert_uint_eq(cell, cell_of[states[i].key]);
        }
        const wend_view *view = wend_world_view(world);
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            uint32_t body = wend_view_find_holder(view, cell_resource + cell);
            ck_assert_uint_eq(body == UINT32_MAX ? 0 : wend_view_key(view, body), keys[cell]);
            ck_assert_uint_eq(wend_view_capacity_left(view, cell_resource + cell), keys[cell] == 0);
        }
    }
    ck_assert_uint_gt(losers, AGENTS); /* agents competed for cells */
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(grants_do_not_depend_on_thread_count) {
    static const uint32_t threads[4] = {1, 2, 3, 8};
    wend_registry *registry = make_registry();
    uint64_t expected = 0;
    for (int i = 0; i < 4; i++) {
        wend_world *world = make_world(registry, threads[i]);
        contract_step(world, STEPS);
        expected = i == 0 ? wend_world_hash(world) : expected;
        ck_assert_uint_eq(wend_world_hash(world), expected);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* Agents that leave release the cells that they hold. */
START_TEST(leaving_agents_release_their_cells) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 1);
    contract_step(world, 5);
    for (uint64_t key = 1; key <= AGENTS; key += 2) {
        wend_agent agent = wend_world_find_agent(world, key);
        CONTRACT_OK(wend_world_remove_agent(world, agent, &contract_error));
    }
    contract_step(world, 1);
    const wend_view *view = wend_world_view(world);
    uint32_t held = 0;
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        held += 1 - wend_view_capacity_left(view, cell_resource + cell);
    }
    ck_assert_uint_eq(held, AGENTS / 2);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(resources_added_together_have_consecutive_indices) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_resource first = {0}, second = {0};
    CONTRACT_OK(wend_world_add_resources(world, 100, 3, &first, &contract_error));
    CONTRACT_OK(wend_world_add_resources(world, 5, 1, &second, &contract_error));
    uint32_t begin = wend_world_resource_index(world, first);
    ck_assert_uint_eq(wend_world_resource_index(world, second), begin + 100);
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < 105; i++) {
        ck_assert_uint_eq(wend_view_capacity_left(view, begin + i), i < 100 ? 3 : 1);
    }
    CONTRACT_REFUSED(wend_world_add_resources(world, 0, 1, NULL, &contract_error),
                     WEND_ERROR_INVALID, "");
    CONTRACT_REFUSED(wend_world_add_resources(world, WEND_MAX_RESOURCES, 1, NULL, &contract_error),
                     WEND_ERROR_LIMIT, "");
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/claims", grants_take_effect_in_the_same_step,
             grants_do_not_depend_on_thread_count, leaving_agents_release_their_cells,
             resources_added_together_have_consecutive_indices);
}
