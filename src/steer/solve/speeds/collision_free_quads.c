/* The model collision_free_speed for eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define SPEED_STEER speed_steer_quads
#include "steer/solve/speeds/collision_free_lanes.h"
#endif
