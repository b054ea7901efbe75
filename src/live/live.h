/* A live world and what its parts share. */
#ifndef LIVE_LIVE_H
#define LIVE_LIVE_H

#include "live/crowd.h"
#include "live/history.h"
#include "live/message.h"
#include <wend/objects.h>

/* What a live world has counted since its start. Snapshots include it. */
typedef struct live_counts {
    uint64_t left, arrived;  /* agents */
    uint32_t *goal_arrivals; /* indexed by goal */
    uint32_t goal_count;
} live_counts;

/* A profile for agents that a user steers: like `base`, but with the follower `external`. */
typedef struct live_steered_profile {
    wend_profile base, steered;
} live_steered_profile;

/* An agent that was added since the last step, and has no body yet. */
typedef struct live_placed {
    wend_point at;
    double radius;
    uint32_t layer;
} live_placed;

enum {
    LIVE_MAX_STEERED = 64,     /* profiles for steered agents */
    LIVE_MAX_QUEUED = 1 << 20, /* commands between two steps */
    LIVE_MAX_AGENTS = 1 << 20, /* agents of a world to which more are added */
    LIVE_MAX_ADDED = 1000      /* agents that one message adds */
};

struct wend_live {
    memory memory;
    const wend_bundle *bundle;
    wend_registry *own_registry; /* NULL if the caller gave a registry */
    wend_world_def def;          /* for loading snapshots: registry, threads, kernel, allocator */
    wend_world *world;
    bool is_attached; /* the world belongs to another owner: see live/attach.h */

    /* The state that snapshots save besides the world. */
    uint32_t start;   /* of the bundle */
    uint32_t changes; /* number of messages that have changed the world */
    live_counts counts;
    live_steered_profile steered[LIVE_MAX_STEERED];
    uint32_t steered_count;
    uint32_t queued; /* commands since the last step, at least */
    live_placed *placed;
    uint32_t placed_count, placed_capacity;

    live_history history;
    live_crowd crowd; /* the agents, and what is measured of them */
    live_writer out;  /* the answer */
    uint8_t *frame;   /* the last frame */
    uint32_t frame_capacity;
    /* The work of worlds that rewinding has replaced, and of the present one before it was loaded:
     * these are added to the figures of the present world. */
    double stage_seconds[WEND_STAGE_COUNT];
    int64_t agent_steps;
};

/* ---- time.c ---------------------------------------------------------------------------------- */

/* Steps the world, and counts what happens. Fails like wend_world_step; the steps before the one
 * that failed stay done. */
wend_result live_step(wend_live *live, uint32_t count, wend_error *error);
/* Counts what happened in the last step of a world that another owner steps. Returns false, and
 * counts nothing, if out of memory. */
bool live_count_events(wend_live *live);
/* Replaces the world by another one, and drops all that was computed from the old one. */
void live_set_world(wend_live *live, wend_world *world);
/* Goes back to a start of the bundle. */
wend_result live_restart(wend_live *live, uint32_t start, wend_error *error);
/* Loads the snapshot from which a step is reached soonest, unless that is the present state.
 * Changes after it are undone. Fails with WEND_ERROR_LIMIT if the step cannot be reached any more.
 */
wend_result live_rewind(wend_live *live, uint64_t step, wend_error *error);
/* Makes at most WEND_MAX_LIVE_STEPS steps towards a step. Fails like live_step. */
wend_result live_step_to(wend_live *live, uint64_t step, wend_error *error);
/* Returns the first step that can be reached. */
uint64_t live_earliest(const wend_live *live);

/* ---- snapshot.c ------------------------------------------------------------------------------ */

/* Restores a snapshot that wend_live_save wrote. On failure, nothing changes. */
wend_result live_load(wend_live *live, const void *bytes, size_t size, wend_error *error);

/* ---- state/ ---------------------------------------------------------------------------------- */

/* Writes the list "profiles" of the state. */
wend_result live_write_profiles(wend_live *live, live_writer *out, wend_error *error);
/* Writes the lists of groups, machines, goals, obstacles, classes, queues, areas and sources. */
wend_result live_write_objects(wend_live *live, live_writer *out, wend_error *error);

/* ---- state.c --------------------------------------------------------------------------------- */

/* Writes the members of the answer to `state`. `stopped`: why a step failed, or NULL. */
wend_result live_write_state(wend_live *live, const char *stopped, live_writer *out,
                             wend_error *error);

/* ---- objects.c ------------------------------------------------------------------------------- */

/* Gets the agent that a request names by `slot` or `key`. */
wend_result live_get_agent(wend_live *live, const live_request *request, wend_agent_state *out,
                           wend_error *error);
/* Finds the agent with a key. Fails with WEND_ERROR_NAME if there is none. */
wend_result live_find_key(wend_live *live, uint64_t key, wend_agent_state *out, wend_error *error);
/* Gets the goal, profile or obstacle whose index a request gives. Goals of queues and of single
 * agents, and profiles of machines are refused. */
wend_result live_get_goal(wend_live *live, const live_request *request, const char *key,
                          wend_goal *out, wend_error *error);
wend_result live_get_profile(wend_live *live, const live_request *request, const char *key,
                             wend_profile *out, wend_error *error);
wend_result live_get_obstacle(wend_live *live, const live_request *request, const char *key,
                              wend_obstacle *out, wend_error *error);
/* Gets a layer of the space; 0 if the request has no such member. */
wend_result live_get_layer(wend_live *live, const live_request *request, const char *key,
                           uint32_t *out, wend_error *error);

/* ---- steered.c ------------------------------------------------------------------------------- */

/* Returns the profile that users know: that from which a machine has derived another one, or that
 * of agents before they were steered; else the profile itself. */
wend_profile live_base_of(const wend_live *live, wend_profile profile);
/* Returns the profile for steered agents of a profile, or a null id if there is none yet. */
wend_profile live_find_steered(const wend_live *live, wend_profile base);
/* Gets the profile for steered agents of a profile; adds it if there is none yet. */
wend_result live_add_steered(wend_live *live, wend_profile base, wend_profile *out,
                             wend_error *error);

/* ---- agents.c -------------------------------------------------------------------------------- */

/* Drops what was computed from the world, because it has been stepped. */
void live_forget(wend_live *live);
/* Gets all agents, in the order of their slots; valid until the world is stepped. */
wend_result live_agents(wend_live *live, const wend_agent_state **out, uint32_t *count,
                        wend_error *error);
/* Gets the measures of the crowd, computed at most once per step. */
wend_result live_measure(wend_live *live, const live_crowd **out, wend_error *error);

#endif
