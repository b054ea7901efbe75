/* build/shim/voronoi.h: the Voronoi diagram of segments, by Boost.Polygon; plain C.
 *
 * Its cells belong to the open segments and to their ends. The parts of it that can be a medial
 * axis are given: edges that end on both sides, and do not separate a segment from its own end. */
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

/* What a cell belongs to. */
typedef struct voronoi_site {
    uint32_t segment;
    voronoi_part part;
} voronoi_site;

typedef struct voronoi_vertex {
    double x, y;
} voronoi_vertex;

/* A straight line, or a piece of a parabola between a segment and an end of another one. */
typedef struct voronoi_edge {
    uint32_t from, to;        /* vertices */
    voronoi_site left, right; /* as one goes from the one to the other */
} voronoi_edge;

typedef struct voronoi_diagram {
    voronoi_vertex *vertices;
    uint32_t vertex_count;
    voronoi_edge *edges; /* each once */
    uint32_t edge_count;
} voronoi_diagram;

typedef enum voronoi_result { VORONOI_DONE, VORONOI_NO_MEMORY, VORONOI_FAILED } voronoi_result;

/* Room for the diagram; NULL when there is none. */
typedef void *voronoi_take(void *context, size_t size);

/* Segments must have a length and meet in common ends alone: others give a wrong diagram, without
 * a word. Coordinates are at most 2^24 in magnitude. The order of what comes out is fixed by the
 * input. On the way memory comes from the C++ heap. O(n log n). */
voronoi_result voronoi_make(const voronoi_segment *segments, uint32_t count, voronoi_take *take,
                            void *context, voronoi_diagram *out);

#ifdef __cplusplus
}
#endif

#endif
