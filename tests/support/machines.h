/* Machines for tests: sketches of defs, and a world on open ground in which agents walk along the
 * x axis at 1 m/s, one tenth of a metre in each step. */
#ifndef SUPPORT_MACHINES_H
#define SUPPORT_MACHINES_H

#include <wend/behaviour.h>
#include <wend/world.h>

enum { PLAN_STATES = 16, PLAN_MOST = 8, PLAN_SETTINGS = 256 };

/* The def of a machine, and all that it points at. It must not be moved. */
typedef struct machine_plan {
    wend_state_def states[PLAN_STATES];
    uint32_t count;
    wend_action_def actions[PLAN_STATES][PLAN_MOST];
    wend_transition_def transitions[PLAN_STATES][PLAN_MOST];
    wend_target_def targets[PLAN_STATES][PLAN_MOST][PLAN_MOST];
    wend_setting settings[PLAN_SETTINGS];
    wend_point points[PLAN_SETTINGS];
    uint32_t setting_count;
} machine_plan;

void plan_start(machine_plan *plan);
/* Adds a state, and returns its index. */
uint32_t plan_state(machine_plan *plan, const char *name);
/* Adds a transition with a condition without settings; NULL leads to the state before. */
wend_transition_def *plan_go(machine_plan *plan, uint32_t from, const char *to,
                             const char *condition);
/* Adds another target. */
void plan_or(machine_plan *plan, wend_transition_def *transition, const char *to, double weight);
wend_action_def *plan_act(machine_plan *plan, uint32_t state, const char *action);
/* Add settings to a choice; those of one choice must be added one after the other. */
void plan_number(machine_plan *plan, wend_choice *choice, const char *name, double value);
void plan_sample(machine_plan *plan, wend_choice *choice, const char *name,
                 wend_distribution value);
void plan_text(machine_plan *plan, wend_choice *choice, const char *name, const char *value);
void plan_point(machine_plan *plan, wend_choice *choice, const char *name, double x, double y);
void plan_points(machine_plan *plan, wend_choice *choice, const char *name,
                 const wend_point *points, uint32_t count);
/* Adds a timer to a transition. */
void plan_timer(machine_plan *plan, uint32_t from, const char *to, double duration);
wend_result plan_try(const machine_plan *plan, wend_world *world, wend_machine *out,
                     wend_error *error);
wend_machine plan_add(const machine_plan *plan, wend_world *world);

/* ---- The world ------------------------------------------------------------------------------- */

typedef struct stage_world {
    wend_registry *registry;
    wend_world *world;
} stage_world;

/* Creates the world. If `mute` is not NULL, the entry of that kind and name is replaced by one that
 * does nothing: a condition that never holds, an action without effect, a trigger that never fires.
 * Profile 0 walks along the x axis; profile 1 walks to its goal. */
stage_world machines_world(wend_kind kind, const char *mute, uint32_t threads);
void machines_world_end(stage_world *on);
/* Adds an agent in a state of a machine. */
wend_agent machines_agent(wend_world *world, uint32_t nth_profile, double x, double y,
                          wend_machine machine, uint32_t state);
void machines_step(wend_world *world, uint32_t count);
/* Returns the index of an agent's state; WEND_NONE without a machine. */
uint32_t machines_state(const wend_world *world, wend_agent agent);
/* Steps until the agent is in a state. Returns the number of steps since the world was made; 0 if
 * it is not there after `most` steps. */
uint32_t machines_until(wend_world *world, wend_agent agent, uint32_t state, uint32_t most);

#endif
