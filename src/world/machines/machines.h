/* world/machines/machines.h: functions shared by the files of this folder, which implement state
 * machines and signals. The functions are listed by the file that defines them. */
#ifndef WORLD_MACHINES_H
#define WORLD_MACHINES_H

#include "base/archive.h"
#include "world/world.h"

struct wend_binding {
    wend_world *world;
    uint32_t machine; /* index, or WEND_NONE */
    binding_block **blocks;
    bool is_reload;
};

/* ---- parts.c --------------------------------------------------------------------------------- */

/* Puts words before the message of an error, unless memory ran out. Returns `result`. */
__attribute__((format(printf, 3, 4))) wend_result
machine_prefix(wend_result result, wend_error *error, const char *format, ...);
/* Finds a registered entry for a choice, and makes its parameters. */
wend_result part_make(wend_world *world, wend_kind kind, const wend_choice *choice,
                      params_block *out, wend_error *error);
/* Returns a purpose for random numbers that differs from all others of the machine. For signals,
 * `machine` is the number of machines that are possible, plus the index of the signal. */
uint32_t part_purpose(uint32_t machine, uint32_t *count);
wend_result action_make(wend_world *world, const wend_choice *choice, machine_action *out,
                        wend_error *error);
/* Makes a transition of a machine whose states have been named. */
wend_result transition_make(wend_world *world, uint32_t machine, const wend_transition_def *def,
                            machine_transition *out, wend_error *error);
void transition_free(wend_world *world, machine_transition *transition);

/* ---- states.c -------------------------------------------------------------------------------- */

/* Makes the states of a machine, whose array has been allocated. */
wend_result states_make(wend_world *world, uint32_t index, const wend_machine_def *def,
                        bool is_reload, wend_error *error);
void state_free(wend_world *world, machine_state *state);

/* ---- make.c ---------------------------------------------------------------------------------- */

/* Adds a machine. If `is_reload` is true, goals that have been removed are no error, and the
 * parameters are not bound yet. */
wend_result machine_add(wend_world *world, const wend_machine_def *def, bool is_reload,
                        wend_machine *out, wend_error *error);
/* Finds a state by name. Returns WEND_NONE if there is none; `error` then suggests another. */
uint32_t machine_find_state(const machine_record *machine, const char *name, wend_error *error);
void machines_free(wend_world *world);

/* ---- cycles.c -------------------------------------------------------------------------------- */

/* Refuses a cycle of transitions whose conditions always hold. */
wend_result machine_check_cycles(wend_world *world, const machine_record *machine,
                                 wend_error *error);

/* ---- bind.c ---------------------------------------------------------------------------------- */

wend_result machine_bind(wend_world *world, uint32_t index, bool is_reload, wend_error *error);
wend_result signal_bind(wend_world *world, uint32_t index, bool is_reload, wend_error *error);
void binding_free(wend_world *world, binding_block *blocks);

/* ---- derive.c -------------------------------------------------------------------------------- */

/* Adds the profiles that agents with a base profile need in the states of a machine. */
wend_result machine_derive(wend_world *world, uint32_t machine, uint32_t base, wend_error *error);
/* Returns the profile of an agent's body in a state. */
uint32_t machine_body_profile(const wend_world *world, const machine_state *state, uint32_t base);

/* ---- move.c ---------------------------------------------------------------------------------- */

/* Begins to put an agent into a state. `machine` is WEND_NONE to take the agent out of its machine.
 */
void move_begin_to(wend_world *world, uint32_t slot, uint32_t machine, uint32_t state);
/* Lets the selector of an agent's state begin, if the agent's body has another profile. */
void move_begin_selector(wend_world *world, uint32_t slot);
/* Continues until the agent is in its state. Returns false if an action fails or memory runs out;
 * another call continues from there, after the action that failed. */
bool move_continue(wend_world *world);

/* ---- signals.c ------------------------------------------------------------------------------- */

void signals_free(wend_world *world);
/* Adds a signal, or completes a declared one. */
wend_result signal_add(wend_world *world, const wend_signal_def *def, bool is_reload,
                       wend_signal *out, wend_error *error);
/* Calls all triggers, and marks the signals that they fire. */
void signals_test(wend_world *world);
/* Fires a signal: reaches agents and applies responses. If `is_for_few` is true, it reaches no
 * agent: signal_reach then follows for each. Returns false if an action fails or memory runs out;
 * another call continues from there. */
bool signal_fire(wend_world *world, uint32_t index, bool is_for_few);
/* Reaches one agent, if the signal's audience includes it. */
bool signal_reach(wend_world *world, uint32_t index, uint32_t slot);

/* ---- act.c ----------------------------------------------------------------------------------- */

/* Applies or undoes an action. An error is noted in the table of machines. Returns false if the
 * action failed and shall be tried again (out of memory); otherwise sets `*failed` to whether it
 * failed. */
bool action_run(wend_world *world, const machine_action *action, wend_action_call *call, bool undo,
                bool *failed);

#endif
