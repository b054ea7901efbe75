/* map/roadmap/roadmap.h: points that agents can walk to, and straight edges between them.
 *
 * A roadmap is a graph that leads agents through the ground without covering it: a designer's
 * network of lines, or edges found by sampling points or by visibility checks. Each vertex stores
 * its distance to the nearest wall, and each edge stores the smallest such distance along it. A
 * disc with a radius below that distance can follow the edge. Only walls of class 0 count; the
 * clearance that doors and other obstacle classes leave is stored separately.
 *
 * An edge is a straight line on one layer. A path across a link has a vertex there, at which an
 * edge of one layer meets an edge of the other. */
#ifndef MAP_ROADMAP_H
#define MAP_ROADMAP_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"
#include "map/cells.h"

#define ROADMAP_NONE UINT32_MAX

enum {
    ROADMAP_BLOCKABLE = 1 << 0 /* a blocker can narrow or close the edge */
};

typedef struct roadmap_vertex {
    wend_vec2 position;
    uint32_t layer;  /* the lower of the two layers if the vertex is at a link */
    float clearance; /* m: at most WEND_ROADMAP_MAX_CLEARANCE */
    /* Set by roadmap_create. */
    uint32_t first, count; /* range of the map's `ends` */
} roadmap_vertex;

typedef struct roadmap_edge {
    uint32_t from, to; /* indices of vertices, `from` < `to` */
    uint32_t layer;
    float clearance; /* m: smallest clearance along the edge, at most WEND_ROADMAP_MAX_CLEARANCE */
    /* Set by roadmap_create. */
    float length; /* m */
    uint32_t flags;
} roadmap_edge;

typedef struct roadmap {
    roadmap_vertex *vertices;
    roadmap_edge *edges;   /* ascending by `from`, then `to`, then `layer` */
    map_blocking blocking; /* each part is an edge */
    uint32_t layer_count, vertex_count, edge_count;

    /* Set by roadmap_create. */
    uint32_t cycles; /* number of independent cycles */
    uint32_t *ends;  /* grouped by vertex: `2 * edge` if the edge begins there, `2 * edge + 1` if it
                        ends there */
    map_cells *cells; /* one grid for each layer: its cells list the edges that meet them */
} roadmap;

/* Verifies and copies a roadmap, and derives the members that a builder does not set. Fails with
 * WEND_ERROR_FORMAT and a message unless indices are in range and in order, numbers are finite, and
 * edges have a length above 0. For builders and loaders. O(n log n). */
wend_result roadmap_create(const roadmap *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error);

/* Orders edges by `from`, then `to`, then `layer`. */
bool roadmap_edge_before(const roadmap_edge *a, const roadmap_edge *b);

/* Returns the map's data, or NULL if the map is of another kind. */
const roadmap *roadmap_of(const wend_map *map);

/* The descriptor and its functions: see map/kind.h. */
extern const struct map_kind map_kind_roadmap;
const char *roadmap_verify(const void *draft);
bool roadmap_copy(wend_map *map, const void *draft);
wend_result roadmap_finish(wend_map *map, wend_error *error);
uint64_t roadmap_hash(const void *data, uint64_t hash);
void roadmap_archive(archive *ar, void *draft, memory_arena *arena);
wend_map_coverage roadmap_cover(const void *data, const wend_space *space,
                                const wend_space_def *def);

/* Finds the edges nearest to a location; see wend_roadmap_find_edges. */
uint32_t roadmap_find_edges(const roadmap *map, wend_location location, float radius,
                            wend_roadmap_projection *out, uint32_t capacity);

#endif
