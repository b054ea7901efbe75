/* The forces of the model helbing for eight agents at a time, with AVX2. */
#ifdef __x86_64__
#define LANES_AVX2
#define HELBING_MOVE helbing_move_avx2
#include "steer/solve/social/helbing_lanes.h"
#endif
