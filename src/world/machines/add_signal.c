/* Makes signals from defs, and frees them. */
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "base/sort.h"
#include "world/machines/machines.h"

void wend_signal_def_init(wend_signal_def *def, size_t size) {
    const wend_signal_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Audience -------------------------------------------------------------------------------- */

static bool is_unknown(const id_table *ids, uint64_t id) {
    return id != 0 && ids_index(ids, id) == ID_NONE;
}

static wend_result check_audience(const wend_world *world, const wend_audience *audience,
                                  bool is_reload, wend_error *error) {
    if (is_unknown(&world->machines.ids, audience->machine.value)) {
        return error_set(error, WEND_ERROR_NAME, "there is no such machine");
    }
    if (!is_reload && (is_unknown(&world->group_ids, audience->group.value) ||
                       is_unknown(&world->areas.ids, audience->area.value))) {
        return error_set(error, WEND_ERROR_NAME, "there is no such group or area");
    }
    if (audience->state && !audience->machine.value) {
        return error_set(error, WEND_ERROR_INVALID, "the state '%s' needs a machine",
                         audience->state);
    }
    if (audience->not_in_state && !audience->state) {
        return error_set(error, WEND_ERROR_INVALID, "not_in_state needs a state");
    }
    if (audience->key_count > 0 && !audience->keys) {
        return error_set(error, WEND_ERROR_INVALID, "%u keys, but keys is NULL",
                         audience->key_count);
    }
    return WEND_OK;
}

static bool is_less(const void *left, const void *right) {
    return *(const uint64_t *)left < *(const uint64_t *)right;
}

static wend_result copy_audience(wend_world *world, const wend_audience *audience,
                                 machine_signal *signal, wend_error *error) {
    signal->machine = audience->machine;
    signal->state = WEND_NONE;
    signal->not_in_state = audience->not_in_state;
    signal->group = audience->group;
    signal->area = audience->area;
    if (audience->state) {
        uint32_t machine = ids_index(&world->machines.ids, audience->machine.value);
        signal->state =
            machine_find_state(&world->machines.records[machine], audience->state, error);
        if (signal->state == WEND_NONE) {
            return WEND_ERROR_NAME;
        }
    }
    if (!audience->keys) {
        return WEND_OK;
    }
    uint32_t count = audience->key_count; /* an empty list reaches no agent */
    signal->keys = memory_get_array(&world->memory, count ? count : 1, sizeof *signal->keys);
    if (!signal->keys) {
        return error_no_memory(error, "a signal");
    }
    signal->key_count = count;
    if (count > 0) {
        memcpy(signal->keys, audience->keys, count * sizeof *signal->keys);
    }
    return sort_stable_with(&world->memory, signal->keys, count, sizeof *signal->keys, is_less)
               ? WEND_OK
               : error_no_memory(error, "a signal");
}

/* ---- Signals --------------------------------------------------------------------------------- */

static wend_result make_parts(wend_world *world, uint32_t index, const wend_signal_def *def,
                              wend_error *error) {
    machine_signal *signal = &world->machines.signals[index];
    memory *from = &world->memory;
    uint32_t triggers = def->trigger_count, responses = def->response_count, purposes = 0;
    signal->triggers = triggers ? memory_get_zeroed(from, triggers * sizeof *signal->triggers) : 0;
    signal->trigger_count = signal->triggers ? triggers : 0;
    signal->responses =
        responses ? memory_get_zeroed(from, responses * sizeof *signal->responses) : 0;
    signal->response_count = signal->responses ? responses : 0;
    wend_result result = WEND_OK;
    if (signal->trigger_count != triggers || signal->response_count != responses) {
        result = error_no_memory(error, "a signal");
    }
    for (uint32_t i = 0; i < signal->trigger_count && result == WEND_OK; i++) {
        machine_trigger *trigger = &signal->triggers[i];
        result = part_make(world, WEND_KIND_TRIGGER, &def->triggers[i], &trigger->block, error);
        trigger->trigger = (const wend_trigger *)(const void *)trigger->block.entry;
        result = machine_prefix(result, error, "trigger %u", i);
    }
    for (uint32_t i = 0; i < signal->response_count && result == WEND_OK; i++) {
        machine_action *response = &signal->responses[i];
        result = action_make(world, &def->responses[i], response, error);
        response->purpose = part_purpose(WEND_MAX_MACHINES + index, &purposes);
        result = machine_prefix(result, error, "response %u", i);
    }
    return result;
}

static uint32_t find_signal(const wend_world *world, const char *name) {
    return ids_index(&world->machines.signal_ids, wend_world_find_signal(world, name).value);
}

static wend_result check_signal(const wend_world *world, const wend_signal_def *def,
                                wend_error *error) {
    wend_result result = world_check_name(def->name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (!def->name || !def->name[0]) {
        return error_set(error, WEND_ERROR_INVALID, "a signal needs a name");
    }
    uint32_t found = find_signal(world, def->name);
    if (found != WEND_NONE && !world->machines.signals[found].is_declared) {
        return error_set(error, WEND_ERROR_NAME, "there is already a signal '%s'", def->name);
    }
    if ((world->machines.signal_count >= WEND_MAX_SIGNALS && found == WEND_NONE) ||
        def->trigger_count > WEND_MAX_STATE_ACTIONS ||
        def->response_count > WEND_MAX_STATE_ACTIONS) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "a world has at most %d signals, each with at most %d triggers and as "
                         "many responses",
                         WEND_MAX_SIGNALS, WEND_MAX_STATE_ACTIONS);
    }
    return (def->triggers || !def->trigger_count) && (def->responses || !def->response_count)
               ? WEND_OK
               : error_set(error, WEND_ERROR_INVALID, "triggers or responses is NULL");
}

/* Frees all of a signal but its name, and leaves it declared. */
static void free_parts(wend_world *world, machine_signal *signal) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < signal->trigger_count; i++) {
        params_free(&signal->triggers[i].block, from);
    }
    for (uint32_t i = 0; i < signal->response_count; i++) {
        params_free(&signal->responses[i].block, from);
    }
    memory_free(from, signal->triggers, signal->trigger_count * sizeof *signal->triggers);
    memory_free(from, signal->responses, signal->response_count * sizeof *signal->responses);
    memory_free(from, signal->keys,
                signal->keys ? (signal->key_count ? signal->key_count : 1) * sizeof(uint64_t) : 0);
    binding_free(world, signal->bound);
    *signal = (machine_signal){.name = signal->name, .state = WEND_NONE, .is_declared = true};
}

/* Adds a signal that has only a name. */
static wend_result declare(wend_world *world, const char *name, wend_error *error) {
    machine_table *table = &world->machines;
    char *copy = memory_copy_text(&world->memory, name);
    if (!copy || !ids_reserve(&table->signal_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&table->signals, sizeof *table->signals,
                     &table->signal_capacity, table->signal_count + 1)) {
        memory_free_text(&world->memory, copy);
        return error_no_memory(error, "a signal");
    }
    ids_take(&table->signal_ids);
    table->signals[table->signal_count++] =
        (machine_signal){.name = copy, .state = WEND_NONE, .is_declared = true};
    return WEND_OK;
}

wend_result wend_world_declare_signal(wend_world *world, const char *name, wend_signal *out,
                                      wend_error *error) {
    WEND_ASSERT(world != NULL);
    const wend_signal_def def = {.name = name};
    uint32_t index = world->machines.signal_count;
    wend_result result = check_signal(world, &def, error);
    if (result == WEND_OK && find_signal(world, name) != WEND_NONE) {
        result = error_set(error, WEND_ERROR_NAME, "there is already a signal '%s'", name);
    }
    result = result == WEND_OK ? declare(world, name, error) : result;
    if (result == WEND_OK && out) {
        *out = (wend_signal){ids_at(&world->machines.signal_ids, index)};
    }
    return result;
}

wend_result signal_add(wend_world *world, const wend_signal_def *def, bool is_reload,
                       wend_signal *out, wend_error *error) {
    machine_table *table = &world->machines;
    wend_result result = check_signal(world, def, error);
    result = result == WEND_OK ? check_audience(world, &def->audience, is_reload, error) : result;
    if (result != WEND_OK) {
        return machine_prefix(result, error, "signal '%s'", def->name ? def->name : "");
    }
    uint32_t index = find_signal(world, def->name);
    bool was_declared = index != WEND_NONE;
    if (!was_declared) { /* first, so that its own responses can name it */
        index = table->signal_count;
        result = declare(world, def->name, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    machine_signal *signal = &table->signals[index];
    result = copy_audience(world, &def->audience, signal, error);
    result = result == WEND_OK ? make_parts(world, index, def, error) : result;
    result = result == WEND_OK && !is_reload ? signal_bind(world, index, false, error) : result;
    if (result != WEND_OK) {
        free_parts(world, signal);
        table->signal_count -= !was_declared;
        table->signal_ids.count -= !was_declared; /* signals are never removed: it is the last */
        if (!was_declared) {
            memory_free_text(&world->memory, signal->name);
        }
        return machine_prefix(result, error, "signal '%s'", def->name);
    }
    signal->is_declared = false;
    if (out) {
        *out = (wend_signal){ids_at(&table->signal_ids, index)};
    }
    return WEND_OK;
}

wend_result wend_world_add_signal(wend_world *world, const wend_signal_def *given, wend_signal *out,
                                  wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_signal_def def;
    wend_result result = DEF_READ(signal, given, &def, error);
    return result == WEND_OK ? signal_add(world, &def, false, out, error) : result;
}

void signals_free(wend_world *world) {
    machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->signal_count; i++) {
        free_parts(world, &table->signals[i]);
        memory_free_text(&world->memory, table->signals[i].name);
    }
    memory_free(&world->memory, table->signals, table->signal_capacity * sizeof *table->signals);
    memory_free(&world->memory, table->reached, table->reached_capacity * sizeof *table->reached);
    ids_free(&table->signal_ids, &world->memory);
}
