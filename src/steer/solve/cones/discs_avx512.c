/* The velocity obstacles of sixteen neighbours at a time, with AVX-512. */
#ifdef __x86_64__
#define LANES_AVX512
#define CONES_OF_DISCS cones_of_discs_avx512
#include "steer/solve/cones/discs_lanes.h"
#endif
