/* The forces of the model helbing for eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define HELBING_MOVE helbing_move_quads
#include "steer/solve/social/helbing_lanes.h"
#endif
