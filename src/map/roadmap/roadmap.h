/* map/roadmap/roadmap.h: places that one can walk to, and straight ways between them.
 *
 * A roadmap is a graph that leads agents through the ground without covering it: a designer's
 * network of lines, or ways that were found by drawing places or by visibility. Each vertex has
 * the distance to the nearest wall, each edge the least one on it: a disc smaller than that can go
 * along. Walls are those of class 0; what doors and switched obstacles leave is told besides.
 *
 * An edge is a straight line on one layer. A way through a link has a vertex there, at which an
 * edge of the one layer meets one of the other. */
#ifndef MAP_ROADMAP_H
#define MAP_ROADMAP_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"
#include "map/cells.h"

#define ROADMAP_NONE UINT32_MAX

enum {
    ROADMAP_BLOCKABLE = 1 << 0 /* something can narrow it */
};

typedef struct roadmap_vertex {
    wend_vec2 position;
    uint32_t layer;  /* at a link, the lower one */
    float clearance; /* m: at most WEND_ROADMAP_FARTHEST */
    /* Made by roadmap_create. */
    uint32_t first, count; /* of `ends` */
} roadmap_vertex;

typedef struct roadmap_edge {
    uint32_t from, to; /* vertices, from < to */
    uint32_t layer;
    float clearance; /* m: least on it, at most WEND_ROADMAP_FARTHEST */
    /* Made by roadmap_create. */
    float length; /* m */
    uint32_t flags;
} roadmap_edge;

typedef struct roadmap {
    roadmap_vertex *vertices;
    roadmap_edge *edges;   /* ascending by from, then to, then layer */
    map_blocking blocking; /* its parts are edges */
    uint32_t layer_count, vertex_count, edge_count;

    /* Made by roadmap_create. */
    uint32_t cycles;  /* independent ones */
    uint32_t *ends;   /* at each vertex: 2 * edge for one that leaves, + 1 for one that comes */
    map_cells *cells; /* of each layer: which edges come near */
} roadmap;

/* Copies and verifies a roadmap, and makes what a builder leaves out. WEND_ERROR_FORMAT tells what
 * is not right: indices in range and in order, numbers finite, edges that have a length. For
 * builders and loaders. O(n log n). */
wend_result roadmap_create(const roadmap *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error);

/* By from, then to, then layer. */
bool roadmap_edge_before(const roadmap_edge *a, const roadmap_edge *b);

/* The map's data; NULL if it is of another kind. */
const roadmap *roadmap_of(const wend_map *map);

/* What the descriptor needs: see map/kind.h. */
extern const struct map_kind map_kind_roadmap;
const char *roadmap_verify(const void *draft);
bool roadmap_copy(wend_map *map, const void *draft);
wend_result roadmap_finish(wend_map *map, wend_error *error);
uint64_t roadmap_hash(const void *data, uint64_t hash);
void roadmap_archive(archive *ar, void *draft, memory_arena *from);
wend_map_coverage roadmap_cover(const void *data, const wend_space *space,
                                const wend_space_def *def);

/* As wend_roadmap_find_edges. */
uint32_t roadmap_near(const roadmap *map, wend_location place, float radius,
                      wend_roadmap_projection *out, uint32_t capacity);

#endif
