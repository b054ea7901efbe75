/* The velocity obstacles of eight neighbours at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define CONES_OF_DISCS cones_of_discs_avx2
#include "steer/solve/cones/discs_lanes.h"
#endif
