/* steer/solve/programs/explain_set.h: a set of velocities as marks. */
#ifndef STEER_SOLVE_PROGRAMS_EXPLAIN_SET_H
#define STEER_SOLVE_PROGRAMS_EXPLAIN_SET_H

#include <wend/explain.h>

#include "steer/solve/programs/velocity_set.h"

/* Marks a set as a WEND_MARK_FORBIDDEN or WEND_MARK_ALLOWED one. The set of all velocities is not
 * marked. */
void explain_set(const velocity_set *set, wend_mark_kind kind, const char *label,
                 wend_subject subject, wend_sketch *sketch);

#endif
