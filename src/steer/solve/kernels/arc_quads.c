/* The model orca_arc for eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define ARC_STEER arc_steer_quads
#include "steer/solve/kernels/arc_lanes.h"
#endif
