/* steer/solve/planes/steer.h: steering by half-planes, agent by agent, for any model. */
#ifndef STEER_SOLVE_PLANES_STEER_H
#define STEER_SOLVE_PLANES_STEER_H

#include <wend/model.h>

#include "steer/solve/planes/planes.h"

/* A model's function that chooses the velocity of body `index`. It gets all planes, and may set the
 * program's preferred velocity. */
typedef wend_solve_status (*planes_choice)(const void *call, uint32_t index,
                                           const wend_intent *intent, velocity_program *program,
                                           wend_vec2 *out);

/* Chooses a velocity for body `index`; `model` is the first argument of `choose`. Then keeps cores
 * apart (core.c). A free choice in a crowded situation is reported as relaxed. */
void planes_steer_one(const planes_call *call, planes_choice choose, const void *model,
                      uint32_t index, const wend_intent *intents, wend_outcome *outcomes);
/* Chooses velocities for all bodies of a call, one by one. */
void planes_steer(const planes_call *call, planes_choice choose, const void *model,
                  const wend_intent *intents, wend_outcome *outcomes);

#endif
