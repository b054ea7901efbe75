/* steer/solve/planes/active.h: whom the agents of a call heed, for models that go on one by one. */
#ifndef STEER_SOLVE_PLANES_ACTIVE_H
#define STEER_SOLVE_PLANES_ACTIVE_H

#include "steer/solve/planes/planes.h"

/* Called for each body. */
typedef void (*heed_visit)(void *context, uint32_t index, const heeded *others);

/* Finds whom they heed: one by one, or for eight at a time (built for x86-64 alone). */
void heed_scalar(const planes_call *call, heed_visit visit, void *context);
void heed_sse2(const planes_call *call, heed_visit visit, void *context);
void heed_avx2(const planes_call *call, heed_visit visit, void *context);

/* The one of these that the view asks for. */
void heed_all(const planes_call *call, heed_visit visit, void *context);

#endif
