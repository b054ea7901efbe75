/* A live world and what its parts share. */
#ifndef LIVE_LIVE_H
#define LIVE_LIVE_H

#include "live/message.h"

struct wend_live {
    memory memory;
    const wend_bundle *bundle;
    wend_world_def def; /* for loading snapshots: registry, threads, kernel, allocator */
    wend_world *world;
    uint32_t start;  /* of the bundle */
    bool changed;    /* a message has changed the world */
    live_writer out; /* the answer */
    /* The agents in the order of their slots, cached by live_agents. */
    wend_agent_state *agents;
    uint32_t agent_count, agent_capacity;
    bool agents_are_current;
};

/* Drops everything that was computed from the world, because it has been stepped or replaced. */
void live_forget(wend_live *live);

/* Gets all agents, in the order of their slots; valid until the world is stepped. */
wend_result live_agents(wend_live *live, const wend_agent_state **out, uint32_t *count,
                        wend_error *error);
/* Gets the agent that a request names by `slot` or `key`. */
wend_result live_get_agent(wend_live *live, const live_request *request, wend_agent_state *out,
                           wend_error *error);
/* Gets the goal, profile or obstacle whose index a request gives. */
wend_result live_get_goal(wend_live *live, const live_request *request, const char *key,
                          wend_goal *out, wend_error *error);
wend_result live_get_profile(wend_live *live, const live_request *request, const char *key,
                             wend_profile *out, wend_error *error);
/* Gets a layer of the space; 0 if the request has no such member. */
wend_result live_get_layer(wend_live *live, const live_request *request, const char *key,
                           uint32_t *out, wend_error *error);

#endif
