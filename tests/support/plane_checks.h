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

/* Parts are convex and neighbours mutual across equal edges. Each triangle with a region lies in
 * one part of that region, and together they fill the parts. Parts are neighbours where no wall is
 * between. No two parts could be one by leaving out what is between them, and no corner is there
 * that nothing asks for. */
void plane_check_parts(const plane_shape *shape, const triangulation *triangles,
                       const uint32_t *regions, const bool *passable, const convex_parts *parts);

#endif
