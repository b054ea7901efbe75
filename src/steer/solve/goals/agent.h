/* steer/solve/goals/agent.h: the sets of velocities that lead one agent to its regions, and its
 * preferred velocity among them. */
#ifndef STEER_SOLVE_GOALS_AGENT_H
#define STEER_SOLVE_GOALS_AGENT_H

#include <wend/model.h>

#include "steer/solve/programs/velocity_set.h"

enum {
    GOALS_MOST = 32, /* regions considered at once */
    GOALS_SIDES = 320,
    GOALS_ARCS = 320
};

/* The rules by which regions become sets and preferred velocities. */
typedef struct goal_rules {
    float aim_radius; /* share of the radius that counts: a grazing agent may miss the region */
    float min_speed_share; /* share of the preferred speed; slower velocities do not lead there */
    /* Shares of the gaps to the preferred speed, and to the preferred point of a portal, that close
     * until the next choice. */
    float recovered, turned;
} goal_rules;

/* Returns the share of a gap that closes in `steer_interval` s, at a rate in 1/s. */
float goal_recovery_share(double rate, float steer_interval);

/* The regions of an intent that can still be reached in time. The first set is that of the region
 * that the agent last headed for, or of the best one initially. */
typedef struct agent_goals {
    uint32_t count;
    bool stays; /* it is at its stop, or will be after its next step, with `preferred_velocity` */
    wend_vec2 preferred_velocity; /* the optimisation velocity, m/s */
    uint16_t regions[GOALS_MOST]; /* their indices in the intent */
    velocity_set sets[GOALS_MOST];
    uint32_t side_count, arc_count;
    velocity_side sides[GOALS_SIDES];
    velocity_arc arcs[GOALS_ARCS];
} agent_goals;

/* Finds the sets of body `index`. `last` is the id of the region that it last headed for, zero if
 * there is none. If there are no sets (all windows are past, or the intent is a direction or to
 * stand), only the preferred velocity counts. */
void agent_goals_find(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* Applies rule 1 without sets. Returns true only if the current velocity certainly leads to the
 * region that the agent last headed for, which is open and not near. Then it writes only the
 * preferred velocity and the first region. It may return false although rule 1 holds. */
bool agent_goals_keep(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* Returns the velocity straight to a region (to where it will be met), at a speed. */
wend_vec2 goal_straight_velocity(const wend_region *region, wend_vec2 from, float speed);

#endif
