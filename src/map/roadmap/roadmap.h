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
    uint32_t cycles;  /* number of independent cycles */
    uint32_t largest; /* number of vertices in the largest connected piece */
    uint32_t *ends; /* grouped by vertex: `2 * edge` if the edge begins there, `2 * edge + 1` if it
                       ends there */
    map_cells *cells; /* one grid for each layer: its cells list the edges that meet them */

    /* Set by roadmap_create: the same for vertices. Each is listed on all layers of its edges. */
    map_cells *vertex_cells;
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

/* A vertex near a point or region. */
typedef struct roadmap_near {
    uint32_t vertex;
    double distance; /* m */
} roadmap_near;

/* What vertices are searched for: a point, or a region around it. */
typedef struct roadmap_probe {
    wend_location centre; /* on the layer to search */
    float extent;         /* m: no point of the region is farther from `centre` */
    /* Returns the distance (m) from the region to a position. If NULL, the region is the centre. */
    double (*distance)(const void *user, wend_vec2 position);
    /* True if a vertex counts. If NULL, all vertices count. */
    bool (*accepts)(const void *user, uint32_t vertex);
    const void *user;
} roadmap_probe;

/* Finds the vertices nearest to a probe that have edges on its layer, nearest first; among equally
 * near ones, those with the lowest index first. Returns how many were written. */
uint32_t roadmap_find_vertices(const roadmap *map, const roadmap_probe *probe, roadmap_near *out,
                               uint32_t capacity);

/* Builds `vertex_cells`. The edges at each vertex must be listed. Returns false when out of memory.
 */
bool roadmap_index_vertices(wend_map *map, memory *heap);

#endif
