/* steer/solve/cones/choice.h: chooses a velocity that leads an agent to one of its regions and
 * avoids other agents. */
#ifndef STEER_SOLVE_CONES_CHOICE_H
#define STEER_SOLVE_CONES_CHOICE_H

#include <wend/model.h>

#include "steer/solve/cones/cones.h"
#include "steer/solve/goals/agent.h"

/* What to ignore first if no velocity leads to a region and avoids all other agents. */
typedef enum goal_relaxation {
    RELAX_GOAL,  /* ignore the regions */
    RELAX_AGENTS /* ignore the farthest neighbours */
} goal_relaxation;

/* Data shared by all agents of a call. */
typedef struct goal_call {
    cones_call cones;
    goal_rules goals;
    goal_relaxation relax;
    float divert_factor; /* a new region may be this many times as far away as the current one */
} goal_call;

/* The constraints and the choice of one agent. */
typedef struct goal_choice {
    agent_goals goals;
    agent_cones cones;
    wend_vec2 velocity; /* m/s */
    uint32_t region;    /* index of the chosen region in the intent */
    wend_solve_status solve_status;
} goal_choice;

/* Chooses a velocity with which body `index` avoids `others`. `last` has the same meaning as in
 * agent_goals_find. */
void goal_choose(const goal_call *call, uint32_t index, const wend_intent *intent,
                 wend_region_id last, const active_neighbours *others, goal_choice *out);

#endif
