/* The model orca_arc for eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define ARC_STEER arc_steer_sse2
#include "steer/solve/kernels/arc_lanes.h"
#endif
