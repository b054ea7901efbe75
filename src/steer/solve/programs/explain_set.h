/* steer/solve/programs/explain_set.h: draws a set of velocities as marks of a sketch. */
#ifndef STEER_SOLVE_PROGRAMS_EXPLAIN_SET_H
#define STEER_SOLVE_PROGRAMS_EXPLAIN_SET_H

#include <wend/explain.h>

#include "steer/solve/programs/velocity_set.h"

/* Adds a set to the sketch, as WEND_MARK_FORBIDDEN or WEND_MARK_ALLOWED. Does nothing for the set
 * of all velocities. */
void explain_set(const velocity_set *set, wend_mark_kind kind, const char *label,
                 wend_subject subject, wend_sketch *sketch);

#endif
