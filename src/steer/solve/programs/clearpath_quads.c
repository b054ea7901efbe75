/* The choice among velocities that compares eight forbidden sets at a time, with SSE2 or in
 * WebAssembly. */
#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define CLEARPATH_SOLVE  clearpath_solve_quads
#define CLEARPATH_ALLOWS clearpath_allows_quads
#include "steer/solve/programs/clearpath_lanes.h"
#endif
