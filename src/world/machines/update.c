/* Updates machines and signals at the start of a step: triggers fire signals, conditions are
 * evaluated, and agents take transitions in the order of their keys. An agent that has entered a
 * state tests its transitions at once, but enters no state twice in a step.
 *
 * A step that fails is repeated. The update then continues where it failed, and is not run again if
 * it was complete. Cost: see behave/machine/evaluate.c; plus O(1) for each transition. */
#include <string.h>

#include "base/error.h"
#include "behave/machine/machine.h"
#include "world/machines/machines.h"

/* ---- Phases ---------------------------------------------------------------------------------- */

static bool fire_signals(wend_world *world) {
    machine_table *table = &world->machines;
    for (; table->next < table->signal_count; table->next++) {
        if (table->signals[table->next].is_due && !signal_fire(world, table->next, false)) {
            return false;
        }
    }
    return true;
}

/* Begins a move within the present machine of an agent. */
static void begin(wend_world *world, uint32_t slot, uint32_t target) {
    machine_table *table = &world->machines;
    move_begin_to(world, slot, table->visits[slot].machine, target);
    table->move.visited[target / 64] |= UINT64_C(1) << target % 64;
}

/* Takes all transitions of one agent in this step. */
static bool run_chain(wend_world *world, fired_transition fired) {
    machine_table *table = &world->machines;
    uint32_t target = fired.target;
    if (table->move.phase == MOVE_NONE) {
        memset(table->move.visited, 0, sizeof table->move.visited);
        begin(world, fired.slot, target);
    }
    while (target != WEND_NONE) {
        if (!move_continue(world)) {
            return false;
        }
        target = machine_find_target(world, fired.slot, table->move.visited);
        if (target != WEND_NONE) {
            begin(world, fired.slot, target);
        }
    }
    return true;
}

static bool take_transitions(wend_world *world) {
    machine_table *table = &world->machines;
    for (; table->next < table->fired_count; table->next++) {
        if (!run_chain(world, table->fired[table->next])) {
            return false;
        }
    }
    return true;
}

static void note_positions(void *context, uint32_t begin_slot, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    (void)worker;
    for (uint32_t slot = begin_slot; slot < end; slot++) {
        machine_visit *visit = entered_visit_of(&world->machines, slot);
        if (visit && world->cold.body[slot] < STORE_QUEUED) {
            visit->flags &= ~(uint32_t)VISIT_JUMPED;
            world->machines.before[slot] = agent_body(world, slot)->position;
        }
    }
}

/* Runs a phase. Returns false if it is not complete. */
static bool run_phase(wend_world *world) {
    machine_table *table = &world->machines;
    switch (table->phase) {
    case UPDATE_TRIGGERS:
        signals_test(world);
        return true;
    case UPDATE_SIGNALS:
        return fire_signals(world);
    case UPDATE_EVALUATE:
        table->is_frozen = true;
        return machines_evaluate(world);
    default:
        if (!take_transitions(world)) {
            return false;
        }
        if (table->fired_count > 0) {
            visits_unfreeze(table);
        }
        table->is_frozen = false;
        if (table->uses_before) {
            task_run(&world->tasks, note_positions, world, world->cold.used, 4096);
        }
        return true;
    }
}

bool machines_update(wend_world *world) {
    machine_table *table = &world->machines;
    if (!machines_exist(table)) {
        return true;
    }
    if (table->updating != world->step + 1) {
        table->updating = world->step + 1;
        table->phase = UPDATE_TRIGGERS;
        table->next = 0;
    }
    table->error.code = WEND_OK;
    world_update_view(world);
    while (table->phase != UPDATE_DONE) {
        if (!run_phase(world)) {
            return false;
        }
        table->phase++;
        table->next = 0;
    }
    return true;
}

wend_result machines_report(wend_world *world, wend_error *error) {
    machine_table *table = &world->machines;
    wend_result result = table->error.code;
    if (result == WEND_OK) {
        return error_no_memory(error, "the world");
    }
    table->error.code = WEND_OK;
    return error_set(error, result, "%s", table->error.message);
}

/* ---- Agents and commands --------------------------------------------------------------------- */

bool machines_enter(wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    const machine_visit *visit = visit_of(table, slot);
    if (table->move.phase == MOVE_NONE) {
        if (!visit || !(visit->flags & VISIT_QUEUED)) {
            return true;
        }
        table->error.code = WEND_OK;
        move_begin_to(world, slot, visit->machine, visit->state);
    }
    return move_continue(world);
}

bool machines_apply(wend_world *world, const command *what) {
    machine_table *table = &world->machines;
    uint32_t slot = store_slot_of(world, (wend_agent){what->target});
    bool is_live = slot != STORE_FREE && world->cold.body[slot] < STORE_QUEUED;
    uint32_t signal = ids_index(&table->signal_ids, what->bits);
    table->error.code = WEND_OK;
    if (what->kind == COMMAND_FIRE_SIGNAL) {
        return signal == ID_NONE || signal_fire(world, signal, what->index != 0);
    }
    if (!is_live) {
        return true;
    }
    if (what->kind == COMMAND_REACH_AGENT) {
        return signal == ID_NONE || signal_reach(world, signal, slot);
    }
    uint32_t machine = ids_index(&table->ids, what->bits);
    if (table->move.phase == MOVE_NONE) {
        if (what->bits == 0 && !visit_of(table, slot)) {
            return true;
        }
        move_begin_to(world, slot, what->bits ? machine : WEND_NONE, what->index);
    }
    return move_continue(world);
}

bool machines_set_profile(wend_world *world, uint32_t slot, uint32_t index, bool resamples) {
    machine_table *table = &world->machines;
    machine_visit *visit = entered_visit_of(table, slot);
    if (!visit) {
        return agent_set_profile(world, slot, index, resamples);
    }
    if (machine_derive(world, visit->machine, index, NULL) == WEND_ERROR_MEMORY) {
        return false;
    }
    uint32_t wanted = machine_body_profile(world, visit_state(table, visit), index);
    bool is_usable = wanted == index || profile_prepare(world, wanted, NULL) == WEND_OK;
    if (!agent_set_profile(world, slot, is_usable ? wanted : index, resamples)) {
        return false;
    }
    visit->base = index;
    if (visit_state(table, visit)->selects) {
        move_begin_selector(world, slot);
    }
    return true;
}

wend_result machines_queue_agent(wend_world *world, uint32_t slot, wend_machine machine,
                                 uint32_t state, uint32_t base, wend_error *error) {
    uint32_t index = ids_index(&world->machines.ids, machine.value);
    wend_result result = index == ID_NONE ? WEND_OK : machine_derive(world, index, base, error);
    if (index != ID_NONE && result == WEND_OK) {
        machine_visit *visit = &world->machines.visits[slot];
        visit->machine = index;
        visit->state = state;
        visit->base = base;
        visit->flags = VISIT_QUEUED | VISIT_JUMPED;
    }
    return result;
}

wend_result machines_derive_for(wend_world *world, wend_agent agent, uint32_t base,
                                wend_error *error) {
    uint32_t slot = store_slot_of(world, agent);
    const machine_visit *visit = slot == STORE_FREE ? NULL : visit_of(&world->machines, slot);
    return visit ? machine_derive(world, visit->machine, base, error) : WEND_OK;
}

void machines_forget(wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    if (entered_visit_of(table, slot)) {
        visit_count(table, &table->visits[slot], -1);
        world->cold.goal[slot] = WEND_NO_GOAL; /* so that all capacity is released */
        kept_clear(world, slot);
    }
    visit_clear(world, slot);
}
