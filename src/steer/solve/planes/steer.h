/* steer/solve/planes/steer.h: steering by half-planes, agent by agent, for any choice among them.
 */
#ifndef STEER_SOLVE_PLANES_STEER_H
#define STEER_SOLVE_PLANES_STEER_H

#include <wend/model.h>

#include "steer/solve/planes/planes.h"

/* How a model chooses for body `index`: it gets all planes, and may write the program's wish. */
typedef wend_solve_status (*planes_choice)(const void *call, uint32_t index,
                                           const wend_intent *intent, velocity_program *program,
                                           wend_vec2 *out);

/* Chooses for body `index`; `model` is handed on to `choose`. Then cores are kept apart
 * (core.c). A choice that is free, but crowded, counts as relaxed. */
void planes_steer_one(const planes_call *call, planes_choice choose, const void *model,
                      uint32_t index, const wend_intent *intents, wend_outcome *outcomes);
/* Chooses for all bodies of a call, one by one. */
void planes_steer(const planes_call *call, planes_choice choose, const void *model,
                  const wend_intent *intents, wend_outcome *outcomes);

#endif
