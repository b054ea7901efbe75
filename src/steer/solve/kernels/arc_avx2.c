/* The model orca_arc for eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define ARC_STEER arc_steer_avx2
#include "steer/solve/kernels/arc_lanes.h"
#endif
