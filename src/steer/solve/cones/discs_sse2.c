/* The velocity obstacles of eight neighbours at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define CONES_OF_DISCS cones_of_discs_sse2
#include "steer/solve/cones/discs_lanes.h"
#endif
