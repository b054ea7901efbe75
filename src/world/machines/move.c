/* Takes agents from state to state. The steps of a move are: undo the actions of the old state, in
 * reverse order; apply its exit actions; leave it; enter the new state and apply its actions; take
 * its goal; take its entries. A move that fails in the middle is continued by the next call. */
#include <string.h>

#include <wend/random.h>

#include "behave/behave.h"
#include "behave/selector.h"
#include "world/attributes/attributes.h"
#include "world/machines/machines.h"
#include "world/machines/queues.h"

void move_begin_to(wend_world *world, uint32_t slot, uint32_t machine, uint32_t state) {
    machine_table *table = &world->machines;
    const machine_visit *visit = entered_visit_of(table, slot);
    machine_move *move = &table->move;
    move->phase = visit ? MOVE_UNDO : MOVE_LEAVE;
    move->slot = slot;
    move->action = visit ? visit_state(table, visit)->action_count : 0;
    move->machine = machine;
    move->state = state;
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* Runs one action of a visit's state. Returns false as move_continue does. */
static bool run_action(wend_world *world, uint32_t index, bool undo) {
    machine_table *table = &world->machines;
    uint32_t slot = table->move.slot;
    const machine_visit *visit = &table->visits[slot];
    const machine_action *action = &visit_state(table, visit)->actions[index];
    uint8_t *saved =
        table->saved ? &table->saved[(size_t)slot * table->saved_stride + action->saved_at] : NULL;
    uint64_t none[MACHINE_SAVED_LIMIT / 8] = {0};
    wend_action_call call = {
        .agent = action->action->concerns_agents ? store_agent_id(world, slot) : (wend_agent){0},
        .saved = action->action->saved_size > 0 ? (void *)saved : none,
        .sample =
            wend_random_bits(world->seed, world->cold.key[slot], visit->number, action->purpose)};
    bool failed = false;
    if (!undo && saved && action->action->saved_size > 0) {
        memset(saved, 0, action->action->saved_size);
    }
    bool ran = action_run(world, action, &call, undo, &failed);
    return ran && !failed;
}

/* Applies the actions on entry, or those on exit. */
static bool apply_actions(wend_world *world, bool on_exit) {
    machine_move *move = &world->machines.move;
    const machine_state *state = visit_state(&world->machines, &world->machines.visits[move->slot]);
    while (move->action < state->action_count) {
        uint32_t index = move->action;
        bool good = state->actions[index].on_exit != on_exit || run_action(world, index, false);
        bool again = !good && world->machines.error.code == WEND_OK;
        move->action += !again;
        if (!good) {
            return false;
        }
    }
    return true;
}

static bool undo_actions(wend_world *world) {
    machine_move *move = &world->machines.move;
    const machine_state *state = visit_state(&world->machines, &world->machines.visits[move->slot]);
    while (move->action > 0) {
        const machine_action *action = &state->actions[move->action - 1];
        bool undoes = !action->on_exit && !action->keep && action->action->undo;
        bool good = !undoes || run_action(world, move->action - 1, true);
        bool again = !good && world->machines.error.code == WEND_OK;
        move->action -= !again;
        if (!good) {
            return false;
        }
    }
    return true;
}

/* ---- Selectors ------------------------------------------------------------------------------- */

/* Zeroes an agent's memory of the selector of a profile, and lets the selector begin. */
static void restart_selector(wend_world *world, uint32_t profile_index, uint32_t slot) {
    const wend_stage *stage = world->profiles[profile_index].stages[PROFILE_SELECT].stage;
    wend_agents agents = profile_agents(world, profile_index, PROFILE_SELECT, 0);
    if (stage->state_size) {
        memset(wend_agents_state(&agents, slot), 0, stage->state_size);
    }
    attributes_sample(world, profile_index, slot);
    if (stage->enter) {
        wend_view storage;
        stage->enter(internals_view_of(&world->view, slot, &storage), &agents,
                     world->cold.body[slot]);
    }
}

void move_begin_selector(wend_world *world, uint32_t slot) {
    uint32_t used = selector_of(world, slot).profile;
    world_update_view(world);
    if (used != wend_body_profile(agent_body(world, slot))) {
        restart_selector(world, used, slot);
    }
}

static void leave_selector(wend_world *world, uint32_t profile_index, uint32_t slot) {
    const wend_stage *stage = world->profiles[profile_index].stages[PROFILE_SELECT].stage;
    if (stage->leave) {
        wend_agents agents = profile_agents(world, profile_index, PROFILE_SELECT, 0);
        wend_view storage;
        stage->leave(internals_view_of(&world->view, slot, &storage), &agents,
                     world->cold.body[slot]);
    }
}

/* Ends the use of a state's own selector by an agent whose body has another profile. */
static void end_selector(wend_world *world, uint32_t slot) {
    uint32_t body = wend_body_profile(agent_body(world, slot));
    uint32_t used = selector_of(world, slot).profile;
    if (used != body) {
        leave_selector(world, used, slot);
        /* Both may have the same entry, and then the same memory. */
        if (world->profiles[used].stages[PROFILE_SELECT].stage ==
            world->profiles[body].stages[PROFILE_SELECT].stage) {
            restart_selector(world, body, slot);
        }
    }
}

/* ---- Leaving and entering -------------------------------------------------------------------- */

static void leave_state(wend_world *world, uint32_t slot, machine_visit *visit) {
    const machine_state *state = visit_state(&world->machines, visit);
    visit_count(&world->machines, visit, -1);
    if (state->goal_kind == WEND_STATE_GOAL_QUEUE) {
        machine_leave_queue(world, slot);
    }
    if (state->selects) {
        end_selector(world, slot);
        world->cold.goal_set[slot] = visit->goal_set;
        visit->goal_set = WEND_NONE;
    }
}

/* Leaves the old state, if there is one, and enters the new one. */
static void change_state(wend_world *world) {
    machine_table *table = &world->machines;
    const machine_move *move = &table->move;
    machine_visit *visit = &table->visits[move->slot];
    bool was_in = entered_visit_of(table, move->slot) != NULL;
    if (was_in) {
        leave_state(world, move->slot, visit);
    }
    bool same = was_in && visit->machine == move->machine;
    if (was_in && !same) {
        kept_clear(world, move->slot);
    }
    if (move->machine == WEND_NONE) {
        visit->machine = WEND_NONE;
        return;
    }
    visit->previous = same ? visit->state : WEND_NONE;
    visit->base = was_in ? visit->base : wend_body_profile(agent_body(world, move->slot));
    visit->machine = move->machine;
    visit->state = move->state;
    visit->entered = world->step;
    visit->signals = 0;
    visit->number++;
    visit->flags &= (uint32_t)VISIT_JUMPED;
    visit_count(table, visit, 1);
    visit_wake(table, move->slot);
}

/* ---- Goals and entries ----------------------------------------------------------------------- */

/* Lets the selector of a state choose a goal, or gives the agent the goal that it has kept. */
static void select_goal(wend_world *world, uint32_t slot, machine_visit *visit) {
    const machine_record *machine = &world->machines.records[visit->machine];
    uint32_t own = machine->states[visit->state].shares;
    uint32_t chooser = own != WEND_NONE ? own : visit->state;
    visit->goal_set = world->cold.goal_set[slot];
    world->cold.goal_set[slot] =
        ids_index(&world->goal_set_ids, machine->states[chooser].goal_set.value);
    agent_set_goal(world, slot, kept_find(world, slot, chooser));
}

static void take_goal(wend_world *world, uint32_t slot, machine_visit *visit) {
    const machine_state *state = visit_state(&world->machines, visit);
    uint32_t goal = WEND_NO_GOAL;
    switch (state->goal_kind) {
    case WEND_STATE_GOAL_KEEP:
        return;
    case WEND_STATE_GOAL_SELECT:
    case WEND_STATE_GOAL_SHARED:
        select_goal(world, slot, visit);
        return;
    case WEND_STATE_GOAL_GIVEN:
        goal = goal_index_of(world, state->goal);
        break;
    case WEND_STATE_GOAL_QUEUE:
        if (machine_join_queue(world, slot, state->queue)) {
            return;
        }
        break;
    default:
        break;
    }
    if (goal == WEND_NO_GOAL) {
        agent_clear_goal(world, slot);
    } else {
        agent_set_goal(world, slot, goal);
    }
}

/* True if a profile can be used now. */
static bool is_usable(wend_world *world, uint32_t index) {
    return index != WEND_NONE && profile_prepare(world, index, NULL) == WEND_OK;
}

/* Gives an agent the profile that its state needs. If that cannot be made, because the agent got
 * another base profile in the meantime, it keeps the base profile. Returns false if out of memory.
 */
static bool take_profile(wend_world *world) {
    const machine_move *move = &world->machines.move;
    const machine_visit *visit = &world->machines.visits[move->slot];
    uint32_t now = wend_body_profile(agent_body(world, move->slot)), wanted = visit->base;
    const machine_state *state = NULL;
    if (move->machine != WEND_NONE) {
        if (machine_derive(world, move->machine, visit->base, NULL) == WEND_ERROR_MEMORY) {
            return false;
        }
        state = visit_state(&world->machines, visit);
        wanted = machine_body_profile(world, state, visit->base);
    }
    wanted = wanted != visit->base && !is_usable(world, wanted) ? visit->base : wanted;
    if (wanted != now && !agent_set_profile(world, move->slot, wanted, false)) {
        return false;
    }
    if (state && state->selects) {
        move_begin_selector(world, move->slot);
    }
    return true;
}

/* ---- The move -------------------------------------------------------------------------------- */

/* Runs one phase. Returns false if it is not complete. */
static bool run_phase(wend_world *world) {
    machine_table *table = &world->machines;
    machine_move *move = &table->move;
    bool leaves = move->machine == WEND_NONE;
    switch (move->phase) {
    case MOVE_UNDO:
        return undo_actions(world);
    case MOVE_EXIT:
        return apply_actions(world, true);
    case MOVE_LEAVE:
        change_state(world);
        move->action = 0;
        return true;
    case MOVE_ENTER:
        return leaves || apply_actions(world, false);
    case MOVE_GOAL:
        if (!leaves) {
            take_goal(world, move->slot, &table->visits[move->slot]);
        } else if (world->cold.goal[move->slot] == WEND_NO_GOAL) {
            agent_set_goal(world, move->slot, WEND_NO_GOAL);
        }
        return true;
    default:
        if (!take_profile(world)) {
            return false;
        }
        if (leaves) {
            visit_clear(world, move->slot);
        }
        return true;
    }
}

bool move_continue(wend_world *world) {
    machine_move *move = &world->machines.move;
    while (move->phase != MOVE_NONE) {
        if (!run_phase(world)) {
            return false;
        }
        move->phase = move->phase == MOVE_PROFILE ? MOVE_NONE : (move_phase)(move->phase + 1);
    }
    return true;
}
