/* steer/solve/programs/direction_lanes.h: a type for eight arcs of preferred velocities, one arc
 * for each of eight agents. A file that includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H
#define STEER_SOLVE_PROGRAMS_DIRECTION_LANES_H

#include "geom/vec_lanes.h"

/* Eight arcs; goals/arc.h describes the fields. */
typedef struct lane_arcs {
    lanes wide;     /* mask of the lanes with a wide arc */
    lanes narrowed; /* mask of the lanes with a narrowed arc */
    lane_vectors left, right, preferred_velocity;
    lanes bias, speed;
} lane_arcs;

#endif
