/* steer/solve/programs/direction.h: the type of an arc of directions. */
#ifndef STEER_SOLVE_PROGRAMS_DIRECTION_H
#define STEER_SOLVE_PROGRAMS_DIRECTION_H

#include <wend/base.h>

/* The directions between two unit vectors; `left` is at most half a turn to the left of `right`. */
typedef struct direction_arc {
    wend_vec2 left, right;
} direction_arc;

#endif
