/* steer/solve/speeds/spacing.h: the free distance ahead of an agent, and the speed that it allows.
 */
#ifndef STEER_SOLVE_SPEEDS_SPACING_H
#define STEER_SOLVE_SPEEDS_SPACING_H

#include "steer/solve/speeds/others.h"

/* Returns the neighbour that bounds the spacing of an agent that moves in a direction (a unit
 * vector): of those that are not behind the agent, and that a disc as wide as both of them would
 * touch, the one with the smallest gap. Returns NULL if there is none. */
const speed_other *speed_nearest_ahead(const speed_other *others, uint32_t count,
                                       wend_vec2 direction);

/* Returns the spacing (m): the gap to that neighbour, negative if they overlap, or INFINITY. */
float speed_spacing(const speed_other *others, uint32_t count, wend_vec2 direction);

/* Returns the time gap (s) that is used: at least two steps, so that two agents that approach each
 * other do not overlap. */
float speed_time_gap(float time_gap, float dt);
/* Returns the speed (m/s) that a spacing (m) allows with a time gap (s): at most `preferred`. */
float speed_of_spacing(float spacing, float time_gap, float preferred);

/* Returns the highest speed (m/s) from which an agent that decelerates by `limit` (m/s^2) stops
 * within `spacing` (m), if it keeps that speed for the first `dt` (s). */
float speed_of_braking(float spacing, float limit, float dt);

/* Returns the highest speed (m/s) along a direction (a unit vector) at which the agent uses up at
 * most half of the gap to any neighbour within `dt` (s): INFINITY if it approaches none. */
float speed_of_gaps(const speed_other *others, uint32_t count, wend_vec2 direction, float dt);

#endif
