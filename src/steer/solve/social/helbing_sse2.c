/* The forces of the model helbing for eight agents at a time, with SSE2. */
#ifdef __x86_64__
#define LANES_SSE2
#define HELBING_MOVE helbing_move_sse2
#include "steer/solve/social/helbing_lanes.h"
#endif
