/* Finds the neighbours of eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define FIND_NEIGHBOURS find_neighbours_avx2
#include "steer/solve/planes/active_lanes.h"
#endif
