/* steer/solve/cells/agent.h: one agent of the automaton, its clock and its options. */
#ifndef STEER_SOLVE_CELLS_AGENT_H
#define STEER_SOLVE_CELLS_AGENT_H

#include "steer/solve/cells/state.h"

/* An agent at the start of a step. */
typedef struct cells_agent {
    uint32_t index;
    wend_vec2 position;
    uint32_t layer;
    float radius;
    float speed;   /* m/s: preferred speed; 0: it stands */
    double period; /* s: time per hop */
    cells_motion motion;
    double start; /* s: time at which it arrives at motion.to and chooses again */
    bool is_due;  /* it chooses in this step */
} cells_agent;

/* Describes an agent. Its motion is that of its state, or a new one if it has just entered or was
 * moved by something else. */
cells_agent cells_agent_of(const cells_call *call, uint32_t index, float speed);

/* Returns the time at which a hop or pause of `length` m, which begins at agent->start, ends: at a
 * tick of the agent's clock, and not before the agent can be there. */
double cells_end_of(const cells_agent *agent, const lattice *l, double length);

/* Finds the options of an agent that stands at agent->motion.to, without regard to other agents.
 * Option 0 is its own cell: `stay` if the agent stands there already. */
void cells_find_options(const cells_call *call, const cells_agent *agent, const wend_intent *intent,
                        cells_options *out);

#endif
