/* Triangulates random shapes, merges their triangles, and checks all results by brute force. */
#ifndef TESTS_SUPPORT_PLANE_TRIALS_H
#define TESTS_SUPPORT_PLANE_TRIALS_H

#include "support/plane_shapes.h"

/* Triangulates the shape, once in the given order and once with its points in another order.
 * Returns the number of triangles. */
uint32_t plane_trial_triangles(const plane_shape *shape);

/* Merges the triangles of a shape four times: as one region, with passable edges, as regions
 * between segments, and as random regions. */
void plane_trial_parts(const plane_shape *shape);

/* Merges triangles within the pieces that segments enclose. Checks the bound on the number of
 * parts: one for each piece, two more for each reflex corner, and three more for each isolated
 * point in a piece. */
void plane_trial_part_count(const plane_shape *shape);

#endif
