/* steer/solve/goals/agent.h: the sets of velocities that lead one agent to its regions, and its
 * preferred velocity among them. */
#ifndef STEER_SOLVE_GOALS_AGENT_H
#define STEER_SOLVE_GOALS_AGENT_H

#include <wend/model.h>

#include "steer/solve/programs/velocity_set.h"

enum {
    GOALS_MOST = 32, /* largest number of regions considered at once */
    GOALS_SIDES = 320,
    GOALS_ARCS = 320
};

/* The rules that turn regions into sets and preferred velocities. */
typedef struct goal_rules {
    float aim_radius; /* fraction of the agent's radius with which its sets are made; usually below
                         1, because an agent that only grazes a region may miss it */
    float min_speed_share; /* fraction of the preferred speed; slower velocities do not count as
                              leading to a region */
    /* The fractions that are recovered by the next choice of a velocity: `recovered` of the
     * difference from the preferred speed, and `turned` of the angle to the preferred point of a
     * portal or to the bisector of a goal. */
    float recovered, turned;
    bool bisects; /* the agent turns to the middle of the velocities that lead to its goal */
} goal_rules;

/* Returns the fraction of a difference that is recovered within `steer_interval` seconds; `rate` is
 * in 1/s. */
float goal_recovery_share(double rate, float steer_interval);

/* The regions of an intent that can still be reached in time. The first set is that of the region
 * that the agent last headed for; initially, that of the best region. */
typedef struct agent_goals {
    uint32_t count;
    bool stays; /* true: the agent is where it must stop, or gets there in its next step */
    wend_vec2 preferred_velocity; /* the optimisation velocity, in m/s */
    uint16_t regions[GOALS_MOST]; /* indices of the sets' regions in the intent */
    velocity_set sets[GOALS_MOST];
    uint32_t side_count, arc_count;
    velocity_side sides[GOALS_SIDES];
    velocity_arc arcs[GOALS_ARCS];
} agent_goals;

/* Finds the sets of body `index`. `last` is the id of the region that it last headed for, or zero
 * if there is none. If there are no sets (all time windows are past, or the agent heads in a
 * direction or must stand still), only the preferred velocity counts. */
void agent_goals_find(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* Applies rule 1 without computing sets. Returns true only if the current velocity certainly leads
 * to the region that the agent last headed for, and that region is open and not near. Then it
 * writes only the preferred velocity and the first region. It may return false although rule 1
 * holds. */
bool agent_goals_keep(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out);

/* Returns the velocity that leads straight to a region at a speed. For a moving region, it leads to
 * the point where the agent will meet it. */
wend_vec2 goal_straight_velocity(const wend_region *region, wend_vec2 from, float speed);

#endif
