/* The model orca for eight agents at a time, with AVX-512: the code of AVX2 with more registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define ORCA_STEER orca_steer_avx512
#include "steer/solve/kernels/orca_lanes.h"
#endif
