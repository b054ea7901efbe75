/* wend/machine.h: state machines and signals, which decide what agents want.
 *
 * A machine is a set of states with transitions between them. An agent with a machine is always in
 * one of its states. A state says how the agent chooses its goal and how it moves, and which
 * actions are applied when it enters and leaves the state. A transition leads to another state as
 * soon as its condition holds.
 *
 * Signals connect agents with what happens around them: a trigger or the program fires a signal,
 * conditions wait for it, and its responses act on agents, doors and obstacle classes.
 *
 * Conditions, actions and triggers are registered entries: see wend/behaviour.h. All machines are
 * updated at the start of a step, before its commands are applied. */
#ifndef WEND_MACHINE_H
#define WEND_MACHINE_H

#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_MAX_MACHINES = 4096,
    WEND_MAX_STATES = 1024,      /* the largest number of states of a machine */
    WEND_MAX_TRANSITIONS = 256,  /* the largest number of transitions from a state */
    WEND_MAX_TARGETS = 64,       /* the largest number of targets of a transition */
    WEND_MAX_STATE_ACTIONS = 32, /* the largest number of actions of a state */
    WEND_MAX_CONDITIONS = 64,    /* the largest number of conditions in one tree */
    WEND_MAX_SIGNALS = 64        /* the largest number of signals of a world */
};

/* ---- Machines -------------------------------------------------------------------------------- */

/* A condition, and the conditions that it combines: `and` and `or` have two or more, `not` has one,
 * all others have none. */
typedef struct wend_condition_def {
    wend_choice choice; /* a registered condition, and its settings */
    const struct wend_condition_def *children;
    uint32_t child_count;
} wend_condition_def;

/* An action that is applied when an agent enters or leaves a state. */
typedef struct wend_action_def {
    wend_choice choice; /* a registered action, and its settings */
    bool on_exit;       /* applied when the agent leaves the state; else when it enters */
    bool keep;          /* not undone when the agent leaves the state; for actions on entry only */
} wend_action_def;

/* A state to which a transition leads. */
typedef struct wend_target_def {
    const char *state; /* NULL: the state in which the agent was before */
    double weight;     /* above 0: how likely it is, compared with the other targets */
} wend_target_def;

/* A transition. It is taken if its condition holds and no earlier transition of the state has been
 * taken. It is not taken in a step in which its agent has already entered the sampled target, and
 * not if it leads to the state before and there is none. */
typedef struct wend_transition_def {
    wend_condition_def condition;
    const wend_target_def *targets; /* one is sampled by weight */
    uint32_t target_count;          /* at least 1 */
} wend_transition_def;

/* What an agent in a state heads for. */
typedef enum wend_state_goal {
    WEND_STATE_GOAL_KEEP,   /* the goal that it had before */
    WEND_STATE_GOAL_NONE,   /* none: it stands still */
    WEND_STATE_GOAL_GIVEN,  /* `goal` */
    WEND_STATE_GOAL_SELECT, /* the goal that `select` chooses from `goal_set` */
    WEND_STATE_GOAL_SHARED, /* the goal that the selector of the state `shares` chose for it, or
                               chooses now; implies `persistent` for that state */
    WEND_STATE_GOAL_QUEUE   /* a place in `queue` (wend/queue.h) */
} wend_state_goal;

/* The definition of a state. */
typedef struct wend_state_def {
    uint32_t size;    /* set by wend_default_state_def */
    const char *name; /* unique in the machine */
    bool is_final;    /* agents in a final state count as finished; it may have no transitions */
    wend_state_goal goal_kind;
    wend_goal goal;
    wend_goal_set goal_set; /* may be null for selectors that need no set, such as `mirror` */
    wend_choice select;
    bool persistent;    /* each agent keeps the goal that it first gets in this state for all its
                           visits, and keeps its capacity there */
    const char *shares; /* name of another state */
    wend_queue queue;
    /* Entries that replace those of the agent's profile while it is in this state; an entry with
     * the name NULL is not replaced. If `modify_count` is above 0, the modifiers are replaced as a
     * whole. */
    wend_choice plan, follow, steer;
    wend_choice modify[WEND_MAX_MODIFIERS];
    uint32_t modify_count;
    const wend_action_def *actions;
    uint32_t action_count;
    const wend_transition_def *transitions; /* tested in this order */
    uint32_t transition_count;
} wend_state_def;

/* Writes the defaults of wend_default_state_def to a def of `size` bytes. */
WEND_API void wend_state_def_init(wend_state_def *def, size_t size);
/* Returns a def of a state without a name that keeps the goal, changes no entries, and has neither
 * actions nor transitions. */
static inline wend_state_def wend_default_state_def(void) {
    wend_state_def def;
    wend_state_def_init(&def, sizeof def);
    return def;
}

/* The definition of a machine. */
typedef struct wend_machine_def {
    uint32_t size;                /* set by wend_default_machine_def */
    const char *name;             /* NULL or "" for none; unique otherwise */
    const wend_state_def *states; /* an array of defs: see wend_def_at */
    uint32_t state_count;         /* 1 to WEND_MAX_STATES */
} wend_machine_def;

/* Writes the defaults of wend_default_machine_def to a def of `size` bytes. */
WEND_API void wend_machine_def_init(wend_machine_def *def, size_t size);
/* Returns a def without a name and without states. */
static inline wend_machine_def wend_default_machine_def(void) {
    wend_machine_def def;
    wend_machine_def_init(&def, sizeof def);
    return def;
}

/* Adds a machine immediately; it stays as long as the world. Agents enter it through
 * wend_agent_def.machine or wend_world_set_agent_states. All transitions of a state that may lead
 * back to the state within one step, because all their conditions always hold, are refused with
 * WEND_ERROR_INVALID, and the message names the cycle. Fails with WEND_ERROR_NAME (an unknown
 * entry, state, goal, goal set or other object; the message suggests the nearest name),
 * WEND_ERROR_INVALID, WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_machine(wend_world *world, const wend_machine_def *def,
                                            wend_machine *out, wend_error *error);
/* Finds a machine by name. Returns a null id if there is none. */
WEND_API wend_machine wend_world_find_machine(const wend_world *world, const char *name);
/* Returns the number of states of a machine; 0 if the id is null or stale. */
WEND_API uint32_t wend_world_state_count(const wend_world *world, wend_machine machine);
/* Returns the name of a state, or NULL if there is none with this index. Valid as long as the
 * world. */
WEND_API const char *wend_world_state_name(const wend_world *world, wend_machine machine,
                                           uint32_t state);
/* Returns the index of a state by name, or WEND_NONE. */
WEND_API uint32_t wend_world_find_state(const wend_world *world, wend_machine machine,
                                        const char *name);
/* True if a state of a machine is final (wend_state_def.is_final). */
WEND_API bool wend_world_is_state_final(const wend_world *world, wend_machine machine,
                                        uint32_t state);
/* Returns the number of agents in a state of a machine. */
WEND_API uint32_t wend_world_state_population(const wend_world *world, wend_machine machine,
                                              uint32_t state);

/* Puts agents into states of a machine at the start of the next step (commands). The agents leave
 * their present states and enter these, even if they are the same; transitions of the new states
 * are tested from the step after that on. A null machine removes the agents from their machines;
 * `states` is then not read. An agent on a connection enters its state when it has returned. Fails
 * with WEND_ERROR_NAME (no such machine or state), with the errors of wend_world_add_profile if the
 * entries of a state do not fit the profile of an agent, and with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_set_agent_state(wend_world *world, wend_agent agent,
                                                wend_machine machine, uint32_t state,
                                                wend_error *error);
WEND_API wend_result wend_world_set_agent_states(wend_world *world, const wend_agent *agents,
                                                 wend_machine machine, const uint32_t *states,
                                                 uint32_t count, wend_error *error);

/* The stay of an agent in a state of its machine. */
typedef struct wend_agent_visit {
    wend_machine machine;     /* null: the agent has no machine */
    uint32_t state, previous; /* `previous`: the state before, or WEND_NONE */
    double entered;           /* s: when it entered the state */
} wend_agent_visit;

/* Gets the visit of an agent. Returns false if the id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_visit(const wend_world *world, wend_agent agent,
                                         wend_agent_visit *out);
/* Gets the visits of all live agents, in the order of wend_world_get_agents. Writes at most
 * `capacity` of them, and returns how many there are. */
WEND_API uint32_t wend_world_get_visits(const wend_world *world, wend_agent_visit *out,
                                        uint32_t capacity);

/* ---- Signals --------------------------------------------------------------------------------- */

/* The agents that a signal reaches. An agent is reached if it satisfies all that is set. */
typedef struct wend_audience {
    wend_machine machine; /* null: any, or none */
    const char *state;    /* NULL: any state; needs a machine */
    bool not_in_state;    /* true: only agents that are not in `state` */
    wend_group group;     /* null: any, or none */
    wend_area area;       /* null: anywhere */
    const uint64_t *keys; /* NULL: any */
    uint32_t key_count;
} wend_audience;

/* The definition of a signal. */
typedef struct wend_signal_def {
    uint32_t size;               /* set by wend_default_signal_def */
    const char *name;            /* required; unique */
    const wend_choice *triggers; /* registered triggers: each fires the signal */
    uint32_t trigger_count;
    wend_audience audience;
    const wend_choice *responses; /* registered actions, applied when the signal is fired: once for
                                     each agent that it reaches, or once in all if the action does
                                     not concern agents; never undone */
    uint32_t response_count;
} wend_signal_def;

/* Writes the defaults of wend_default_signal_def to a def of `size` bytes. */
WEND_API void wend_signal_def_init(wend_signal_def *def, size_t size);
/* Returns a def without a name, triggers and responses, which reaches all agents. */
static inline wend_signal_def wend_default_signal_def(void) {
    wend_signal_def def;
    wend_signal_def_init(&def, sizeof def);
    return def;
}

/* Declares a signal immediately, so that machines can wait for it before it is added: an audience
 * names a machine, and conditions of the machine may name the signal. wend_world_add_signal with
 * this name then completes it, under the same id. Until then nothing fires it. Fails with
 * WEND_ERROR_NAME (a signal of that name already exists), WEND_ERROR_INVALID (no name),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_declare_signal(wend_world *world, const char *name,
                                               wend_signal *out, wend_error *error);
/* Adds a signal immediately. Fails like wend_world_add_machine. */
WEND_API wend_result wend_world_add_signal(wend_world *world, const wend_signal_def *def,
                                           wend_signal *out, wend_error *error);
/* Finds a signal by name. Returns a null id if there is none. */
WEND_API wend_signal wend_world_find_signal(const wend_world *world, const char *name);
/* Fires a signal at the start of the next step (a command): its responses are applied in that step,
 * and conditions see it in the step after that. Fails with WEND_ERROR_NAME (a null or stale id) and
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_fire_signal(wend_world *world, wend_signal signal,
                                            wend_error *error);
/* Fires a signal for the given agents only, those of them that its audience includes. */
WEND_API wend_result wend_world_fire_signal_at(wend_world *world, wend_signal signal,
                                               const wend_agent *agents, uint32_t count,
                                               wend_error *error);
/* Returns how often a signal has been fired. */
WEND_API uint64_t wend_world_signal_count(const wend_world *world, wend_signal signal);

#ifdef __cplusplus
}
#endif

#endif
