/* steer/solve/cones/cones.h: the velocity obstacles of one agent: walls, moving obstacles,
 * neighbours. */
#ifndef STEER_SOLVE_CONES_CONES_H
#define STEER_SOLVE_CONES_CONES_H

#include <wend/model.h>

#include "steer/solve/cones/apex.h"
#include "steer/solve/cones/cone.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/clearpath.h"

/* The velocity that determines on which side to pass the other agent (CONES_HRVO). */
typedef enum cones_side { CONES_BY_VELOCITY, CONES_BY_PREFERRED } cones_side;

/* The names of the rules and sides, for parameter tables. */
extern const char *const cones_rules[], *const cones_sides[];

/* The first field of the parameters of every model with cones. The horizon may be INFINITY, for
 * cones without a front. */
typedef planes_params cones_params;

/* The first rows of the parameter tables of these models. */
#define CONES_ROWS PLANES_ROWS(INFINITY, "time horizon for avoiding agents; .inf: unlimited")

enum { CONES_MOST = PLANES_MOST };

/* Data shared by all agents of a call. */
typedef struct cones_call {
    const wend_view *view;
    const wend_agents *agents;
    const cones_params *params;
    cones_rule rule;
    cones_side side;
    wend_kernel kernel; /* the implementation to use; WEND_KERNEL_AUTO means the scalar one */
    planes_call planes; /* the same call, for the neighbour search and for core planes */
} cones_call;

/* Returns a call whose `planes` belong to its other fields. */
static inline cones_call cones_begin(cones_call call) {
    call.planes = planes_begin(call.view, call.agents, call.params);
    call.planes.brakes = call.planes.has_limit;
    return call;
}

/* The velocity obstacles of one agent, the most important first: its acceleration limits, walls,
 * then neighbours, nearest first, then oversized agents. */
typedef struct agent_cones {
    uint32_t count;
    uint32_t limit_count;
    uint32_t wall_count; /* number of limits and walls together */
    bool crowded; /* true: there is no obstacle for an agent that could touch this one in the steer
                     interval */
    active_neighbours close; /* the neighbours that may have core planes (core.c) */
    wend_kernel
        kernel; /* if this is a SIMD kernel, only `columns` is set, otherwise all but this */
    velocity_set sets[CONES_MOST];
    cone cones[CONES_MOST];
    set_columns columns;
} agent_cones;

/* Returns the neighbours that core_planes_keep needs, out of those that were given to cones_of. */
static inline const active_neighbours *cones_core_neighbours(const agent_cones *cones,
                                                             const cones_call *call,
                                                             const active_neighbours *others) {
    return call->planes.brakes ? others : &cones->close;
}

_Static_assert((int)CONES_MOST <= (int)CLEARPATH_MOST, "clearpath has room for all cones");

/* Returns the problem of choosing a velocity outside the obstacles. */
static inline clearpath cones_problem(const agent_cones *cones, wend_vec2 preferred_velocity,
                                      float max_speed) {
    return (clearpath){.preferred_velocity = preferred_velocity,
                       .max_speed = max_speed,
                       .forbidden = cones->sets,
                       .forbidden_count = cones->count,
                       .kernel = cones->kernel,
                       .columns = &cones->columns};
}

/* Finds the velocity obstacles of body `index`, which avoids `others`; `preferred` is its preferred
 * velocity. */
void cones_of(const cones_call *call, uint32_t index, wend_vec2 preferred,
              const active_neighbours *others, agent_cones *out);
/* Adds the velocity obstacles of body `index`, which avoids `others`, to the sketch. */
void cones_explain(const cones_call *call, uint32_t index, const active_neighbours *others,
                   const agent_cones *cones, wend_sketch *sketch);

#endif
