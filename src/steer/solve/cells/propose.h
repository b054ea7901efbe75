/* steer/solve/cells/propose.h: what an agent proposes in a step. */
#ifndef STEER_SOLVE_CELLS_PROPOSE_H
#define STEER_SOLVE_CELLS_PROPOSE_H

#include "steer/solve/cells/agent.h"

/* Returns the proposal of an agent: a hop, or its current motion if it is not due or stays. */
cells_proposal cells_propose(const cells_call *call, const cells_agent *agent,
                             const wend_intent *intent);

/* Finds the options of the next step for a sequential update, if the agent will be due then. */
void cells_prepare_options(const cells_call *call, const cells_agent *agent,
                           const cells_proposal *proposal, const wend_intent *intent,
                           cells_options *out);

#endif
