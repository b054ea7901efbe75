/* plan/weighted/snell.h: refraction of a path at an edge between two triangles. */
#ifndef PLAN_WEIGHTED_SNELL_H
#define PLAN_WEIGHTED_SNELL_H

#include <wend/base.h>

/* A triangle that is entered across its edge from a to b. Its other two edges, from a over the apex
 * to b, have points at even spacing. These are numbered from 0 in this order; the apex has number
 * `before`. */
typedef struct snell_triangle {
    wend_point a, b, apex;
    uint32_t before, after; /* number of points between a and the apex, and from there to b */
} snell_triangle;

/* Where a ray leaves the triangle, as a fractional number of a point: -1 at a, before + after + 1
 * at b. `from` is a point of the edge ab. `sine` is that of the angle between the ray and the
 * normal of the edge, positive towards b; rays with a sine of 1 or more run along the edge. */
double snell_exit(const snell_triangle *in, wend_point from, double sine);

/* Returns the sine of the angle between the line from p to q and the normal of an edge with the
 * unit direction u. Returns `if_equal` if the points are equal. */
double snell_sine(wend_point p, wend_point q, wend_point u, double if_equal);

#endif
