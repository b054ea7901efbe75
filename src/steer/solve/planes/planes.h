/* steer/solve/planes/planes.h: all half-planes of one agent, for its limits, the walls and its
 * neighbours. */
#ifndef STEER_SOLVE_PLANES_PLANES_H
#define STEER_SOLVE_PLANES_PLANES_H

#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/planes/agent.h"
#include "steer/solve/planes/right.h"
#include "steer/solve/programs/program.h"
#include "steer/solve/walls/planes.h"

enum {
    PLANES_MOST_NEIGHBOURS = 128,
    PLANES_OVERSIZED_NEIGHBOURS = 64, /* an oversized agent considers up to this many instead */
    PLANES_MOST_OVERSIZED = 8,
    PLANES_MOST_ACTIVE = PLANES_MOST_NEIGHBOURS + PLANES_MOST_OVERSIZED,
    PLANES_ACCELERATION = 16,
    PLANES_MOST = PLANES_ACCELERATION + WALL_PLANES_MOST + PLANES_MOST_ACTIVE
};

_Static_assert((int)PLANES_MOST + (int)PLANES_MOST_ACTIVE <= (int)PROGRAM_MOST_PLANES,
               "a program has room for all planes");

/* m/s^2: an acceleration limit of at least this value counts as no limit. */
#define PLANES_NO_LIMIT 1e6F

/* Parameters of every model that avoids others with half-planes. */
typedef struct planes_params {
    int64_t neighbours;
    wend_column neighbour_distance, horizon, wall_horizon;
    double squeeze;
} planes_params;

/* The first rows of these models' parameter tables. The parameters lie at the start of every
 * parameter struct. `longest` and `meaning` are the largest horizon and its description;
 * `agent_time` and `wall_time` are the default horizons for agents and walls, in s. */
#define PLANES_ROWS_WITH(agent_time, wall_time, longest, meaning)                                  \
    {"neighbours",                                                                                 \
     WEND_PARAM_INTEGER,                                                                           \
     offsetof(planes_params, neighbours),                                                          \
     10.0,                                                                                         \
     0.0,                                                                                          \
     PLANES_MOST_NEIGHBOURS,                                                                       \
     "1",                                                                                          \
     "largest number of neighbours that are considered, nearest first",                            \
     NULL},                                                                                        \
        {"neighbour_distance",                                                                     \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, neighbour_distance),                                              \
         5.0,                                                                                      \
         0.0,                                                                                      \
         1000.0,                                                                                   \
         "m",                                                                                      \
         "distance within which neighbours are considered (at most near.reach)",                   \
         NULL},                                                                                    \
        {"horizon",                                                                                \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, horizon),                                                         \
         agent_time,                                                                               \
         0.01,                                                                                     \
         longest,                                                                                  \
         "s",                                                                                      \
         meaning,                                                                                  \
         NULL},                                                                                    \
        {"wall_horizon",                                                                           \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, wall_horizon),                                                    \
         wall_time,                                                                                \
         0.01,                                                                                     \
         1000.0,                                                                                   \
         "s",                                                                                      \
         "time horizon for avoiding walls",                                                        \
         NULL},                                                                                    \
    {                                                                                              \
        "squeeze", WEND_PARAM_NUMBER, offsetof(planes_params, squeeze), 0.08, 0.0, 1.0, "1",       \
            "share of their radii by which agents may overlap in a dense crowd; 1: no limit", NULL \
    }

#define PLANES_ROWS(longest, meaning) PLANES_ROWS_WITH(2.0, 0.5, longest, meaning)

/* Data shared by all agents of a call. */
typedef struct planes_call {
    const wend_view *view;
    const wend_agents *agents;
    const planes_params *params;
    bool has_walls; /* true: the space or the overlay has walls */
    bool has_limit; /* true: acceleration is limited */
    bool brakes;    /* true: the model itself makes no half-planes for other agents; see core.c */
    right_rules rights;
} planes_call;

/* Returns the reciprocal (s^2/m) of an agent's acceleration limit, or 0 if there is no limit. */
static inline float planes_slowness(const wend_agents *agents, const wend_body *body) {
    float limit = wend_column_at(agents->max_acceleration, body->slot);
    return limit < PLANES_NO_LIMIT ? 1.0F / limit : 0.0F;
}

/* Returns the rate (1 / horizon) at which an agent avoids another. The rate is at most `rate`, and
 * low enough that the agent can brake in time. `yield` is that of agent_plane. */
static inline float planes_rate(const wend_body *self, const wend_body *other, float slowness,
                                float rate, float yield) {
    float closing = vec_length(vec_sub(self->velocity, other->velocity));
    float braking = agent_share(other, yield > 0.0F ? yield : 0.0F) * closing * slowness;
    return rate * braking > 1.0F ? 1.0F / braking : rate;
}

/* Returns the steer interval (s) plus `share` of the time in which an agent brakes from its speed
 * to rest. Without an acceleration limit, returns the steer interval. */
static inline float planes_braking(const planes_call *call, const wend_body *body, float share) {
    float slowness = call->has_limit ? planes_slowness(call->agents, body) : 0.0F;
    return slowness > 0.0F
               ? call->view->steer_interval + share * vec_length(body->velocity) * slowness
               : call->view->steer_interval;
}

/* Returns the time horizon (s) for walls: `wall_horizon`, or longer if braking takes longer. */
static inline float planes_wall_horizon(const planes_call *call, const wend_body *body) {
    float horizon = wend_column_at(call->params->wall_horizon, body->slot);
    if (!call->has_limit || !(planes_slowness(call->agents, body) > 0.0F)) {
        return horizon;
    }
    float braking = planes_braking(call, body, 1.0F);
    return braking > horizon ? braking : horizon;
}

planes_call planes_begin(const wend_view *view, const wend_agents *agents,
                         const planes_params *params);

/* Makes the planes of the velocities that a body can reach before its next choice: a polygon inside
 * the disc of these velocities. Returns the number of planes: 0 if there is no limit, otherwise
 * PLANES_ACCELERATION. */
uint32_t planes_limits(const planes_call *call, const wend_body *body, velocity_plane *planes);

/* Makes the wall planes of body `index`. Returns how many there are. */
uint32_t planes_walls(const planes_call *call, uint32_t index, velocity_plane *planes);

/* Makes all hard planes of body `index`, and sets its maximum speed. */
velocity_program planes_hard(const planes_call *call, uint32_t index, velocity_plane *planes);

/* True if another agent at this squared distance could touch the body before both choose velocities
 * again. */
bool planes_could_touch(const planes_call *call, const wend_body *body, float distance_squared);

/* The bodies that an agent considers: the nearest neighbours, nearest first, then oversized agents
 * beyond them. */
typedef struct active_neighbours {
    uint32_t count;
    bool crowded; /* true: `bodies` lacks an agent that could touch this one before its next choice
                   */
    uint32_t bodies[PLANES_MOST_ACTIVE];
} active_neighbours;

/* Finds the bodies that body `index` considers. active.h does this for all agents of a call. */
void planes_find_neighbours(const planes_call *call, uint32_t index, active_neighbours *out);

/* True if there is no distance between both bodies, and body `index` has the lower key. */
bool planes_goes_first(const wend_view *view, uint32_t index, uint32_t other);

/* Makes all planes of one agent, and sets its maximum speed, but not its preferred velocity.
 * `planes` has space for PLANES_MOST planes. `others` receives the bodies that the agent avoids. */
velocity_program planes_program(const planes_call *call, uint32_t index, velocity_plane *planes,
                                active_neighbours *others);

/* Adds the half-planes of body `index` to the sketch, from its program and the bodies that it
 * avoids. */
void planes_explain(const planes_call *call, uint32_t index, const velocity_program *program,
                    const active_neighbours *others, wend_sketch *sketch);

#endif
