/* steer/solve/cells/state.h: what the automaton keeps for each agent and each profile; see
 * cellular.c. */
#ifndef STEER_SOLVE_CELLS_STATE_H
#define STEER_SOLVE_CELLS_STATE_H

#include <wend/model.h>

#include "steer/solve/cells/lattice.h"
#include "steer/solve/cells/trace.h"

enum { UPDATE_PARALLEL, UPDATE_SEQUENTIAL };

typedef struct cells_params {
    int32_t cells, update; /* LATTICE_..., UPDATE_... */
    double cell_size, static_weight, dynamic_weight, decay, diffusion, friction, field_period;
    wend_point origin;
} cells_params;

/* The cells that an agent may hop to: its own, the neighbours, and the point of the goal. */
enum { MOST_OPTIONS = LATTICE_MOST_SIDES + 2 };

/* Options without regard to other agents. */
typedef struct cells_options {
    uint64_t stamp; /* as in cells_motion */
    wend_vec2 base; /* where the agent is when it chooses */
    wend_vec2 points[MOST_OPTIONS];
    double scores[MOST_OPTIONS]; /* k_S S + k_D D */
    uint32_t count;
    uint32_t on_cell;  /* bit k: the point is where agents stand in its cell */
    float speed;       /* m/s: preferred speed */
    uint32_t reserved; /* 0 */
} cells_options;

/* The current hop. Written by `steer`, read for all agents in the next step. Between hops, `from`
 * equals `to`. The agent owns both cells until `end`. */
typedef struct cells_motion {
    uint64_t stamp; /* 2 + the step in which it was written; 0: not set */
    double end;     /* s: time at which the hop or the pause ends */
    wend_vec2 from, to;
    uint32_t lattice; /* id of the lattice if `to` is where agents stand in its cell, else 0 */
    uint64_t held;    /* number of steps in a row in which the agent stopped for another one */
    uint32_t started; /* 1: a hop started in this step, and left a trace in the cell of `from` */
} cells_motion;

/* What an agent proposes. Written by `propose`, read by `steer` for all agents. */
typedef struct cells_proposal {
    uint64_t stamp;    /* 1 + the step in which it was written; 0: not set */
    double start, end; /* s: duration of the proposed hop */
    wend_vec2 from, to;
    double rank;      /* lowest wins */
    uint32_t lattice; /* as in cells_motion */
    uint32_t hops;    /* 1: it proposes a hop */
} cells_proposal;

/* Two copies of what the next step needs: a step reads one and writes the other, so others can read
 * it meanwhile, and a step that has failed can be repeated. */
typedef struct cells_state {
    cells_motion motions[2];
    cells_options options[2]; /* update sequential: for the next step */
    cells_proposal proposal;
} cells_state;

/* A hop that an agent takes in a sequential update. */
typedef struct cells_choice {
    uint64_t stamp; /* 1 + the step in which it was made */
    wend_vec2 to;
    uint32_t on_cell;
    uint32_t hops; /* 1: it hops; 0: it stays */
} cells_choice;

/* The object of a profile. */
typedef struct cells_model {
    wend_allocator allocator;
    trace trace;
    double next_update;    /* s: time of the next update of the trace */
    uint64_t traced;       /* stamp up to which hops have been added to the trace */
    float largest;         /* m: radius of the largest body in this step */
    cells_choice *choices; /* update sequential: indexed by slot */
    uint32_t choice_capacity;
} cells_model;

/* The values that a call for agents has in common. */
typedef struct cells_call {
    const wend_view *view;
    const wend_agents *agents;
    const cells_params *params;
    const cells_model *model;
    lattice lattice;
} cells_call;

/* Returns the motion of an agent at the start of this step, or NULL if it has none. */
static inline const cells_motion *cells_motion_of(const wend_view *view, const cells_state *state) {
    const cells_motion *motion = &state->motions[view->step & 1];
    return motion->stamp == view->step + 1 ? motion : NULL;
}

#endif
