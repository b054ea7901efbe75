/* What holds for every triangulation and every set of convex parts, checked by brute force with
 * arithmetic of its own; a check that finds otherwise fails the test. */
#ifndef TESTS_SUPPORT_PLANE_CHECKS_H
#define TESTS_SUPPORT_PLANE_CHECKS_H

#include "support/plane_shapes.h"

/* Triangles are counter-clockwise, neighbours mutual and across the same edge, each point is a
 * corner; together they fill the hull, without overlap, in as many triangles as Euler says. */
void plane_check_partition(const plane_shape *shape, const triangulation *triangles);

/* No corner that can be seen from within a triangle lies inside its circle; the choice on circles
 * is that of the first point. */
void plane_check_delaunay(const plane_shape *shape, const triangulation *triangles);

/* Each segment is a chain of fixed edges, and no other edge is fixed. */
void plane_check_fixed(const plane_shape *shape, const triangulation *triangles);

/* The two hold the same triangles by coordinates, with the same fixed edges. */
void plane_check_same(const plane_shape *shape, const triangulation *triangles,
                      const plane_shape *other_shape, const triangulation *other);


#endif
