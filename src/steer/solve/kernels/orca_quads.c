/* The model orca for eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define ORCA_STEER orca_steer_quads
#include "steer/solve/kernels/orca_lanes.h"
#endif
