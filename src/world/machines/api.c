/* What programs ask about machines and signals, and the commands that they give. */
#include <string.h>

#include "base/error.h"
#include "world/machines/machines.h"

/* ---- Machines -------------------------------------------------------------------------------- */

wend_machine wend_world_find_machine(const wend_world *world, const char *name) {
    WEND_ASSERT(world != NULL);
    const machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->count && name && name[0]; i++) {
        if (table->records[i].name && strcmp(table->records[i].name, name) == 0) {
            return (wend_machine){ids_at(&table->ids, i)};
        }
    }
    return (wend_machine){0};
}

static const machine_record *machine_of(const wend_world *world, wend_machine machine) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->machines.ids, machine.value);
    return index == ID_NONE ? NULL : &world->machines.records[index];
}

uint32_t wend_world_state_count(const wend_world *world, wend_machine machine) {
    const machine_record *record = machine_of(world, machine);
    return record ? record->state_count : 0;
}

const char *wend_world_state_name(const wend_world *world, wend_machine machine, uint32_t state) {
    const machine_record *record = machine_of(world, machine);
    return record && state < record->state_count ? record->states[state].name : NULL;
}

uint32_t wend_world_find_state(const wend_world *world, wend_machine machine, const char *name) {
    const machine_record *record = machine_of(world, machine);
    return record && name ? machine_find_state(record, name, NULL) : WEND_NONE;
}

bool wend_world_is_state_final(const wend_world *world, wend_machine machine, uint32_t state) {
    const machine_record *record = machine_of(world, machine);
    return record && state < record->state_count && record->states[state].is_final;
}

uint32_t wend_world_state_population(const wend_world *world, wend_machine machine,
                                     uint32_t state) {
    const machine_record *record = machine_of(world, machine);
    return record && state < record->state_count ? record->states[state].population : 0;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Makes the profiles that a live agent needs in a machine. */
static wend_result derive_for(wend_world *world, wend_agent agent, uint32_t machine,
                              wend_error *error) {
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || world->cold.body[slot] == STORE_QUEUED) {
        return WEND_OK;
    }
    uint32_t body = wend_body_profile(agent_body(world, slot));
    return machine_derive(world, machine, visit_base_profile(world, slot, body), error);
}

wend_result wend_world_set_agent_states(wend_world *world, const wend_agent *agents,
                                        wend_machine machine, const uint32_t *states,
                                        uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && (states || !machine.value))));
    uint32_t index = ids_index(&world->machines.ids, machine.value), state_count = 0;
    if (machine.value && index == ID_NONE) {
        return command_refuse_unknown("machine", error);
    }
    state_count = wend_world_state_count(world, machine);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && machine.value && result == WEND_OK; i++) {
        result = states[i] < state_count ? derive_for(world, agents[i], index, error)
                                         : command_refuse_unknown("state", error);
    }
    result = result == WEND_OK ? commands_reserve(world, count, error) : result;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] = (command){.kind = COMMAND_SET_STATE,
                                                            .index = machine.value ? states[i] : 0,
                                                            .target = agents[i].value,
                                                            .bits = machine.value};
    }
    return result;
}

wend_result wend_world_set_agent_state(wend_world *world, wend_agent agent, wend_machine machine,
                                       uint32_t state, wend_error *error) {
    return wend_world_set_agent_states(world, &agent, machine, &state, 1, error);
}

static wend_agent_visit visit_in(const wend_world *world, uint32_t slot) {
    const machine_table *table = &world->machines;
    const machine_visit *visit = entered_visit_of(table, slot);
    return visit ? (wend_agent_visit){.machine = {ids_at(&table->ids, visit->machine)},
                                      .state = visit->state,
                                      .previous = visit->previous,
                                      .entered = world_time_at(world, visit->entered)}
                 : (wend_agent_visit){.previous = WEND_NONE};
}

bool wend_world_get_agent_visit(const wend_world *world, wend_agent agent, wend_agent_visit *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || world->cold.body[slot] == STORE_QUEUED) {
        return false;
    }
    *out = visit_in(world, slot);
    return true;
}

uint32_t wend_world_get_visits(const wend_world *world, wend_agent_visit *out, uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->cold.used && count < capacity; slot++) {
        if (world->cold.body[slot] < STORE_QUEUED) {
            out[count++] = visit_in(world, slot);
        }
    }
    return wend_world_agent_count(world);
}

/* ---- Signals --------------------------------------------------------------------------------- */

wend_signal wend_world_find_signal(const wend_world *world, const char *name) {
    WEND_ASSERT(world != NULL);
    const machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->signal_count && name; i++) {
        if (strcmp(table->signals[i].name, name) == 0) {
            return (wend_signal){ids_at(&table->signal_ids, i)};
        }
    }
    return (wend_signal){0};
}

wend_result wend_world_fire_signal(wend_world *world, wend_signal signal, wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (ids_index(&world->machines.signal_ids, signal.value) == ID_NONE) {
        return command_refuse_unknown("signal", error);
    }
    return command_queue(world, (command){.kind = COMMAND_FIRE_SIGNAL, .bits = signal.value},
                         error);
}

wend_result wend_world_fire_signal_at(wend_world *world, wend_signal signal,
                                      const wend_agent *agents, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (agents != NULL || count == 0));
    if (ids_index(&world->machines.signal_ids, signal.value) == ID_NONE) {
        return command_refuse_unknown("signal", error);
    }
    wend_result result = count < UINT32_MAX ? commands_reserve(world, count + 1, error)
                                            : error_no_memory(error, "the world");
    if (result != WEND_OK) {
        return result;
    }
    world->commands[world->command_count++] =
        (command){.kind = COMMAND_FIRE_SIGNAL, .index = 1, .bits = signal.value};
    for (uint32_t i = 0; i < count; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_REACH_AGENT, .target = agents[i].value, .bits = signal.value};
    }
    return WEND_OK;
}

uint64_t wend_world_signal_count(const wend_world *world, wend_signal signal) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->machines.signal_ids, signal.value);
    return index == ID_NONE ? 0 : world->machines.signals[index].fired;
}

/* ---- The scene ------------------------------------------------------------------------------- */

bool wend_world_is_obstacle_closed(const wend_world *world, wend_obstacle obstacle) {
    WEND_ASSERT(world != NULL);
    uint32_t index = obstacle_index_of(world, obstacle);
    return index != WEND_NONE && world->overlay.obstacles[index].closed;
}

bool wend_world_is_class_enabled(const wend_world *world, uint32_t obstacle_class) {
    WEND_ASSERT(world != NULL);
    return obstacle_class < 32 && (world->classes >> obstacle_class & 1U);
}
