/* step/heading.h: the direction that an agent faces. */
#ifndef STEP_HEADING_H
#define STEP_HEADING_H

#include "step/store.h"

/* rad: the agent's own heading, or the direction of its velocity; 0 at rest. */
float heading_of(const cold_store *cold, const wend_body *body);

/* Turns `from` towards the direction of `velocity` by at most `most`, all in radians; at rest it
 * stays. The result lies in [-pi, pi]. */
float heading_turn(float from, wend_vec2 velocity, float most);

/* An angle as one in [-pi, pi]. */
float heading_wrap(double angle);

#endif
