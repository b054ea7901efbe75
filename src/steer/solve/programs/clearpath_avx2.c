/* The choice among velocities that compares eight forbidden sets at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define CLEARPATH_SOLVE  clearpath_solve_avx2
#define CLEARPATH_ALLOWS clearpath_allows_avx2
#include "steer/solve/programs/clearpath_lanes.h"
#endif
