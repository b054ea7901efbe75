/* Signals: triggers that fire them, the agents that they reach, and their responses.
 *
 * Cost: O(triggers) in each step; O(agents) when a signal is fired. */
#include <string.h>

#include <wend/random.h>

#include "base/def.h"
#include "base/error.h"
#include "base/sort.h"
#include "world/machines/machines.h"

/* ---- Audience -------------------------------------------------------------------------------- */

static bool is_in_area(const wend_world *world, uint32_t slot, uint64_t id) {
    const area_table *table = &world->areas;
    uint32_t area = ids_index(&table->ids, id);
    uint32_t node = slot < table->slot_count ? table->first[slot] : AREA_NONE;
    while (node != AREA_NONE && table->nodes[node].area != area) {
        node = table->nodes[node].next;
    }
    return area != ID_NONE && node != AREA_NONE;
}

static bool has_key(const machine_signal *signal, uint64_t key) {
    uint32_t low = 0, high = signal->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (signal->keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < signal->key_count && signal->keys[low] == key;
}

static bool includes(const wend_world *world, const machine_signal *signal, uint32_t slot) {
    const machine_visit *visit = entered_visit_of(&world->machines, slot);
    uint32_t machine = ids_index(&world->machines.ids, signal->machine.value);
    if (signal->machine.value && (!visit || visit->machine != machine)) {
        return false;
    }
    if (signal->state != WEND_NONE && (visit->state == signal->state) == signal->not_in_state) {
        return false;
    }
    uint32_t group = ids_index(&world->group_ids, signal->group.value);
    return (!signal->group.value || (group != ID_NONE && world->cold.group[slot] == group)) &&
           (!signal->area.value || is_in_area(world, slot, signal->area.value)) &&
           (!signal->keys || has_key(signal, world->cold.key[slot]));
}

/* ---- Firing ---------------------------------------------------------------------------------- */

static void mark(wend_world *world, uint32_t index, uint32_t slot) {
    machine_visit *visit = entered_visit_of(&world->machines, slot);
    if (visit) {
        visit->signals |= UINT64_C(1) << index;
        visit_wake(&world->machines, slot);
    }
}

static bool comes_before(const void *left, const void *right) {
    return ((const fired_transition *)left)->key < ((const fired_transition *)right)->key;
}

/* Lists the agents that a signal reaches, in the order of their keys, and marks them. Returns false
 * and marks none if out of memory. */
static bool reach_all(wend_world *world, uint32_t index) {
    machine_table *table = &world->machines;
    table->reached_count = 0;
    if (!memory_grow(&world->memory, (void **)&table->reached, sizeof *table->reached,
                     &table->reached_capacity, world->cold.used) ||
        !memory_grow(&world->memory, (void **)&table->sorting, sizeof *table->sorting,
                     &table->sorting_capacity, world->cold.used)) {
        return false;
    }
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        if (world->cold.body[slot] < STORE_QUEUED &&
            includes(world, &table->signals[index], slot)) {
            mark(world, index, slot);
            table->reached[table->reached_count++] =
                (fired_transition){world->cold.key[slot], slot, 0};
        }
    }
    sort_stable(table->reached, table->sorting, table->reached_count, sizeof *table->reached,
                comes_before);
    return true;
}

/* Applies a response to an agent, or to none if `slot` is STORE_FREE. Returns false if the action
 * failed; `*again` says whether it is to be tried again. */
static bool respond(wend_world *world, uint32_t index, uint32_t response, uint32_t slot,
                    bool *again) {
    const machine_signal *signal = &world->machines.signals[index];
    uint64_t saved[MACHINE_SAVED_LIMIT / 8] = {0};
    bool has_agent = slot != STORE_FREE, failed = false;
    wend_action_call call = {
        .agent = has_agent ? store_agent_id(world, slot) : (wend_agent){0},
        .saved = saved,
        .sample = wend_random_bits(world->seed, has_agent ? world->cold.key[slot] : 0,
                                   signal->fired, signal->responses[response].purpose)};
    *again = !action_run(world, &signal->responses[response], &call, false, &failed);
    return !failed;
}

/* Applies the responses that are left. */
static bool apply_responses(wend_world *world, uint32_t index) {
    machine_table *table = &world->machines;
    const machine_signal *signal = &table->signals[index];
    signal_progress *progress = &table->progress;
    for (; progress->response < signal->response_count; progress->response++) {
        bool each = signal->responses[progress->response].action->concerns_agents;
        uint32_t count = each ? table->reached_count : 1;
        while (progress->agent < count) {
            uint32_t slot = each ? table->reached[progress->agent].slot : STORE_FREE;
            bool again = false;
            bool good = respond(world, index, progress->response, slot, &again);
            progress->agent += !again;
            if (!good) {
                return false;
            }
        }
        progress->agent = 0;
    }
    progress->is_active = false;
    return true;
}

bool signal_fire(wend_world *world, uint32_t index, bool is_for_few) {
    machine_table *table = &world->machines;
    if (!table->progress.is_active) {
        table->reached_count = 0;
        if (!is_for_few && !reach_all(world, index)) {
            return false;
        }
        table->signals[index].fired++;
        table->progress = (signal_progress){.is_active = true};
    }
    return apply_responses(world, index);
}

bool signal_reach(wend_world *world, uint32_t index, uint32_t slot) {
    machine_table *table = &world->machines;
    const machine_signal *signal = &table->signals[index];
    if (!table->progress.is_active) {
        if (!includes(world, signal, slot)) {
            return true;
        }
        mark(world, index, slot);
        table->progress = (signal_progress){.is_active = true};
    }
    while (table->progress.response < signal->response_count) {
        uint32_t response = table->progress.response;
        bool again = false;
        bool good = !signal->responses[response].action->concerns_agents ||
                    respond(world, index, response, slot, &again);
        table->progress.response += !again;
        if (!good) {
            return false;
        }
    }
    table->progress.is_active = false;
    return true;
}

void signals_test(wend_world *world) {
    machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->signal_count; i++) {
        machine_signal *signal = &table->signals[i];
        signal->is_due = false;
        for (uint32_t k = 0; k < signal->trigger_count; k++) {
            machine_trigger *trigger = &signal->triggers[k];
            wend_trigger_call call = {.world = world,
                                      .params = trigger->block.params,
                                      .memory = trigger->memory,
                                      .user = trigger->trigger->entry.user};
            signal->is_due = trigger->trigger->fires(&call) || signal->is_due;
        }
    }
}
