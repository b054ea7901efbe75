/* The velocity obstacles of eight neighbours at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define CONES_OF_DISCS cones_of_discs_quads
#include "steer/solve/cones/discs_lanes.h"
#endif
