/* Finds the neighbours of eight agents at a time, with SSE2 or in WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define FIND_NEIGHBOURS find_neighbours_quads
#include "steer/solve/planes/active_lanes.h"
#endif
