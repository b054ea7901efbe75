/* The model collision_free_speed for eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define SPEED_STEER speed_steer_sse2
#include "steer/solve/speeds/collision_free_lanes.h"
#endif
