/* The definitions of machines and signals in a snapshot. Loading uses the functions that add them,
 * so that it rejects everything that they reject. Names are resolved when the areas have been
 * loaded. */
#include "world/machines/machines.h"

#include "world/attributes/attributes.h"
#include "world/snapshot/snapshot.h"

/* ---- Entries --------------------------------------------------------------------------------- */

/* Archives an entry that may be missing. */
static void archive_optional(archive *ar, const params_block *block, wend_choice *out,
                             memory_arena *from) {
    bool has = block && block->entry;
    archive_bool(ar, &has);
    wend_choice one = {0};
    if (block && block->entry && !ar->loading) {
        one = (wend_choice){block->entry->name, block->settings, block->setting_count};
    }
    if (has && !ar->failed) {
        snapshot_choice(ar, &one, from);
    }
    *out = one;
}

/* Archives the number of items of a list; checks that it is at most `most`. */
static uint32_t archive_length(archive *ar, uint32_t count, uint32_t most) {
    archive_count(ar, &count, 1);
    archive_expect(ar, count <= most, "a list of a machine or signal is too long");
    return ar->failed ? 0 : count;
}

static void archive_condition(archive *ar, const condition_node *node, wend_condition_def *out,
                              uint32_t *left, memory_arena *from) {
    archive_expect(ar, *left > 0, "a tree of conditions is too large");
    *left -= !ar->failed;
    archive_optional(ar, node ? &node->block : NULL, &out->choice, from);
    out->child_count = archive_length(ar, node ? node->child_count : 0, WEND_MAX_CONDITIONS);
    wend_condition_def *children = archive_allocate(ar, from, out->child_count, sizeof *children);
    out->children = children;
    for (uint32_t i = 0; i < out->child_count && !ar->failed; i++) {
        wend_condition_def ignored = {0};
        archive_condition(ar, node ? &node->children[i] : NULL, children ? &children[i] : &ignored,
                          left, from);
    }
}

static void archive_transition(archive *ar, const machine_record *machine,
                               const machine_transition *transition, wend_transition_def *out,
                               memory_arena *from) {
    uint32_t left = WEND_MAX_CONDITIONS;
    archive_condition(ar, transition ? transition->nodes : NULL, &out->condition, &left, from);
    out->target_count =
        archive_length(ar, transition ? transition->target_count : 0, WEND_MAX_TARGETS);
    wend_target_def *targets = archive_allocate(ar, from, out->target_count, sizeof *targets);
    out->targets = targets;
    for (uint32_t i = 0; i < out->target_count && !ar->failed; i++) {
        wend_target_def target = {0};
        if (transition) {
            uint32_t state = transition->targets[i].state;
            target.weight = transition->targets[i].weight;
            target.state = state == WEND_NONE ? NULL : machine->states[state].name;
        }
        archive_text(ar, &target.state, from);
        archive_f64(ar, &target.weight);
        if (targets) {
            targets[i] = target;
        }
    }
}

/* ---- Machines -------------------------------------------------------------------------------- */

static void archive_actions(archive *ar, const machine_state *state, wend_state_def *def,
                            memory_arena *from) {
    def->action_count = archive_length(ar, def->action_count, WEND_MAX_STATE_ACTIONS);
    wend_action_def *actions = archive_allocate(ar, from, def->action_count, sizeof *actions);
    def->actions = actions;
    for (uint32_t i = 0; i < def->action_count && !ar->failed; i++) {
        wend_action_def action = {0};
        action.on_exit = state && state->actions[i].on_exit;
        action.keep = state && state->actions[i].keep;
        archive_optional(ar, state ? &state->actions[i].block : NULL, &action.choice, from);
        archive_bool(ar, &action.on_exit);
        archive_bool(ar, &action.keep);
        if (actions) {
            actions[i] = action;
        }
    }
}

static void archive_entries(archive *ar, const machine_state *state, wend_state_def *def,
                            memory_arena *from) {
    wend_choice *choices[PROFILE_MODIFY] = {[PROFILE_SELECT] = &def->select,
                                            [PROFILE_PLAN] = &def->plan,
                                            [PROFILE_FOLLOW] = &def->follow,
                                            [PROFILE_STEER] = &def->steer};
    def->modify_count = archive_length(ar, def->modify_count, WEND_MAX_MODIFIERS);
    for (uint32_t i = 0; i < PROFILE_MODIFY + def->modify_count; i++) {
        archive_optional(ar, state ? &state->entries[i] : NULL,
                         i < PROFILE_MODIFY ? choices[i] : &def->modify[i - PROFILE_MODIFY], from);
    }
}

static void archive_state(archive *ar, const machine_record *machine, uint32_t index,
                          wend_state_def *def, memory_arena *from) {
    const machine_state *state = machine ? &machine->states[index] : NULL;
    uint8_t kind = 0;
    if (state) {
        def->name = state->name;
        def->is_final = state->is_final;
        def->persistent = state->persistent;
        def->goal = state->goal;
        def->goal_set = state->goal_set;
        def->queue = state->queue;
        def->shares = state->shares == WEND_NONE ? NULL : machine->states[state->shares].name;
        def->action_count = state->action_count;
        def->modify_count = state->modify_count;
        def->transition_count = state->transition_count;
        kind = state->goal_kind;
    }
    archive_text(ar, &def->name, from);
    archive_bool(ar, &def->is_final);
    archive_u8(ar, &kind);
    archive_u64(ar, &def->goal.value);
    archive_u64(ar, &def->goal_set.value);
    archive_u64(ar, &def->queue.value);
    archive_bool(ar, &def->persistent);
    archive_text(ar, &def->shares, from);
    def->goal_kind = (wend_state_goal)kind;
    archive_entries(ar, state, def, from);
    archive_actions(ar, state, def, from);
    def->transition_count = archive_length(ar, def->transition_count, WEND_MAX_TRANSITIONS);
    wend_transition_def *transitions =
        archive_allocate(ar, from, def->transition_count, sizeof *transitions);
    def->transitions = transitions;
    for (uint32_t i = 0; i < def->transition_count && !ar->failed; i++) {
        wend_transition_def ignored = {0};
        archive_transition(ar, machine, state ? &state->transitions[i] : NULL,
                           transitions ? &transitions[i] : &ignored, from);
    }
}

void snapshot_machine(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    const machine_record *machine = ar->loading ? NULL : &world->machines.records[index];
    wend_machine_def def = wend_default_machine_def();
    def.name = machine ? machine->name : NULL;
    archive_text(ar, &def.name, from);
    def.state_count = archive_length(ar, machine ? machine->state_count : 0, WEND_MAX_STATES);
    wend_state_def *states = archive_allocate(ar, from, def.state_count, sizeof *states);
    def.states = states;
    for (uint32_t i = 0; i < def.state_count && !ar->failed; i++) {
        wend_state_def state = wend_default_state_def();
        archive_state(ar, machine, i, &state, from);
        if (states) {
            states[i] = state;
        }
    }
    if (ar->loading && !ar->failed) {
        archive_expect(ar, machine_add(world, &def, true, NULL, NULL) == WEND_OK,
                       "a machine is not valid, or names an entry that is not registered");
    }
}

/* Archives the derived profiles of a state. */
static void archive_derived(archive *ar, wend_world *world, machine_state *state) {
    uint32_t count = archive_length(ar, state->derived_count, WEND_MAX_PROFILES);
    if (ar->loading) {
        archive_expect(ar,
                       memory_grow(&world->memory, (void **)&state->derived, sizeof *state->derived,
                                   &state->derived_capacity, count),
                       "out of memory");
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        derived_profile one = ar->loading ? (derived_profile){0, 0} : state->derived[i];
        archive_u32(ar, &one.base);
        archive_u32(ar, &one.profile);
        if (!ar->loading || ar->failed) {
            continue;
        }
        bool good = ids_is_used(&world->profile_ids, one.base) &&
                    ids_is_used(&world->profile_ids, one.profile) && one.base != one.profile &&
                    world->profiles[one.base].derived_from == 0 &&
                    world->profiles[one.profile].derived_from == 0;
        archive_expect(ar, good && machine_derived(state, one.base) == WEND_NONE,
                       "the profiles of a machine are not valid");
        if (!ar->failed) {
            state->derived[state->derived_count++] = one;
        }
    }
}

/* Marks the derived profiles, after all of them have been checked. */
static void mark_derived(archive *ar, wend_world *world, const machine_state *state) {
    for (uint32_t i = 0; i < state->derived_count && ar->loading; i++) {
        derived_profile one = state->derived[i];
        archive_expect(ar,
                       world->profiles[one.base].derived_from == 0 &&
                           world->profiles[one.profile].derived_from == 0,
                       "the profiles of a machine are not valid");
        world->profiles[one.profile].derived_from = one.base + 1;
    }
}

/* ---- Signals --------------------------------------------------------------------------------- */

static void archive_audience(archive *ar, const wend_world *world, const machine_signal *signal,
                             wend_audience *out, memory_arena *from) {
    if (signal) {
        out->machine = signal->machine;
        out->not_in_state = signal->not_in_state;
        out->group = signal->group;
        out->area = signal->area;
        out->keys = signal->keys;
        out->key_count = signal->key_count;
        uint32_t machine = ids_index(&world->machines.ids, signal->machine.value);
        out->state = signal->state == WEND_NONE
                         ? NULL
                         : world->machines.records[machine].states[signal->state].name;
    }
    bool has_keys = out->keys != NULL;
    archive_u64(ar, &out->machine.value);
    archive_text(ar, &out->state, from);
    archive_bool(ar, &out->not_in_state);
    archive_u64(ar, &out->group.value);
    archive_u64(ar, &out->area.value);
    archive_bool(ar, &has_keys);
    archive_count(ar, &out->key_count, sizeof(uint64_t));
    uint64_t *keys = archive_allocate(ar, from, out->key_count + ar->loading, sizeof *keys);
    for (uint32_t i = 0; i < out->key_count && !ar->failed; i++) {
        uint64_t key = ar->loading ? 0 : out->keys[i];
        archive_u64(ar, &key);
        if (keys) {
            keys[i] = key;
        }
    }
    out->keys = ar->loading ? (has_keys ? keys : NULL) : out->keys;
    archive_expect(ar, has_keys || out->key_count == 0, "the keys of a signal are not valid");
}

static void archive_memories(archive *ar, machine_signal *signal) {
    for (uint32_t i = 0; i < signal->trigger_count && !ar->failed; i++) {
        archive_bytes(ar, signal->triggers[i].memory, signal->triggers[i].trigger->memory_size);
    }
    archive_u64(ar, &signal->fired);
}

static void archive_signal(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    machine_signal *signal = ar->loading ? NULL : &world->machines.signals[index];
    wend_signal_def def = wend_default_signal_def();
    def.name = signal ? signal->name : NULL;
    archive_text(ar, &def.name, from);
    archive_audience(ar, world, signal, &def.audience, from);
    def.trigger_count =
        archive_length(ar, signal ? signal->trigger_count : 0, WEND_MAX_STATE_ACTIONS);
    def.response_count =
        archive_length(ar, signal ? signal->response_count : 0, WEND_MAX_STATE_ACTIONS);
    wend_choice *triggers = archive_allocate(ar, from, def.trigger_count, sizeof *triggers);
    wend_choice *responses = archive_allocate(ar, from, def.response_count, sizeof *responses);
    def.triggers = triggers;
    def.responses = responses;
    wend_choice ignored;
    for (uint32_t i = 0; i < def.trigger_count && !ar->failed; i++) {
        archive_optional(ar, signal ? &signal->triggers[i].block : NULL,
                         triggers ? &triggers[i] : &ignored, from);
    }
    for (uint32_t i = 0; i < def.response_count && !ar->failed; i++) {
        archive_optional(ar, signal ? &signal->responses[i].block : NULL,
                         responses ? &responses[i] : &ignored, from);
    }
    if (ar->loading && !ar->failed) {
        archive_expect(ar, signal_add(world, &def, true, NULL, NULL) == WEND_OK,
                       "a signal is not valid, or names an entry that is not registered");
    }
    if (!ar->failed && world->machines.signals) {
        archive_memories(ar, &world->machines.signals[index]);
        archive_bool(ar, &world->machines.signals[index].is_declared);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

void snapshot_machines(archive *ar, wend_world *world, memory_arena *from) {
    machine_table *table = &world->machines;
    uint32_t count = archive_length(ar, table->count, WEND_MAX_MACHINES);
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        snapshot_machine(ar, world, i, from);
        for (uint32_t k = 0; !ar->failed && k < table->records[i].state_count; k++) {
            archive_derived(ar, world, &table->records[i].states[k]);
        }
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        for (uint32_t k = 0; !ar->failed && k < table->records[i].state_count; k++) {
            mark_derived(ar, world, &table->records[i].states[k]);
        }
    }
    uint32_t signals = archive_length(ar, table->signal_count, WEND_MAX_SIGNALS);
    for (uint32_t i = 0; i < signals && !ar->failed; i++) {
        archive_signal(ar, world, i, from);
    }
    bool is_updated = table->updating == world->step + 1 && table->phase == UPDATE_DONE;
    archive_bool(ar, &is_updated);
    if (ar->loading && is_updated) {
        table->updating = world->step + 1;
        table->phase = UPDATE_DONE;
    }
}

void snapshot_bind_machines(archive *ar, wend_world *world) {
    machine_table *table = &world->machines;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < table->count && result == WEND_OK; i++) {
        result = machine_bind(world, i, true, NULL);
    }
    for (uint32_t i = 0; i < table->signal_count && result == WEND_OK; i++) {
        result = signal_bind(world, i, true, NULL);
    }
    archive_expect(ar, result == WEND_OK, "a machine or signal names what does not exist");
}
