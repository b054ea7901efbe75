/* The choice among velocities that compares sixteen forbidden sets at a time, with AVX-512. */
#ifdef __x86_64__
#define LANES_AVX512
#define CLEARPATH_SOLVE  clearpath_solve_avx512
#define CLEARPATH_ALLOWS clearpath_allows_avx512
#include "steer/solve/programs/clearpath_lanes.h"
#endif
