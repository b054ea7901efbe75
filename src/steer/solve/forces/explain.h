/* steer/solve/forces/explain.h: marks that show the forces on a character. */
#ifndef STEER_SOLVE_FORCES_EXPLAIN_H
#define STEER_SOLVE_FORCES_EXPLAIN_H

#include <wend/explain.h>

#include "steer/solve/forces/corridor.h"

/* Adds the forces on a character that walks, and the closest point of its boundary, to the sketch.
 */
void forces_explain(const force_scene *scene, const force_parts *forces, wend_sketch *sketch);

#endif
