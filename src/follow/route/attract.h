/* follow/route/attract.h: what followers share that draw an agent along its control path by an
 * attraction point: beginning, the region that is written, the goal at the end, and who has lost
 * its way. Each of them says where on the path the point is. */
#ifndef FOLLOW_ROUTE_ATTRACT_H
#define FOLLOW_ROUTE_ATTRACT_H

#include "follow/route/look.h"
#include "follow/route/path.h"

/* The head of a follower's state; zero at the start of each route. */
typedef struct attract_state {
    look_state look;
    wend_vec2 start;      /* where the agent set out */
    uint8_t began;        /* 1: on this route */
    uint8_t start_layer;  /* where it set out */
    uint8_t at_goal;      /* 1: it heads for the goal itself */
    uint8_t unseen;       /* 1: the way was hidden at the last look */
    uint32_t cursor;      /* of wend_route_bound */
    path_place at;        /* the attraction point */
    path_place reference; /* how far along the path the agent has come, for who uses it */
} attract_state;

/* An agent on its control path. */
typedef struct attract_walker {
    const wend_view *view;
    const wend_agents *agents;
    uint32_t index;
    wend_location here;
    float radius, speed; /* m, m/s: preferred */
    control_path path;
} attract_walker;

typedef struct attract_rules {
    const wend_aim *aim;
    double look_every;
    /* The agent must see how far it has come, not the attraction point. */
    bool by_reference;
    /* Moves state->at on along the path. At first it stands at its start. */
    void (*move)(const attract_walker *walker, attract_state *state);
} attract_rules;

/* Writes the intents of all agents of a call. */
void attract_follow(const wend_view *view, const wend_agents *agents, wend_intent *intents,
                    const attract_rules *rules);

/* Whether the agent has come to its attraction point: it stands on it; or it has crossed the line
 * through it across the way, `within` m of it, and, on a route from a map, sees the vertex after
 * it.
 */
bool attract_has_come(const attract_walker *walker, path_place at, float within);

/* The next vertex of the path. */
path_place attract_next(const control_path *path, path_place at);

/* Whether the way to a place on the path is open for a disc of `radius`. */
bool attract_sees(const attract_walker *walker, path_place at, float radius);

/* Marks the attraction point, its clearance disc and the path ahead. */
void attract_explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, wend_sketch *sketch);

#endif
