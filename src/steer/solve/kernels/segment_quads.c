/* The model orca_segment for eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define SEGMENT_STEER segment_steer_quads
#include "steer/solve/kernels/segment_lanes.h"
#endif
