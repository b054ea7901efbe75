/* query/triangles.h: triangles on layers, from which points are sampled uniformly by area. */
#ifndef QUERY_TRIANGLES_H
#define QUERY_TRIANGLES_H

#include <wend/space.h>

#include "base/memory.h"

typedef struct query_triangle {
    wend_vec2 a, b, c;
    uint32_t layer;
    double area_before; /* m2: total area of the preceding triangles */
} query_triangle;

typedef struct query_triangles {
    memory *from;
    query_triangle *items;
    uint32_t count, capacity;
    double area; /* m2: total area of all triangles */
} query_triangles;

/* Adds a convex polygon as a fan of triangles. Returns false when out of memory. */
bool triangles_add(query_triangles *to, const wend_vec2 *points, uint32_t count, uint32_t layer);

/* Returns the location for three random numbers, each at least 0 and below 1: `which` selects a
 * triangle by its share of the area, `u` and `v` select a point in it. The total area must not be
 * zero. O(log count). */
wend_location triangles_sample(const query_triangles *in, double which, double u, double v);

void triangles_free(query_triangles *in);

#endif
