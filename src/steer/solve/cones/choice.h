/* steer/solve/cones/choice.h: which velocity an agent takes to one of its regions, past others. */
#ifndef STEER_SOLVE_CONES_CHOICE_H
#define STEER_SOLVE_CONES_CHOICE_H

#include <wend/model.h>

#include "steer/solve/cones/cones.h"
#include "steer/solve/goals/agent.h"

/* What to drop where no velocity leads to a region past all others. */
typedef enum goal_relaxation {
    RELAX_GOAL,  /* the regions */
    RELAX_AGENTS /* the farthest neighbours */
} goal_relaxation;

/* What is the same for all agents of a call. */
typedef struct goal_call {
    cones_call cones;
    goal_rules goals;
    goal_relaxation relax;
    float divert; /* how many times as far another region may be, to go over to it */
} goal_call;

/* What one agent saw and chose. */
typedef struct goal_choice {
    agent_goals goals;
    agent_cones cones;
    wend_vec2 velocity; /* m/s */
    uint32_t region;    /* index in the intent */
    wend_solve_status solve_status;
} goal_choice;

/* Chooses for body `index`, who heeds `others`; `last` as in agent_goals_find. */
void goal_choose(const goal_call *call, uint32_t index, const wend_intent *intent,
                 wend_region_id last, const heeded *others, goal_choice *out);

#endif
