/* Finds the neighbours of eight agents at a time, with AVX-512: the code of AVX2 with more
 * registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define FIND_NEIGHBOURS find_neighbours_avx512
#include "steer/solve/planes/active_lanes.h"
#endif
