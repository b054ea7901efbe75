/* state/machines.h: the data of state machines and signals: definitions, and one visit for each
 * agent. A world without machines and signals has empty tables. */
#ifndef STATE_MACHINES_H
#define STATE_MACHINES_H

#include <wend/behaviour.h>

#include "state/ids.h"
#include "step/params.h"

enum {
    MACHINE_SAVED_LIMIT = 32, /* bytes that an action may save, and that a trigger may keep */
    MACHINE_ENTRIES = 4 + WEND_MAX_MODIFIERS, /* as many as a profile has stages */
    MACHINE_SET_WORDS = WEND_MAX_STATES / 64  /* words of a set of states */
};

/* The step in which an agent's transitions are tested next, if nothing happens to it before. */
#define MACHINE_NEVER UINT64_MAX

/* ---- Definitions ----------------------------------------------------------------------------- */

/* A block of memory from wend_binding_allocate. */
typedef struct binding_block {
    struct binding_block *next;
    size_t size; /* bytes, including this header */
} binding_block;

/* A condition in a tree; its children are consecutive. */
typedef struct wend_condition_node {
    const wend_condition *condition;
    params_block block;
    const struct wend_condition_node *children;
    uint32_t child_count;
    uint32_t purpose; /* selects the random stream of its samples */
    bool is_polled;   /* it may hold in any step, as far as its entry and children say */
} condition_node;

typedef struct machine_action {
    const wend_action *action;
    params_block block;
    bool on_exit, keep;
    uint32_t saved_at; /* offset of its saved bytes in those of the agent */
    uint32_t purpose;
} machine_action;

typedef struct machine_target {
    uint32_t state;     /* WEND_NONE: the state before */
    double weight, sum; /* `sum`: of the weights up to this one */
} machine_target;

typedef struct machine_transition {
    condition_node *nodes; /* the first one is the root */
    uint32_t node_count;
    machine_target *targets;
    uint32_t target_count;
    uint32_t purpose;
} machine_transition;

/* The profile that agents with the profile `base` use in a state. */
typedef struct derived_profile {
    uint32_t base, profile;
} derived_profile;

typedef struct machine_state {
    char *name;
    bool is_final, persistent;
    bool has_entries; /* it replaces entries of profiles, apart from the selector */
    bool selects;     /* its own selector chooses the goal */
    uint8_t goal_kind;
    wend_goal goal;
    wend_goal_set goal_set;
    wend_queue queue;
    uint32_t shares;                       /* index of the state that chooses the goal; WEND_NONE */
    params_block entries[MACHINE_ENTRIES]; /* indexed like the stages of a profile; no entry: it is
                                              not replaced */
    uint32_t modify_count;
    machine_action *actions;
    uint32_t action_count;
    machine_transition *transitions;
    uint32_t transition_count;
    derived_profile *derived;
    uint32_t derived_count, derived_capacity;
    uint32_t population;      /* at the start of this update, or now if there is none */
    uint32_t next_population; /* now */
} machine_state;

typedef struct machine_record {
    char *name; /* or NULL */
    machine_state *states;
    uint32_t state_count;
    uint32_t purposes; /* number of purposes given to conditions, actions and transitions */
    binding_block *bound;
} machine_record;

typedef struct machine_trigger {
    const wend_trigger *trigger;
    params_block block;
    _Alignas(8) uint8_t memory[MACHINE_SAVED_LIMIT];
} machine_trigger;

typedef struct machine_signal {
    char *name;
    machine_trigger *triggers;
    uint32_t trigger_count;
    machine_action *responses;
    uint32_t response_count;
    wend_machine machine;
    uint32_t state; /* WEND_NONE: any */
    bool not_in_state;
    wend_group group;
    wend_area area;
    uint64_t *keys; /* in ascending order; NULL: any */
    uint32_t key_count;
    uint64_t fired;   /* how often */
    bool is_due;      /* a trigger has fired it in this update */
    bool is_declared; /* it has only a name so far: see wend_world_declare_signal */
    binding_block *bound;
} machine_signal;

/* ---- Agents ---------------------------------------------------------------------------------- */

enum {
    VISIT_ARRIVED = 1 << 0,  /* the agent has reached a goal since it entered the state */
    VISIT_SERVED = 1 << 1,   /* it has been released from a queue since then */
    VISIT_JUMPED = 1 << 2,   /* it was teleported in the last step */
    VISIT_QUEUED = 1 << 3,   /* it has not entered its first state yet */
    VISIT_ARRIVING = 1 << 4, /* it was unpacked, and is added in the next step */
    VISIT_FLAGS = 31
};

typedef struct machine_visit {
    uint64_t entered; /* the step in which it entered the state */
    uint64_t signals; /* a bit for each signal that has reached it since then */
    uint32_t machine; /* WEND_NONE: it has no machine */
    uint32_t state, previous;
    uint32_t number;   /* number of states that it has entered */
    uint32_t base;     /* index of the profile that it has outside states with entries */
    uint32_t goal_set; /* its own goal set, while the state has another one */
    uint32_t kept;     /* head of its list of kept goals; WEND_NONE at its end */
    uint32_t flags;
} machine_visit;

/* The goal that an agent keeps for all visits of a state. */
typedef struct kept_goal {
    wend_goal goal;
    uint32_t state, next;
} kept_goal;

/* A transition that an agent takes. */
typedef struct fired_transition {
    uint64_t key;
    uint32_t slot, target;
} fired_transition;

/* The transitions that one worker found, in cache lines of its own. */
typedef struct fired_list {
    _Alignas(64) fired_transition *items;
    uint32_t count, capacity;
    bool failed; /* out of memory */
} fired_list;

/* ---- Progress -------------------------------------------------------------------------------- */

/* What is left to do for an agent that changes its state. A step that fails is continued there. */
typedef enum move_phase {
    MOVE_NONE,
    MOVE_UNDO, /* undo action `action - 1` */
    MOVE_EXIT, /* apply exit action `action` */
    MOVE_LEAVE,
    MOVE_ENTER, /* apply entry action `action` */
    MOVE_GOAL,
    MOVE_PROFILE
} move_phase;

typedef struct machine_move {
    move_phase phase;
    uint32_t slot, action;
    uint32_t machine, state; /* where it leads; `machine` is WEND_NONE to leave the machine */
    uint64_t visited[MACHINE_SET_WORDS]; /* states entered in this update */
} machine_move;

/* What is left to do for a signal. */
typedef struct signal_progress {
    bool is_active;
    uint32_t response, agent; /* the next response, and the next agent for it */
} signal_progress;

typedef enum update_phase {
    UPDATE_TRIGGERS,
    UPDATE_SIGNALS,
    UPDATE_EVALUATE,
    UPDATE_APPLY,
    UPDATE_DONE
} update_phase;

typedef struct machine_table {
    machine_record *records;
    uint32_t count, capacity;
    id_table ids;
    machine_signal *signals;
    uint32_t signal_count, signal_capacity;
    id_table signal_ids;

    /* Cold data of agents, indexed by slot. NULL without machines. */
    machine_visit *visits;
    uint64_t *due;
    uint8_t *saved; /* saved_stride bytes for each slot */
    wend_vec2 *before;
    uint32_t slot_capacity, saved_stride;
    bool uses_before;
    kept_goal *kept;
    uint32_t kept_count, kept_capacity, free_kept;

    /* The update. */
    fired_list *found; /* indexed by worker */
    fired_transition *fired, *sorting;
    uint32_t fired_count, fired_capacity, sorting_capacity;
    fired_transition *reached;
    uint32_t reached_count, reached_capacity;
    uint64_t updating;  /* the number of the step that is or was updated, plus 1 */
    update_phase phase; /* of that update */
    uint32_t next;      /* next signal or next item of `fired` */
    bool is_frozen;     /* conditions see the populations of the start of the step */
    machine_move move;
    signal_progress progress;
    wend_error error; /* of an action; its code is WEND_OK if there is none */
    bool keeps_goals; /* at least one state is persistent */
} machine_table;

static inline bool machines_exist(const machine_table *table) {
    return table->count > 0 || table->signal_count > 0;
}

/* Returns the visit of the agent in a slot, or NULL if it has no machine. */
static inline machine_visit *visit_of(const machine_table *table, uint32_t slot) {
    machine_visit *visit = table->visits ? &table->visits[slot] : NULL;
    return visit && visit->machine != WEND_NONE ? visit : NULL;
}

/* The same, if the agent is in the world and has entered a state. */
static inline machine_visit *entered_visit_of(const machine_table *table, uint32_t slot) {
    machine_visit *visit = visit_of(table, slot);
    return visit && !(visit->flags & (VISIT_QUEUED | VISIT_ARRIVING)) ? visit : NULL;
}

static inline const machine_state *visit_state(const machine_table *table,
                                               const machine_visit *visit) {
    return &table->records[visit->machine].states[visit->state];
}

/* Returns the derived profile of a state for a base profile, or WEND_NONE. */
static inline uint32_t machine_derived(const machine_state *state, uint32_t base) {
    for (uint32_t i = 0; i < state->derived_count; i++) {
        if (state->derived[i].base == base) {
            return state->derived[i].profile;
        }
    }
    return WEND_NONE;
}

#endif
