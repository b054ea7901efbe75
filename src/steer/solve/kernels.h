/* steer/solve/kernels.h: the forms of the model orca. */
#ifndef STEER_SOLVE_KERNELS_H
#define STEER_SOLVE_KERNELS_H

#include "steer/solve/orca.h"

/* Chooses for all bodies of a call. */
typedef void (*orca_kernel)(const orca_call *call, const wend_intent *intents,
                            wend_outcome *outcomes);

/* One by one. */
void orca_steer_runs(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);

/* Eight agents at a time; built for x86-64 alone. */
void orca_steer_sse2(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_avx2(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);

#endif
