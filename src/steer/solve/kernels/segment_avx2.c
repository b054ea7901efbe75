/* The model orca_segment for eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define SEGMENT_STEER segment_steer_avx2
#include "steer/solve/kernels/segment_lanes.h"
#endif
