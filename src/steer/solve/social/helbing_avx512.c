/* The forces of the model helbing for eight agents at a time, with AVX-512: the code of AVX2 with
 * more registers. */
#ifdef __x86_64__
#define LANES_AVX2
#define HELBING_MOVE helbing_move_avx512
#include "steer/solve/social/helbing_lanes.h"
#endif
