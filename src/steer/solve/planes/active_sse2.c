/* Finds the neighbours of eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define FIND_NEIGHBOURS find_neighbours_sse2
#include "steer/solve/planes/active_lanes.h"
#endif
