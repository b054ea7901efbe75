/* steer/solve/goals/reach.h: aims at that part of a wide goal which walls leave. */
#ifndef STEER_SOLVE_GOALS_REACH_H
#define STEER_SOLVE_GOALS_REACH_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/arc.h"

/* How far from a wall's plane the end of an arc still counts as forbidden, m/s: more than rounding
 * can make of it. */
#define GOAL_REACH_SLACK 1e-4F

/* If walls forbid all of an arc that was narrowed, but not all of what is seen: turns it to the
 * direction next to the preferred one that they allow, and returns true. `program` has all planes
 * of body `index`; what lies on the other side of the preferred direction than its velocity must be
 * nearer by the margin. If walls forbid all at the full speed, slower velocities count, down to
 * `slowest_share` of it: 1 for none. */
bool goal_reach(const planes_call *call, uint32_t index, const velocity_program *program,
                const goal_arc_rules *rules, arc_margin margin, float slowest_share,
                goal_arc *goal);

#endif
