/* The neighbours of eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define HEED heed_avx2
#include "steer/solve/planes/active_lanes.h"
#endif
