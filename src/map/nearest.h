/* map/nearest.h: an index that finds the points nearest to a position. */
#ifndef MAP_NEAREST_H
#define MAP_NEAREST_H

#include <wend/base.h>

#include "base/memory.h"

/* A point of the index, and the number by which the caller knows it. */
typedef struct nearest_point {
    wend_vec2 position;
    uint32_t id;
} nearest_point;

/* A balanced k-d tree in an array: the middle of a range splits the range, and its halves are the
 * subtrees. */
typedef struct nearest_index {
    nearest_point *points; /* in the order of the tree */
    uint32_t count;
} nearest_index;

/* A point that was found. */
typedef struct nearest_found {
    double squared; /* m^2: square of its distance */
    uint32_t id;
} nearest_found;

/* Makes an index of points, whose array it reorders and keeps. Ids must be unique. O(n log n). */
nearest_index nearest_make(nearest_point *points, uint32_t count);

/* Finds the `capacity` points nearest to a position, ordered by distance, then by id. The point
 * with the id `except` is left out; pass UINT32_MAX to leave out none. Returns the number of points
 * found: less than `capacity` only if the index has fewer points. */
uint32_t nearest_find(const nearest_index *from, wend_vec2 position, uint32_t except,
                      nearest_found *out, uint32_t capacity);

#endif
