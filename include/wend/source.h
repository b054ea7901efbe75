/* wend/source.h: sources, which emit agents while the world runs, and commands for a later time.
 *
 * A source has a region, a template for its agents, and times at which agents are due. At the start
 * of a step, each agent that is due enters at a random position of the region at which there is
 * room: on walkable ground, clear of walls, doors and moving obstacles, and without overlap with
 * other agents. If the positions tried in a step are all taken, the agent waits and tries again in
 * the next step; the agents of a source enter in the order of their keys. Positions, times and
 * numbers are functions of the world's seed and the agents' keys.
 *
 * Sources and scheduled commands are part of the world: snapshots contain them, and a loaded world
 * continues them. A source that has nothing to emit costs one comparison per step; without sources
 * there is no cost. */
#ifndef WEND_SOURCE_H
#define WEND_SOURCE_H

#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_MAX_SOURCES = 1 << 16,           /* the largest number of sources in a world */
    WEND_MAX_SOURCE_ENTRIES = 1 << 20,    /* the largest length of a source's schedule */
    WEND_MAX_SCHEDULED_COMMANDS = 1 << 20 /* the largest number of commands for a later time */
};

/* ---- Sources --------------------------------------------------------------------------------- */

/* How the times at which agents are due follow each other. */
typedef enum wend_source_timing {
    WEND_SOURCE_RATE,     /* evenly, `rate` agents per second; the first one is due at `from` */
    WEND_SOURCE_INTERVAL, /* `interval` is sampled for each agent but the first, due at `from` */
    WEND_SOURCE_POISSON,  /* a Poisson process: independent exponential intervals, on average `rate`
                             agents per second from `from` on */
    WEND_SOURCE_SCHEDULE, /* `schedule` */
    WEND_SOURCE_TIMING_COUNT
} wend_source_timing;

/* An entry of a schedule: `count` agents are due at `time`. */
typedef struct wend_source_entry {
    double time;    /* s of simulated time, 0 to 1e9 */
    uint32_t count; /* 1 to WEND_MAX_AGENTS */
} wend_source_entry;

/* The definition of a source. */
typedef struct wend_source_def {
    uint32_t size;    /* set by wend_default_source_def */
    const char *name; /* NULL or "" for none; unique otherwise */
    /* The region, with an area: a disc, a box, an oriented box or a polygon, as in wend_goal_def.
     * The centres of the agents lie in it. */
    wend_goal_shape shape;
    const wend_point *points;
    uint32_t point_count;
    double radius; /* m */
    double angle;  /* rad, counter-clockwise from +x */
    uint32_t layer;
    /* The template of the agents; NULL: the default def. Its key, position, layer and delay are not
     * used. If an object that it refers to is removed later, agents enter without it. Its profile
     * cannot be removed before the source. */
    const wend_agent_def *agent;
    wend_distribution delay; /* s, 0 to WEND_MAX_AGENT_DELAY: wend_agent_def.delay of each agent */
    /* The agents have the keys `first_key`, `first_key + 1` and so on. They are reserved for as
     * long as the source exists: no other agent can be added with one of them. 0: automatic keys.
     */
    uint64_t first_key;
    uint32_t count;     /* number of agents at most, 1 to WEND_MAX_AGENTS; 0: WEND_MAX_AGENTS, or
                           all agents of the schedule */
    double from, until; /* s: agents are due in this interval, ends included; `from` is 0 to 1e9 and
                           counts as now if it has passed, `until` is INFINITY or at least `from` */
    wend_source_timing timing;
    double rate;                       /* agents/s, 1e-6 to 1e4 */
    wend_distribution interval;        /* s, 1e-4 to 1e6 */
    const wend_source_entry *schedule; /* in ascending order of time, without equal times */
    uint32_t schedule_count;           /* at least 1 */
    bool disabled;                     /* true: the source begins disabled */
} wend_source_def;

/* Writes the defaults of wend_default_source_def to a def of `size` bytes. */
WEND_API void wend_source_def_init(wend_source_def *def, size_t size);
/* Returns a def of a source without a name and region, with default agents without delay and with
 * automatic keys. It emits one agent per second from the beginning, without end. */
static inline wend_source_def wend_default_source_def(void) {
    wend_source_def def;
    wend_source_def_init(&def, sizeof def);
    return def;
}

/* Adds a source immediately; agents may enter in the next step. `out` may be NULL. Fails with
 * WEND_ERROR_INVALID (the message states the reason), WEND_ERROR_NAME (the name exists, a key is in
 * use or reserved, there is no such layer, profile or other object), WEND_ERROR_LIMIT or
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_source(wend_world *world, const wend_source_def *def,
                                           wend_source *out, wend_error *error);
/* Finds a source by name. Returns a null id if there is none. */
WEND_API wend_source wend_world_find_source(const wend_world *world, const char *name);
/* Returns an upper bound: all indices of sources are less than it. See wend_world_source_at. */
WEND_API uint32_t wend_world_source_count(const wend_world *world);
/* Returns the source with the given index, or a null id if there is none. */
WEND_API wend_source wend_world_source_at(const wend_world *world, uint32_t index);

/* The following functions queue commands, which apply from the next step on, before agents enter in
 * it. They fail with WEND_ERROR_NAME (a null or stale id) and WEND_ERROR_MEMORY. */

/* Removes a source. Its agents stay; those that were waiting never enter. */
WEND_API wend_result wend_world_remove_source(wend_world *world, wend_source source,
                                              wend_error *error);
/* Enables or disables a source. No agent of a disabled source enters. Agents that are already
 * waiting enter when it is enabled again; those that become due while it is disabled never do. */
WEND_API wend_result wend_world_set_source_enabled(wend_world *world, wend_source source,
                                                   bool enabled, wend_error *error);
/* Sets the rate (agents/s) of a source with the timing WEND_SOURCE_RATE or WEND_SOURCE_POISSON. The
 * time until the next agent is due is scaled by the old rate over the new one. Also fails with
 * WEND_ERROR_INVALID (another timing, or a rate that is out of range). */
WEND_API wend_result wend_world_set_source_rate(wend_world *world, wend_source source, double rate,
                                                wend_error *error);

/* The state of a source. */
typedef struct wend_source_info {
    uint32_t entered;   /* agents that have entered, or enter in the next step */
    uint32_t waiting;   /* agents that were due in the last step, but had no room */
    uint32_t remaining; /* agents that may still enter, those that wait included */
    bool enabled;
    double rate;        /* agents/s; 0 for timings without a rate */
    double next;        /* s: when the next agent is due; INFINITY: never */
    uint64_t first_key; /* the key of the first agent */
    wend_group group;   /* the group of its agents */
} wend_source_info;

/* Gets the state of a source. Returns false if the id is null or stale. */
WEND_API bool wend_world_get_source_info(const wend_world *world, wend_source source,
                                         wend_source_info *out);

/* ---- Commands for a later time --------------------------------------------------------------- */

/* The following functions schedule a command: at the start of the first step that begins at `time`
 * (s of simulated time) or later, it is queued, behind the commands that are queued by then.
 * Commands for the same time keep their order. Each function fails like the one that queues the
 * command at once, and with WEND_ERROR_INVALID if `time` is not finite, and WEND_ERROR_LIMIT. If
 * the obstacle or queue has been removed by then, nothing happens. */

/* Schedules wend_world_set_class_enabled. */
WEND_API wend_result wend_world_schedule_class_enabled(wend_world *world, double time,
                                                       uint32_t obstacle_class, bool on,
                                                       wend_error *error);
/* Schedules wend_world_set_obstacle_closed. */
WEND_API wend_result wend_world_schedule_obstacle_closed(wend_world *world, double time,
                                                         wend_obstacle obstacle, bool closed,
                                                         wend_error *error);
/* Schedules wend_world_set_obstacle_motion. */
WEND_API wend_result wend_world_schedule_obstacle_motion(
    wend_world *world, double time, wend_obstacle obstacle, wend_point position, double angle,
    wend_point velocity, double angular_velocity, wend_error *error);
/* Schedules wend_world_release_queue (wend/queue.h). */
WEND_API wend_result wend_world_schedule_queue_release(wend_world *world, double time,
                                                       wend_queue queue, uint32_t count,
                                                       wend_error *error);
/* Returns the number of commands that are scheduled and not queued yet. */
WEND_API uint32_t wend_world_scheduled_count(const wend_world *world);

#ifdef __cplusplus
}
#endif

#endif
