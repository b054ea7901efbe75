/* query/kind.h: how a kind of map answers queries: one const descriptor, listed in query/kinds.inl.
 *
 * A descriptor is beside map_kind (map/kind.h) and not in it, since its searches are those of the
 * planners, which lie above maps. */
#ifndef QUERY_KIND_H
#define QUERY_KIND_H

#include <wend/map.h>

#include "map/map.h"
#include "plan/graph/marks.h"
#include "query/triangles.h"
#include "step/empty_view.h"

/* What is asked; all values are in range. */
typedef struct query_call {
    const wend_map *map;
    const wend_view *view; /* of the space, with the classes that are on; worker 0 */
    float radius;          /* m, of the disc */
} query_call;

/* A path as it is gathered. */
typedef struct query_path {
    wend_location *points; /* the caller's */
    uint32_t capacity;
    wend_location last; /* point, if there is one */
    wend_path_result info;
} query_path;

typedef struct query_kind {
    const char *kind; /* the name of a kind of map */

    /* Finds a path and adds its points; sets status and `unproven` of the info. SEARCH_NONE:
     * there is none. */
    search_outcome (*find_path)(const query_call *call, const wend_path_def *def, query_path *out);

    /* The nearest location with room; see wend_map_find_nearest. */
    search_outcome (*find_nearest)(const query_call *call, wend_location place, float distance,
                                   wend_location *out);

    /* Adds triangles that cover the ground where discs may be; false when memory ran out. NULL: the
     * box around the space on all layers is sampled. */
    bool (*cover)(const query_call *call, query_triangles *out);
    /* The ground that it covers may lie nearer to walls than the radius, or be blocked. */
    bool covers_too_much;
} query_kind;

extern const query_kind *const query_kinds[];
extern const uint32_t query_kind_count;

/* Adds a point to a path, and the distance from the last one to its length. Repeated points are
 * left out. */
void query_add_point(query_path *path, wend_location point);

#endif
