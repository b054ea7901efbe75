/* Makes machines from defs, and frees them. */
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "base/text.h"
#include "world/machines/machines.h"

void wend_state_def_init(wend_state_def *def, size_t size) {
    const wend_state_def defaults = {.goal_kind = WEND_STATE_GOAL_KEEP};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_machine_def_init(wend_machine_def *def, size_t size) {
    const wend_machine_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

uint32_t machine_find_state(const machine_record *machine, const char *name, wend_error *error) {
    const char *names[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine->state_count; i++) {
        if (machine->states[i].name && strcmp(machine->states[i].name, name) == 0) {
            return i;
        }
        if (machine->states[i].name && count < 64) {
            names[count++] = machine->states[i].name;
        }
    }
    char hint[256];
    error_set(error, WEND_ERROR_NAME, "there is no state '%s'%s", name,
              text_suggest(name, names, count, hint, sizeof hint));
    return WEND_NONE;
}

/* ---- Machines -------------------------------------------------------------------------------- */

static void free_machine(wend_world *world, machine_record *machine) {
    for (uint32_t i = 0; i < machine->state_count && machine->states; i++) {
        state_free(world, &machine->states[i]);
    }
    memory_free(&world->memory, machine->states, machine->state_count * sizeof *machine->states);
    memory_free_text(&world->memory, machine->name);
    binding_free(world, machine->bound);
    *machine = (machine_record){0};
}

static wend_result check_machine(const wend_world *world, const wend_machine_def *def,
                                 wend_error *error) {
    wend_result result = world_check_name(def->name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (def->state_count == 0 || !def->states) {
        return error_set(error, WEND_ERROR_INVALID, "a machine needs at least one state");
    }
    if (def->state_count > WEND_MAX_STATES || world->machines.count >= WEND_MAX_MACHINES) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "a machine has at most %d states, and a world at most %d machines",
                         WEND_MAX_STATES, WEND_MAX_MACHINES);
    }
    bool is_taken = wend_world_find_machine(world, def->name).value != 0;
    return is_taken
               ? error_set(error, WEND_ERROR_NAME, "there is already a machine '%s'", def->name)
               : WEND_OK;
}

/* Reserves memory for another machine, and the cold data of agents. */
static bool reserve(wend_world *world) {
    machine_table *table = &world->machines;
    uint32_t slots = world->cold.capacity;
    if (!table->found) {
        size_t size = world->worker_count * sizeof *table->found;
        table->found = memory_get_zeroed(&world->memory, size);
    }
    return table->found && ids_reserve(&table->ids, &world->memory) &&
           memory_grow(&world->memory, (void **)&table->records, sizeof *table->records,
                       &table->capacity, table->count + 1) &&
           (table->slot_capacity == slots || visits_grow(world, slots, table->saved_stride));
}

/* Keeps the positions of all agents from now on. */
static void begin_positions(wend_world *world) {
    for (uint32_t slot = 0; slot < world->machines.slot_capacity; slot++) {
        world->machines.visits[slot].flags |=
            world->machines.visits[slot].machine == WEND_NONE ? 0U : (uint32_t)VISIT_JUMPED;
    }
}

wend_result machine_add(wend_world *world, const wend_machine_def *def, bool is_reload,
                        wend_machine *out, wend_error *error) {
    machine_table *table = &world->machines;
    wend_result result = check_machine(world, def, error);
    if (result != WEND_OK) {
        return result;
    }
    if (!reserve(world)) {
        return error_no_memory(error, "a machine");
    }
    bool used_before = table->uses_before, is_named = def->name && def->name[0];
    uint32_t index = table->count;
    machine_record *machine = &table->records[index];
    *machine = (machine_record){0};
    machine->states = memory_get_zeroed(&world->memory, def->state_count * sizeof *machine->states);
    machine->state_count = machine->states ? def->state_count : 0;
    machine->name = is_named ? memory_copy_text(&world->memory, def->name) : NULL;
    ids_take(&table->ids);
    table->count++;
    result = machine->states && (!is_named || machine->name) ? WEND_OK
                                                             : error_no_memory(error, "a machine");
    result = result == WEND_OK ? states_make(world, index, def, is_reload, error) : result;
    result = result == WEND_OK && !is_reload ? machine_bind(world, index, false, error) : result;
    result = result == WEND_OK ? machine_check_cycles(world, machine, error) : result;
    if (result != WEND_OK) {
        result = machine_prefix(result, error, "machine '%s'", is_named ? def->name : "");
        free_machine(world, machine);
        table->count--;
        table->ids.count--; /* machines are never removed, so the new index is the last one */
        table->uses_before = used_before;
        return result;
    }
    if (table->uses_before && !used_before) {
        begin_positions(world);
    }
    if (out) {
        *out = (wend_machine){ids_at(&table->ids, index)};
    }
    return WEND_OK;
}

wend_result wend_world_add_machine(wend_world *world, const wend_machine_def *given,
                                   wend_machine *out, wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_machine_def def;
    wend_result result = DEF_READ(machine, given, &def, error);
    return result == WEND_OK ? machine_add(world, &def, false, out, error) : result;
}

void machines_free(wend_world *world) {
    machine_table *table = &world->machines;
    memory *from = &world->memory;
    size_t slots = table->slot_capacity;
    signals_free(world);
    for (uint32_t i = 0; i < table->count; i++) {
        free_machine(world, &table->records[i]);
    }
    for (uint32_t i = 0; i < world->worker_count && table->found; i++) {
        memory_free(from, table->found[i].items,
                    table->found[i].capacity * sizeof *table->found[i].items);
    }
    memory_free(from, table->found, world->worker_count * sizeof *table->found);
    memory_free(from, table->records, table->capacity * sizeof *table->records);
    memory_free(from, table->visits, slots * sizeof *table->visits);
    memory_free(from, table->due, slots * sizeof *table->due);
    memory_free(from, table->before, slots * sizeof *table->before);
    memory_free(from, table->saved, slots * table->saved_stride);
    memory_free(from, table->kept, table->kept_capacity * sizeof *table->kept);
    memory_free(from, table->fired, table->fired_capacity * sizeof *table->fired);
    memory_free(from, table->sorting, table->sorting_capacity * sizeof *table->sorting);
    ids_free(&table->ids, from);
}
