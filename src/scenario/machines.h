/* scenario/machines.h: areas, machines and signals in a scenario. */
#ifndef SCENARIO_MACHINES_H
#define SCENARIO_MACHINES_H

#include "scenario/scenario.h"
#include <wend/machine.h>

/* The target of a transition that stands for the state before. */
#define SCENARIO_PREVIOUS "previous"

typedef struct scenario_area {
    const node *at;
    wend_area_def def;
} scenario_area;

typedef struct scenario_state {
    const node *at;
    wend_state_def def;             /* without the ids of the world */
    uint32_t goal, goal_set, queue; /* indices or WEND_NONE */
} scenario_state;

typedef struct scenario_machine {
    const node *at;
    const char *name;
    scenario_state *states;
    read_names state_names;
    uint32_t state_count, start; /* `start`: the index of a state */
} scenario_machine;

typedef struct scenario_signal {
    const node *at;
    wend_signal_def def;           /* without the ids of the world */
    uint32_t machine, group, area; /* of the audience: indices or WEND_NONE */
} scenario_signal;

/* Reads the transitions between the states of a machine; `list` may be NULL (keys/transitions.c).
 */
void scenario_read_transitions(reader *r, const node *list, scenario_machine *machine);
/* Returns the number of states of all machines of a document that has not been checked yet. */
uint32_t scenario_count_states(const node *root);

/* Reads an action, a trigger or a condition without children: NAME, {NAME: value} with the value of
 * its first parameter, or {NAME: {parameter: value}}. If `keep` is not NULL, {NAME: ..., keep:
 * true} is allowed, too (keys/behaviour.c). */
wend_choice scenario_read_behaviour(reader *r, const node *value, wend_kind kind, bool *keep);
/* Reads a condition with all its children: as above, an expression as a text, {and: [condition,
 * ...]} and {not: condition}. */
void scenario_read_condition(reader *r, const node *value, wend_condition_def *out);

/* Returns the constant that a choice gives for a parameter; NAN if it gives none. */
double scenario_constant_of(const wend_choice *choice, const char *name);

/* The ids that a world gave to the parts of a scenario, in the order of the scenario. */
typedef struct scenario_world_ids {
    const wend_goal *goals;
    const wend_goal_set *goal_sets;
    const wend_queue *queues;
    const wend_group *groups;
    wend_area *areas;
    wend_machine *machines;
} scenario_world_ids;

/* These add the areas, machines and signals to a world, and write the ids of areas and machines.
 * Errors have the position of what they are about. */
wend_result scenario_add_areas(const wend_scenario *s, wend_world *world,
                               const scenario_world_ids *ids, wend_error *error);
wend_result scenario_add_machines(const wend_scenario *s, wend_world *world,
                                  const scenario_world_ids *ids, memory_arena *arena,
                                  wend_error *error);
wend_result scenario_add_signals(const wend_scenario *s, wend_world *world,
                                 const scenario_world_ids *ids, wend_error *error);

#endif
