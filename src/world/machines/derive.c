/* Derived profiles: a profile for each base profile of agents and each state that replaces entries
 * or has a selector of its own. They are added when an agent with that base profile gets the
 * machine, so that entries that do not fit are refused early.
 *
 * An agent's body has the derived profile only if its state replaces entries, or if its selector
 * differs from that of the base profile in wend_selector.takes_all_goals. Otherwise only the
 * selector of the derived profile is used, and agents of different states stay in one batch. */
#include "base/error.h"
#include "world/machines/machines.h"
#include "world/profiles/profiles.h"
#include "world/snapshot/snapshot.h"

static wend_choice choice_of_block(const params_block *block) {
    return (wend_choice){block->entry->name, block->settings, block->setting_count};
}

/* Replaces the entries of a profile's def by those of a state. `chooser` is the state that has the
 * selector. */
static void replace_entries(const machine_state *state, const machine_state *chooser,
                            wend_profile_def *def) {
    wend_choice *choices[PROFILE_MODIFY] = {[PROFILE_SELECT] = &def->select,
                                            [PROFILE_PLAN] = &def->plan,
                                            [PROFILE_FOLLOW] = &def->follow,
                                            [PROFILE_STEER] = &def->steer};
    for (uint32_t i = 0; i < PROFILE_MODIFY; i++) {
        const params_block *block = i == PROFILE_SELECT ? &chooser->entries[i] : &state->entries[i];
        if (block->entry) {
            *choices[i] = choice_of_block(block);
        }
    }
    for (uint32_t i = 0; i < state->modify_count; i++) {
        def->modify[i] = choice_of_block(&state->entries[PROFILE_MODIFY + i]);
    }
    def->modify_count = state->modify_count > 0 ? state->modify_count : def->modify_count;
}

static wend_result derive(wend_world *world, const machine_record *machine, machine_state *state,
                          uint32_t base, wend_error *error) {
    wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
    wend_profile_def def = profile_def_of(world, base, rules);
    const machine_state *chooser =
        state->shares != WEND_NONE ? &machine->states[state->shares] : state;
    replace_entries(state, chooser, &def);
    const char *name = world->profiles[base].name;
    def.variant_of = def.variant_of ? def.variant_of : name;
    def.name = NULL;
    wend_profile made;
    if (!memory_grow(&world->memory, (void **)&state->derived, sizeof *state->derived,
                     &state->derived_capacity, state->derived_count + 1)) {
        return error_no_memory(error, "a machine");
    }
    wend_result result = wend_world_add_profile(world, &def, &made, error);
    if (result == WEND_OK) {
        uint32_t index = wend_world_profile_index(world, made);
        world->profiles[index].derived_from = base + 1;
        state->derived[state->derived_count++] = (derived_profile){base, index};
    }
    return machine_prefix(result, error, "machine '%s', state '%s', with profile '%s'",
                          machine->name ? machine->name : "", state->name, name ? name : "");
}

wend_result machine_derive(wend_world *world, uint32_t index, uint32_t base, wend_error *error) {
    machine_record *machine = &world->machines.records[index];
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < machine->state_count && result == WEND_OK; i++) {
        machine_state *state = &machine->states[i];
        bool needed = state->has_entries || state->selects;
        if (needed && machine_derived(state, base) == WEND_NONE) {
            result = derive(world, machine, state, base, error);
        }
    }
    return result;
}

uint32_t machine_body_profile(const wend_world *world, const machine_state *state, uint32_t base) {
    uint32_t derived = machine_derived(state, base);
    bool differs = derived != WEND_NONE && state->selects &&
                   world->takes_all_goals[derived] != world->takes_all_goals[base];
    return derived != WEND_NONE && (state->has_entries || differs) ? derived : base;
}

void machines_drop_profile(wend_world *world, uint32_t base) {
    machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->count; i++) {
        for (uint32_t k = 0; k < table->records[i].state_count; k++) {
            machine_state *state = &table->records[i].states[k];
            uint32_t kept = 0;
            for (uint32_t d = 0; d < state->derived_count; d++) {
                if (state->derived[d].base == base) {
                    profile_remove(world, state->derived[d].profile);
                } else {
                    state->derived[kept++] = state->derived[d];
                }
            }
            state->derived_count = kept;
        }
    }
}
