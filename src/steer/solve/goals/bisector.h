/* steer/solve/goals/bisector.h: the velocity in the middle of those that lead to a region. */
#ifndef STEER_SOLVE_GOALS_BISECTOR_H
#define STEER_SOLVE_GOALS_BISECTOR_H

#include <wend/model.h>

/* Finds the velocity of a speed (m/s) that leads to a region along the bisector of the angle under
 * which the region appears from `from`; for a moving region, the velocity relative to the region
 * has this direction. Returns false, and writes nothing, if there is none: for a direction, inside
 * the region, and if the region moves away too fast. */
bool goal_find_bisector(const wend_region *region, wend_vec2 from, float speed, wend_vec2 *out);

#endif
