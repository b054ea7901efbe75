/* wend/queue.h: queues, in which agents wait for their turn, and waiting areas.
 *
 * A queue has places, each of which is a goal of the world, and one more goal that stands for the
 * queue as a whole: its tail. An agent whose goal is the tail, by a command, from a goal set or
 * from a scenario, heads for the queue. An agent near the tail gets a place, in the order in which
 * agents come there. From then on it moves up as the agents ahead of it leave, until it is served
 * and released. All planners, followers and steering models work with queues, because they only
 * see goals.
 *
 * An agent that has come to the tail or to its place stands there with WEND_ACTIVITY_ARRIVED, but
 * this is no arrival: it is neither counted nor reported by WEND_EVENT_ARRIVED. */
#ifndef WEND_QUEUE_H
#define WEND_QUEUE_H

#include <wend/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world of agents: see wend/world.h. */
typedef struct wend_world wend_world;

enum {
    WEND_MAX_QUEUES = 1 << 16,      /* the largest number of queues in a world */
    WEND_MAX_QUEUE_PLACES = 1 << 12 /* the largest number of places of a queue */
};

/* The kinds of queues. */
typedef enum wend_queue_kind {
    WEND_QUEUE_LINE, /* agents stand one behind the other, and are served at the front */
    WEND_QUEUE_AREA  /* agents spread over an area, and stay until they are released */
} wend_queue_kind;

/* The definition of a queue.
 *
 * A line: the first `servers` places are where agents are served; an agent that stands at one of
 * them is served for its sampled time, and then released. The other places form the line, and the
 * agent at its front takes the first place of service that becomes free. If all places are taken,
 * further agents stop near the last place, or spread over `area`, until it is their turn.
 *
 * A waiting area: agents take the free place nearest to them, and stay until they are released by
 * wend_world_release_queue. If all places are taken, further agents wait near the last place.
 *
 * An agent loses its place, and those behind it move up, if it leaves the world, if it is packed
 * and removed (wend_world_pack_agent), or if it gets another goal. A teleported agent loses its
 * place too, and heads for the tail again. An agent that takes a place has finished its path: it
 * does not pass the points of wend_agent_def.path again. */
typedef struct wend_queue_def {
    uint32_t size; /* set by wend_default_queue_def */
    wend_queue_kind kind;
    const char *name; /* NULL or "" for none; unique otherwise */
    /* The places, front first. Either they are given, or they are computed: for a line, along the
     * polyline `line`, from its first point on, with a distance of `spacing` from one place to the
     * next. */
    const wend_point *places, *line;
    uint32_t place_count; /* 0: none are given */
    uint32_t line_count;
    /* A simple polygon, over which places are spread in rows at a distance of `spacing`, wherever
     * an agent does not touch a wall: the places of a waiting area; of a line, further places for
     * agents that wait until the line has a free place. */
    const wend_point *area;
    uint32_t area_count; /* 0: no area */
    uint32_t layer;
    double spacing; /* m, 0.02 to 100 */
    /* m, 0.01 to 100: radius of the largest agents. All places must be this far from walls, and
     * twice as far from each other. */
    double radius;
    /* s, not negative: how long an agent is served at the front of a line. A constant of 0 or NAN:
     * agents are only released by wend_world_release_queue. Each sample depends on the seed, the
     * agent's key and the step in which the service begins. */
    wend_distribution service;
    uint32_t servers;  /* of a line: number of agents that are served at the same time, 1 or more */
    uint32_t capacity; /* places of a line or waiting area, at most; 0: all that fit */
    /* m: an agent this near to the tail gets a place. INFINITY: it gets its place as soon as it
     * heads for the queue. NAN: 2 m for a line, INFINITY for a waiting area. */
    double join_distance;
    double tolerance; /* m, 0.01 to 10: the distance from its place at which an agent stands */
    bool random;      /* agents in an area take any free place, not the nearest one */
    /* Where released agents go: to a goal or, if it is null, to a goal of a goal set. If both are
     * null, or removed, a released agent stays where it is, and keeps its place from others, until
     * it gets another goal or leaves. */
    wend_goal then_goal;
    wend_goal_set then_set;
} wend_queue_def;

/* Writes the defaults of wend_default_queue_def to a def of `size` bytes. */
WEND_API void wend_queue_def_init(wend_queue_def *def, size_t size);
/* Returns a def of a line without places, with spacing 0.8 m, radius 0.25 m, tolerance 0.15 m and
 * one server, from which only wend_world_release_queue releases agents. */
static inline wend_queue_def wend_default_queue_def(void) {
    wend_queue_def def;
    wend_queue_def_init(&def, sizeof def);
    return def;
}

/* Adds a queue immediately. It stays until it is removed. `out` may be NULL. Fails with
 * WEND_ERROR_INVALID (a value is out of range, a place is not walkable or too near to a wall or
 * another place, or there are no places; the message says which), WEND_ERROR_NAME (a queue of that
 * name exists; no such layer, goal or goal set), WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_queue(wend_world *world, const wend_queue_def *def,
                                          wend_queue *out, wend_error *error);
/* Removes a queue at the start of the next step (a command). Agents in it or on their way to it
 * lose their goal, as if the goal had been removed. Fails with WEND_ERROR_NAME (a null or stale id)
 * or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_remove_queue(wend_world *world, wend_queue queue,
                                             wend_error *error);
/* Finds a queue by name. Returns a null id if there is none. */
WEND_API wend_queue wend_world_find_queue(const wend_world *world, const char *name);
/* Returns the goal that stands for a queue, its tail, or a null id if the queue's id is null or
 * stale. It can be a member of goal sets. It is where the next agent will get a place, and moves as
 * agents come and leave. It cannot be removed or moved by a program, and neither can the goals of
 * places. */
WEND_API wend_goal wend_world_queue_goal(const wend_world *world, wend_queue queue);

/* Sets where released agents go, immediately: wend_queue_def.then_goal and then_set, both of which
 * may be null. Fails with WEND_ERROR_NAME (a null or stale queue, or a stale goal or goal set). */
WEND_API wend_result wend_world_set_queue_destination(wend_world *world, wend_queue queue,
                                                      wend_goal then_goal, wend_goal_set then_set,
                                                      wend_error *error);

/* ---- Commands -------------------------------------------------------------------------------- */

/* Makes agents head for a queue, from the next step on; the same as setting the queue's tail as
 * their goal. Agents that are in the queue already keep their places. Fails with WEND_ERROR_NAME (a
 * null or stale queue) and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_join_queue(wend_world *world, wend_agent agent, wend_queue queue,
                                           wend_error *error);
WEND_API wend_result wend_world_join_queues(wend_world *world, const wend_agent *agents,
                                            const wend_queue *queues, uint32_t count,
                                            wend_error *error);
/* Makes agents leave the queues that they are in or head for. They choose a goal from their goal
 * set, or wait where they are. Agents that are in no queue are ignored. Fails with
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_leave_queue(wend_world *world, wend_agent agent, wend_error *error);
WEND_API wend_result wend_world_leave_queues(wend_world *world, const wend_agent *agents,
                                             uint32_t count, wend_error *error);
/* Releases the first `count` agents of a queue, or all if there are fewer: those that came first,
 * whether or not they have reached their places. wend_world_release_queue_all releases all of them.
 * Agents that still head for the queue stay in it. Fails with WEND_ERROR_NAME (a null or stale id)
 * and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_release_queue(wend_world *world, wend_queue queue, uint32_t count,
                                              wend_error *error);
WEND_API wend_result wend_world_release_queue_all(wend_world *world, wend_queue queue,
                                                  wend_error *error);

/* ---- Results --------------------------------------------------------------------------------- */

/* The number of agents in a queue, and how many have passed through it since it was added. Always,
 * joined = heading + waiting + served + left. */
typedef struct wend_queue_counts {
    uint32_t heading; /* on their way to the tail */
    uint32_t waiting; /* in the queue: being served, in the line, or beyond it */
    uint64_t joined;  /* agents that have headed for the queue */
    uint64_t served;  /* agents that have been released */
    uint64_t left;    /* agents that gave up: they left the world, or got another goal */
} wend_queue_counts;

/* Gets the counts of a queue. Returns false if the id is null or stale. */
WEND_API bool wend_world_get_queue_counts(const wend_world *world, wend_queue queue,
                                          wend_queue_counts *out);
/* Gets the agents that wait in a queue, front to back: in the order in which they came. Writes at
 * most `capacity` of them, and returns how many there are. `out` may be NULL if `capacity` is 0. */
WEND_API uint32_t wend_world_get_queue_agents(const wend_world *world, wend_queue queue,
                                              wend_agent *out, uint32_t capacity);
/* Gets the positions of the places of a queue: those of the line, front first, then those of the
 * area. Writes at most `capacity` of them, and returns how many there are. `layer` may be NULL. */
WEND_API uint32_t wend_world_get_queue_places(const wend_world *world, wend_queue queue,
                                              wend_point *out, uint32_t *layer, uint32_t capacity);

/* The queue of an agent. */
typedef struct wend_agent_queue {
    wend_queue queue;
    uint32_t place; /* index of its place, or WEND_NONE */
    bool waits;     /* it is in the queue; false: it heads for the queue, or has been served */
    bool served;    /* it has been released, but has nowhere to go, and still keeps its place */
} wend_agent_queue;

/* Gets the queue that an agent is in or heads for. Returns false if there is none, or if the
 * agent's id is null, stale or still queued. */
WEND_API bool wend_world_get_agent_queue(const wend_world *world, wend_agent agent,
                                         wend_agent_queue *out);

/* Return the time (s) that an agent that came to a queue now would wait before it is served: the
 * number of agents in the queue (wend_queue_counts.waiting) times the mean time of service, divided
 * by the number of servers. 0 for a null or stale id, a queue without a time of service, and a goal
 * that is not the tail of a queue. A selector that weighs queues against each other adds
 * wend_view_expected_wait to the time of the path to each of its goals. */
WEND_API double wend_world_expected_wait(const wend_world *world, wend_queue queue);
WEND_API double wend_view_expected_wait(const wend_view *view, uint32_t goal);

#ifdef __cplusplus
}
#endif

#endif
