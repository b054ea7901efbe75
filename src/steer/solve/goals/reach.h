/* steer/solve/goals/reach.h: aims at the part of a wide goal that walls leave reachable. */
#ifndef STEER_SOLVE_GOALS_REACH_H
#define STEER_SOLVE_GOALS_REACH_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/programs/arc.h"

/* m/s: the end of an arc that is this close to a wall's plane still counts as forbidden. The value
 * is larger than any rounding error. */
#define GOAL_REACH_SLACK 1e-4F

/* If walls forbid a narrowed arc entirely, turns it to the allowed direction nearest to the
 * preferred one, and returns true. Returns false if walls forbid all visible directions, or if they
 * allow a part of the arc. `program` contains all planes of body `index`. Of the two sides of the
 * preferred direction, the side of the body's velocity is favoured: a direction on the other side
 * must be nearer by `margin`. If walls forbid everything at full speed, slower velocities are
 * tried, down to `slowest_share` of the speed; with 1, no slower velocities are tried. */
bool goal_turn_to_reachable(const planes_call *call, uint32_t index,
                            const velocity_program *program, const goal_arc_rules *rules,
                            arc_margin margin, float slowest_share, goal_arc *goal);

#endif
