/* wend/definitions.h: gets the definitions of the objects of a world back, as they are at present,
 * so that a program can add them to another world or write them to a file.
 *
 * A definition describes an object as if it were added now: moving goals and obstacles at their
 * present positions, agents at theirs. Times stay those of the world's clock. What a definition
 * points at belongs to the world, and is valid until the world changes, except for arrays that the
 * caller provides. For profiles and names, see wend/objects.h. */
#ifndef WEND_DEFINITIONS_H
#define WEND_DEFINITIONS_H

#include <wend/machine.h>
#include <wend/queue.h>
#include <wend/source.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Gets the definition of a world: its space, seed, dt and other settings, and the obstacle classes
 * that are on at present. Registry, threads, tasks and allocator have their default values. */
WEND_API void wend_world_get_def(const wend_world *world, wend_world_def *out);

/* ---- Goals and paths ------------------------------------------------------------------------- */

/* Gets the definition of a goal. Boxes are polygons. Its points and its path are written to
 * `points` and `path`, which have room for WEND_MAX_POLYGON each. The outline of a concave polygon
 * is joined from its convex parts. A goal whose carrier has left has no carrier. Returns false if
 * the id is null or stale, and for an outline that has too many corners. */
WEND_API bool wend_world_get_goal_def(const wend_world *world, wend_goal goal, wend_goal_def *out,
                                      wend_point *points, wend_point *path);

/* Returns a number that is greater than every index of a goal set. */
WEND_API uint32_t wend_world_goal_set_count(const wend_world *world);
/* Returns the goal set with the given index, or a null id if there is none. */
WEND_API wend_goal_set wend_world_goal_set_at(const wend_world *world, uint32_t index);
/* Gets the goals of a goal set. Writes at most `capacity` of them, and returns how many there are;
 * 0 if the id is null or stale. */
WEND_API uint32_t wend_world_get_goal_set(const wend_world *world, wend_goal_set set,
                                          wend_goal *out, uint32_t capacity);

/* Gets the points of a path and their layers. `is_route` becomes true for an indicative route
 * (wend_world_add_route). Writes at most `capacity` of each, and returns how many there are; 0 if
 * the id is null or stale. */
WEND_API uint32_t wend_world_get_path(const wend_world *world, wend_path path, wend_point *out,
                                      uint32_t *layers, uint32_t capacity, bool *is_route);

/* ---- Obstacles, belts and queues ------------------------------------------------------------- */

/* Gets the definition of an obstacle; `points` has room for WEND_MAX_POLYGON. Returns false if the
 * id is null or stale. */
WEND_API bool wend_world_get_obstacle_def(const wend_world *world, wend_obstacle obstacle,
                                          wend_obstacle_def *out, wend_point *points);

/* Returns the number of belts. */
WEND_API uint32_t wend_world_belt_count(const wend_world *world);
/* Gets the definition of a belt; `points` has room for WEND_MAX_POLYGON. `index` must be less than
 * the count. */
WEND_API void wend_world_get_belt_def(const wend_world *world, uint32_t index, wend_belt_def *out,
                                      wend_point *points);

/* Gets the definition of a queue. Its places are written to `places`, which has room for
 * WEND_MAX_QUEUE_PLACES: those of a waiting area, or those of a line without the area behind it.
 * Returns false if the id is null or stale. */
WEND_API bool wend_world_get_queue_def(const wend_world *world, wend_queue queue,
                                       wend_queue_def *out, wend_point *places);

/* ---- Machines and signals -------------------------------------------------------------------- */

/* Gets the definition of a state, without its transitions, of which only the number is given.
 * `actions` has room for WEND_MAX_STATE_ACTIONS. Returns false if there is no such state. */
WEND_API bool wend_world_get_state_def(const wend_world *world, wend_machine machine,
                                       uint32_t state, wend_state_def *out,
                                       wend_action_def *actions);
/* Gets a transition of a state. `targets` has room for WEND_MAX_TARGETS and `conditions` for
 * WEND_MAX_CONDITIONS. Returns false if there is no such transition. */
WEND_API bool wend_world_get_transition(const wend_world *world, wend_machine machine,
                                        uint32_t state, uint32_t transition,
                                        wend_transition_def *out, wend_target_def *targets,
                                        wend_condition_def *conditions);

/* Returns the number of signals; indices are less than it. */
WEND_API uint32_t wend_world_signal_total(const wend_world *world);
/* Gets the definition of a signal. Its triggers and then its responses are written to `choices`, at
 * most `capacity` of them; those that have no room are left out. */
WEND_API void wend_world_get_signal_def(const wend_world *world, uint32_t index,
                                        wend_signal_def *out, wend_choice *choices,
                                        uint32_t capacity);

/* ---- Sources and scheduled commands ---------------------------------------------------------- */

/* Gets the definition of a source, which emits the agents that have not entered yet: `from` is the
 * time of the next of them, or the present time if agents wait to enter; its schedule has only the
 * entries that are still to come. Intervals that are sampled differ from those of the source from
 * then on. The template is written to `agent`. Returns false if the id is null or stale, and if no
 * agent is left to enter. */
WEND_API bool wend_world_get_source_def(const wend_world *world, wend_source source,
                                        wend_source_def *out, wend_agent_def *agent);

/* The kinds of commands that can be scheduled. */
typedef enum wend_scheduled_kind {
    WEND_SCHEDULED_CLASS,    /* wend_world_schedule_class_enabled: index, on */
    WEND_SCHEDULED_OBSTACLE, /* wend_world_schedule_obstacle_closed: obstacle, on (closed) */
    WEND_SCHEDULED_MOTION,   /* wend_world_schedule_obstacle_motion: obstacle, and its motion */
    WEND_SCHEDULED_RELEASE   /* wend_world_schedule_queue_release: queue, count */
} wend_scheduled_kind;

/* A command for a later time. Fields that its kind does not use are 0. */
typedef struct wend_scheduled {
    wend_scheduled_kind kind;
    double time;             /* s */
    uint32_t obstacle_class; /* index */
    uint32_t count;
    bool on;
    wend_obstacle obstacle;
    wend_queue queue;
    wend_point position, velocity;  /* m, m/s */
    double angle, angular_velocity; /* rad, rad/s */
} wend_scheduled;

/* Gets a command that is scheduled and not queued yet; `index` must be less than
 * wend_world_scheduled_count. They are in the order of time. */
WEND_API wend_scheduled wend_world_scheduled_at(const wend_world *world, uint32_t index);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Gets the definitions of all agents, those that are queued included: first the live ones in the
 * order of their slots, then the queued ones in the order of their commands. Writes at most
 * `capacity` of them, and returns how many there are.
 *
 * The goal is null if the agent's selector chose it from its goal set, or placed it for the agent
 * alone. An agent on a connection is where it left the ground. The profile is the one that it has
 * outside the states of its machine, the goal set the one that it has besides that of its state.
 * The radius is the present one; 0 if the agent is queued and its profile will sample it. Other
 * numbers that the profile samples for it are NAN; so is a heading that follows its motion. A delay
 * is what is left of it. */
WEND_API uint32_t wend_world_get_agent_defs(const wend_world *world, wend_agent_def *out,
                                            uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
