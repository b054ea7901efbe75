/* steer/solve/goals/agent.h: the sets of velocities that lead one agent to its regions, and the one
 * among them that it would like to go on with. */
#ifndef STEER_SOLVE_GOALS_AGENT_H
#define STEER_SOLVE_GOALS_AGENT_H

#include <wend/model.h>

#include "steer/solve/programs/velocity_set.h"

enum {
    GOALS_MOST = 32, /* regions that are heeded at once */
    GOALS_SIDES = 320,
    GOALS_ROUNDS = 320
};

/* How regions become sets, and what is wished of them. */
typedef struct goal_rules {
    float aim_radius;  /* share of the radius that counts: who grazes a region may miss it */
    float least_speed; /* share of the preferred speed: slower is not going there */
    /* Shares of the gaps to the preferred speed, and to the preferred place of a portal, that close
     * until the next choice. */
    float recovered, turned;
} goal_rules;

/* The share of a gap that closes in `hold` s, at a rate in 1/s. */
float goal_rate(double rate, float hold);

/* The regions of an intent that can still be reached in time. The first set is that of the region
 * that the agent has headed for, or the best to begin with. */
typedef struct agent_goals {
    uint32_t count;
    bool stays;     /* it is where it is to stop, or will be with its next step: `wish` says how */
    wend_vec2 wish; /* the optimisation velocity, m/s */
    uint16_t regions[GOALS_MOST]; /* which of the intent's they are */
    velocity_set sets[GOALS_MOST];
    uint32_t side_count, round_count;
    velocity_side sides[GOALS_SIDES];
    velocity_round rounds[GOALS_ROUNDS];
} agent_goals;

/* Finds them for body `index`. `last` is the id of the region that it headed for, zeroed if there
 * is none. Without any (all windows are past, or what it is told to is a direction or to stand) the
 * wish alone counts. */
void agent_goals_find(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* Rule 1 without any sets: true if it is plain that the current velocity leads to the region that
 * the agent headed for, which is open and not near. Then the wish and the first region are written,
 * and nothing else. It says no too often. */
bool agent_goals_keep(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* The velocity straight to a region (to where it will be met), at a speed. */
wend_vec2 goal_straight(const wend_region *region, wend_vec2 from, float speed);

#endif
