/* Invariants of every triangulation and every set of convex parts, checked by brute force with
 * independent arithmetic. A violation fails the test. */
#ifndef TESTS_SUPPORT_PLANE_CHECKS_H
#define TESTS_SUPPORT_PLANE_CHECKS_H

#include "support/plane_shapes.h"

/* Checks that triangles are counter-clockwise, neighbours are mutual and across the same edge, and
 * each point is a corner. Together the triangles fill the hull, without overlap, and their number
 * is that of Euler's formula. */
void plane_check_partition(const plane_shape *shape, const triangulation *triangles);

/* Checks that no corner visible from within a triangle lies inside its circle, and that the choice
 * for points on one circle is that of the first point. */
void plane_check_delaunay(const plane_shape *shape, const triangulation *triangles);

/* Checks that each segment is a chain of fixed edges, and that no other edge is fixed. */
void plane_check_fixed(const plane_shape *shape, const triangulation *triangles);

/* Checks that both have the same triangles by coordinates, with the same fixed edges. */
void plane_check_same(const plane_shape *shape, const triangulation *triangles,
                      const plane_shape *other_shape, const triangulation *other);

/* Checks that parts are convex and neighbours mutual across equal edges. Each triangle with a
 * region lies in one part of that region, and together the triangles fill the parts. Parts are
 * neighbours where no wall separates them. No two parts could be merged by removing what is between
 * them, and there is no unnecessary corner. */
void plane_check_parts(const plane_shape *shape, const triangulation *triangles,
                       const uint32_t *regions, const bool *passable, const convex_parts *parts);

#endif
