/* steer/solve/programs/direction_lanes.h: the type of the arcs of preferred velocities of eight
 * agents. A file that includes this header defines LANES_AVX2 or LANES_SSE2. */
#ifndef STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H
#define STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H

#include "geom/vec_lanes.h"

/* Eight arcs; goals/arc.h describes the fields. */
typedef struct lane_arcs {
    lanes wide;     /* mask of the lanes that are wide */
    lanes narrowed; /* mask of the lanes that are narrowed */
    lane_vectors left, right, preferred_velocity;
    lanes bias, speed;
} lane_arcs;

#endif
