/* Resolves the names in the parameters of conditions, actions and triggers. */
#include <string.h>

#include <wend/names.h>

#include "base/error.h"
#include "base/text.h"
#include "world/machines/machines.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

void *wend_binding_allocate(const wend_binding *binding, size_t size) {
    binding_block *block = memory_get_zeroed(&binding->world->memory, sizeof *block + size);
    if (!block) {
        return NULL;
    }
    *block = (binding_block){*binding->blocks, sizeof *block + size};
    *binding->blocks = block;
    return block + 1;
}

void binding_free(wend_world *world, binding_block *blocks) {
    while (blocks) {
        binding_block *next = blocks->next;
        memory_free(&world->memory, blocks, blocks->size);
        blocks = next;
    }
}

/* ---- Names ----------------------------------------------------------------------------------- */

wend_world *wend_binding_world(const wend_binding *binding) {
    return binding->world;
}

bool wend_binding_is_reload(const wend_binding *binding) {
    return binding->is_reload;
}

wend_machine wend_binding_machine(const wend_binding *binding) {
    return (wend_machine){ids_at(&binding->world->machines.ids, binding->machine)};
}

uint32_t wend_binding_find_state(const wend_binding *binding, const char *name, wend_error *error) {
    return wend_binding_find_state_of(binding, wend_binding_machine(binding), name, error);
}

uint32_t wend_binding_find_state_of(const wend_binding *binding, wend_machine machine,
                                    const char *name, wend_error *error) {
    const machine_table *table = &binding->world->machines;
    uint32_t index = ids_index(&table->ids, machine.value);
    if (index == ID_NONE) {
        error_set(error, WEND_ERROR_NAME, "there is no machine that has the state '%s'", name);
        return WEND_NONE;
    }
    return machine_find_state(&table->records[index], name, error);
}

static void refuse_unknown(const wend_binding *binding, wend_named kind, const char *what,
                           const char *name, wend_error *error) {
    char hint[256];
    error_set(error, WEND_ERROR_NAME, "there is no %s '%s'%s", what, name,
              wend_world_suggest_name(binding->world, kind, name, hint, sizeof hint));
}

wend_result wend_binding_check_layer(const wend_binding *binding, int64_t layer,
                                     wend_error *error) {
    uint32_t count = wend_space_layer_count(binding->world->space);
    return layer < (int64_t)count
               ? WEND_OK
               : error_set(error, WEND_ERROR_NAME,
                           "there is no layer %lld: the space has %u layer%s, numbered from 0",
                           (long long)layer, count, count == 1 ? "" : "s");
}

wend_area wend_binding_find_area(const wend_binding *binding, const char *name, wend_error *error) {
    wend_area found = wend_world_find_area(binding->world, name);
    if (!found.value) {
        refuse_unknown(binding, WEND_NAMED_AREA, "area", name, error);
    }
    return found;
}

wend_obstacle wend_binding_find_obstacle(const wend_binding *binding, const char *name,
                                         wend_error *error) {
    wend_obstacle found = wend_world_find_obstacle(binding->world, name);
    if (!found.value) {
        refuse_unknown(binding, WEND_NAMED_OBSTACLE, "door or moving obstacle", name, error);
    }
    return found;
}

wend_machine wend_binding_find_machine(const wend_binding *binding, const char *name,
                                       wend_error *error) {
    const machine_table *table = &binding->world->machines;
    wend_machine found = wend_world_find_machine(binding->world, name);
    const char *names[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count && count < 64; i++) {
        if (table->records[i].name) {
            names[count++] = table->records[i].name;
        }
    }
    if (!found.value) {
        char hint[256];
        error_set(error, WEND_ERROR_NAME, "there is no machine '%s'%s", name,
                  text_suggest(name, names, count, hint, sizeof hint));
    }
    return found;
}

wend_signal wend_binding_find_signal(const wend_binding *binding, const char *name,
                                     wend_error *error) {
    const machine_table *table = &binding->world->machines;
    wend_signal found = wend_world_find_signal(binding->world, name);
    const char *names[WEND_MAX_SIGNALS];
    for (uint32_t i = 0; i < table->signal_count; i++) {
        names[i] = table->signals[i].name;
    }
    if (!found.value) {
        char hint[256];
        error_set(error, WEND_ERROR_NAME, "there is no signal '%s'%s", name,
                  text_suggest(name, names, table->signal_count, hint, sizeof hint));
    }
    return found;
}

/* ---- Binding --------------------------------------------------------------------------------- */

static wend_result bind(const wend_binding *binding, wend_bind *function, params_block *block,
                        wend_error *error) {
    wend_result result = function ? function(binding, block->params, error) : WEND_OK;
    return machine_prefix(result, error, "%s", block->entry->name);
}

static wend_result bind_state(const wend_binding *binding, machine_state *state,
                              wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < state->action_count && result == WEND_OK; i++) {
        machine_action *action = &state->actions[i];
        result = bind(binding, action->action->bind, &action->block, error);
    }
    for (uint32_t i = 0; i < state->transition_count && result == WEND_OK; i++) {
        machine_transition *transition = &state->transitions[i];
        for (uint32_t k = 0; k < transition->node_count && result == WEND_OK; k++) {
            condition_node *node = &transition->nodes[k];
            result = bind(binding, node->condition->bind, &node->block, error);
        }
    }
    return machine_prefix(result, error, "state '%s'", state->name);
}

wend_result machine_bind(wend_world *world, uint32_t index, bool is_reload, wend_error *error) {
    machine_record *machine = &world->machines.records[index];
    wend_binding binding = {world, index, &machine->bound, is_reload};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < machine->state_count && result == WEND_OK; i++) {
        result = bind_state(&binding, &machine->states[i], error);
    }
    return result;
}

wend_result signal_bind(wend_world *world, uint32_t index, bool is_reload, wend_error *error) {
    machine_signal *signal = &world->machines.signals[index];
    wend_binding binding = {world, WEND_NONE, &signal->bound, is_reload};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < signal->trigger_count && result == WEND_OK; i++) {
        result =
            bind(&binding, signal->triggers[i].trigger->bind, &signal->triggers[i].block, error);
    }
    for (uint32_t i = 0; i < signal->response_count && result == WEND_OK; i++) {
        result =
            bind(&binding, signal->responses[i].action->bind, &signal->responses[i].block, error);
    }
    return result;
}
