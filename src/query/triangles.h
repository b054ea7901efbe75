/* query/triangles.h: triangles on layers, sampled uniformly by area. */
#ifndef QUERY_TRIANGLES_H
#define QUERY_TRIANGLES_H

#include <wend/space.h>

#include "base/memory.h"

typedef struct query_triangle {
    wend_vec2 a, b, c;
    uint32_t layer;
    double before; /* m2: area of all triangles before it */
} query_triangle;

typedef struct query_triangles {
    memory *from;
    query_triangle *items;
    uint32_t count, capacity;
    double area; /* m2: of all */
} query_triangles;

/* Adds a convex polygon as a fan; false when memory ran out. */
bool triangles_add(query_triangles *to, const wend_vec2 *points, uint32_t count, uint32_t layer);

/* The location for three numbers from 0 to below 1: where the share `which` of the area ends, and
 * in that triangle by the other two. There must be an area. O(log count). */
wend_location triangles_at(const query_triangles *in, double which, double u, double v);

void triangles_free(query_triangles *in);

#endif
