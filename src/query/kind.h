/* query/kind.h: how a map kind answers queries: one const descriptor, listed in query/kinds.inl.
 *
 * The descriptor is separate from map_kind (map/kind.h), because it uses the searches of the
 * planners, which are in a layer above maps. */
#ifndef QUERY_KIND_H
#define QUERY_KIND_H

#include <wend/map.h>

#include "map/map.h"
#include "plan/graph/marks.h"
#include "query/triangles.h"
#include "step/empty_view.h"

/* A query whose arguments have been checked. */
typedef struct query_call {
    const wend_map *map;
    const wend_view *view; /* view of the space, with the active classes; queries run as worker 0 */
    float radius;          /* m: radius of the disc */
} query_call;

/* A path under construction. */
typedef struct query_path {
    wend_location *points; /* owned by the caller */
    uint32_t capacity;
    wend_location last; /* last point added, if any */
    wend_path_result info;
} query_path;

typedef struct query_kind {
    const char *kind; /* name of the map kind */

    /* Finds a path and adds its points to `out`; sets `status` and `unproven` in out->info. Returns
     * SEARCH_NONE if there is no path. */
    search_outcome (*find_path)(const query_call *call, const wend_path_def *def, query_path *out);

    /* Finds the nearest location where the disc has room; see wend_map_find_nearest. */
    search_outcome (*find_nearest)(const query_call *call, wend_location location, float distance,
                                   wend_location *out);

    /* Adds triangles that cover the ground where the centre of the disc may be. Returns false when
     * out of memory. If NULL, the bounding box of the space is sampled instead, on every layer. */
    bool (*cover)(const query_call *call, query_triangles *out);
    /* True if the triangles may include ground that is blocked, or ground within a radius of walls.
     */
    bool covers_too_much;
} query_kind;

extern const query_kind *const query_kinds[];
extern const uint32_t query_kind_count;

/* Adds a point to a path, and adds the distance from the previous point to the path's length.
 * Ignores a point that repeats the previous one. */
void query_add_point(query_path *path, wend_location point);

#endif
