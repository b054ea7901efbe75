/* steer/solve/goals/reach.h: aims at the part of a wide goal that walls leave reachable. */
#ifndef STEER_SOLVE_GOALS_REACH_H
#define STEER_SOLVE_GOALS_REACH_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/arc.h"

/* The distance from a wall's plane within which the end of an arc still counts as forbidden, m/s;
 * larger than any rounding error. */
#define GOAL_REACH_SLACK 1e-4F

/* Turns a narrowed arc that walls forbid entirely to the allowed direction nearest to the preferred
 * one, and returns true; false if walls forbid everything that is visible, or not all of the arc.
 * `program` has all planes of body `index`. A direction on the other side of the preferred one than
 * the body's velocity must be nearer by the margin. If walls forbid everything at full speed,
 * slower velocities count, down to `slowest_share` of it: 1 for none. */
bool goal_turn_to_reachable(const planes_call *call, uint32_t index,
                            const velocity_program *program, const goal_arc_rules *rules,
                            arc_margin margin, float slowest_share, goal_arc *goal);

#endif
