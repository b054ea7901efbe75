/* Triangulates and merges random shapes, and checks all results by brute force. */
#ifndef TESTS_SUPPORT_PLANE_TRIALS_H
#define TESTS_SUPPORT_PLANE_TRIALS_H

#include "support/plane_shapes.h"

/* Triangulates the shape, and its points in another order. Returns the number of triangles. */
uint32_t plane_trial_triangles(const plane_shape *shape);

/* Merges its triangles: all as one region; with passable edges; as regions between segments; as
 * random regions. */
void plane_trial_parts(const plane_shape *shape);

/* Merges within the pieces that segments enclose. Checks the bound on the number of parts: one for
 * each piece, two more for each reflex corner and three for each isolated point in a piece. */
void plane_trial_part_count(const plane_shape *shape);

#endif
