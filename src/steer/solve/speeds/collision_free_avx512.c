/* The model collision_free_speed for eight agents at a time, with AVX-512: the code of AVX2 with
 * more registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define SPEED_STEER speed_steer_avx512
#include "steer/solve/speeds/collision_free_lanes.h"
#endif
