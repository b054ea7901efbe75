/* steer/solve/kernels/kernels.h: the forms of the models of the family of orca. Each chooses for
 * all bodies of a call: one by one, or eight at a time (built for x86-64 alone). */
#ifndef STEER_SOLVE_KERNELS_KERNELS_H
#define STEER_SOLVE_KERNELS_KERNELS_H

#include "steer/solve/kernels/arc.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/kernels/segment.h"

typedef void (*orca_kernel)(const orca_call *call, const wend_intent *intents,
                            wend_outcome *outcomes);

void orca_steer_scalar(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_sse2(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);
void orca_steer_avx2(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes);

typedef void (*segment_kernel)(const segment_call *call, const wend_intent *intents,
                               wend_outcome *outcomes);

void segment_steer_scalar(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes);
void segment_steer_sse2(const segment_call *call, const wend_intent *intents,
                        wend_outcome *outcomes);
void segment_steer_avx2(const segment_call *call, const wend_intent *intents,
                        wend_outcome *outcomes);

typedef void (*arc_kernel)(const arc_call *call, const wend_intent *intents,
                           wend_outcome *outcomes);

void arc_steer_scalar(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);
void arc_steer_sse2(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);
void arc_steer_avx2(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes);

#endif
