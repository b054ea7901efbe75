/* build/shim/voronoi.h: a plain C interface to the Voronoi diagram of segments (Boost.Polygon).
 *
 * Its cells belong to the open segments and to their ends. Only edges that can belong to a medial
 * axis are returned: edges that are bounded at both ends and do not separate a segment from its own
 * end. */
#ifndef BUILD_SHIM_VORONOI_H
#define BUILD_SHIM_VORONOI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct voronoi_segment {
    int32_t ax, ay, bx, by;
} voronoi_segment;

typedef enum voronoi_part { VORONOI_INSIDE, VORONOI_A, VORONOI_B } voronoi_part;

/* The site of a cell: a segment or one of its ends. */
typedef struct voronoi_site {
    uint32_t segment;
    voronoi_part part;
} voronoi_site;

typedef struct voronoi_vertex {
    double x, y;
} voronoi_vertex;

/* A straight segment, or an arc of a parabola between a segment and an end of another one. */
typedef struct voronoi_edge {
    uint32_t from, to;        /* indices of its end vertices */
    voronoi_site left, right; /* sites on its two sides, as seen in the direction from -> to */
} voronoi_edge;

typedef struct voronoi_diagram {
    voronoi_vertex *vertices;
    uint32_t vertex_count;
    voronoi_edge *edges; /* each edge once */
    uint32_t edge_count;
} voronoi_diagram;

typedef enum voronoi_result { VORONOI_DONE, VORONOI_NO_MEMORY, VORONOI_FAILED } voronoi_result;

/* Returns memory for the diagram; NULL if out of memory. */
typedef void *voronoi_take(void *context, size_t size);

/* Makes the Voronoi diagram of segments. Segments must not have zero length, and may meet only at
 * common ends; otherwise the diagram is silently wrong. Coordinates are at most 2^24 in magnitude.
 * The order of the output depends only on the input. Temporary memory comes from the C++ heap.
 * Cost: O(n log n). */
voronoi_result voronoi_make(const voronoi_segment *segments, uint32_t count, voronoi_take *take,
                            void *context, voronoi_diagram *out);

#ifdef __cplusplus
}
#endif

#endif
