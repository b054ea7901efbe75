/* steer/solve/programs/direction_lanes.h: the type of the arcs of preferred velocities of eight
 * agents. A file that includes this defines LANES_AVX2 or LANES_SSE2. */
#ifndef STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H
#define STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H

#include "geom/vec_lanes.h"

/* Eight arcs; goals/arc.h describes the fields. */
typedef struct lane_arcs {
    lanes wide;     /* a mask */
    lanes narrowed; /* a mask */
    lane_vectors left, right, preferred_velocity;
    lanes bias, speed;
} lane_arcs;

#endif
