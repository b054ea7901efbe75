/* Random shapes triangulated and merged, all results checked by brute force. */
#ifndef TESTS_SUPPORT_PLANE_TRIALS_H
#define TESTS_SUPPORT_PLANE_TRIALS_H

#include "support/plane_shapes.h"

/* Triangulates the shape, and its points in another order. Returns the number of triangles. */
uint32_t plane_trial_triangles(const plane_shape *shape);

/* Merges its triangles: all as one region; with edges to pass; as regions between segments; as
 * regions at random. */
void plane_trial_parts(const plane_shape *shape);

/* Merges within what segments enclose: there are at most as many parts as such pieces, two more for
 * each reflex corner and three for each point that lies free in a piece. */
void plane_trial_part_count(const plane_shape *shape);

#endif
