/* wend/behaviour.h: the descriptors of conditions, actions and triggers, from which machines and
 * signals are made (wend/machine.h).
 *
 * Each is one const descriptor with a parameter table. The built-in ones use only this interface
 * and the public functions of a world. */
#ifndef WEND_BEHAVIOUR_H
#define WEND_BEHAVIOUR_H

#include <wend/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Resolves the names in a parameter struct when a machine or signal is added, and after a snapshot
 * has been loaded. It stores ids or a compiled form in fields of the struct that are not in the
 * parameter table; `machine` is the machine that is being added (for names of states), or null.
 * Fails with WEND_ERROR_NAME if there is no such object. Memory comes from
 * wend_binding_allocate. */
typedef struct wend_binding wend_binding;
typedef wend_result wend_bind(const wend_binding *binding, void *params, wend_error *error);

/* Returns the world that a binding belongs to. */
WEND_API wend_world *wend_binding_world(const wend_binding *binding);
/* Finds a state by name. Returns its index in the machine, or WEND_NONE; then `error` suggests the
 * nearest name. */
WEND_API uint32_t wend_binding_find_state(const wend_binding *binding, const char *name,
                                          wend_error *error);
/* The same for a state of another machine. */
WEND_API uint32_t wend_binding_find_state_of(const wend_binding *binding, wend_machine machine,
                                             const char *name, wend_error *error);
/* Find an area, a door or moving obstacle, a machine or a signal by name. They return a null id if
 * there is none; then `error` suggests the nearest name. */
WEND_API wend_area wend_binding_find_area(const wend_binding *binding, const char *name,
                                          wend_error *error);
WEND_API wend_obstacle wend_binding_find_obstacle(const wend_binding *binding, const char *name,
                                                  wend_error *error);
WEND_API wend_machine wend_binding_find_machine(const wend_binding *binding, const char *name,
                                                wend_error *error);
WEND_API wend_signal wend_binding_find_signal(const wend_binding *binding, const char *name,
                                              wend_error *error);
/* Fails with WEND_ERROR_NAME if the world has no layer with this index. Negative values stand for
 * all layers. */
WEND_API wend_result wend_binding_check_layer(const wend_binding *binding, int64_t layer,
                                              wend_error *error);
/* Returns the machine that is being added, or a null id. */
WEND_API wend_machine wend_binding_machine(const wend_binding *binding);
/* True after a snapshot has been loaded. A name whose object was removed before the snapshot was
 * saved is then no error: the field gets a null id, which behaves like the stale id before. */
WEND_API bool wend_binding_is_reload(const wend_binding *binding);
/* Returns zeroed memory that lives as long as the parameter struct, or NULL if out of memory. */
WEND_API void *wend_binding_allocate(const wend_binding *binding, size_t size);

/* ---- Conditions ------------------------------------------------------------------------------ */

/* A condition of an agent's present state, in the state of the world at the start of a step. */
typedef struct wend_condition_call {
    const wend_view *view; /* bodies are not sorted: wend_view_find_agents must not be called */
    const wend_world *world;
    uint32_t index; /* the agent's body */
    wend_agent agent;
    wend_machine machine;
    uint32_t state;     /* the agent's state in the machine */
    double entered;     /* s: when it entered the state */
    bool has_arrived;   /* it has reached a goal since it entered the state */
    bool was_served;    /* it has been released from a queue since it entered the state */
    uint64_t signals;   /* a bit for each signal (by index) that has reached it since then */
    wend_vec2 before;   /* m: its position one step ago; its own position if it was teleported */
    const void *params; /* the condition's parameter struct */
    void *user;         /* the descriptor's wend_entry.user */
    const struct wend_condition_node *node; /* for the functions below */
} wend_condition_call;

/* How a condition with children combines them; used to find cycles of transitions. */
typedef enum wend_logic {
    WEND_LOGIC_OWN, /* in its own way */
    WEND_LOGIC_ALL, /* it holds if all its children hold */
    WEND_LOGIC_ANY, /* it holds if any of its children holds */
    WEND_LOGIC_NOT  /* it holds if its child does not hold */
} wend_logic;

/* What is known of a condition whatever the state of the world; used to find cycles of transitions.
 */
typedef enum wend_truth {
    WEND_TRUTH_VARIES,
    WEND_TRUTH_ALWAYS, /* it always holds */
    WEND_TRUTH_NEVER
} wend_truth;

/* A condition. `holds` reads the world and changes nothing; several workers call it at the same
 * time. */
typedef struct wend_condition {
    wend_entry entry;
    uint32_t least_children, most_children;
    wend_bind *bind; /* may be NULL */
    bool (*holds)(const wend_condition_call *call);
    /* Returns the earliest simulated time (s) at which the condition may hold, as seen now.
     * INFINITY: not before the agent reaches a goal, is served or gets a signal. NULL: it may hold
     * in any step. Agents whose conditions cannot hold cost next to nothing. */
    double (*due)(const wend_condition_call *call);
    /* Returns what its parameters alone say, before any agent has the machine. NULL: it varies, or
     * follows from its children by `logic`. */
    wend_truth (*truth)(const void *params);
    wend_logic logic;
    bool uses_before; /* it reads wend_condition_call.before, which is then kept for agents */
    const void *reserved[4]; /* must be NULL */
} wend_condition;

/* Returns whether child `child` of a condition holds, and when it may hold (wend_condition.due; the
 * present time if it may hold in any step). `child` must be less than the number of children. */
WEND_API bool wend_condition_child_holds(const wend_condition_call *call, uint32_t child);
WEND_API double wend_condition_child_due(const wend_condition_call *call, uint32_t child);
/* Returns the number of children. */
WEND_API uint32_t wend_condition_child_count(const wend_condition_call *call);
/* Samples a distribution. The sample depends only on the seed, the agent's key, the visit and the
 * place of the condition in the machine; it stays the same during a visit. */
WEND_API double wend_condition_sample(const wend_condition_call *call,
                                      const wend_distribution *number);

/* ---- Actions --------------------------------------------------------------------------------- */

/* An application of an action. */
typedef struct wend_action_call {
    wend_world *world;  /* changes are made by commands, which this step applies */
    wend_agent agent;   /* null for an action that does not concern agents */
    const void *params; /* the action's parameter struct */
    void *saved;     /* wend_action.saved_size bytes, zeroed before `apply`; undo gets the same */
    void *user;      /* the descriptor's wend_entry.user */
    uint64_t sample; /* random bits of this application, which wend_action_sample uses */
} wend_action_call;

/* An action. It is called on the thread that steps the world, for one agent after the other in the
 * order of their keys. */
typedef struct wend_action {
    wend_entry entry;
    bool concerns_agents; /* false: it acts on the world, and can be applied without an agent */
    size_t saved_size;    /* at most 32 bytes for each agent that is in a state with the action */
    wend_bind *bind;      /* may be NULL */
    wend_result (*apply)(const wend_action_call *call, wend_error *error);
    /* Undoes the action when the agent leaves the state. NULL: it cannot be undone. */
    wend_result (*undo)(const wend_action_call *call, wend_error *error);
    const void *reserved[4]; /* must be NULL */
} wend_action;

/* Samples a distribution; `purpose` distinguishes several samples of one application. */
WEND_API double wend_action_sample(const wend_action_call *call, const wend_distribution *number,
                                   uint32_t purpose);

/* The attributes that actions can change. */
typedef enum wend_attribute {
    WEND_ATTRIBUTE_RADIUS,
    WEND_ATTRIBUTE_SPEED, /* the preferred speed */
    WEND_ATTRIBUTE_MAX_SPEED,
    WEND_ATTRIBUTE_MAX_ACCELERATION,
    WEND_ATTRIBUTE_MAX_TURN_RATE,
    WEND_ATTRIBUTE_PRIORITY, /* rounded to an integer */
    WEND_ATTRIBUTE_COUNT
} wend_attribute;

/* Gets and sets an attribute of the agent of a call immediately, so that actions in one step see
 * each other's changes. Values are limited to the range of the attribute. Setting fails with
 * WEND_ERROR_MEMORY. */
WEND_API double wend_action_get_attribute(const wend_action_call *call, wend_attribute attribute);
WEND_API wend_result wend_action_change_attribute(const wend_action_call *call,
                                                  wend_attribute attribute, double value,
                                                  wend_error *error);
/* Fails with WEND_ERROR_INVALID if a number can lie outside the range of an attribute. */
WEND_API wend_result wend_attribute_check(wend_attribute attribute, const wend_distribution *value,
                                          wend_error *error);
/* Gets and sets the class mask of the agent of a call, in the same way. */
WEND_API uint32_t wend_action_get_class_mask(const wend_action_call *call);
WEND_API wend_result wend_action_change_class_mask(const wend_action_call *call, uint32_t mask,
                                                   wend_error *error);

/* ---- Scene ----------------------------------------------------------------------------------- */

/* True if a door is closed, or a moving obstacle is in the world, as of the last step. False for a
 * null or stale id. */
WEND_API bool wend_world_is_obstacle_closed(const wend_world *world, wend_obstacle obstacle);
/* True if an obstacle class is on, as of the last step. */
WEND_API bool wend_world_is_class_enabled(const wend_world *world, uint32_t obstacle_class);

/* ---- Triggers -------------------------------------------------------------------------------- */

/* A trigger fires a signal. `fires` is called once in each step, on the thread that steps the
 * world. `memory` holds `memory_size` bytes for each trigger, zeroed at first and kept in
 * snapshots. */
typedef struct wend_trigger_call {
    const wend_world *world;
    const void *params;
    void *memory;
    void *user;
} wend_trigger_call;

typedef struct wend_trigger {
    wend_entry entry;
    size_t memory_size; /* at most 32 bytes */
    wend_bind *bind;    /* may be NULL */
    bool (*fires)(const wend_trigger_call *call);
    const void *reserved[4]; /* must be NULL */
} wend_trigger;

#ifdef __cplusplus
}
#endif

#endif
