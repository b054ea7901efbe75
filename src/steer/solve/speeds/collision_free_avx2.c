/* The model collision_free_speed for eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define SPEED_STEER speed_steer_avx2
#include "steer/solve/speeds/collision_free_lanes.h"
#endif
