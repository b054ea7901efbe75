/* The model orca_arc for eight agents at a time, with AVX-512: the code of AVX2 with more
 * registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define ARC_STEER arc_steer_avx512
#include "steer/solve/kernels/arc_lanes.h"
#endif
