/* The model orca_segment for eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define SEGMENT_STEER segment_steer_sse2
#include "steer/solve/kernels/segment_lanes.h"
#endif
