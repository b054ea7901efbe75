/* Evaluates the conditions of transitions, in the state of the world at the start of a step.
 *
 * Each agent has a step before which none of its conditions can hold (wend_condition.due). Workers
 * scan these numbers, which lie close together, and evaluate only the agents that are due. An agent
 * on a connection has no body, and stays due until it is back on the ground.
 *
 * Cost: less than 1 ns for an agent that is not due; O(conditions of its state) otherwise. */
#include "behave/machine/machine.h"

#include <math.h>

#include <wend/random.h>

#include "base/sort.h"

enum { SLOTS_PER_TASK = 4096 };

/* Steps by which a due time may be too early because of rounding. */
static const double due_slack = 0.01;
/* Times of more steps than this never come. */
static const double most_steps = 4e15;

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Makes the call for an agent on the ground; `storage` must live as long as the call. */
static wend_condition_call call_of(const wend_world *world, uint32_t slot, wend_view *storage) {
    const machine_table *table = &world->machines;
    const machine_visit *visit = &table->visits[slot];
    uint32_t index = world->cold.body[slot];
    bool has_before = table->uses_before && !(visit->flags & VISIT_JUMPED);
    return (wend_condition_call){.view = internals_view_of(&world->view, slot, storage),
                                 .world = world,
                                 .index = index,
                                 .agent = store_agent_id(world, slot),
                                 .machine = {ids_at(&table->ids, visit->machine)},
                                 .state = visit->state,
                                 .entered = world_time_at(world, visit->entered),
                                 .has_arrived = visit->flags & VISIT_ARRIVED,
                                 .was_served = visit->flags & VISIT_SERVED,
                                 .signals = visit->signals,
                                 .before = has_before ? table->before[slot]
                                                      : world->bodies[index].position};
}

/* Points a call at a node. The call is the variable of machine_find_target, which is not const. It
 * is large, so it is not copied for each node. */
static void point_at(const wend_condition_call *call, const condition_node *node) {
    wend_condition_call *own = (wend_condition_call *)(uintptr_t)call;
    own->node = node;
    own->params = node->block.params;
    own->user = node->condition->entry.user;
}

static bool node_holds(const wend_condition_call *call, const condition_node *node) {
    const condition_node *before = call->node;
    point_at(call, node);
    bool holds = node->condition->holds(call);
    point_at(call, before ? before : node);
    return holds;
}

static double node_due(const wend_condition_call *call, const condition_node *node) {
    if (node->is_polled) {
        return call->view->time;
    }
    const condition_node *before = call->node;
    point_at(call, node);
    double due = node->condition->due(call);
    point_at(call, before ? before : node);
    return due;
}

uint32_t wend_condition_child_count(const wend_condition_call *call) {
    return call->node->child_count;
}

bool wend_condition_child_holds(const wend_condition_call *call, uint32_t child) {
    return node_holds(call, &call->node->children[child]);
}

double wend_condition_child_due(const wend_condition_call *call, uint32_t child) {
    return node_due(call, &call->node->children[child]);
}

double wend_condition_sample(const wend_condition_call *call, const wend_distribution *number) {
    uint32_t slot = call->view->bodies[call->index].slot;
    return params_sample_at(number, call->world->seed, call->world->cold.key[slot],
                            call->world->machines.visits[slot].number, call->node->purpose);
}

/* ---- One agent ------------------------------------------------------------------------------- */

/* Samples a target. Returns WEND_NONE for the state before if there is none. */
static uint32_t sample_target(const wend_world *world, uint32_t slot,
                              const machine_transition *transition) {
    const machine_visit *visit = &world->machines.visits[slot];
    uint32_t last = transition->target_count - 1, i = 0;
    double sample = wend_random_uniform(world->seed, world->cold.key[slot], visit->number,
                                        transition->purpose) *
                    transition->targets[last].sum;
    while (i < last && sample >= transition->targets[i].sum) {
        i++;
    }
    uint32_t state = transition->targets[i].state;
    return state == WEND_NONE ? visit->previous : state;
}

/* Returns the first step after this one that is not before `due` (s). */
static uint64_t step_of(const wend_world *world, double due) {
    double step = floor(due / world->dt - due_slack);
    if (step >= most_steps) {
        return MACHINE_NEVER;
    }
    bool is_later = step > (double)world->step + 1.0; /* false for NaN */
    return is_later ? (uint64_t)step : world->step + 1;
}

uint32_t machine_find_target(const wend_world *world, uint32_t slot, const uint64_t *visited) {
    const machine_table *table = &world->machines;
    const machine_state *state = visit_state(table, &table->visits[slot]);
    wend_view storage;
    wend_condition_call call = call_of(world, slot, &storage);
    double due = (double)INFINITY;
    for (uint32_t i = 0; i < state->transition_count; i++) {
        const machine_transition *transition = &state->transitions[i];
        bool holds = node_holds(&call, transition->nodes);
        uint32_t target = holds ? sample_target(world, slot, transition) : WEND_NONE;
        if (target != WEND_NONE && !(visited && (visited[target / 64] >> target % 64 & 1U))) {
            return target;
        }
        double next = holds ? call.view->time : node_due(&call, transition->nodes);
        due = next > due ? due : next; /* NaN counts as now */
    }
    table->due[slot] = step_of(world, due);
    return WEND_NONE;
}

/* ---- All agents ------------------------------------------------------------------------------ */

static void evaluate_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    machine_table *table = &world->machines;
    fired_list *list = &table->found[worker];
    for (uint32_t slot = begin; slot < end; slot++) {
        if (table->due[slot] > world->step || world->cold.body[slot] >= STORE_CROSSING ||
            !entered_visit_of(table, slot)) {
            continue;
        }
        uint32_t target = machine_find_target(world, slot, NULL);
        if (target == WEND_NONE) {
            continue;
        }
        if (!memory_grow(&world->memory, (void **)&list->items, sizeof *list->items,
                         &list->capacity, list->count + 1)) {
            list->failed = true;
            return;
        }
        list->items[list->count++] = (fired_transition){world->cold.key[slot], slot, target};
    }
}

static bool comes_before(const void *left, const void *right) {
    return ((const fired_transition *)left)->key < ((const fired_transition *)right)->key;
}

/* Joins the lists of the workers, and sorts them. */
static bool gather(wend_world *world) {
    machine_table *table = &world->machines;
    uint32_t count = 0;
    bool failed = false;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        count += table->found[i].count;
        failed = failed || table->found[i].failed;
    }
    if (failed ||
        !memory_grow(&world->memory, (void **)&table->fired, sizeof *table->fired,
                     &table->fired_capacity, count) ||
        !memory_grow(&world->memory, (void **)&table->sorting, sizeof *table->sorting,
                     &table->sorting_capacity, count)) {
        return false;
    }
    table->fired_count = 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        for (uint32_t k = 0; k < table->found[i].count; k++) {
            table->fired[table->fired_count++] = table->found[i].items[k];
        }
    }
    sort_stable(table->fired, table->sorting, count, sizeof *table->fired, comes_before);
    return true;
}

bool machines_evaluate(wend_world *world) {
    machine_table *table = &world->machines;
    table->fired_count = 0;
    if (!table->visits) {
        return true;
    }
    for (uint32_t i = 0; i < world->worker_count; i++) {
        table->found[i].count = 0;
        table->found[i].failed = false;
    }
    task_run(&world->tasks, evaluate_range, world, world->cold.used, SLOTS_PER_TASK);
    return gather(world);
}
