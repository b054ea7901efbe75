/* Invariants of every triangulation and every set of convex parts, checked by brute force with
 * independent arithmetic. A violation fails the test. */
#ifndef TESTS_SUPPORT_PLANE_CHECKS_H
#define TESTS_SUPPORT_PLANE_CHECKS_H

#include "support/plane_shapes.h"

/* Checks that triangles are counter-clockwise, that neighbours list each other across the same
 * edge, and that each point is a corner. Also checks that the triangles together fill the hull
 * without overlap, and that their number satisfies Euler's formula. */
void plane_check_partition(const plane_shape *shape, const triangulation *triangles);

/* Checks that no corner that is visible from inside a triangle lies inside the triangle's
 * circumcircle. Also checks that, if several points lie on one circle, the edge ends at the first
 * of them. */
void plane_check_delaunay(const plane_shape *shape, const triangulation *triangles);

/* Checks that each segment is a chain of fixed edges, and that no other edges are fixed. */
void plane_check_fixed(const plane_shape *shape, const triangulation *triangles);

/* Checks that two triangulations have the same triangles, compared by coordinates, and the same
 * fixed edges. */
void plane_check_same(const plane_shape *shape, const triangulation *triangles,
                      const plane_shape *other_shape, const triangulation *other);

/* Checks that parts are convex, and that neighbours list each other across equal edges. Each
 * triangle with a region must lie in one part of that region, and together the triangles must fill
 * the parts. Parts must be neighbours where no wall separates them. It must not be possible to
 * merge two parts by removing the edge between them, and no corner may be unnecessary. */
void plane_check_parts(const plane_shape *shape, const triangulation *triangles,
                       const uint32_t *regions, const bool *passable, const convex_parts *parts);

#endif
