/* Makes the states of machines from defs, and frees them. */
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "world/attributes/attributes.h"
#include "world/machines/machines.h"
#include "world/machines/queues.h"

/* ---- Goals ----------------------------------------------------------------------------------- */

/* True if a selector chooses from a goal set. */
static bool needs_set(const wend_world *world, const wend_choice *select) {
    if (!select->name) {
        return true;
    }
    const void *selector =
        wend_registry_find(world->registry, WEND_KIND_SELECTOR, select->name, NULL);
    bool places_goals = selector && ((const wend_selector *)selector)->places_goals;
    return !places_goals && strcmp(select->name, "given") != 0;
}

static wend_result check_goal(const wend_world *world, const wend_state_def *def, bool is_reload,
                              wend_error *error) {
    bool has_set = ids_index(&world->goal_set_ids, def->goal_set.value) != ID_NONE;
    switch (def->goal_kind) {
    case WEND_STATE_GOAL_KEEP:
    case WEND_STATE_GOAL_NONE:
        return WEND_OK;
    case WEND_STATE_GOAL_GIVEN:
        return is_reload || goal_index_of(world, def->goal) != WEND_NO_GOAL
                   ? WEND_OK
                   : error_set(error, WEND_ERROR_NAME, "there is no such goal");
    case WEND_STATE_GOAL_SELECT:
        if (!def->select.name) {
            return error_set(error, WEND_ERROR_INVALID, "it selects a goal, but names no selector");
        }
        if (def->goal_set.value == 0 && needs_set(world, &def->select)) {
            return error_set(error, WEND_ERROR_INVALID,
                             "the selector '%s' needs a goal set, but the state has none",
                             def->select.name);
        }
        return is_reload || def->goal_set.value == 0 || has_set
                   ? WEND_OK
                   : error_set(error, WEND_ERROR_NAME, "there is no such goal set");
    case WEND_STATE_GOAL_SHARED:
        return def->shares ? WEND_OK
                           : error_set(error, WEND_ERROR_INVALID,
                                       "it shares a goal, but names no other state");
    case WEND_STATE_GOAL_QUEUE:
        return is_reload || machine_has_queue(world, def->queue) /* queues are loaded later */
                   ? WEND_OK
                   : error_set(error, WEND_ERROR_NAME, "there is no such queue");
    default:
        return error_set(error, WEND_ERROR_INVALID, "its goal_kind is %d, which is unknown",
                         (int)def->goal_kind);
    }
}

/* Finds the state with which a state shares its goal. */
static wend_result find_shared(machine_record *machine, uint32_t index, const wend_state_def *def,
                               wend_error *error) {
    machine_state *state = &machine->states[index];
    state->shares = WEND_NONE;
    if (def->goal_kind != WEND_STATE_GOAL_SHARED) {
        return WEND_OK;
    }
    state->shares = machine_find_state(machine, def->shares, error);
    if (state->shares == WEND_NONE) {
        return WEND_ERROR_NAME;
    }
    machine_state *other = &machine->states[state->shares];
    if (other->goal_kind != WEND_STATE_GOAL_SELECT) {
        return error_set(error, WEND_ERROR_INVALID,
                         "it shares the goal of state '%s', which has no selector", def->shares);
    }
    other->persistent = true;
    return WEND_OK;
}

/* ---- Entries and actions --------------------------------------------------------------------- */

static wend_result make_entry(wend_world *world, machine_state *state, uint32_t stage,
                              const wend_choice *choice, wend_error *error) {
    if (!choice->name) {
        return WEND_OK;
    }
    state->has_entries = state->has_entries || stage != PROFILE_SELECT;
    return part_make(world, profile_kinds[stage], choice, &state->entries[stage], error);
}

static wend_result make_entries(wend_world *world, machine_state *state, const wend_state_def *def,
                                wend_error *error) {
    if (def->modify_count > WEND_MAX_MODIFIERS) {
        return error_set(error, WEND_ERROR_LIMIT, "%u modifiers, at most %d are possible",
                         def->modify_count, WEND_MAX_MODIFIERS);
    }
    static const wend_choice none = {NULL, NULL, 0};
    bool selects = def->goal_kind == WEND_STATE_GOAL_SELECT;
    const wend_choice *choices[PROFILE_MODIFY] = {[PROFILE_SELECT] = selects ? &def->select : &none,
                                                  [PROFILE_PLAN] = &def->plan,
                                                  [PROFILE_FOLLOW] = &def->follow,
                                                  [PROFILE_STEER] = &def->steer};
    state->selects = selects || def->goal_kind == WEND_STATE_GOAL_SHARED;
    state->modify_count = def->modify_count;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < PROFILE_MODIFY + def->modify_count && result == WEND_OK; i++) {
        const wend_choice *choice =
            i < PROFILE_MODIFY ? choices[i] : &def->modify[i - PROFILE_MODIFY];
        if (i >= PROFILE_MODIFY && !choice->name) {
            return error_set(error, WEND_ERROR_INVALID, "modifier %u has no name",
                             i - PROFILE_MODIFY);
        }
        result = make_entry(world, state, i, choice, error);
    }
    return result;
}

static wend_result make_actions(wend_world *world, uint32_t machine, machine_state *state,
                                const wend_state_def *def, wend_error *error) {
    if (def->action_count > WEND_MAX_STATE_ACTIONS || (def->action_count > 0 && !def->actions)) {
        return error_set(error, def->actions ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
                         "%u actions%s, at most %d are possible", def->action_count,
                         def->actions ? "" : ", but actions is NULL", WEND_MAX_STATE_ACTIONS);
    }
    size_t size = def->action_count * sizeof *state->actions;
    state->actions = size > 0 ? memory_get_zeroed(&world->memory, size) : NULL;
    if (size > 0 && !state->actions) {
        return error_no_memory(error, "a machine");
    }
    state->action_count = def->action_count;
    uint32_t saved = 0;
    for (uint32_t i = 0; state->actions && i < state->action_count; i++) {
        const wend_action_def *given = &def->actions[i];
        machine_action *action = &state->actions[i];
        wend_result result = action_make(world, &given->choice, action, error);
        if (result == WEND_OK && given->on_exit && given->keep) {
            result = error_set(error, WEND_ERROR_INVALID,
                               "an action on exit is never undone, so "
                               "`keep` is for actions on entry only");
        }
        if (result != WEND_OK) {
            return machine_prefix(result, error, "action %u", i);
        }
        action->on_exit = given->on_exit;
        action->keep = given->keep;
        action->saved_at = saved;
        action->purpose = part_purpose(machine, &world->machines.records[machine].purposes);
        saved += ((uint32_t)action->action->saved_size + 7U) & ~7U;
    }
    return saved <= world->machines.saved_stride ||
                   visits_grow(world, world->machines.slot_capacity, saved)
               ? WEND_OK
               : error_no_memory(error, "a machine");
}

static wend_result make_transitions(wend_world *world, uint32_t machine, machine_state *state,
                                    const wend_state_def *def, wend_error *error) {
    uint32_t count = def->transition_count;
    if (count > WEND_MAX_TRANSITIONS || (count > 0 && !def->transitions)) {
        return error_set(error, def->transitions ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
                         "%u transitions%s, at most %d are possible", count,
                         def->transitions ? "" : ", but transitions is NULL", WEND_MAX_TRANSITIONS);
    }
    if (def->is_final && count > 0) {
        return error_set(error, WEND_ERROR_INVALID, "a final state has no transitions");
    }
    state->transitions =
        count > 0 ? memory_get_zeroed(&world->memory, count * sizeof *state->transitions) : NULL;
    if (count > 0 && !state->transitions) {
        return error_no_memory(error, "a machine");
    }
    state->transition_count = count;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result =
            transition_make(world, machine, &def->transitions[i], &state->transitions[i], error);
        result = machine_prefix(result, error, "transition %u", i);
        for (uint32_t k = 0; k < state->transitions[i].node_count && result == WEND_OK; k++) {
            bool uses = state->transitions[i].nodes[k].condition->uses_before;
            world->machines.uses_before = world->machines.uses_before || uses;
        }
    }
    return result;
}

/* ---- States ---------------------------------------------------------------------------------- */

/* Names a state, and copies what does not refer to other states. */
static wend_result name_state(wend_world *world, machine_record *machine, uint32_t index,
                              const wend_state_def *def, wend_error *error) {
    machine_state *state = &machine->states[index];
    wend_result result = world_check_name(def->name, error);
    if (result == WEND_OK && (!def->name || !def->name[0])) {
        result = error_set(error, WEND_ERROR_INVALID, "state %u has no name", index);
    }
    if (result == WEND_OK && machine_find_state(machine, def->name, NULL) != WEND_NONE) {
        result = error_set(error, WEND_ERROR_NAME, "two states have the name '%s'", def->name);
    }
    state->name = result == WEND_OK ? memory_copy_text(&world->memory, def->name) : NULL;
    if (result == WEND_OK && !state->name) {
        result = error_no_memory(error, "a machine");
    }
    state->is_final = def->is_final;
    state->goal_kind = (uint8_t)def->goal_kind;
    state->goal = def->goal;
    state->goal_set = def->goal_set;
    state->queue = def->queue;
    state->persistent = def->persistent && def->goal_kind == WEND_STATE_GOAL_SELECT;
    return result;
}

static wend_result make_state(wend_world *world, uint32_t index, uint32_t state_index,
                              const wend_state_def *def, bool is_reload, wend_error *error) {
    machine_record *machine = &world->machines.records[index];
    machine_state *state = &machine->states[state_index];
    wend_result result = check_goal(world, def, is_reload, error);
    result = result == WEND_OK ? find_shared(machine, state_index, def, error) : result;
    result = result == WEND_OK ? make_entries(world, state, def, error) : result;
    result = result == WEND_OK ? make_actions(world, index, state, def, error) : result;
    result = result == WEND_OK ? make_transitions(world, index, state, def, error) : result;
    world->machines.keeps_goals =
        world->machines.keeps_goals || state->persistent || state->shares != WEND_NONE;
    return machine_prefix(result, error, "state '%s'", state->name);
}

wend_result states_make(wend_world *world, uint32_t index, const wend_machine_def *def,
                        bool is_reload, wend_error *error) {
    machine_record *machine = &world->machines.records[index];
    wend_state_def state;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < def->state_count && result == WEND_OK; i++) {
        result = DEF_READ_ITEM(state, def->states, i, &state, error);
        result = result == WEND_OK ? name_state(world, machine, i, &state, error) : result;
    }
    for (uint32_t i = 0; i < def->state_count && result == WEND_OK; i++) {
        result = DEF_READ_ITEM(state, def->states, i, &state, error);
        result = result == WEND_OK ? make_state(world, index, i, &state, is_reload, error) : result;
    }
    return result;
}

void state_free(wend_world *world, machine_state *state) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < MACHINE_ENTRIES; i++) {
        params_free(&state->entries[i], from);
    }
    for (uint32_t i = 0; i < state->action_count; i++) {
        params_free(&state->actions[i].block, from);
    }
    for (uint32_t i = 0; i < state->transition_count; i++) {
        transition_free(world, &state->transitions[i]);
    }
    memory_free(from, state->actions, state->action_count * sizeof *state->actions);
    memory_free(from, state->transitions, state->transition_count * sizeof *state->transitions);
    memory_free(from, state->derived, state->derived_capacity * sizeof *state->derived);
    memory_free_text(from, state->name);
}
