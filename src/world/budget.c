/* Plans routes within the budget of a step (wend_world_def.plan_budget).
 *
 * The agents that need a route are planned in batches, in the order of their keys, beginning after
 * the agent that was planned last. When the searches of a batch have exceeded the budget, the
 * remaining agents are suspended until the next step: they keep their old routes, and agents
 * without a route wait. A batch does not depend on the number of threads, so the result does not
 * either. Every agent is planned after at most one round of all agents.
 *
 * What agents share is not prepared: which of it exists already would decide how many agents the
 * budget allows, and a loaded world would continue in another way than the saved one.
 *
 * Cost: O(n log n) for n agents that need a route. */
#include "base/sort.h"
#include "world/world.h"

/* Number of agents that are planned before the budget is checked. */
enum { BATCH = 16 };

typedef struct waiting {
    uint64_t order; /* distance of the agent's key from the key planned last */
    uint32_t index; /* of the body */
} waiting;

static bool is_earlier(const void *left, const void *right) {
    return ((const waiting *)left)->order < ((const waiting *)right)->order;
}

/* Lists the agents that need a route and are not suspended, in the order in which they are planned.
 * The list is in scratch memory; NULL if out of memory. */
static waiting *list_waiting(wend_world *world, uint32_t *count) {
    size_t size = (world->body_count + (size_t)1) * sizeof(waiting);
    waiting *list = arena_take(&world->scratch[0], size, 16);
    waiting *sorting = arena_take(&world->scratch[0], size, 16);
    *count = 0;
    for (uint32_t i = 0; list && sorting && i < world->body_count; i++) {
        const wend_body *body = &world->bodies[i];
        if (plan_is_wanted(world, i)) {
            uint64_t key = world->cold.key[body->slot];
            list[(*count)++] = (waiting){key - world->plan_cursor - 1, i};
        }
    }
    if (!list || !sorting) {
        return NULL;
    }
    sort_stable(list, sorting, *count, sizeof *list, is_earlier);
    return list;
}

typedef struct batch {
    wend_world *world;
    const waiting *list;
} batch;

static void plan_batch(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const batch *b = context;
    for (uint32_t i = begin; i < end; i++) {
        plan_block(b->world, b->list[i].index, b->list[i].index + 1, worker);
    }
}

/* Returns the number of search nodes in this step so far. */
static uint64_t count_nodes(const wend_world *world) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        sum += world->search_nodes[i * SEARCH_NODES_STRIDE];
    }
    return sum;
}

bool budget_begin(wend_world *world) {
    for (uint32_t i = 0; i < world->worker_count; i++) {
        world->search_nodes[i * SEARCH_NODES_STRIDE] = 0;
    }
    world->suspended = NULL;
    world->next_plan_cursor = world->plan_cursor;
    if (world->plan_budget == 0) {
        return true;
    }
    size_t size = world->body_count + (size_t)1;
    world->suspended = arena_take(&world->scratch[0], size * sizeof(bool), 16);
    for (uint32_t i = 0; world->suspended && i < world->body_count; i++) {
        world->suspended[i] = false;
    }
    return world->suspended != NULL;
}

bool budget_plan(wend_world *world) {
    uint32_t count, done = 0;
    batch b = {world, list_waiting(world, &count)};
    while (b.list && done < count && (done == 0 || count_nodes(world) < world->plan_budget)) {
        uint32_t size = count - done < BATCH ? count - done : BATCH;
        batch next = {world, b.list + done};
        task_run(&world->tasks, plan_batch, &next, size, 1);
        done += size;
        world->next_plan_cursor = world->cold.key[world->bodies[b.list[done - 1].index].slot];
    }
    for (uint32_t i = done; b.list && i < count; i++) {
        world->suspended[b.list[i].index] = true;
    }
    return b.list != NULL;
}
