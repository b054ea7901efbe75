/* step/heading.h: the direction that an agent faces. */
#ifndef STEP_HEADING_H
#define STEP_HEADING_H

#include "step/store.h"

/* Returns the heading (rad) set for the agent or, if no heading is set, the direction of its
 * velocity. Returns 0 if the agent is at rest and no heading is set. */
float heading_of(const cold_store *cold, const wend_body *body);

/* m/s: an agent that is slower stands still, and does not turn. In a jam, agents push each other to
 * and fro at such speeds. The same threshold is documented for JuPedSim's files (docs/formats.md).
 */
#define HEADING_LEAST_SPEED 1e-3

/* Turns the heading `from` towards the direction of `velocity` by at most `max_turn`. If the agent
 * stands still, returns `from`. Angles are in radians; the result lies in [-pi, pi]. */
float heading_turn(float from, wend_vec2 velocity, float max_turn);

/* Converts an angle to the range [-pi, pi]. */
float heading_wrap(double angle);

#endif
