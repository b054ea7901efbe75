/* Outlines that are being simplified: rings of vertices with integer coordinates, so that all tests
 * for crossings are exact. */
#ifndef CLEAN_SIMPLIFY_OUTLINE_H
#define CLEAN_SIMPLIFY_OUTLINE_H

#include "base/memory.h"
#include <wend/base.h>

/* A point in grid units, relative to the lowest corner of all outlines. The extent of a space is at
 * most 8 km, so products of two differences are far below 2^63. */
typedef struct cell_point {
    int64_t x, y;
} cell_point;

typedef struct outline_vertex {
    cell_point at;
    uint32_t previous, next, ring;
    uint32_t anchor; /* an original vertex of the ring at most `below` away; strictly increasing
                        along the ring */
    uint32_t stamp;  /* changes whenever the vertex or its edge to `next` changes */
    bool is_fixed, is_removed, is_new;
} outline_vertex;

typedef struct outline_ring {
    uint32_t first, count; /* original vertices */
    uint32_t start, left;  /* a vertex that remains, and the number of those */
    cell_point low, high;  /* box of the original vertices */
    bool is_boundary, is_dropped, is_fixed;
    bool is_isolated; /* an obstacle that is dropped on ground that stays */
} outline_ring;

/* A segment that never changes: a piece of an open wall, or a kept point (both ends equal). */
typedef struct outline_segment {
    cell_point a, b;
} outline_segment;

/* A cell's entry: an edge, named by its first vertex, or a segment (number minus the number of
 * vertices). */
typedef struct index_entry {
    uint32_t item, stamp, next;
} index_entry;

/* Edges and segments by the cells of a square grid that they pass through. */
typedef struct edge_index {
    int64_t side; /* of a cell, in grid units */
    uint32_t columns, rows;
    uint32_t *heads; /* per cell: its first entry, or UINT32_MAX */
    index_entry *entries;
    uint32_t count, capacity;
} edge_index;

typedef struct outline_set {
    memory *heap;
    outline_vertex *vertices;
    cell_point *originals; /* of all vertices, before any change */
    outline_ring *rings;
    outline_segment *segments;
    uint32_t vertex_count, ring_count, segment_count, kept_first;
    cell_point extent; /* all coordinates are from 0 to this */
    double below;      /* in grid units */
    edge_index index;
    uint64_t budget; /* tests that may still be made */
    bool failed;     /* out of memory */
} outline_set;

/* ---- Exact tests ----------------------------------------------------------------------------- */

/* Returns twice the area of the triangle abc: positive if c lies to the left of a -> b. */
static inline int64_t cell_turn(cell_point a, cell_point b, cell_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline bool cell_equal(cell_point a, cell_point b) {
    return a.x == b.x && a.y == b.y;
}

static inline double cell_distance_squared(cell_point a, cell_point b) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    return x * x + y * y;
}

/* Returns the squared distance of p from the closed segment ab. */
double cell_segment_distance_squared(cell_point p, cell_point a, cell_point b);
/* True if p lies on the closed segment ab. */
bool cell_on_segment(cell_point p, cell_point a, cell_point b);
/* True if the closed segments ab and cd have a point in common. */
bool cell_segments_meet(cell_point a, cell_point b, cell_point c, cell_point d);
/* True if p lies in the closed triangle abc, which may be degenerate. */
bool cell_in_triangle(cell_point p, cell_point a, cell_point b, cell_point c);

/* ---- The index (index.c) --------------------------------------------------------------------- */

/* Builds the index of all edges and segments. */
void outline_index_build(outline_set *set);
/* Adds the edge of a vertex as it is now; entries with older stamps are ignored from now on. */
void outline_index_add(outline_set *set, uint32_t vertex);
void outline_index_free(outline_set *set);

/* The part of the plane that a query covers: the rows and columns of cells that the polygon with
 * these corners touches. */
typedef struct index_area {
    const cell_point *corners;
    uint32_t count;
} index_area;

/* Calls `test` for the ends of every edge and segment in the cells of an area, some of them several
 * times, until it returns true. Returns true if it did, or if the budget is used up. */
typedef bool index_test(void *user, uint32_t item, cell_point a, cell_point b);
bool outline_index_find(outline_set *set, index_area area, index_test *test, void *user);

/* ---- The steps ------------------------------------------------------------------------------- */

/* Drops small regions, and small isolated obstacles if `obstacles` is true (drop.c). */
void outline_drop_small(outline_set *set, bool obstacles);
/* Removes vertices and edges until none can be removed (reduce.c). */
void outline_reduce(outline_set *set);

#endif
