/* follow/route/attract.h: the common part of followers that lead an agent along its control path
 * with an attraction point. It begins routes, writes regions, switches to the goal at the end, and
 * detects lost agents. Each follower only decides how the point moves along the path. */
#ifndef FOLLOW_ROUTE_ATTRACT_H
#define FOLLOW_ROUTE_ATTRACT_H

#include "follow/route/path.h"
#include "follow/route/visibility.h"

/* The first member of a follower's state. All zero at the start of each route. */
typedef struct attract_state {
    visibility_state checks;
    wend_vec2 start;         /* the agent's position when it began the route */
    uint8_t began;           /* 1: the route has begun */
    uint8_t start_layer;     /* layer of `start` */
    uint8_t at_goal;         /* 1: the agent heads for the goal itself */
    uint8_t is_hidden;       /* 1: the point or goal was hidden at the last visibility check */
    uint32_t cursor;         /* the cursor that wend_route_bound keeps */
    path_position at;        /* position of the attraction point */
    path_position reference; /* reference point: the agent's progress along the path; used only by
                                some followers */
} attract_state;

/* An agent on its control path. */
typedef struct attract_agent {
    const wend_view *view;
    const wend_agents *agents;
    uint32_t index;
    wend_location here;
    float radius, speed; /* radius in m; preferred speed in m/s */
    control_path path;
} attract_agent;

typedef struct attract_rules {
    const wend_aim *aim;
    double check_interval;
    /* True: an agent that sees its reference point is not lost, even if its attraction point is
     * hidden. */
    bool by_reference;
    /* True: `move` is called even while the agent heads for its goal, and may lead it back to the
     * path. It sets `is_hidden` itself. */
    bool may_leave_goal;
    /* True: lines to attraction points may leave the corridor of the route. */
    bool takes_shortcuts;
    /* Moves `state->at` forward along the path. The initial position is the start of the path. */
    void (*move)(const attract_agent *walker, attract_state *state);
} attract_rules;

/* Writes the intents of all agents of a call. */
void attract_follow(const wend_view *view, const wend_agents *agents, wend_intent *intents,
                    const attract_rules *rules);

/* True if the agent has reached its attraction point. Either it is on the point, or it has crossed
 * the line through the point that is perpendicular to the path. In the second case it must be
 * within `within` m of the point and, on a route from a map, see the vertex after the point. */
bool attract_has_reached(const attract_agent *walker, path_position at, float within);

/* Returns the position of the next vertex of the path after `at`. */
path_position attract_next(const control_path *path, path_position at);

/* True if the straight line to a position on the path is open for a disc of `radius`. */
bool attract_sees(const attract_agent *walker, path_position at, float radius);

/* Returns the control path of body `index`, which has begun a route with at least one point. */
control_path attract_path(const wend_view *view, uint32_t index, const attract_state *state);

/* Draws the attraction point, its clearance disc and the path ahead. */
void attract_explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, wend_sketch *sketch);

#endif
