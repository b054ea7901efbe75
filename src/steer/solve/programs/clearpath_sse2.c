/* The choice among velocities that compares eight forbidden sets at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define CLEARPATH_SOLVE  clearpath_solve_sse2
#define CLEARPATH_ALLOWS clearpath_allows_sse2
#include "steer/solve/programs/clearpath_lanes.h"
#endif
