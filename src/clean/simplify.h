/* Simplifies the outlines of a cleaned layer: drops details below a size, without enlarging the
 * ground. */
#ifndef CLEAN_SIMPLIFY_H
#define CLEAN_SIMPLIFY_H

#include "clean/layer.h"

/* Smallest and largest size of details, in m. The smallest is twice the coarser grid. */
#define CLEAN_LEAST_DETAIL 0.002
#define CLEAN_MOST_DETAIL  1000.0

/* What to simplify. Points are fixed if they are vertices that must stay, such as the ends of
 * links. Kept points stay on the side of every outline on which they are. */
typedef struct clean_detail {
    double below;    /* m, CLEAN_LEAST_DETAIL to CLEAN_MOST_DETAIL */
    bool drop_small; /* drop isolated obstacles that are at most `below` across */
    const wend_point *fixed, *kept;
    uint32_t fixed_count, kept_count;
} clean_detail;

/* What simplifying changed. Vertices are those of boundaries and of solids of class 0. */
typedef struct clean_change {
    uint32_t vertices_before, vertices_after;
    uint32_t dropped_obstacles, dropped_regions;
    double ground_before, ground_after; /* m2; 0 on unbounded ground */
    double added; /* m2: ground where obstacles were dropped; part of ground_after */
} clean_change;

/* Adds the number of vertices and the area of the ground (m2: boundaries minus solids of class 0,
 * nothing on unbounded ground) of a cleaned layer to two sums. */
void clean_measure_layer(const wend_layer_def *layer, uint32_t *vertices, double *ground);

/* Simplifies the boundaries and the solids of class 0 of a layer that clean_make_layer made on this
 * grid. Everything else stays as it is. If nothing fails:
 *   - the ground after is a subset of the ground before, except where obstacles were dropped;
 *   - every point of an outline after is at most `below` away from the same outline before, and
 *     the other way round;
 *   - outlines do not cross, and touch only where they touched before; each of them has at least
 *     three vertices, all of them on the grid; so connected ground stays connected;
 *   - fixed points stay vertices, and edges between two of them stay; open walls and kept points
 *     stay on the ground if they were on it.
 * Regions of the ground that are at most `below` across are dropped, unless they hold a fixed or a
 * kept point. Fails with WEND_ERROR_GEOMETRY if no region is left. Memory of the result comes from
 * `kept`, all other memory from `scratch`.
 * Cost: O(n log n) for n vertices; a budget of tests proportional to n bounds the worst case, in
 * which some details remain. */
wend_result clean_simplify_layer(wend_layer_def *layer, const clean_detail *detail, double grid,
                                 memory_arena *kept, memory_arena *scratch, clean_change *change,
                                 wend_error *error);

#endif
