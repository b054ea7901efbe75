/* The model orca for eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define ORCA_STEER orca_steer_avx2
#include "steer/solve/kernels/orca_lanes.h"
#endif
