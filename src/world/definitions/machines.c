/* Gets back the definitions of states, transitions and signals. */
#include <wend/definitions.h>

#include "base/error.h"
#include "world/world.h"

static wend_choice choice_of(const params_block *block) {
    return block->entry ? (wend_choice){block->entry->name, block->settings, block->setting_count}
                        : (wend_choice){0};
}

static const machine_record *find_machine(const wend_world *world, wend_machine id) {
    uint32_t index = ids_index(&world->machines.ids, id.value);
    return index == ID_NONE ? NULL : &world->machines.records[index];
}

static const machine_state *find_state(const machine_record *machine, uint32_t state) {
    return machine && state < machine->state_count ? &machine->states[state] : NULL;
}

bool wend_world_get_state_def(const wend_world *world, wend_machine id, uint32_t index,
                              wend_state_def *out, wend_action_def *actions) {
    WEND_ASSERT(world != NULL && out != NULL && actions != NULL);
    const machine_record *machine = find_machine(world, id);
    const machine_state *state = find_state(machine, index);
    if (!state) {
        return false;
    }
    *out = wend_default_state_def();
    out->name = state->name;
    out->is_final = state->is_final;
    out->goal_kind = (wend_state_goal)state->goal_kind;
    out->goal = state->goal;
    out->goal_set = state->goal_set;
    out->queue = state->queue;
    out->persistent = state->persistent;
    out->shares = state->shares == WEND_NONE ? NULL : machine->states[state->shares].name;
    out->select = choice_of(&state->entries[PROFILE_SELECT]);
    out->plan = choice_of(&state->entries[PROFILE_PLAN]);
    out->follow = choice_of(&state->entries[PROFILE_FOLLOW]);
    out->steer = choice_of(&state->entries[PROFILE_STEER]);
    out->modify_count = state->modify_count;
    for (uint32_t i = 0; i < state->modify_count; i++) {
        out->modify[i] = choice_of(&state->entries[PROFILE_MODIFY + i]);
    }
    out->actions = actions;
    out->action_count = state->action_count;
    for (uint32_t i = 0; i < state->action_count; i++) {
        const machine_action *action = &state->actions[i];
        actions[i] = (wend_action_def){choice_of(&action->block), action->on_exit, action->keep};
    }
    out->transition_count = state->transition_count;
    return true;
}

bool wend_world_get_transition(const wend_world *world, wend_machine id, uint32_t state,
                               uint32_t index, wend_transition_def *out, wend_target_def *targets,
                               wend_condition_def *conditions) {
    WEND_ASSERT(world != NULL && out != NULL && targets != NULL && conditions != NULL);
    const machine_record *machine = find_machine(world, id);
    const machine_state *from = find_state(machine, state);
    if (!from || index >= from->transition_count) {
        return false;
    }
    const machine_transition *transition = &from->transitions[index];
    for (uint32_t i = 0; i < transition->node_count; i++) {
        const condition_node *node = &transition->nodes[i];
        conditions[i] = (wend_condition_def){.choice = choice_of(&node->block),
                                             .child_count = node->child_count};
        if (node->child_count > 0) { /* the children are nodes of the same array */
            conditions[i].children = &conditions[node->children - transition->nodes];
        }
    }
    for (uint32_t i = 0; i < transition->target_count; i++) {
        const machine_target *target = &transition->targets[i];
        const char *name = target->state == WEND_NONE ? NULL : machine->states[target->state].name;
        targets[i] = (wend_target_def){name, target->weight};
    }
    *out = (wend_transition_def){conditions[0], targets, transition->target_count};
    return true;
}

/* ---- Signals --------------------------------------------------------------------------------- */

uint32_t wend_world_signal_total(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->machines.signal_count;
}

void wend_world_get_signal_def(const wend_world *world, uint32_t index, wend_signal_def *out,
                               wend_choice *choices, uint32_t capacity) {
    WEND_ASSERT(world != NULL && index < world->machines.signal_count && out != NULL);
    const machine_signal *signal = &world->machines.signals[index];
    const machine_record *machine = find_machine(world, signal->machine);
    const machine_state *state = find_state(machine, signal->state);
    uint32_t count = 0;
    *out = wend_default_signal_def();
    out->name = signal->name;
    out->triggers = choices;
    for (uint32_t i = 0; i < signal->trigger_count && count < capacity; i++) {
        choices[count++] = choice_of(&signal->triggers[i].block);
        out->trigger_count++;
    }
    out->responses = choices + count;
    for (uint32_t i = 0; i < signal->response_count && count < capacity; i++) {
        choices[count++] = choice_of(&signal->responses[i].block);
        out->response_count++;
    }
    out->audience = (wend_audience){.machine = signal->machine,
                                    .state = state ? state->name : NULL,
                                    .not_in_state = signal->not_in_state,
                                    .group = signal->group,
                                    .area = signal->area,
                                    .keys = signal->keys,
                                    .key_count = signal->key_count};
}
