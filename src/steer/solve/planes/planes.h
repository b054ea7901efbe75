/* steer/solve/planes/planes.h: all half-planes that one agent must heed: limits, walls, neighbours.
 */
#ifndef STEER_SOLVE_PLANES_PLANES_H
#define STEER_SOLVE_PLANES_PLANES_H

#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/planes/agent.h"
#include "steer/solve/programs/program.h"
#include "steer/solve/walls/planes.h"

enum {
    PLANES_MOST_NEIGHBOURS = 64,
    PLANES_MOST_GIANTS = 8,
    PLANES_MOST_HEEDED = PLANES_MOST_NEIGHBOURS + PLANES_MOST_GIANTS,
    PLANES_ACCELERATION = 16,
    PLANES_MOST = PLANES_ACCELERATION + WALL_PLANES_MOST + PLANES_MOST_HEEDED
};

_Static_assert((int)PLANES_MOST + (int)PLANES_MOST_HEEDED <= (int)PROGRAM_MOST_PLANES,
               "a program has room for all planes");

/* An acceleration limit at or above this is none, m/s^2. */
#define PLANES_NO_LIMIT 1e6F

/* Parameters of every model that keeps clear by half-planes. */
typedef struct planes_params {
    int64_t neighbours;
    wend_column neighbour_distance, horizon, wall_horizon;
    double squeeze;
} planes_params;

/* The first rows of their tables: these parameters lie at the start of every parameter struct.
 * `longest` and `meaning` are the greatest horizon, and what is told of it. */
#define PLANES_ROWS(longest, meaning)                                                              \
    {"neighbours",                                                                                 \
     WEND_PARAM_INTEGER,                                                                           \
     offsetof(planes_params, neighbours),                                                          \
     10.0,                                                                                         \
     0.0,                                                                                          \
     PLANES_MOST_NEIGHBOURS,                                                                       \
     "1",                                                                                          \
     "how many others are heeded, nearest first",                                                  \
     NULL},                                                                                        \
        {"neighbour_distance",                                                                     \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, neighbour_distance),                                              \
         5.0,                                                                                      \
         0.0,                                                                                      \
         1000.0,                                                                                   \
         "m",                                                                                      \
         "how far others are heeded (at most near.reach)",                                         \
         NULL},                                                                                    \
        {"horizon",                                                                                \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, horizon),                                                         \
         2.0,                                                                                      \
         0.01,                                                                                     \
         longest,                                                                                  \
         "s",                                                                                      \
         meaning,                                                                                  \
         NULL},                                                                                    \
        {"wall_horizon",                                                                           \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(planes_params, wall_horizon),                                                    \
         0.5,                                                                                      \
         0.01,                                                                                     \
         1000.0,                                                                                   \
         "s",                                                                                      \
         "for how long to keep clear of walls",                                                    \
         NULL},                                                                                    \
    {                                                                                              \
        "squeeze", WEND_PARAM_NUMBER, offsetof(planes_params, squeeze), 0.08, 0.0, 1.0, "1",       \
            "by which share of their radii agents may overlap in a dense crowd; 1: no bound", NULL \
    }

/* What is the same for all agents of a call. */
typedef struct planes_call {
    const wend_view *view;
    const wend_agents *agents;
    const planes_params *params;
    bool has_walls; /* the space or the overlay has some */
    bool has_limit; /* of acceleration */
    bool brakes;    /* the model does not avoid others by half-planes itself: see core.c */
} planes_call;

/* s^2/m: 1 / the acceleration limit of an agent; 0 without a limit. */
static inline float planes_slowness(const wend_agents *agents, const wend_body *body) {
    float limit = wend_column_at(agents->max_acceleration, body->slot);
    return limit < PLANES_NO_LIMIT ? 1.0F / limit : 0.0F;
}

/* The rate, 1 / the horizon, with which an agent avoids another one: at most `rate`, and such that
 * it can brake in time. */
static inline float planes_rate(const wend_body *self, const wend_body *other, float slowness,
                                float rate) {
    bool alone = wend_body_flags(other) & WEND_BODY_ONE_SIDED;
    float closing = vec_length(vec_sub(self->velocity, other->velocity));
    float braking = (alone ? 1.0F : 0.5F) * closing * slowness;
    return rate * braking > 1.0F ? 1.0F / braking : rate;
}

/* s: how long a velocity is kept, and `share` of the time in which an agent brakes from its speed
 * to rest; the first only without a limit of acceleration. */
static inline float planes_braking(const planes_call *call, const wend_body *body, float share) {
    float slowness = call->has_limit ? planes_slowness(call->agents, body) : 0.0F;
    return slowness > 0.0F
               ? call->view->steer_interval + share * vec_length(body->velocity) * slowness
               : call->view->steer_interval;
}

/* s: for how long an agent avoids walls: `wall_horizon`, or longer if it must brake. */
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

/* The disc of velocities that a body can reach until the next choice, as a polygon inside it: none,
 * or PLANES_ACCELERATION of them. Returns how many. */
uint32_t planes_limits(const planes_call *call, const wend_body *body, velocity_plane *planes);

/* Wall planes of body `index`. Returns how many. */
uint32_t planes_walls(const planes_call *call, uint32_t index, velocity_plane *planes);

/* All hard planes of body `index`, and its top speed. */
velocity_program planes_hard(const planes_call *call, uint32_t index, velocity_plane *planes);

/* Whether someone at that squared distance could touch the agent before both choose again. */
bool planes_could_touch(const planes_call *call, const wend_body *body, float distance_squared);

/* The bodies that an agent heeds: the nearest neighbours, nearest first, then giants beyond them.
 */
typedef struct heeded {
    uint32_t count;
    bool crowded; /* someone who could touch it before it chooses again is not among them */
    uint32_t bodies[PLANES_MOST_HEEDED];
} heeded;

/* Finds them for body `index`. active.h does so for all agents of a call. */
void planes_heeded(const planes_call *call, uint32_t index, heeded *out);

/* Of two at one place, whether body `index` is the one with the lower key. */
bool planes_goes_first(const wend_view *view, uint32_t index, uint32_t other);

/* All planes of one agent and its top speed, without a wish; `planes` has room for PLANES_MOST.
 * `others` are the bodies that it avoids. */
velocity_program planes_program(const planes_call *call, uint32_t index, velocity_plane *planes,
                                heeded *others);

/* Marks the half-planes of body `index`: its program, and the bodies that it avoids. */
void planes_explain(const planes_call *call, uint32_t index, const velocity_program *program,
                    const heeded *others, wend_sketch *sketch);

#endif
