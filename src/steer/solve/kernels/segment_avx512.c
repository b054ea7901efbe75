/* The model orca_segment for eight agents at a time, with AVX-512: the code of AVX2 with more
 * registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define SEGMENT_STEER segment_steer_avx512
#include "steer/solve/kernels/segment_lanes.h"
#endif
