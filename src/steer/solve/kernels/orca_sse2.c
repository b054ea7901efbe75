/* The model orca for eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define ORCA_STEER orca_steer_sse2
#include "steer/solve/kernels/orca_lanes.h"
#endif
